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
using namespace trainlint::schema;

namespace trainlint::schema {
#include "Schema/Schemas.inc"
} // namespace trainlint::schema

template <>
const Text *Pool::all<Text>() {
  return Words;
}
template <>
const Property *Pool::all<Property>() {
  return Properties;
}
template <>
const SchemaRef *Pool::all<SchemaRef>() {
  return Parts;
}

const Schema *SchemaRef::get() const {
  return number ? &Nodes[number - 1] : nullptr;
}

const Property *Schema::findProperty(llvm::StringRef name) const {
  const auto *place = llvm::lower_bound(
      properties, name, [](const Property &property, llvm::StringRef wanted) {
        return property.name.ref() < wanted;
      });
  if (place == properties.end() || place->name.ref() != name)
    return nullptr;
  return place;
}

const Schema &schema::aiPlatformJob() { return *AiPlatformJob; }

const Schema &schema::vertexCustomJob() { return *VertexCustomJob; }

const Schema &schema::vertexHyperparameterTuningJob() {
  return *VertexHyperparameterTuningJob;
}

List<SchemaRef> schema::kubernetesKinds() { return KubernetesKinds; }

const Schema &schema::trainlintConfig() { return *TrainlintConfig; }

llvm::ArrayRef<SchemaFile> schema::schemaFiles() { return SchemaFiles; }
