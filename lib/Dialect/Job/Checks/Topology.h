//===- Topology.h - The chips of a TPU slice --------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_JOB_CHECKS_TOPOLOGY_H
#define TRAINLINT_DIALECT_JOB_CHECKS_TOPOLOGY_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace trainlint::job {

/// The chips of a slice in two or three dimensions.
using Topology = llvm::SmallVector<int64_t, 3>;

/// The chips of the cubes that slices of three dimensions are made of, from
/// this size on.
inline constexpr int64_t ChipsOfCube = 64;

/// Reads a topology such as `2x4`; nothing if the text is none: two or three
/// numbers of up to three digits.
std::optional<Topology> parseTopology(llvm::StringRef text);

/// "4x4x8".
std::string formatTopology(llvm::ArrayRef<int64_t> dimensions);

int64_t chipsOf(llvm::ArrayRef<int64_t> dimensions);

/// True if every dimension is that of whole cubes of 4x4x4.
bool isMadeOfCubes(llvm::ArrayRef<int64_t> dimensions);

} // namespace trainlint::job

#endif // TRAINLINT_DIALECT_JOB_CHECKS_TOPOLOGY_H
