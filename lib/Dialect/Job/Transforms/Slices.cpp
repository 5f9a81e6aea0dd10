//===- Slices.cpp - What the tables say of a TPU slice --------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Job/Transforms/Slices.h"

using namespace trainlint;
using namespace trainlint::job;
using llvm::StringRef;

int64_t Topology::chips() const {
  int64_t product = 1;
  for (int64_t dimension : dimensions)
    product *= dimension;
  return product;
}

std::optional<Topology> job::parseTopology(StringRef text) {
  if (!text.consume_back("_untwisted"))
    text.consume_back("_twisted");
  llvm::SmallVector<StringRef, 3> parts;
  text.split(parts, 'x');
  // gcloud takes three digits for each.
  constexpr size_t MostDigits = 3;
  Topology topology;
  for (StringRef part : parts) {
    int64_t chips;
    if (part.size() > MostDigits || part.getAsInteger(10, chips) || chips < 1)
      return std::nullopt;
    topology.dimensions.push_back(chips);
  }
  if (parts.size() < 2 || parts.size() > 3)
    return std::nullopt;
  return topology;
}

const TpuTypes::Row *job::tpuTypeOf(PoolOp pool, const Tables &tables) {
  std::optional<StringRef> name = knownString(pool.getAcceleratorTypeAttr());
  return name ? tables.tpuTypes.find(*name) : nullptr;
}

const TpuGenerations::Row *job::generationOf(StringRef type,
                                             const Tables &tables) {
  StringRef name = type.split('-').first;
  for (const TpuGenerations::Row &row : tables.tpuGenerations.rows) {
    if (row.typeName == name)
      return &row;
  }
  return nullptr;
}

const TpuGenerations::Row *job::generationOf(PoolOp pool,
                                             const Tables &tables) {
  std::optional<StringRef> type = knownString(pool.getAcceleratorTypeAttr());
  return type ? generationOf(*type, tables) : nullptr;
}

PoolOp job::sliceOf(TrainingOp training) {
  return training.getPool(Role::Worker);
}
