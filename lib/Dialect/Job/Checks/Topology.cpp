//===- Topology.cpp - The chips of a TPU slice ----------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Job/Checks/Topology.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::job;

std::optional<Topology> job::parseTopology(StringRef text) {
  Topology dimensions;
  llvm::SmallVector<StringRef, 3> parts;
  text.split(parts, 'x');
  for (StringRef part : parts) {
    int64_t number = 0;
    // A label is compared letter by letter, so 02x4 is not 2x4.
    bool isNumber = part.size() <= 3 && llvm::all_of(part, llvm::isDigit) &&
                    !part.starts_with("0") && !part.getAsInteger(10, number);
    if (!isNumber)
      return std::nullopt;
    dimensions.push_back(number);
  }
  if (dimensions.size() < 2 || dimensions.size() > 3)
    return std::nullopt;
  return dimensions;
}

std::string job::formatTopology(llvm::ArrayRef<int64_t> dimensions) {
  std::string out;
  for (int64_t dimension : dimensions)
    out += (out.empty() ? "" : "x") + std::to_string(dimension);
  return out;
}

int64_t job::chipsOf(llvm::ArrayRef<int64_t> dimensions) {
  int64_t chips = 1;
  for (int64_t dimension : dimensions)
    chips *= dimension;
  return chips;
}

bool job::isMadeOfCubes(llvm::ArrayRef<int64_t> dimensions) {
  constexpr int64_t CubeSide = 4;
  return dimensions.size() == 3 && llvm::all_of(dimensions, [](int64_t side) {
           return side % CubeSide == 0;
         });
}
