//===- NodeIndexer.cpp - Nodes into the index of a graph ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/TensorFlow/NodeIndexer.h"
#include "Frontend/Formats/TensorFlowFields.h"
#include "Support/LLVM.h"
#include "Support/WorkCounter.h"

using namespace trainlint;
using namespace trainlint::tensorflow;
using namespace trainlint::proto;

NodeIndexer::NodeIndexer(GraphFile &out, ReadContext &context)
    : out(out), context(context) {
  for (auto [number, op] : llvm::enumerate(out.ops))
    opNumbers.try_emplace(llvm::CachedHashStringRef(op), number);
}

NodeIndexer::~NodeIndexer() { work::NodeReads.add(count); }

uint32_t NodeIndexer::intern(StringRef op) {
  auto [found, isNew] =
      opNumbers.try_emplace(llvm::CachedHashStringRef(op), out.ops.size());
  if (isNew)
    out.ops.push_back(op);
  return found->second;
}

void NodeIndexer::read(const Field &node, std::vector<NodeEntry> &nodes,
                       NodeOutlines *outlines) {
  ++count;
  std::optional<OutlineMaker> outline;
  if (outlines)
    outline.emplace(context.file, node.value, *outlines);
  MessageReader reader(context, fields::NodeDef, node.message());
  NodeEntry entry;
  entry.range = node.value;
  StringRef op;
  Field field;
  while (reader.next(field)) {
    if (field.number() == fields::node_def::Name)
      entry.name = field.text;
    else if (field.number() == fields::node_def::Op)
      op = field.text;
    if (outline)
      outline->add(field);
  }
  if (context.problem)
    return;
  entry.op = intern(op);
  nodes.push_back(entry);
  if (outline)
    outline->finish();
}
