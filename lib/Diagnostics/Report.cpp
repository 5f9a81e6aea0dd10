//===- Report.cpp - Emitting findings through MLIR ------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Report.h"
#include "Diagnostics/ReportLimit.h"
#include "Diagnostics/SourceSet.h"
#include "Support/LLVM.h"
#include "Support/Printable.h"
#include "Support/Text.h"
#include "mlir/IR/BuiltinAttributes.h"

using namespace trainlint;
using llvm::Twine;

static mlir::InFlightDiagnostic open(mlir::Location location,
                                     Severity severity) {
  switch (severity) {
  case Severity::Error:
    return mlir::emitError(location);
  case Severity::Warning:
    return mlir::emitWarning(location);
  case Severity::Info:
    return mlir::emitRemark(location);
  }
  llvm_unreachable("unknown severity");
}

Report::Report(mlir::Location location, RuleId rule, Severity severity)
    : isKept(ReportLimit::takes(rule, severity)),
      diagnostic(isKept ? open(location, severity)
                        : mlir::InFlightDiagnostic()) {
  if (!isKept)
    return;
  auto &metadata = diagnostic.getUnderlyingDiagnostic()->getMetadata();
  metadata.emplace_back(static_cast<int64_t>(ReportKey::Rule));
  metadata.emplace_back(static_cast<int64_t>(rule));
}

Report &Report::operator<<(StringRef text) {
  if (isKept)
    diagnostic << Twine(printable(ellipsize(text)));
  return *this;
}

Report &Report::operator<<(llvm::StringLiteral text) {
  // A literal lives as long as the program, so that nothing is copied.
  if (isKept)
    diagnostic.getUnderlyingDiagnostic()->append(StringRef(text));
  return *this;
}

Report &Report::operator<<(int64_t number) {
  if (isKept)
    diagnostic << number;
  return *this;
}

mlir::StringAttr Report::text(const Twine &value) {
  mlir::MLIRContext *context =
      diagnostic.getUnderlyingDiagnostic()->getLocation().getContext();
  return mlir::StringAttr::get(context, value);
}

void Report::attach(int64_t key, mlir::Attribute value) {
  auto &metadata = diagnostic.getUnderlyingDiagnostic()->getMetadata();
  metadata.emplace_back(key);
  metadata.emplace_back(value);
}

Report &Report::label(const Twine &value) {
  if (isKept)
    attach(static_cast<int64_t>(ReportKey::Label), text(value));
  return *this;
}

Report &Report::note(mlir::Location location, const Twine &value) {
  if (isKept)
    diagnostic.attachNote(location) << value;
  return *this;
}

Report &Report::help(const Twine &value) {
  if (!isKept || value.isTriviallyEmpty() || value.str().empty())
    return *this;
  attach(static_cast<int64_t>(ReportKey::Help), text(value));
  return *this;
}

Report &Report::table(StringRef name, StringRef asOf) {
  if (!isKept)
    return *this;
  mlir::Attribute parts[] = {text(name), text(asOf)};
  attach(static_cast<int64_t>(ReportKey::Table),
         mlir::ArrayAttr::get(parts[0].getContext(), parts));
  return *this;
}

Report &
Report::fix(bool safe, const Twine &title,
            llvm::ArrayRef<std::pair<mlir::LocationAttr, std::string>> edits) {
  bool isOffered = llvm::none_of(
      edits, [](const auto &edit) { return isComputed(edit.first); });
  if (!isKept || !isOffered)
    return *this;
  llvm::SmallVector<mlir::Attribute> parts = {text(title)};
  for (const auto &[where, replacement] : edits) {
    parts.push_back(where);
    parts.push_back(text(replacement));
  }
  ReportKey key = safe ? ReportKey::SafeFix : ReportKey::UnsafeFix;
  attach(static_cast<int64_t>(key),
         mlir::ArrayAttr::get(parts[0].getContext(), parts));
  return *this;
}

Report &Report::fix(bool safe, const Twine &title, mlir::LocationAttr where,
                    const Twine &replacement) {
  if (!isKept)
    return *this;
  std::pair<mlir::LocationAttr, std::string> edit(where, replacement.str());
  return fix(safe, title, edit);
}
