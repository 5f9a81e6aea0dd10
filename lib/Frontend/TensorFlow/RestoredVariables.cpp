//===- RestoredVariables.cpp - Where a graph's variables are kept ---------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/TensorFlow/RestoredVariables.h"
#include "Frontend/TensorFlow/FunctionDetails.h"
#include "Frontend/TensorFlow/NodeDetails.h"
#include "Frontend/TensorFlow/TensorValue.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace trainlint;
using namespace trainlint::tensorflow;

namespace {
/// Reads nodes of a file. What cannot be read is as if it were not there, as
/// the import of the graph has reported it.
class RestoreReader {
public:
  explicit RestoreReader(const GraphFile &file)
      : file(file), context(file.context(strings)) {}

  std::map<std::string, std::string> read(const Graph &graph,
                                          StringRef restoreOp);

private:
  /// What a function restores, by the names of its arguments.
  llvm::StringMap<std::string> keysOf(const FunctionEntry &function);
  llvm::SmallVector<StringRef> stringsOf(const NodeDetails &node);
  void addOriginals(const Graph &graph, llvm::StringMap<std::string> &given);
  /// The nodes of an op, by their names.
  llvm::StringMap<NodeDetails> nodesOf(llvm::ArrayRef<NodeEntry> nodes,
                                       StringRef op);
  /// What variables are given, in the order of the nodes.
  std::vector<std::pair<StringRef, NodeInput>>
  assignmentsIn(llvm::ArrayRef<NodeEntry> nodes);
  std::optional<NodeDetails> details(const NodeEntry &node) {
    NodeDetails out;
    if (!readNode(context, node.range, out))
      return std::nullopt;
    return out;
  }

  const GraphFile &file;
  llvm::BumpPtrAllocator strings;
  proto::ReadContext context;
};
} // namespace

llvm::SmallVector<StringRef> RestoreReader::stringsOf(const NodeDetails &node) {
  llvm::SmallVector<StringRef> out;
  const AttrValue *value = node.attr("value");
  TensorValue tensor;
  if (!value || value->kind != AttrKind::Tensor ||
      !readTensor(context, value->message, tensor) ||
      !readStrings(context, tensor, elementCount(tensor.shape).value_or(0),
                   out))
    out.clear();
  return out;
}

llvm::StringMap<NodeDetails>
RestoreReader::nodesOf(llvm::ArrayRef<NodeEntry> nodes, StringRef op) {
  llvm::StringMap<NodeDetails> out;
  for (const NodeEntry &node : nodes)
    if (file.op(node) == op)
      if (std::optional<NodeDetails> read = details(node))
        out[node.name] = std::move(*read);
  return out;
}

std::vector<std::pair<StringRef, NodeInput>>
RestoreReader::assignmentsIn(llvm::ArrayRef<NodeEntry> nodes) {
  std::vector<std::pair<StringRef, NodeInput>> out;
  for (const NodeEntry &node : nodes)
    if (file.op(node) == "AssignVariableOp")
      if (std::optional<NodeDetails> read = details(node);
          read && read->inputs.size() > 1)
        out.emplace_back(read->inputs[0].node, read->inputs[1]);
  return out;
}

/// A node that assigns what a `RestoreV2` gives, perhaps through an `Identity`,
/// to an argument.
llvm::StringMap<std::string>
RestoreReader::keysOf(const FunctionEntry &function) {
  auto texts = nodesOf(function.nodes, "Const");
  auto passes = nodesOf(function.nodes, "Identity");
  auto restores = nodesOf(function.nodes, "RestoreV2");
  llvm::StringMap<llvm::SmallVector<StringRef>> keys;
  for (const auto &restore : restores)
    if (restore.second.inputs.size() > 1)
      if (auto names = texts.find(restore.second.inputs[1].node);
          names != texts.end())
        keys[restore.first()] = stringsOf(names->second);
  llvm::StringMap<std::string> out;
  for (auto &[variable, value] : assignmentsIn(function.nodes)) {
    if (auto pass = passes.find(value.node);
        pass != passes.end() && !pass->second.inputs.empty())
      value = pass->second.inputs[0];
    auto found = keys.find(value.node);
    if (found != keys.end() && value.index < found->second.size())
      out[variable] = found->second[value.index].str();
  }
  return out;
}

/// Of Keras 3 a SavedModel restores copies of the variables that its functions
/// use: variables that begin with what those hold. Both have the same key.
void RestoreReader::addOriginals(const Graph &graph,
                                 llvm::StringMap<std::string> &given) {
  llvm::StringMap<std::string> keys;
  auto reads = nodesOf(graph.nodes, "ReadVariableOp");
  for (const auto &[variable, value] : assignmentsIn(graph.nodes)) {
    auto key = given.find(variable);
    auto read = reads.find(value.node);
    if (key != given.end() && read != reads.end() &&
        !read->second.inputs.empty())
      keys[read->second.inputs[0].node] = key->second;
  }
  for (const auto &original : keys)
    given.try_emplace(original.first(), original.second);
}

std::map<std::string, std::string> RestoreReader::read(const Graph &graph,
                                                       StringRef restoreOp) {
  auto named = [](StringRef name) {
    return [name](const auto &entry) { return entry.name == name; };
  };
  auto call = llvm::find_if(graph.nodes, named(restoreOp));
  auto read = call == graph.nodes.end() ? std::nullopt : details(*call);
  const AttrValue *called = read ? read->attr("f") : nullptr;
  FuncValue name;
  if (!called || called->kind != AttrKind::Func ||
      !readFunc(context, called->message, name))
    return {};
  auto function =
      llvm::find_if(graph.functions, [&](const FunctionEntry &entry) {
        return entry.name.text == name.name.text;
      });
  FunctionDetails signature;
  if (function == graph.functions.end() ||
      !readFunction(context, function->range, signature))
    return {};
  llvm::StringMap<std::string> keys = keysOf(*function);
  // The variables that the call gives for arguments with a key.
  llvm::StringMap<std::string> given;
  for (auto [argument, input] : llvm::zip(signature.inputs, read->inputs))
    if (auto key = keys.find(argument.name.text); key != keys.end())
      given[input.node] = key->second;
  addOriginals(graph, given);
  std::map<std::string, std::string> out;
  for (const NodeEntry &node : graph.nodes) {
    auto key = given.find(node.name);
    std::optional<NodeDetails> variable;
    if (key == given.end() || !(variable = details(node)))
      continue;
    const AttrValue *shared = variable->attr("shared_name");
    bool isShared =
        shared && shared->kind == AttrKind::String && !shared->text.empty();
    out[(isShared ? shared->text : node.name).str()] = key->second;
  }
  return out;
}

std::map<std::string, std::string>
tensorflow::restoredVariables(const GraphFile &file) {
  if (file.metaGraphs.empty())
    return {};
  const MetaGraph &meta = file.metaGraphs.front();
  if (meta.saver.restoreOp.text.empty())
    return {};
  return RestoreReader(file).read(meta.graph, meta.saver.restoreOp.text);
}
