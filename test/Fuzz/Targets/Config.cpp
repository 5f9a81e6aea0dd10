//===- Config.cpp - Configuration files and what they name ----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/Baseline.h"
#include "Driver/ConfigFile.h"
#include "Fuzz/Copies.h"
#include "Fuzz/Promises.h"
#include "Fuzz/Targets/MemoryFile.h"
#include "Fuzz/Targets/Targets.h"
#include "Tables/Tables.h"

using namespace trainlint;
using llvm::StringRef;

void test::fuzzConfig(StringRef input) {
  ConfigReading reading =
      readConfigFile(SourceBuffer::copy("/nowhere/.trainlint.yaml", input));
  const SourceBuffer *text = reading.config->buffer.get();
  for (const Finding &finding : reading.findings) {
    const Place &place = finding.place;
    if (place.buffer != text || place.range.begin > place.range.end ||
        place.range.end > input.size())
      broken("a finding lies in the text: " + finding.message);
  }
  checkReport(OutputFormat::Text, text->name(), reading.findings, /*width=*/80);
}

void test::fuzzBaseline(StringRef input) {
  MemoryFile file(input);
  llvm::Expected<Baseline> baseline = Baseline::load(file.path());
  if (!baseline)
    checkMessage(baseline.takeError());
}

/// A built-in table; the first for a name that none has.
static size_t findTable(llvm::ArrayRef<TableText> tables, StringRef name) {
  for (const auto &[index, table] : llvm::enumerate(tables))
    if (table.name == name)
      return index;
  return 0;
}

void test::fuzzTables(StringRef input) {
  static const std::vector<TableText> builtIn = builtInTableTexts();
  auto [name, text] = input.split('\n');
  size_t index = findTable(builtIn, name);
  llvm::Expected<TableText> newer =
      parseTable(builtIn[index].name, text, &builtIn[index]);
  if (!newer)
    return checkMessage(newer.takeError());
  std::vector<TableText> tables = builtIn;
  overlayTable(tables[index], *newer);
  if (llvm::Error dangling = checkReferences(tables))
    checkMessage(std::move(dangling));
}
