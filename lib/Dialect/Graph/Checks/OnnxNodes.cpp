//===- OnnxNodes.cpp - What nodes of ONNX mean ----------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Graph/Checks/OnnxNodes.h"
#include "Support/LLVM.h"
#include "Support/Text.h"
#include "llvm/ADT/MapVector.h"

using namespace trainlint;
using namespace trainlint::graph;

/// The opsets that hold for the nodes of a function.
static mlir::DictionaryAttr setsOf(FunctionOp function, ModelOp model) {
  mlir::DictionaryAttr attributes = function.getFunctionAttributesAttr();
  auto own = attributes ? attributes.getAs<mlir::DictionaryAttr>("opsets")
                        : mlir::DictionaryAttr();
  return own ? own : model.getOpsetsAttr();
}

std::vector<OnnxUse> graph::findUses(ModelOp model, const OnnxOps &table) {
  using Key =
      std::tuple<mlir::DictionaryAttr, mlir::StringAttr, mlir::StringAttr>;
  llvm::MapVector<Key, OnnxUse> uses;
  llvm::StringMap<bool> functions;
  for (FunctionOp function : model.getFunctions()) {
    if (std::optional<StringRef> name = function.getSymName())
      functions[name->split(':').first] = true;
  }
  llvm::DenseMap<mlir::StringAttr, bool> listed;
  for (FunctionOp function : model.getFunctions()) {
    mlir::DictionaryAttr sets = setsOf(function, model);
    function->walk([&](NodeOp node) {
      StringRef domain = node.getDomain().value_or(onnx::MainDomain);
      auto [known, isNew] = listed.try_emplace(node.getDomainAttr());
      if (isNew)
        known->second = onnx::isListedDomain(domain, table);
      if (!known->second)
        return;
      OnnxUse &use =
          uses[Key(sets, node.getDomainAttr(), node.getOpNameAttr())];
      use.nodes.push_back(node);
      if (use.nodes.size() > 1)
        return;
      use.domain = domain;
      use.op = node.getOpName();
      auto set = sets ? sets.getAs<mlir::IntegerAttr>(use.domain)
                      : mlir::IntegerAttr();
      if (!set)
        return;
      use.set = set.getInt();
      use.found = onnx::findOp(use.domain, use.op, *use.set, table);
    });
  }
  std::vector<OnnxUse> result;
  for (auto &[key, use] : uses) {
    if (!functions.contains((use.domain + "." + use.op).str()))
      result.push_back(std::move(use));
  }
  return result;
}

std::string graph::describeNode(NodeOp node, const NodeReader &source) {
  std::string name = source.name(node);
  if (!name.empty())
    return quoted(name);
  std::string output = source.outputName(node, 0);
  return output.empty() ? "this node"
                        : "the node with output " + quoted(output);
}

bool graph::isLeftOut(mlir::Value input) {
  auto undefined = input.getDefiningOp<UndefinedOp>();
  return undefined && undefined.getReference().empty();
}

/// True if the condition of a Compress is part of the model.
static bool hasConstantCondition(NodeOp node) {
  if (!node.is("Compress") || node.getInputs().size() < 2)
    return false;
  mlir::Operation *condition = node.getInputs()[1].getDefiningOp();
  auto maker = llvm::dyn_cast_or_null<NodeOp>(condition);
  return llvm::isa_and_nonnull<InitializerOp>(condition) ||
         (maker && maker.is("Constant"));
}

bool graph::hasSizesOfData(NodeOp node) {
  bool isMeant = node.is("NonZero") || node.is("Unique") ||
                 node.is("NonMaxSuppression") || node.is("Compress");
  if (!isMeant ||
      node.getDomain().value_or(onnx::MainDomain) != onnx::MainDomain ||
      hasConstantCondition(node))
    return false;
  return llvm::any_of(node.getOutputs(), [](mlir::Value output) {
    auto type = llvm::dyn_cast<mlir::RankedTensorType>(output.getType());
    return !output.use_empty() && (!type || !type.hasStaticShape());
  });
}
