//===- GraphProbe.cpp - Damaged graphs through the readers ----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphProbe.h"
#include "Tools/GraphDump.h"
#include "llvm/Support/raw_ostream.h"

using namespace trainlint;
using namespace trainlint::tensorflow;
using llvm::StringRef;

static void readAll(StringRef text,
                    std::optional<graph::DetectedFormat> format) {
  llvm::raw_null_ostream nowhere;
  llvm::json::OStream out(nowhere);
  test::dumpFile(text, format, out);
}

void test::probeGraph(StringRef text,
                      std::optional<graph::DetectedFormat> format) {
  // A block of its own size, so that a read beyond it is seen.
  std::vector<char> exact(text.begin(), text.end());
  StringRef file(exact.data(), exact.size());
  readAll(file, std::nullopt);
  if (format)
    readAll(file, format);
}
