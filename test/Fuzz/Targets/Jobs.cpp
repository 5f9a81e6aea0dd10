//===- Jobs.cpp - Job files and files with commands -----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fuzz/CheckProbe.h"
#include "Fuzz/Targets/Targets.h"
#include "llvm/Support/xxhash.h"

using namespace trainlint;
using llvm::StringRef;

/// As text, and in one of the other formats. SARIF, which lists all rules,
/// costs more than the rest of a check and comes seldom.
static void writeReports(const test::CheckProbe &checks, StringRef input) {
  static constexpr OutputFormat Formats[] = {
      OutputFormat::Concise, OutputFormat::Json,  OutputFormat::GitHub,
      OutputFormat::GitLab,  OutputFormat::JUnit, OutputFormat::Checkstyle,
  };
  uint64_t hash = llvm::xxh3_64bits(input);
  OutputFormat other = Formats[hash % std::size(Formats)];
  if ((hash >> 32) % 128 == 0)
    other = OutputFormat::Sarif;
  checks.writeReports({OutputFormat::Text, other}, /*width=*/hash & 1 ? 80 : 0);
}

void test::fuzzJobs(StringRef input) {
  static CheckProbe checks;
  checks.checkJob("copy.yaml", input, InputKind::Auto);
  // What is no job is read as if the user had called it one.
  if (checks.content() == InputContent::Other)
    checks.checkJob("copy.yaml", input, InputKind::AIPlatform);
  writeReports(checks, input);
}

void test::fuzzCommands(StringRef input) {
  static CheckProbe checks;
  auto [name, text] = input.split('\n');
  checks.checkJob(name, text, InputKind::Auto);
  if (checks.content() == InputContent::Other)
    checks.checkJob(name, text, InputKind::Commands);
  writeReports(checks, input);
}
