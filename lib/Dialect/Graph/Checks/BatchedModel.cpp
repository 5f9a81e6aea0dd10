//===- BatchedModel.cpp - Models with the batch of a job ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Graph/Checks/BatchedModel.h"
#include "Device/Checks/BatchSize.h"
#include "Diagnostics/ReportLimit.h"
#include "Support/LLVM.h"
#include "mlir/IR/Diagnostics.h"

using namespace trainlint;
using namespace trainlint::graph;

/// Puts the batch in place of what the inputs leave open. False if that is
/// nothing.
static bool setBatch(FunctionOp main, int64_t batch) {
  bool isSet = false;
  StringRef batchName = main.getBatchName();
  for (mlir::Value input : inputsOf(main)) {
    auto type = llvm::dyn_cast<mlir::RankedTensorType>(input.getType());
    if (!type)
      continue;
    llvm::SmallVector<int64_t> sizes(type.getShape());
    auto argument = llvm::dyn_cast<mlir::BlockArgument>(input);
    for (auto [number, size] : llvm::enumerate(sizes)) {
      StringRef name =
          argument ? main.getDimensionName(argument.getArgNumber(), number)
                   : StringRef();
      bool isBatch = number == 0 || (!name.empty() && name == batchName);
      if (!isBatch || !mlir::ShapedType::isDynamic(size))
        continue;
      size = batch;
      isSet = true;
    }
    input.setType(type.clone(sizes));
  }
  return isSet;
}

ModelOp BatchedModel::of(const CheckContext &context) {
  if (copy)
    return *copy ? **copy : original;
  copy.emplace();
  std::optional<int64_t> batch = batchOfDevice(context.values, context.target);
  // What is larger is a mistake that other checks report.
  constexpr int64_t MostExamples = int64_t(1) << 30;
  if (!batch || *batch <= 0 || *batch > MostExamples || !context.inferTypes ||
      original.getFunctions().empty())
    return original;
  mlir::OwningOpRef<ModelOp> model = original.clone();
  if (!setBatch(*model->getFunctions().begin(), *batch))
    return original;
  // What is wrong with the model was said of the original, and a batch that
  // does not suit it leaves types unknown.
  ReportLimit uncounted;
  mlir::ScopedDiagnosticHandler silent(
      original.getContext(),
      [](mlir::Diagnostic &) { return llvm::success(); });
  context.inferTypes(*model, *context.source, GivenShapes::Keep);
  *copy = std::move(model);
  return **copy;
}

llvm::SmallVector<mlir::Value> graph::inputsOf(FunctionOp main) {
  llvm::SmallVector<mlir::Value> inputs(main.getBody().getArguments());
  for (NodeOp node : main.getNodes()) {
    bool isLayer = node.is("InputLayer") && node.getInputs().empty();
    if (isLayer && !node.getOutputs().empty() && !node.getDomain())
      inputs.push_back(node.getOutputs().front());
  }
  return inputs;
}

std::string graph::inputName(mlir::Value value, const NodeReader &source) {
  if (auto node = value.getDefiningOp<NodeOp>())
    return source.name(node);
  auto input = llvm::cast<mlir::BlockArgument>(value);
  auto function = llvm::dyn_cast<FunctionOp>(input.getOwner()->getParentOp());
  mlir::ArrayAttr names = function ? function.getArgNamesAttr() : nullptr;
  unsigned number = input.getArgNumber();
  if (!names || number >= names.size())
    return std::to_string(number);
  return llvm::cast<mlir::StringAttr>(names[number]).str();
}
