//===- PrintableJson.h - JSON that is safe to look at -----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_SUPPORT_PRINTABLEJSON_H
#define TRAINLINT_SUPPORT_PRINTABLEJSON_H

#include "llvm/Support/raw_ostream.h"
#include <string>

namespace trainlint {

/// Hands JSON on to another stream with all that is not printable as `\uXXXX`:
/// whoever reads it gets the same values, and whoever looks at it is not
/// deceived. Outside of strings JSON has none of it.
class PrintableJson : public llvm::raw_ostream {
public:
  explicit PrintableJson(llvm::raw_ostream &out) : out(out) {}
  ~PrintableJson() override { flush(); }

private:
  void write_impl(const char *begin, size_t size) override;
  uint64_t current_pos() const override { return written; }

  llvm::raw_ostream &out;
  /// The first bytes of a character of which more is to come.
  std::string rest;
  /// Whether a `#` came last: two of them may be the start of a command for the
  /// service that keeps the log.
  bool isBehindSign = false;
  uint64_t written = 0;
};

} // namespace trainlint

#endif // TRAINLINT_SUPPORT_PRINTABLEJSON_H
