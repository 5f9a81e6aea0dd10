//===- FileDumper.h - Parts of dumps of any format --------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_TOOLS_FILEDUMPER_H
#define TRAINLINT_TOOLS_FILEDUMPER_H

#include "Text/Protobuf/MessageReader.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

namespace trainlint::test {

/// Prints what the files of all formats hold. Ends the program if a place lies
/// outside of the file.
class FileDumper {
protected:
  /// `file` is what places count in.
  FileDumper(llvm::StringRef file, llvm::json::OStream &out)
      : out(out), bytes(file) {}

  void check(SourceRange range) const;
  void dump(llvm::StringRef key, const LocatedText &name);
  void dumpName(const LocatedText &name);
  void dumpNames(llvm::StringRef key, llvm::ArrayRef<LocatedText> names);
  void dumpNumbers(llvm::StringRef key, llvm::ArrayRef<int64_t> numbers);
  void dumpRange(SourceRange range);
  /// The bits of a number, of which JSON would lose some.
  void dumpDouble(double value);
  /// The size and the digest of a tensor's bytes; `known` are those that need
  /// not be decoded.
  void dumpContent(SourceRange range, llvm::StringRef known);
  /// The elements of a tensor, with the functions of its format.
  template <typename Tensor>
  void dumpElements(proto::ReadContext &context, const Tensor &tensor) {
    llvm::SmallVector<int64_t> integers;
    llvm::SmallVector<double> reals;
    llvm::SmallVector<llvm::StringRef> strings;
    if (readIntegers(context, tensor, ElementLimit, integers)) {
      dumpNumbers("elements", integers);
    } else if (readFloats(context, tensor, ElementLimit, reals)) {
      out.attributeArray("elements", [&] {
        for (double value : reals)
          dumpDouble(value);
      });
    } else if (readStrings(context, tensor, ElementLimit, strings)) {
      out.attributeArray("elements", [&] {
        for (llvm::StringRef value : strings)
          out.value(llvm::toHex(value, /*LowerCase=*/true));
      });
    }
  }
  /// Why a file could not be read, of any reader.
  template <typename Problem>
  void dumpProblem(const std::optional<Problem> &problem) {
    if (!problem)
      return;
    check({problem->offset, problem->offset});
    out.attributeArray("problem", [&] {
      out.value(problem->offset);
      out.value(problem->message);
    });
  }

  llvm::json::OStream &out;

private:
  /// The elements of tensors with more of them are not printed.
  static constexpr uint64_t ElementLimit = 4096;

  llvm::StringRef bytes;
};

} // namespace trainlint::test

#endif // TRAINLINT_TOOLS_FILEDUMPER_H
