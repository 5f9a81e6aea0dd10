//===- OnnxOp.cpp - What ONNX's operators take and give -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Graph/Ops/OnnxOp.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::onnx;

bool onnx::isListedDomain(StringRef domain, const OnnxOps &table) {
  return !table.withDomain(domain).empty();
}

int64_t onnx::newestSet(StringRef domain, const OnnxOps &table) {
  int64_t newest = 0;
  for (const OnnxOps::Row &row : table.withDomain(domain))
    newest = std::max(newest, row.versions.back());
  return newest;
}

FoundOp onnx::findOp(StringRef domain, StringRef op, int64_t set,
                     const OnnxOps &table) {
  FoundOp found;
  found.row = table.find(domain, op);
  if (!found.row)
    return found;
  llvm::ArrayRef<int64_t> versions = found.row->versions;
  if (set < versions.front()) {
    found.status = OpStatus::TooNew;
    found.since = versions.front();
    return found;
  }
  // The newest version that is not above the opset.
  found.since = *std::prev(llvm::upper_bound(versions, set));
  bool isNewest = found.since == versions.back();
  if (found.row->deprecated && isNewest) {
    found.status = OpStatus::Deprecated;
    return found;
  }
  found.status = OpStatus::Known;
  // A later opset than any here may have changed it.
  found.hasSchema =
      isNewest && !found.row->deprecated && set <= newestSet(domain, table);
  return found;
}

llvm::SmallVector<Port, 8> onnx::parsePorts(StringRef text) {
  llvm::SmallVector<Port, 8> ports;
  while (!text.empty()) {
    auto [item, rest] = text.split(' ');
    Port &port = ports.emplace_back();
    std::tie(port.name, port.type) = item.split(':');
    port.isOptional = port.name.consume_back("?");
    port.isVariadic = port.name.consume_back("*");
    text = rest;
  }
  return ports;
}

llvm::SmallVector<AttributeSchema, 8> onnx::parseAttributes(StringRef text) {
  llvm::SmallVector<AttributeSchema, 8> attributes;
  while (!text.empty()) {
    auto [item, rest] = text.split(' ');
    AttributeSchema &attribute = attributes.emplace_back();
    std::tie(attribute.name, attribute.type) = item.split(':');
    attribute.isRequired = attribute.name.consume_back("!");
    text = rest;
  }
  return attributes;
}
