//===- GraphShapes.cpp - Types of the values of a graph in text -----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LSP/GraphShapes.h"
#include "Dialect/Graph/Shapes/PartialShape.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::lsp;
using namespace trainlint::tensorflow;

std::string lsp::describeType(mlir::Type type) {
  return describeType(type, [](unsigned) { return llvm::StringRef(); });
}

std::string
lsp::describeType(mlir::Type type,
                  llvm::function_ref<llvm::StringRef(unsigned)> nameOf) {
  mlir::Type element = graph::elementTypeOf(type);
  if (!element || llvm::isa<graph::UnknownType>(element))
    return "?";
  std::string text = graph::elementTypeName(element);
  std::optional<graph::PartialShape> sizes = graph::sizesOf(type);
  if (!sizes)
    return text;
  std::vector<std::string> words;
  for (auto [number, size] : llvm::enumerate(*sizes)) {
    llvm::StringRef name = size < 0 ? nameOf(number) : llvm::StringRef();
    words.push_back(size >= 0      ? std::to_string(size)
                    : name.empty() ? "?"
                                   : name.str());
  }
  return text + "[" + llvm::join(words, ", ") + "]";
}

/// The function of a body; null if it could not be imported.
static graph::FunctionOp functionOf(mlir::ModuleOp module,
                                    const GraphBody &body) {
  auto models = module.getOps<graph::ModelOp>();
  auto model =
      llvm::find_if(models, [number = body.number](graph::ModelOp) mutable {
        return number-- == 0;
      });
  if (model == models.end())
    return {};
  if (body.function)
    return (*model).getFunction(body.function->name.text);
  return *(*model).getFunctions().begin();
}

std::vector<std::string> GraphShapes::outputsOf(const GraphBody &body,
                                                const NodeEntry &node) const {
  graph::FunctionOp function = functionOf(module, body);
  if (!function)
    return {};
  // Nodes are imported in the order of the file, all of them up to the first
  // that is malformed.
  size_t number = &node - body.nodes().data();
  std::vector<std::string> types;
  for (graph::NodeOp imported : function.getNodes()) {
    if (number-- != 0)
      continue;
    for (mlir::Value output : imported.getOutputs())
      types.push_back(describeType(output.getType()));
    break;
  }
  return types;
}
