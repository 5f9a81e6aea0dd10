//===- MemoryText.cpp - Amounts of memory for people ----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Graph/Checks/MemoryText.h"
#include "Dialect/Graph/Checks/CheckPass.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace trainlint;
using namespace trainlint::graph;

std::string graph::formatBytes(uint64_t bytes) {
  static constexpr std::pair<unsigned, llvm::StringLiteral> Units[] = {
      {40, "TiB"}, {30, "GiB"}, {20, "MiB"}, {10, "KiB"}};
  for (auto [shift, unit] : Units) {
    uint64_t tenths = (bytes >> (shift - 10)) * 10 / 1024;
    if (tenths < 10)
      continue;
    std::string text = std::to_string(tenths / 10);
    if (tenths % 10 != 0)
      text += "." + std::to_string(tenths % 10);
    return text + " " + unit.str();
  }
  return std::to_string(bytes) + " B";
}

std::string graph::formatTensor(mlir::Type type) {
  auto tensor = llvm::cast<mlir::RankedTensorType>(type);
  std::string text;
  for (int64_t size : tensor.getShape())
    text += (text.empty() ? "" : "x") + std::to_string(size);
  return (text.empty() ? text : text + " ") +
         elementTypeName(tensor.getElementType());
}

std::string graph::formatShape(llvm::ArrayRef<int64_t> sizes) {
  std::string text = "[";
  for (int64_t size : sizes) {
    text += text.size() == 1 ? "" : ", ";
    text += size < 0 ? "?" : std::to_string(size);
  }
  return text + "]";
}
