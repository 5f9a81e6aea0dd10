//===- SchemaTest.cpp - Tests of the compiled schemas ---------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Schema/Schema.h"
#include "TestHelpers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"

using namespace trainlint;
using namespace trainlint::schema;
using llvm::StringRef;

TEST(SchemaTest, FindsFields) {
  const Property *input = aiPlatformJob().findProperty("trainingInput");
  ASSERT_TRUE(input);
  EXPECT_EQ(input->name, "trainingInput");
  const Property *region = input->schema->findProperty("region");
  ASSERT_TRUE(region);
  EXPECT_TRUE(region->schema->types & StringType);
  EXPECT_TRUE(input->schema->closed);
  for (StringRef name : {"", "Region", "regio", "regions", "zzz", "AAA"})
    EXPECT_FALSE(input->schema->findProperty(name)) << name.str();
}

TEST(SchemaTest, EveryPropertyIsFound) {
  for (const Schema *root : {&aiPlatformJob(), &trainlintConfig()}) {
    EXPECT_FALSE(root->properties.empty());
    EXPECT_TRUE(llvm::is_sorted(
        root->properties,
        [](const Property &a, const Property &b) { return a.name < b.name; }));
    for (const Property &property : root->properties)
      EXPECT_EQ(root->findProperty(property.name), &property);
  }
}

TEST(SchemaTest, ReferencesLeadToTheirSchema) {
  const Schema &input = *aiPlatformJob().findProperty("trainingInput")->schema;
  const Schema *master = input.findProperty("masterConfig")->schema;
  EXPECT_TRUE(master->findProperty("imageUri"));
  EXPECT_EQ(master->properties.size(),
            input.findProperty("workerConfig")->schema->properties.size());
}

TEST(SchemaTest, FilesAreTheOnesThatWereCompiled) {
  ASSERT_EQ(schemaFiles().size(), 3u);
  for (const SchemaFile &file : schemaFiles()) {
    llvm::Expected<llvm::json::Value> value = llvm::json::parse(file.text);
    ASSERT_TRUE(static_cast<bool>(value));
    const llvm::json::Object *properties =
        value->getAsObject()->getObject("properties");
    ASSERT_TRUE(properties);
    const Schema *known = file.name == "ai-platform-job"    ? &aiPlatformJob()
                          : file.name == "gke-workload"     ? &gkeWorkload()
                          : file.name == "trainlint-config" ? &trainlintConfig()
                                                            : nullptr;
    ASSERT_TRUE(known) << file.name.str();
    const Schema &root = *known;
    EXPECT_EQ(properties->size(), root.properties.size());
    for (const auto &entry : *properties)
      EXPECT_TRUE(root.findProperty(StringRef(entry.first)));
  }
}
