//===- Schema.cpp - Structure of a document, as compiled ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Schema/Schema.h"
#include "Schema/Packed.h"
#include "llvm/ADT/STLExtras.h"

using namespace trainlint;

namespace trainlint::schema {
#include "Schema/Schemas.inc"
} // namespace trainlint::schema

using namespace trainlint::schema;

const Property *Schema::findProperty(llvm::StringRef name) const {
  const auto *place = llvm::lower_bound(
      properties, name, [](const Property &property, llvm::StringRef wanted) {
        return property.name < wanted;
      });
  if (place == properties.end() || place->name != name)
    return nullptr;
  return place;
}

const Schema &schema::aiPlatformJob() {
  static const Schema &root = expand(AiPlatformJobNodes, Pool);
  return root;
}

const Schema &schema::vertexCustomJob() {
  static const Schema &root = expand(VertexCustomJobNodes, Pool);
  return root;
}

const Schema &schema::vertexHyperparameterTuningJob() {
  static const Schema &root = expand(VertexHyperparameterTuningJobNodes, Pool);
  return root;
}

const Schema &schema::gkeWorkload() {
  static const Schema &root = expand(GkeWorkloadNodes, Pool);
  return root;
}

const Schema &schema::trainlintConfig() {
  static const Schema &root = expand(TrainlintConfigNodes, Pool);
  return root;
}

llvm::ArrayRef<SchemaFile> schema::schemaFiles() { return SchemaFiles; }
