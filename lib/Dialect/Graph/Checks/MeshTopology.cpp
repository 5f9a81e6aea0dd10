//===- MeshTopology.cpp - The topology that a TPU graph is made for -------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Graph/Checks/MeshTopology.h"
#include "Support/LLVM.h"
#include "Support/Varint.h"

using namespace trainlint;
using namespace trainlint::graph;

/// The numbers of the fields of `TopologyProto`.
static constexpr uint64_t MeshShape = 1;
static constexpr uint64_t Tasks = 2;
static constexpr uint64_t DevicesPerTask = 3;

/// More cores or dimensions than any TPU has.
static constexpr uint64_t MaxNumber = 1 << 24;
static constexpr size_t MaxRank = 8;

static bool appendSizes(StringRef bytes, MeshTopology &topology) {
  while (!bytes.empty()) {
    std::optional<uint64_t> size = takeVarint(bytes);
    if (!size || *size > MaxNumber || topology.shape.size() == MaxRank)
      return false;
    topology.shape.push_back(*size);
  }
  return true;
}

std::optional<MeshTopology> graph::readTopology(StringRef bytes) {
  MeshTopology topology;
  uint64_t tasks = 0, devices = 0;
  while (!bytes.empty()) {
    std::optional<uint64_t> tag = takeVarint(bytes);
    std::optional<uint64_t> value = tag ? takeVarint(bytes) : std::nullopt;
    if (!value)
      return std::nullopt;
    uint64_t field = *tag >> 3, wireType = *tag & 7;
    if (wireType == 2) {
      if (*value > bytes.size())
        return std::nullopt;
      StringRef content = bytes.take_front(*value);
      bytes = bytes.drop_front(*value);
      if (field == MeshShape && !appendSizes(content, topology))
        return std::nullopt;
      continue;
    }
    if (wireType != 0 || *value > MaxNumber)
      return std::nullopt;
    if (field == MeshShape && topology.shape.size() < MaxRank)
      topology.shape.push_back(*value);
    else if (field == Tasks)
      tasks = *value;
    else if (field == DevicesPerTask)
      devices = *value;
  }
  topology.cores = tasks * devices;
  if (topology.cores == 0)
    return std::nullopt;
  return topology;
}
