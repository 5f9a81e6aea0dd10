//===- NodeDetails.cpp - All that a node or a function says ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/ONNX/NodeDetails.h"
#include "Frontend/Formats/OnnxFields.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"

using namespace trainlint;
using namespace trainlint::onnx;
using namespace trainlint::proto;

/// Few nodes have more attributes, and few are found as fast one by one.
static constexpr size_t FewAttributes = 16;

const Attribute *NodeDetails::attribute(StringRef name) const {
  if (!places.empty()) {
    auto place = places.find(name);
    return place == places.end() ? nullptr : &attributes[place->second];
  }
  const Attribute *found =
      llvm::find_if(attributes, [&](const Attribute &attribute) {
        return attribute.name.text == name;
      });
  return found == attributes.end() ? nullptr : found;
}

bool onnx::readNode(ReadContext &context, const Message &message,
                    NodeDetails &node) {
  node = NodeDetails();
  MessageReader reader(context, fields::NodeProto, message);
  Field field;
  while (reader.next(field)) {
    switch (field.number()) {
    case fields::node_proto::Input:
      node.inputs.push_back(nameOf(field));
      break;
    case fields::node_proto::Output:
      node.outputs.push_back(nameOf(field));
      break;
    case fields::node_proto::Name:
      node.name = nameOf(field);
      break;
    case fields::node_proto::OpType:
      node.op = nameOf(field);
      break;
    case fields::node_proto::Domain:
      node.domain = nameOf(field);
      break;
    case fields::node_proto::Overload:
      node.overload = nameOf(field);
      break;
    default:
      readAttribute(context, field.message(), node.attributes.emplace_back());
    }
  }
  if (node.attributes.size() > FewAttributes)
    for (auto [index, attribute] : llvm::enumerate(node.attributes))
      node.places.try_emplace(attribute.name.text, index);
  return !context.problem;
}

bool onnx::readFunction(ReadContext &context, const FunctionEntry &entry,
                        FunctionDetails &function) {
  function = FunctionDetails();
  MessageReader reader(context, fields::FunctionProto,
                       Message{{entry.range}, entry.depth - 1});
  Field field;
  while (reader.next(field)) {
    switch (field.number()) {
    case fields::function_proto::Input:
      function.inputs.push_back(nameOf(field));
      break;
    case fields::function_proto::Output:
      function.outputs.push_back(nameOf(field));
      break;
    case fields::function_proto::Attribute:
      function.attributes.push_back(nameOf(field));
      break;
    case fields::function_proto::AttributeProto:
      readAttribute(context, field.message(), function.defaults.emplace_back());
      break;
    case fields::function_proto::OpsetImport:
      readOpset(context, field, function.opsets.emplace_back());
      break;
    case fields::function_proto::ValueInfo:
      function.valueInfos.push_back(field.message());
      break;
    default:
      break;
    }
  }
  return !context.problem;
}
