//===- StableHlo.cpp - StableHLO programs as text -------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fuzz/CheckProbe.h"
#include "Fuzz/ProgramProbe.h"
#include "Fuzz/Targets/Targets.h"
#include "llvm/Support/xxhash.h"

using namespace trainlint;
using llvm::StringRef;

void test::fuzzStableHlo(StringRef input) {
  static ProgramProbe programs;
  static CheckProbe checks;
  programs.probe(input);
  checks.checkGraph(input, llvm::xxh3_64bits(input));
  checks.writeReports({OutputFormat::Text}, /*width=*/80);
}
