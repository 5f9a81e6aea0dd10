//===- FileDumper.cpp - Parts of dumps of any format ----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FileDumper.h"
#include "Text/Protobuf/TextScalar.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MD5.h"
#include <cmath>

using namespace trainlint;
using namespace trainlint::test;
using llvm::StringRef;

void FileDumper::check(SourceRange range) const {
  if (range.begin > range.end || range.end > bytes.size())
    llvm::report_fatal_error("a range lies outside of the file");
}

void FileDumper::dump(StringRef key, const LocatedText &name) {
  check(name.range);
  out.attribute(key, name.text);
}

void FileDumper::dumpName(const LocatedText &name) {
  check(name.range);
  out.value(name.text);
}

void FileDumper::dumpNames(StringRef key, llvm::ArrayRef<LocatedText> names) {
  out.attributeArray(key, [&] {
    for (const LocatedText &name : names)
      dumpName(name);
  });
}

void FileDumper::dumpNumbers(StringRef key, llvm::ArrayRef<int64_t> numbers) {
  out.attributeArray(key, [&] {
    for (int64_t number : numbers)
      out.value(number);
  });
}

void FileDumper::dumpRange(SourceRange range) {
  check(range);
  out.array([&] {
    out.value(range.begin);
    out.value(range.end);
  });
}

void FileDumper::dumpDouble(double value) {
  if (std::isnan(value))
    out.value("NaN");
  else
    out.value(llvm::utohexstr(llvm::bit_cast<uint64_t>(value)));
}

void FileDumper::dumpContent(SourceRange range, StringRef known) {
  StringRef content = known;
  llvm::SmallVector<char> decoded;
  if (!content.data() && !range.empty()) {
    proto::FirstProblem problem;
    proto::decodeStrings(bytes.slice(range.begin, range.end), range.begin,
                         decoded, problem);
    content = StringRef(decoded.data(), decoded.size());
  }
  out.attributeArray("content", [&] {
    out.value(content.size());
    out.value(llvm::MD5::hash(llvm::arrayRefFromStringRef(content)).digest());
  });
}
