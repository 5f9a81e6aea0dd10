//===- Report.h - Emitting findings through MLIR ----------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A finding travels through MLIR's diagnostic engine, so that passes, importers
// and verifiers report alike and `-verify-diagnostics` sees them all. What
// MLIR's diagnostics have no room for rides in their metadata;
// FindingCollector.h reads it back.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIAGNOSTICS_REPORT_H
#define TRAINLINT_DIAGNOSTICS_REPORT_H

#include "Diagnostics/RuleCatalog.h"
#include "mlir/IR/Attributes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Location.h"

namespace trainlint {

/// A finding under construction; it is emitted when it goes out of scope. The
/// functions of Diagnostics/Messages, a header for each file of rules, create
/// it with its message.
class Report {
public:
  Report(mlir::Location location, RuleId rule, Severity severity);
  Report(Report &&) = default;

  /// Appends to the message. Text of the user is made printable.
  Report &operator<<(llvm::StringRef text);
  Report &operator<<(llvm::StringLiteral text);
  Report &operator<<(int64_t number);

  /// Says something under the range of the finding itself.
  Report &label(const llvm::Twine &text);
  /// Names a related location.
  Report &note(mlir::Location location, const llvm::Twine &text);
  /// Says what is offered or what to do.
  Report &help(const llvm::Twine &text);
  /// Names the table that the finding rests on, and its date.
  Report &table(llvm::StringRef name, llvm::StringRef asOf);

  /// An edit that keeps what the user meant, or, if it is not safe, what the
  /// user probably meant: replaces the text of `where`.
  Report &fix(bool safe, const llvm::Twine &title, mlir::LocationAttr where,
              const llvm::Twine &text);
  /// The same with several edits that belong together.
  Report &fix(bool safe, const llvm::Twine &title,
              llvm::ArrayRef<std::pair<mlir::LocationAttr, std::string>> edits);

  operator llvm::LogicalResult() const { return llvm::failure(); }
  template <typename T>
  operator llvm::FailureOr<T>() const {
    return llvm::failure();
  }

private:
  void attach(int64_t key, mlir::Attribute value);
  mlir::StringAttr text(const llvm::Twine &value);

  /// False for one too many, of which nothing is made.
  bool isKept;
  mlir::InFlightDiagnostic diagnostic;
};

/// The keys under which a report's parts ride in the metadata of a diagnostic:
/// each key is followed by its value. The first entry tells that the diagnostic
/// is a finding and carries the rule.
enum class ReportKey : int64_t {
  Rule,
  Label,
  Help,
  /// An array of the name and the date.
  Table,
  /// An array of the title, then a location and a text for each edit.
  SafeFix,
  UnsafeFix,
};

} // namespace trainlint

#endif // TRAINLINT_DIAGNOSTICS_REPORT_H
