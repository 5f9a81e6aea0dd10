//===- ModelFile.cpp - The index of an ONNX model -------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/ONNX/ModelFile.h"
#include "Frontend/Formats/OnnxFields.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::onnx;
using namespace trainlint::proto;

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

static void readNodeEntry(ReadContext &context, const Field &node,
                          std::vector<NodeEntry> &nodes) {
  MessageReader reader(context, fields::NodeProto, node.message(),
                       Detail::Outline);
  NodeEntry entry;
  entry.range = node.value;
  Field field;
  while (reader.next(field)) {
    switch (field.number()) {
    case fields::node_proto::Name:
      entry.name = field.text;
      break;
    case fields::node_proto::OpType:
      entry.op = field.text;
      break;
    case fields::node_proto::Domain:
      entry.domain = field.text;
      break;
    default:
      break;
    }
  }
  if (!context.problem)
    nodes.push_back(entry);
}

/// Reads the name of a message that has it in the field `number`.
static Name readName(ReadContext &context, const MessageType &type,
                     const Message &message, uint32_t number) {
  MessageReader reader(context, type, message, Detail::Outline);
  Name name;
  Field field;
  while (reader.next(field)) {
    if (field.number() == number)
      name = nameOf(field);
  }
  return name;
}

static void addNamed(ReadContext &context, const MessageType &type,
                     const Field &field, uint32_t nameNumber,
                     std::vector<NamedEntry> &entries) {
  Name name = readName(context, type, field.message(), nameNumber);
  if (!context.problem)
    entries.push_back({name, field.value});
}

/// A sparse tensor has the name of its values.
static void addSparse(ReadContext &context, const Field &tensor,
                      std::vector<NamedEntry> &entries) {
  MessageReader reader(context, fields::SparseTensorProto, tensor.message(),
                       Detail::Outline);
  NamedEntry entry;
  entry.range = tensor.value;
  Field field;
  while (reader.next(field)) {
    if (field.number() != fields::sparse_tensor_proto::Values)
      continue;
    // A part without a name leaves that of an earlier part.
    Name name = readName(context, fields::TensorProto, field.message(),
                         fields::tensor_proto::Name);
    if (!name.range.empty())
      entry.name = name;
  }
  if (!context.problem)
    entries.push_back(entry);
}

bool onnx::readGraph(ReadContext &context, const Message &message,
                     Graph &graph) {
  MessageReader reader(context, fields::GraphProto, message);
  graph.depth = message.depth + 1;
  auto addValue = [&](const Field &field, std::vector<NamedEntry> &entries) {
    addNamed(context, fields::ValueInfoProto, field,
             fields::value_info_proto::Name, entries);
  };
  Field field;
  while (reader.next(field)) {
    switch (field.number()) {
    case fields::graph_proto::Node:
      readNodeEntry(context, field, graph.nodes);
      break;
    case fields::graph_proto::Name:
      graph.name = nameOf(field);
      break;
    case fields::graph_proto::Initializer:
      addNamed(context, fields::TensorProto, field, fields::tensor_proto::Name,
               graph.initializers);
      break;
    case fields::graph_proto::SparseInitializer:
      addSparse(context, field, graph.sparseInitializers);
      break;
    case fields::graph_proto::Input:
      addValue(field, graph.inputs);
      break;
    case fields::graph_proto::Output:
      addValue(field, graph.outputs);
      break;
    default:
      addValue(field, graph.valueInfos);
    }
  }
  return !context.problem;
}

//===----------------------------------------------------------------------===//
// Models
//===----------------------------------------------------------------------===//

bool onnx::readOpset(ReadContext &context, const Field &given, Opset &set) {
  MessageReader reader(context, fields::OpsetId, given.message());
  set = Opset();
  set.range = given.value;
  Field field;
  while (reader.next(field)) {
    if (field.number() == fields::opset_id::Domain)
      set.domain = nameOf(field);
    else
      set.version = numberOf(field);
  }
  return !context.problem;
}

static void readProperty(ReadContext &context, const Message &message,
                         Property &property) {
  MessageReader reader(context, fields::StringEntry, message);
  Field field;
  while (reader.next(field)) {
    if (field.number() == fields::string_entry::Key)
      property.key = nameOf(field);
    else
      property.value = nameOf(field);
  }
}

static void readFunctionEntry(ReadContext &context, const Field &function,
                              FunctionEntry &entry) {
  MessageReader reader(context, fields::FunctionProto, function.message());
  entry.range = function.value;
  entry.depth = function.depth + 1;
  Field field;
  while (reader.next(field)) {
    switch (field.number()) {
    case fields::function_proto::Name:
      entry.name = nameOf(field);
      break;
    case fields::function_proto::Domain:
      entry.domain = nameOf(field);
      break;
    case fields::function_proto::Overload:
      entry.overload = nameOf(field);
      break;
    case fields::function_proto::Node:
      readNodeEntry(context, field, entry.nodes);
      break;
    default:
      break;
    }
  }
}

static void readModel(ReadContext &context, const Message &message,
                      ModelFile &out) {
  MessageReader reader(context, fields::ModelProto, message);
  Field field;
  while (reader.next(field)) {
    switch (field.number()) {
    case fields::model_proto::IrVersion:
      out.irVersion = numberOf(field);
      break;
    case fields::model_proto::ProducerName:
      out.producer = nameOf(field);
      break;
    case fields::model_proto::ProducerVersion:
      out.producerVersion = nameOf(field);
      break;
    case fields::model_proto::Domain:
      out.domain = nameOf(field);
      break;
    case fields::model_proto::ModelVersion:
      out.modelVersion = numberOf(field);
      break;
    case fields::model_proto::Graph:
      // A graph in several parts is read part by part into one.
      readGraph(context, field.message(), out.graph);
      break;
    case fields::model_proto::OpsetImport:
      readOpset(context, field, out.opsets.emplace_back());
      break;
    case fields::model_proto::Metadata:
      readProperty(context, field.message(), out.metadata.emplace_back());
      break;
    default:
      readFunctionEntry(context, field, out.functions.emplace_back());
    }
  }
}

std::unique_ptr<ModelFile> onnx::readModelFile(StringRef file,
                                               Encoding encoding) {
  auto out = std::make_unique<ModelFile>();
  out->file = file;
  out->encoding = encoding;
  ReadContext context = out->context(out->arena);
  if (std::optional<Message> all = wholeFile(file, encoding, context.problem))
    readModel(context, *all, *out);
  out->problem = std::move(context.problem);
  return out;
}
