//===- OpRegistry.cpp - The ops of TensorFlow -----------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Graph/Ops/OpRegistry.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::tensorflow;

const OpDefinition *OpRegistry::definition(StringRef op) {
  const TfOps::Row *row = tables->tfOps.find(op);
  if (!row)
    return nullptr;
  auto [place, isNew] = definitions.try_emplace(row);
  if (isNew) {
    if (auto decoded = decodeDefinition(*row, tables->tfTypeSets))
      place->second = std::make_unique<const OpDefinition>(std::move(*decoded));
  }
  return place->second.get();
}

const TpuOpSupport *OpRegistry::support(StringRef op) {
  const TfOpsTpu::Row *row = tables->tfOpsTpu.find(op);
  if (!row)
    return nullptr;
  auto [place, isNew] = supports.try_emplace(row);
  if (isNew) {
    if (auto decoded = decodeSupport(*row, tables->tfTypeSets))
      place->second = std::make_unique<const TpuOpSupport>(std::move(*decoded));
  }
  return place->second.get();
}

std::optional<NearMatch> OpRegistry::findNear(StringRef op) {
  if (!names) {
    std::vector<StringRef> all;
    for (const TfOps::Row &row : tables->tfOps.rows)
      all.push_back(row.op);
    names.emplace(std::move(all));
  }
  return names->find(op);
}
