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
  EXPECT_EQ(input->name.ref(), "trainingInput");
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
    EXPECT_TRUE(llvm::is_sorted(root->properties,
                                [](const Property &a, const Property &b) {
                                  return a.name.ref() < b.name.ref();
                                }));
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
  // Those of Kubernetes are parts of one schema.
  llvm::SmallVector<SchemaFile> files;
  size_t kinds = 0;
  for (const SchemaFile &file : schemaFiles()) {
    if (!file.name.starts_with("kubernetes")) {
      files.push_back(file);
      continue;
    }
    llvm::Expected<llvm::json::Value> value = llvm::json::parse(file.text);
    ASSERT_TRUE(static_cast<bool>(value));
    kinds += value->getAsObject()->getArray("anyOf")->size();
  }
  EXPECT_EQ(kinds, kubernetesKinds().size());
  const std::pair<StringRef, const Schema *> roots[] = {
      {"ai-platform-job", &aiPlatformJob()},
      {"trainlint-config", &trainlintConfig()},
      {"vertex-custom-job", &vertexCustomJob()},
      {"vertex-hyperparameter-tuning-job", &vertexHyperparameterTuningJob()}};
  ASSERT_EQ(files.size(), std::size(roots));
  for (const auto &[file, root] : llvm::zip(files, roots)) {
    EXPECT_EQ(StringRef(file.name), root.first);
    llvm::Expected<llvm::json::Value> value = llvm::json::parse(file.text);
    ASSERT_TRUE(static_cast<bool>(value));
    const llvm::json::Object &object = *value->getAsObject();
    const llvm::json::Array *forms = object.getArray("anyOf");
    EXPECT_EQ(forms ? forms->size() : 0, root.second->anyOf.size());
    const llvm::json::Object *properties = object.getObject("properties");
    ASSERT_TRUE(properties || forms);
    if (!properties)
      continue;
    EXPECT_EQ(properties->size(), root.second->properties.size());
    for (const auto &entry : *properties)
      EXPECT_TRUE(root.second->findProperty(StringRef(entry.first)));
  }
}

TEST(SchemaTest, FieldsCanBeRequiredWhereADefinitionIsUsed) {
  const Schema &specification = *vertexCustomJob().anyOf[0];
  const Schema &job = *vertexCustomJob().anyOf[1];
  const Schema &nested = *job.findProperty("jobSpec")->schema;
  EXPECT_TRUE(specification.required.empty());
  ASSERT_EQ(nested.required.size(), 1u);
  EXPECT_EQ(StringRef(nested.required[0]), "workerPoolSpecs");
  EXPECT_EQ(nested.properties.size(), specification.properties.size());
  // Beside fields that the definition requires itself.
  const Schema &request = *vertexHyperparameterTuningJob().anyOf[1];
  EXPECT_EQ(
      request.findProperty("hyperparameterTuningJob")->schema->required.size(),
      5u);
}

TEST(SchemaTest, KindsOfKubernetesSayWhatTheyAre) {
  const Schema *template1 = nullptr, *template2 = nullptr;
  for (const Schema *kind : kubernetesKinds()) {
    ASSERT_TRUE(kind->findProperty("kind"));
    ASSERT_TRUE(kind->findProperty("apiVersion"));
    ASSERT_EQ(kind->findProperty("kind")->schema->words.size(), 1u);
    EXPECT_FALSE(kind->findProperty("apiVersion")->schema->words.empty());
    StringRef name = kind->findProperty("kind")->schema->words[0];
    auto below = [&](std::initializer_list<StringRef> path) {
      const Schema *at = kind;
      for (StringRef field : path) {
        at = at->findProperty(field)->schema;
        at = at->items ? at->items.get() : at;
      }
      return at;
    };
    if (name == "Job")
      template1 = below({"spec", "template"});
    if (name == "LeaderWorkerSet")
      template2 = below({"spec", "leaderWorkerTemplate", "workerTemplate"});
  }
  // Files refer into each other; only what is said of the field differs.
  ASSERT_TRUE(template1 && template2);
  EXPECT_EQ(template1->findProperty("spec")->schema->properties.size(),
            template2->findProperty("spec")->schema->properties.size());
}

TEST(SchemaTest, NodesSayWhatTheirFileSays) {
  const Schema &job = aiPlatformJob();
  EXPECT_EQ(job.types, ObjectType);
  EXPECT_TRUE(job.closed);
  EXPECT_FALSE(job.additional);
  ASSERT_EQ(job.required.size(), 1u);
  EXPECT_EQ(job.required[0].ref(), "trainingInput");
  const Schema &id = *job.findProperty("jobId")->schema;
  EXPECT_FALSE(id.pattern.empty());
  EXPECT_FALSE(id.form.empty());
  EXPECT_FALSE(id.readOnly);
  const Schema &labels = *job.findProperty("labels")->schema;
  EXPECT_EQ(labels.maxProperties, 64u);
  EXPECT_FALSE(labels.minItems);
  EXPECT_TRUE(labels.additional);
  EXPECT_TRUE(labels.propertyNames);
  const Schema &state = *job.findProperty("state")->schema;
  EXPECT_TRUE(state.readOnly);
  EXPECT_TRUE(llvm::is_contained(state.words, StringRef("SUCCEEDED")));
  EXPECT_TRUE(state.pattern.empty());
  const Schema &input = *job.findProperty("trainingInput")->schema;
  EXPECT_FALSE(input.allOf.empty());
  EXPECT_TRUE(input.allOf[0]->negated);
  EXPECT_TRUE(llvm::is_contained(input.usual, StringRef("region")));
}
