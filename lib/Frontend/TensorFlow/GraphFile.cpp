//===- GraphFile.cpp - The index of a TensorFlow graph --------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/TensorFlow/GraphFile.h"
#include "Frontend/Formats/TensorFlowFields.h"
#include "Frontend/TensorFlow/GraphMemory.h"
#include "Frontend/TensorFlow/MapEntries.h"
#include "Frontend/TensorFlow/NodeIndexer.h"
#include "Support/Cancellation.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::tensorflow;
using namespace trainlint::proto;

// A million nodes are to take little memory.
static_assert(sizeof(NodeEntry) <= 32);

namespace {
/// Reads the messages of one file. A message that is given in several parts is
/// read part by part into one value.
class Indexer {
public:
  Indexer(GraphFile &out, bool keepsOutlines)
      : out(out), keepsOutlines(keepsOutlines), context(out.context(out.arena)),
        nodes(out, context) {}

  void run();

private:
  void readFile(const Message &all);
  void readSavedModel(const Message &message);
  void readMetaGraph(const Message &message, MetaGraph &meta);
  void readMetaInfo(const Message &message, MetaGraph &meta);
  void readStrippedOps(const Message &message, MetaGraph &meta);
  void readSaver(const Message &message, Saver &saver);
  void readCollection(const Message &message, MetaGraph &meta);
  void readSignatureEntry(const Message &message, MetaGraph &meta);
  void readSignature(const Message &message, Signature &signature);
  void readSignatureTensor(const Message &message,
                           std::vector<SignatureTensor> &tensors);
  void readTensorInfo(const Message &message, SignatureTensor &tensor);
  void readGraph(const Message &message, Graph &graph);
  void readVersions(const Message &message, Versions &versions);
  void readLibrary(const Message &message, Graph &graph);
  void readGradient(const Message &message, Graph &graph);
  void readFunction(const Field &function, Graph &graph);
  Name readOpName(const Message &message);

  GraphFile &out;
  bool keepsOutlines;
  ReadContext context;
  NodeIndexer nodes;
};
} // namespace

//===----------------------------------------------------------------------===//
// Nodes and functions
//===----------------------------------------------------------------------===//

/// The name of an `OpDef`.
Name Indexer::readOpName(const Message &message) {
  MessageReader reader(context, fields::OpDef, message);
  Name name;
  Field field;
  while (reader.next(field)) {
    if (field.number() == fields::op_def::Name)
      name = nameOf(field);
  }
  return name;
}

void Indexer::readFunction(const Field &function, Graph &graph) {
  MessageReader reader(context, fields::FunctionDef, function.message());
  FunctionEntry &entry = graph.functions.emplace_back();
  entry.range = function.value;
  Field field;
  while (reader.next(field)) {
    if (field.number() == fields::function_def::Node) {
      nodes.read(field, entry.nodes);
    } else if (field.number() == fields::function_def::Signature) {
      // A part without a name leaves that of an earlier part.
      Name name = readOpName(field.message());
      if (!name.range.empty())
        entry.name = name;
    }
  }
}

void Indexer::readGradient(const Message &message, Graph &graph) {
  MessageReader reader(context, fields::GradientDef, message);
  Gradient &gradient = graph.gradients.emplace_back();
  Field field;
  while (reader.next(field)) {
    if (field.number() == fields::gradient_def::Function)
      gradient.function = nameOf(field);
    else
      gradient.gradient = nameOf(field);
  }
}

void Indexer::readLibrary(const Message &message, Graph &graph) {
  MessageReader reader(context, fields::FunctionDefLibrary, message);
  Field field;
  while (reader.next(field)) {
    if (field.number() == fields::function_def_library::Function)
      readFunction(field, graph);
    else
      readGradient(field.message(), graph);
  }
}

void Indexer::readVersions(const Message &message, Versions &versions) {
  MessageReader reader(context, fields::VersionDef, message);
  Field field;
  while (reader.next(field)) {
    switch (field.number()) {
    case fields::version_def::Producer:
      versions.producer = numberOf(field);
      break;
    case fields::version_def::MinConsumer:
      versions.minConsumer = numberOf(field);
      break;
    default:
      versions.badConsumers.push_back(numberOf(field));
    }
  }
}

void Indexer::readGraph(const Message &message, Graph &graph) {
  MessageReader reader(context, fields::GraphDef, message);
  Field field;
  while (!isCancelled() && reader.next(field)) {
    switch (field.number()) {
    case fields::graph_def::Node:
      nodes.read(field, graph.nodes, keepsOutlines ? &graph.outlines : nullptr);
      break;
    case fields::graph_def::Library:
      readLibrary(field.message(), graph);
      break;
    case fields::graph_def::Versions:
      readVersions(field.message(), graph.versions);
      break;
    default:
      graph.versions.deprecated = numberOf(field);
    }
  }
}

//===----------------------------------------------------------------------===//
// What is around a graph
//===----------------------------------------------------------------------===//

void Indexer::readTensorInfo(const Message &message, SignatureTensor &tensor) {
  MessageReader reader(context, fields::TensorInfo, message);
  Field field;
  while (reader.next(field)) {
    switch (field.number()) {
    case fields::tensor_info::Name:
      tensor.tensor = nameOf(field);
      break;
    case fields::tensor_info::Type:
      tensor.type = static_cast<DataType>(field.integer());
      tensor.typeRange = field.value;
      break;
    default:
      readShape(context, field.message(), tensor.shape);
    }
  }
}

void Indexer::readSignatureTensor(const Message &message,
                                  std::vector<SignatureTensor> &tensors) {
  MessageReader reader(context, fields::TensorInfoEntry, message);
  SignatureTensor &tensor = tensors.emplace_back();
  Field field;
  while (reader.next(field)) {
    if (field.number() == fields::entry::Key)
      tensor.name = nameOf(field);
    else
      readTensorInfo(field.message(), tensor);
  }
}

void Indexer::readSignature(const Message &message, Signature &signature) {
  MessageReader reader(context, fields::SignatureDef, message);
  Field field;
  while (reader.next(field)) {
    switch (field.number()) {
    case fields::signature_def::Inputs:
      readSignatureTensor(field.message(), signature.inputs);
      break;
    case fields::signature_def::Outputs:
      readSignatureTensor(field.message(), signature.outputs);
      break;
    default:
      signature.method = nameOf(field);
    }
  }
}

void Indexer::readSignatureEntry(const Message &message, MetaGraph &meta) {
  MessageReader reader(context, fields::SignatureEntry, message);
  Signature &signature = meta.signatures.emplace_back();
  Field field;
  while (reader.next(field)) {
    if (field.number() == fields::entry::Key)
      signature.name = nameOf(field);
    else
      readSignature(field.message(), signature);
  }
  dropReplaced(signature.inputs);
  dropReplaced(signature.outputs);
}

void Indexer::readCollection(const Message &message, MetaGraph &meta) {
  MessageReader reader(context, fields::CollectionEntry, message);
  Collection &collection = meta.collections.emplace_back();
  Field field;
  while (reader.next(field))
    collection.name = nameOf(field);
}

void Indexer::readSaver(const Message &message, Saver &saver) {
  MessageReader reader(context, fields::SaverDef, message);
  Field field;
  while (reader.next(field)) {
    switch (field.number()) {
    case fields::saver_def::FilenameTensor:
      saver.filenameTensor = nameOf(field);
      break;
    case fields::saver_def::SaveTensor:
      saver.saveTensor = nameOf(field);
      break;
    default:
      saver.restoreOp = nameOf(field);
    }
  }
}

void Indexer::readStrippedOps(const Message &message, MetaGraph &meta) {
  MessageReader reader(context, fields::OpList, message);
  Field field;
  while (reader.next(field))
    meta.strippedOps.push_back(readOpName(field.message()));
}

void Indexer::readMetaInfo(const Message &message, MetaGraph &meta) {
  MessageReader reader(context, fields::MetaInfoDef, message);
  Field field;
  while (reader.next(field)) {
    switch (field.number()) {
    case fields::meta_info_def::Version:
      meta.version = nameOf(field);
      break;
    case fields::meta_info_def::StrippedOps:
      readStrippedOps(field.message(), meta);
      break;
    case fields::meta_info_def::Tags:
      meta.tags.push_back(nameOf(field));
      break;
    case fields::meta_info_def::TensorFlowVersion:
      meta.tensorFlowVersion = nameOf(field);
      break;
    default:
      meta.tensorFlowGitVersion = nameOf(field);
    }
  }
}

void Indexer::readMetaGraph(const Message &message, MetaGraph &meta) {
  MessageReader reader(context, fields::MetaGraphDef, message);
  Field field;
  while (reader.next(field)) {
    switch (field.number()) {
    case fields::meta_graph_def::MetaInfo:
      readMetaInfo(field.message(), meta);
      break;
    case fields::meta_graph_def::Graph:
      readGraph(field.message(), meta.graph);
      break;
    case fields::meta_graph_def::Saver:
      readSaver(field.message(), meta.saver);
      break;
    case fields::meta_graph_def::Collection:
      readCollection(field.message(), meta);
      break;
    default:
      readSignatureEntry(field.message(), meta);
    }
  }
  dropReplaced(meta.collections);
  dropReplaced(meta.signatures);
}

void Indexer::readSavedModel(const Message &message) {
  MessageReader reader(context, fields::SavedModel, message);
  Field field;
  while (reader.next(field)) {
    if (field.number() == fields::saved_model::SchemaVersion) {
      out.schemaVersion = numberOf(field);
      continue;
    }
    MetaGraph &meta = out.metaGraphs.emplace_back();
    meta.range = field.value;
    readMetaGraph(field.message(), meta);
  }
}

void Indexer::readFile(const Message &all) {
  if (out.format.format == graph::GraphFormat::SavedModel) {
    readSavedModel(all);
    return;
  }
  MetaGraph &meta = out.metaGraphs.emplace_back();
  meta.range = all.parts.front();
  if (out.format.format == graph::GraphFormat::MetaGraphDef)
    readMetaGraph(all, meta);
  else
    readGraph(all, meta.graph);
}

void Indexer::run() {
  std::optional<Message> all =
      wholeFile(out.file, out.format.encoding, context.problem);
  if (all)
    readFile(*all);
  out.problem = std::move(context.problem);
}

std::unique_ptr<GraphFile>
tensorflow::readGraphFile(StringRef file,
                          std::optional<graph::DetectedFormat> format) {
  auto out = std::make_unique<GraphFile>();
  out->file = file;
  out->format = format ? *format : graph::detectFormat(file);
  if (!graph::isTensorFlowGraph(out->format.format))
    return out;
  GraphMemory *memory = GraphMemory::ofThread();
  if (memory && memory->mayKnow(*out)) {
    if (memory->readEdited(*out))
      return out;
    Indexer(*out, /*keepsOutlines=*/true).run();
    // What was given up is not all of the text.
    if (!isCancelled())
      memory->remember(*out);
    return out;
  }
  Indexer(*out, /*keepsOutlines=*/false).run();
  return out;
}

bool GraphFile::readOutline(ReadContext &context, const NodeEntry &node,
                            NodeDetails &details,
                            SourceRange &attributes) const {
  // Nodes of functions have none.
  const Graph &graph = metaGraphs.front().graph;
  llvm::ArrayRef<NodeEntry> outlined(graph.nodes);
  outlined = outlined.take_front(graph.outlines.nodes.size());
  if (&node >= outlined.begin() && &node < outlined.end()) {
    const NodeOutline &outline = graph.outlines.nodes[&node - outlined.begin()];
    if (outline.isKnown) {
      graph.outlines.read(file, outline, node.range, details, attributes);
      return true;
    }
  }
  return readNodeOutline(context, node.range, details, attributes);
}
