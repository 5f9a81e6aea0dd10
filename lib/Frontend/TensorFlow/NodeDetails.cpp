//===- NodeDetails.cpp - All that a node says -----------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/TensorFlow/NodeDetails.h"
#include "Frontend/Formats/TensorFlowFields.h"
#include "Frontend/TensorFlow/MapEntries.h"
#include "Support/LLVM.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::tensorflow;
using namespace trainlint::proto;

/// Takes `:NUMBER` from the end.
static void takeIndex(StringRef &text, uint32_t &index) {
  size_t size = text.size();
  while (size > 0 && llvm::isDigit(text[size - 1]))
    --size;
  StringRef digits = text.drop_front(size);
  StringRef before = text.take_front(size);
  if (!digits.empty() && before.consume_back(":") &&
      !digits.getAsInteger(10, index))
    text = before;
}

NodeInput tensorflow::parseInput(StringRef text, SourceRange range) {
  NodeInput input;
  input.text = text;
  input.range = range;
  input.isControl = text.consume_front("^");
  if (!input.isControl) {
    takeIndex(text, input.index);
    std::tie(text, input.port) = text.split(':');
  }
  input.node = text;
  return input;
}

const AttrValue *NodeDetails::attr(StringRef name) const {
  const Attr *found = llvm::find_if(
      attrs, [&](const Attr &attr) { return attr.name.text == name; });
  return found == attrs.end() ? nullptr : &found->value;
}

/// Takes over a field that is no attribute.
static void assign(NodeDetails &node, const Field &field) {
  switch (field.number()) {
  case fields::node_def::Name:
    node.name = nameOf(field);
    break;
  case fields::node_def::Op:
    node.op = nameOf(field);
    break;
  case fields::node_def::Device:
    node.device = nameOf(field);
    break;
  default:
    node.inputs.push_back(parseInput(field.text, field.value));
  }
}

bool tensorflow::readNodeOutline(ReadContext &context, SourceRange range,
                                 NodeDetails &node, SourceRange &attributes) {
  node = NodeDetails();
  attributes = {};
  bool isClosed = false, isScattered = false;
  MessageReader reader(context, fields::NodeDef, Message{{range}, 0});
  Field field;
  while (reader.next(field)) {
    if (field.number() != fields::node_def::Attr) {
      isClosed = !attributes.empty();
      assign(node, field);
      continue;
    }
    isScattered |= isClosed;
    if (attributes.empty())
      attributes.begin = field.name.begin;
    attributes.end = field.value.end;
  }
  if (isScattered)
    attributes = {};
  return !context.problem;
}

bool tensorflow::readNode(ReadContext &context, SourceRange range,
                          NodeDetails &node) {
  node = NodeDetails();
  MessageReader reader(context, fields::NodeDef, Message{{range}, 0});
  Field field;
  while (reader.next(field)) {
    if (field.number() == fields::node_def::Attr)
      readAttr(context, field.message(), node.attrs);
    else
      assign(node, field);
  }
  dropReplaced(node.attrs);
  return !context.problem;
}
