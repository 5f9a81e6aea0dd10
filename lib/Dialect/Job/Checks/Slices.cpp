//===- Slices.cpp - What the tables say of a TPU slice --------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Job/Checks/Slices.h"
#include "Support/LLVM.h"
#include "Support/NearMatch.h"

using namespace trainlint;
using namespace trainlint::job;

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

const TpuGenerations::Row *job::generationOf(const MachineTypes::Row &machine,
                                             const Tables &tables) {
  const Accelerators::Row *accelerator =
      tables.accelerators.find(machine.accelerator);
  if (!accelerator || accelerator->kind != Accelerators::Kind::Tpu)
    return nullptr;
  // The flags spell `v5litepod` in two words.
  for (const TpuGenerations::Row &row : tables.tpuGenerations.rows) {
    if (sameLetters(accelerator->flagName, row.typeName) ||
        sameLetters(accelerator->flagName, ("tpu-" + row.typeName).str()))
      return &row;
  }
  return nullptr;
}

PoolOp job::sliceOf(TrainingOp training) {
  return training.getPool(Role::Worker);
}
