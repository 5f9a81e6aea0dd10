//===- Schema.cpp - Structure of a document, as compiled ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Schema/Schema.h"
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

const Schema &schema::aiPlatformJob() { return AiPlatformJobNodes[0]; }

const Schema &schema::vertexCustomJob() { return VertexCustomJobNodes[0]; }

const Schema &schema::vertexHyperparameterTuningJob() {
  return VertexHyperparameterTuningJobNodes[0];
}

const Schema &schema::gkeWorkload() { return GkeWorkloadNodes[0]; }

const Schema &schema::trainlintConfig() { return TrainlintConfigNodes[0]; }

llvm::ArrayRef<SchemaFile> schema::schemaFiles() { return SchemaFiles; }
