//===- TablesTest.cpp - Tests of the built-in and overlaid tables ---------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tables/Tables.h"
#include "TestHelpers.h"
#include "llvm/ADT/StringExtras.h"
#include <thread>

using namespace trainlint;
using namespace trainlint::test;
using llvm::StringRef;

TEST(TablesTest, TypedLookups) {
  const Tables &tables = Tables::builtIn();
  const MachineTypes::Row *machine = tables.machineTypes.find("a2-highgpu-8g");
  ASSERT_TRUE(machine);
  EXPECT_EQ(machine->name, "a2-highgpu-8g");
  EXPECT_EQ(machine->family, "a2");
  EXPECT_EQ(machine->vcpus, 96.0);
  EXPECT_EQ(machine->accelerator, "NVIDIA_TESLA_A100");
  EXPECT_EQ(machine->acceleratorCount, 8.0);
  EXPECT_TRUE(machine->aiPlatform);
  EXPECT_FALSE(tables.machineTypes.find("a2-highgpu-3g"));
  EXPECT_FALSE(tables.machineTypes.find(""));
  EXPECT_FALSE(tables.machineTypes.find("zzz"));

  // An empty cell of an optional column is no value.
  const AiPlatformRegions::Row *first =
      tables.aiPlatformRegions.find("asia-east1");
  ASSERT_TRUE(first);
  EXPECT_FALSE(first->since);
  const AiPlatformRegions::Row *later =
      tables.aiPlatformRegions.find("asia-east2");
  ASSERT_TRUE(later);
  EXPECT_EQ(later->since, absl::CivilDay(2020, 3, 27));
}

TEST(TablesTest, EveryRowIsFoundByItsKey) {
  const Tables &tables = Tables::builtIn();
  for (const auto &row : tables.machineTypes.rows)
    EXPECT_EQ(tables.machineTypes.find(row.name), &row) << row.name.str();
  for (const auto &row : tables.acceleratorZones.rows)
    EXPECT_EQ(
        tables.acceleratorZones.find(row.accelerator, row.region, row.zone),
        &row);
  for (const auto &row : tables.acceleratorLimits.rows)
    EXPECT_EQ(tables.acceleratorLimits.find(row.accelerator, row.count), &row);
}

TEST(TablesTest, RowsWithTheFirstPartOfAKey) {
  const AcceleratorLimits &limits = Tables::builtIn().acceleratorLimits;
  size_t total = 0;
  StringRef last;
  for (const auto &row : limits.rows) {
    if (row.accelerator == last)
      continue;
    last = row.accelerator;
    auto some = limits.withAccelerator(last);
    EXPECT_FALSE(some.empty());
    for (const auto &other : some)
      EXPECT_EQ(other.accelerator, last);
    total += some.size();
  }
  EXPECT_EQ(total, limits.rows.size());
  EXPECT_TRUE(limits.withAccelerator("NO_SUCH").empty());
}

TEST(TablesTest, TextAndTypedFormsAgree) {
  std::vector<TableText> texts = builtInTableTexts();
  const Tables &tables = Tables::builtIn();
  EXPECT_EQ(messageOf(checkReferences(texts)), "");
  bool found = false;
  for (const TableText &text : texts) {
    EXPECT_FALSE(text.asOf.empty());
    EXPECT_FALSE(text.sources.empty());
    if (text.name != tables.machineTypes.info.name)
      continue;
    found = true;
    EXPECT_EQ(text.asOf, tables.machineTypes.info.asOf);
    ASSERT_EQ(text.rows.size(), tables.machineTypes.rows.size());
    for (size_t i = 0; i < text.rows.size(); ++i)
      EXPECT_EQ(text.rows[i].cells[0], tables.machineTypes.rows[i].name);
  }
  EXPECT_TRUE(found);
}

TEST(TablesTest, ListsAreThoseOfTheirRow) {
  const auto &counts = Tables::builtIn().aiPlatformAcceleratorCounts;
  std::vector<TableText> texts = builtInTableTexts();
  auto text = llvm::find_if(texts, [&](const TableText &table) {
    return table.name == counts.info.name;
  });
  std::optional<unsigned> column = text->findColumn("counts");
  ASSERT_TRUE(column);
  ASSERT_EQ(text->rows.size(), counts.rows.size());
  for (size_t i = 0; i < text->rows.size(); ++i) {
    std::string listed = llvm::join(
        llvm::map_range(counts.rows[i].counts,
                        [](int64_t count) { return std::to_string(count); }),
        "|");
    EXPECT_EQ(text->rows[i].cells[*column], listed);
  }
}

TEST(TablesTest, RowsAreExpandedOnce) {
  const TableRows<TpuTypes::Row> &rows = Tables::builtIn().tpuTypes.rows;
  std::vector<const TpuTypes::Row *> seen(8);
  std::vector<std::thread> threads;
  for (const TpuTypes::Row *&first : seen)
    threads.emplace_back([&] { first = rows.begin(); });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_FALSE(rows.empty());
  EXPECT_EQ(rows.end() - rows.begin(), static_cast<ptrdiff_t>(rows.size()));
  for (const TpuTypes::Row *first : seen)
    EXPECT_EQ(first, &rows[0]);
}

TEST(TablesTest, RowsOfNoTableAreEmpty) {
  TableRows<Regions::Row> rows;
  EXPECT_TRUE(rows.empty());
  EXPECT_EQ(rows.begin(), rows.end());
}

TEST(TablesTest, AFolderLaysItsRowsOverTheBuiltInOnes) {
  TempFolder folder;
  folder.write("machine-types.csv",
               "# source: my own list\n"
               "# as-of: 2030-01-01\n"
               "name,family,kind,vcpus,memory-gb,accelerator,accelerator-count,"
               "equivalent,ai-platform,vertex\n"
               "a2-highgpu-8g,a2,compute-engine,7.5,,,,,no,no\n"
               "q1-standard-2,q1,compute-engine,2,8,,,,yes,no\n");
  folder.write("notes.txt", "not a table, and not read");
  auto overlaid = OverlaidTables::load(folder.path());
  ASSERT_TRUE(static_cast<bool>(overlaid)) << messageOf(overlaid.takeError());
  const Tables &tables = (*overlaid)->tables();
  EXPECT_EQ(tables.machineTypes.info.asOf, "2030-01-01");
  const MachineTypes::Row *replaced = tables.machineTypes.find("a2-highgpu-8g");
  ASSERT_TRUE(replaced);
  EXPECT_EQ(replaced->vcpus, 7.5);
  EXPECT_FALSE(replaced->memoryGb);
  EXPECT_FALSE(replaced->aiPlatform);
  EXPECT_TRUE(tables.machineTypes.find("q1-standard-2"));
  EXPECT_TRUE(tables.machineTypes.find("a2-highgpu-4g"));
  EXPECT_EQ(tables.machineTypes.rows.size(),
            Tables::builtIn().machineTypes.rows.size() + 1);
  // The others are as they were built in.
  EXPECT_EQ(tables.aiPlatformRegions.rows.size(),
            Tables::builtIn().aiPlatformRegions.rows.size());
  EXPECT_EQ(tables.aiPlatformRegions.info.asOf,
            Tables::builtIn().aiPlatformRegions.info.asOf);
}

TEST(TablesTest, AnEmptyFolderIsAMistake) {
  TempFolder folder;
  auto overlaid = OverlaidTables::load(folder.path());
  ASSERT_FALSE(static_cast<bool>(overlaid));
  EXPECT_EQ(messageOf(overlaid.takeError()),
            folder.path() + ": the folder has no table");
}

TEST(TablesTest, FoldersThatCannotBeUsed) {
  TempFolder folder;
  EXPECT_NE(messageOf(OverlaidTables::load(folder.path("missing"))), "");

  folder.write("machine-type.csv", "");
  std::string message = messageOf(OverlaidTables::load(folder.path()));
  EXPECT_TRUE(StringRef(message).ends_with(
      "`machine-type` is not a table; did you mean `machine-types`?"))
      << message;

  TempFolder malformed;
  malformed.write("regions.csv", "# source: x\n# as-of: 2030\nregion\n\"\"\n");
  message = messageOf(OverlaidTables::load(malformed.path()));
  EXPECT_TRUE(StringRef(message).contains("/regions.csv:4: ")) << message;

  TempFolder dangling;
  dangling.write("machine-types.csv",
                 "# source: x\n# as-of: 2030\n"
                 "name,family,kind,vcpus,memory-gb,accelerator,"
                 "accelerator-count,equivalent,ai-platform,vertex\n"
                 "q1,q1,compute-engine,2,8,NO_SUCH_GPU,1,,yes,no\n");
  message = messageOf(OverlaidTables::load(dangling.path()));
  EXPECT_TRUE(StringRef(message).contains(
      "machine-types.csv:4: `NO_SUCH_GPU` is not in `accelerators`"))
      << message;
}

TEST(TablesTest, FormatDate) {
  EXPECT_EQ(formatDate(absl::CivilDay(2021, 1, 6)), "2021-01-06");
}
