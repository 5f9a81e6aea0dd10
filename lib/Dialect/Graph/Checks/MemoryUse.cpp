//===- MemoryUse.cpp - The memory that training takes ---------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Graph/Checks/MemoryUse.h"
#include "Dialect/Graph/Checks/Optimizers.h"
#include "Dialect/Graph/Checks/StepValues.h"
#include "Dialect/Graph/Shapes/PartialShape.h"
#include "Support/LLVM.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MathExtras.h"

using namespace trainlint;
using namespace trainlint::graph;

StringRef graph::roleName(MemoryRole role) {
  switch (role) {
  case MemoryRole::Parameter:
    return "parameter";
  case MemoryRole::OptimizerSlot:
    return "optimizer state";
  case MemoryRole::OtherVariable:
    return "variable";
  case MemoryRole::StepValue:
    return "value of a step";
  }
  llvm_unreachable("all roles are named");
}

namespace {
/// Collects the variables of a model.
class Variables {
public:
  explicit Variables(const NodeReader &source) : source(source) {}

  /// To be called for all variables before the updates, which say what they
  /// are for.
  void addVariable(NodeOp node);
  void addUpdate(const VariableUpdate &update);

  /// The variables of the device that holds the most of them.
  void addTo(MemoryUse &use) const;

private:
  struct Variable {
    MemoryItem item;
    mlir::StringAttr device;
  };

  void setRole(mlir::Value value, MemoryRole role,
               const VariableUpdate &update);

  const NodeReader &source;
  llvm::MapVector<mlir::Value, Variable> variables;
  /// Resources of one name are one variable.
  llvm::StringMap<mlir::Value> byName;
  llvm::DenseMap<mlir::Value, mlir::Value> sameAs;
};
} // namespace

/// The type of what the variable holds; null if it is not known.
static mlir::Type heldType(NodeOp node, const NodeReader &source) {
  mlir::Type type = node.getOutputs().front().getType();
  if (auto reference = llvm::dyn_cast<RefType>(type))
    return reference.getTarget();
  auto element =
      llvm::dyn_cast_or_null<mlir::TypeAttr>(source.attribute(node, "dtype"));
  auto shape =
      llvm::dyn_cast_or_null<ShapeAttr>(source.attribute(node, "shape"));
  if (!element || !shape || !shape.getRanked() ||
      !element.getValue().isIntOrFloat())
    return {};
  return withShape(mlir::UnrankedTensorType::get(element.getValue()), shape);
}

void Variables::addVariable(NodeOp node) {
  if (node.getOutputs().empty() || isOnHost(node))
    return;
  mlir::Type type = heldType(node, source);
  std::optional<uint64_t> bytes;
  if (type)
    bytes = bytesOf(type, std::nullopt);
  if (!bytes)
    return;
  mlir::Value value = node.getOutputs().front();
  auto shared = llvm::dyn_cast_or_null<mlir::StringAttr>(
      source.attribute(node, "shared_name"));
  if (shared && !shared.empty()) {
    auto [known, isNew] = byName.try_emplace(
        (shared.getValue() + "\n" + node.getDevice().value_or("")).str(),
        value);
    if (!isNew) {
      sameAs[value] = known->second;
      return;
    }
  }
  variables[value] = {{*bytes, node, type, MemoryRole::OtherVariable, value},
                      node.getDeviceAttr()};
}

void Variables::setRole(mlir::Value value, MemoryRole role,
                        const VariableUpdate &update) {
  mlir::Value variable = variableBehind(value);
  if (mlir::Value same = sameAs.lookup(variable))
    variable = same;
  auto known = variables.find(variable);
  if (known != variables.end()) {
    known->second.item.role = role;
    return;
  }
  // Of a variable that comes as an argument, the gradient tells the shape.
  mlir::Type type = update.gradient ? update.gradient.getType() : mlir::Type();
  std::optional<uint64_t> bytes;
  NodeOp node = update.node;
  if (type && llvm::isa<mlir::BlockArgument>(variable) && !isOnHost(node))
    bytes = bytesOf(type, std::nullopt);
  if (bytes)
    variables[variable] = {{*bytes, node, type, role, variable},
                           node.getDeviceAttr()};
}

void Variables::addUpdate(const VariableUpdate &update) {
  setRole(update.variable, MemoryRole::Parameter, update);
  for (mlir::Value slot : update.slots)
    setRole(slot, MemoryRole::OptimizerSlot, update);
}

void Variables::addTo(MemoryUse &use) const {
  llvm::MapVector<mlir::StringAttr, uint64_t> bytesOfDevice;
  for (const auto &[value, variable] : variables) {
    uint64_t &bytes = bytesOfDevice[variable.device];
    bytes = llvm::SaturatingAdd(bytes, variable.item.bytes);
  }
  // Where nodes name no device, the framework decides; they are never added to
  // those of another.
  mlir::StringAttr fullest;
  uint64_t most = 0;
  for (auto [device, bytes] : bytesOfDevice) {
    if (bytes <= most)
      continue;
    most = bytes;
    fullest = device;
  }
  use.variables = most;
  for (const auto &[value, variable] : variables) {
    if (variable.device == fullest)
      use.items.push_back(variable.item);
  }
}

static uint64_t sumOf(llvm::ArrayRef<MemoryItem> items) {
  uint64_t bytes = 0;
  for (const MemoryItem &item : items)
    bytes = llvm::SaturatingAdd(bytes, item.bytes);
  return bytes;
}

/// Adds the values of a step to the variables, and puts the largest first.
static void addItems(MemoryUse &use, llvm::ArrayRef<MemoryItem> values) {
  use.items.insert(use.items.end(), values.begin(), values.end());
  llvm::stable_sort(use.items,
                    [](const MemoryItem &first, const MemoryItem &second) {
                      return first.bytes > second.bytes;
                    });
}

MemoryUse graph::memoryOf(ModelOp model, tensorflow::OpRegistry &ops,
                          const NodeReader &source,
                          std::optional<int64_t> batch) {
  MemoryUse use;
  Variables variables(source);
  std::vector<VariableUpdate> updates;
  std::vector<MemoryItem> values;
  for (FunctionOp function : model.getFunctions()) {
    llvm::SmallVector<mlir::Value> gradients;
    for (NodeOp node : function.getNodes()) {
      if (isVariable(node))
        variables.addVariable(node);
      std::optional<VariableUpdate> update = updateOf(node, ops);
      if (!update)
        continue;
      updates.push_back(*update);
      if (update->gradient)
        gradients.push_back(update->gradient);
    }
    std::vector<MemoryItem> candidates =
        stepValuesOf(gradients, /*given=*/{}, tensorFlowMemory(), batch);
    uint64_t bytes = sumOf(candidates);
    if (bytes <= use.stepValues)
      continue;
    use.stepValues = bytes;
    values = std::move(candidates);
  }
  for (const VariableUpdate &update : updates)
    variables.addUpdate(update);
  variables.addTo(use);
  addItems(use, values);
  return use;
}

MemoryUse graph::memoryOfOnnx(ModelOp model) {
  MemoryUse use;
  auto functions = model.getFunctions();
  if (functions.empty())
    return use;
  FunctionOp main = *functions.begin();
  for (auto op : main.getBody().getOps<InitializerOp>()) {
    mlir::Value value = op.getValue();
    mlir::Type type = value.getType();
    std::optional<uint64_t> bytes = bytesOf(type, std::nullopt);
    if (value.use_empty() || !bytes ||
        !llvm::isa<mlir::FloatType>(elementTypeOf(type)))
      continue;
    use.variables = llvm::SaturatingAdd(use.variables, *bytes);
    use.items.push_back({*bytes, NodeOp(), type, MemoryRole::Parameter, value});
  }
  ReturnOp results = main.getReturn();
  if (!results)
    return use;
  llvm::SmallVector<mlir::Value> inputs(main.getBody().getArguments());
  std::vector<MemoryItem> values = stepValuesOf(
      llvm::to_vector(results.getValues()), inputs, onnxMemory(), std::nullopt);
  use.stepValues = sumOf(values);
  addItems(use, values);
  return use;
}
