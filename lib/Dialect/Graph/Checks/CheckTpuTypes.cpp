//===- CheckTpuTypes.cpp - TPUs have the element types of their nodes -----===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/TpuGraphs.h"
#include "Dialect/Graph/Checks/CheckPass.h"
#include "Dialect/Graph/Checks/Contraction.h"
#include "Dialect/Graph/Checks/NodeTypes.h"
#include "Support/LLVM.h"
#include "Support/Text.h"
#include <map>

using namespace trainlint;
using namespace trainlint::graph;
using tensorflow::ArgumentDefinition;
using tensorflow::OpDefinition;
using tensorflow::TpuOpSupport;
using tensorflow::TypeConstraint;
using tensorflow::typeName;

namespace trainlint::graph {
#define GEN_PASS_DEF_CHECKTPUTYPES
#include "Dialect/Graph/Checks/Passes.h.inc"
} // namespace trainlint::graph

namespace {
/// Where the nodes of an op show the type of an attribute.
struct Place {
  enum class Kind : uint8_t { Input, Output, Attribute, List };
  Kind kind;
  unsigned number = 0;
};

struct CheckTpuTypes
    : CheckPass<CheckTpuTypes, graph::impl::CheckTpuTypesBase<CheckTpuTypes>> {
  using CheckPass::CheckPass;
  void check(ModelOp model);
  void checkConstraint(llvm::ArrayRef<NodeOp> nodes, const OpDefinition *op,
                       const TypeConstraint &constraint);
  void readTypes(NodeOp node, const OpDefinition *op, StringRef attribute,
                 Place place, llvm::SmallVectorImpl<DataType> &out);
  void report(llvm::ArrayRef<NodeOp> nodes, const TypeConstraint &constraint,
              DataType type, bool isMoved);
  void reportAbsent();
  bool isAbsent(DataType type) const;
  void checkPrecision();
  void checkMatrixTypes();

  NodeTypes types;
  /// The types that a kernel of a TPU may take.
  tensorflow::TypeSet offered;
  /// The types that no TPU has, with all that is computed with them, and
  /// whether it goes to the host.
  std::map<std::pair<DataType, bool>, llvm::SmallVector<NodeOp>> absent;
};
} // namespace

/// The first value of an argument whose type an attribute says, if all before
/// it are single values.
static std::optional<unsigned>
placeOf(StringRef attribute, llvm::ArrayRef<ArgumentDefinition> arguments) {
  for (const auto &[number, argument] : llvm::enumerate(arguments)) {
    // Of several values there may be none.
    if (argument.typeAttribute == attribute && argument.isSingle())
      return number;
    if (!argument.isSingle())
      return std::nullopt;
  }
  return std::nullopt;
}

/// Of an op whose definition is not known, the attribute itself.
static Place findPlace(StringRef attribute, const OpDefinition *op) {
  if (!op)
    return {Place::Kind::Attribute};
  const auto *definition = op->attribute(attribute);
  if (definition && definition->isList)
    return {Place::Kind::List};
  if (std::optional<unsigned> number = placeOf(attribute, op->outputs))
    return {Place::Kind::Output, *number};
  if (std::optional<unsigned> number = placeOf(attribute, op->inputs))
    return {Place::Kind::Input, *number};
  return {Place::Kind::Attribute};
}

void CheckTpuTypes::readTypes(NodeOp node, const OpDefinition *op,
                              StringRef attribute, Place place,
                              llvm::SmallVectorImpl<DataType> &out) {
  SourceAttributes attributes(node, source(), types);
  switch (place.kind) {
  case Place::Kind::Input:
    if (place.number < node.getInputs().size())
      out.push_back(types.of(node.getInputs()[place.number]));
    return;
  case Place::Kind::Output:
    if (place.number < node.getOutputs().size())
      out.push_back(types.of(node.getOutputs()[place.number]));
    return;
  case Place::Kind::List:
    (void)attributes.readTypes(attribute, out);
    return;
  case Place::Kind::Attribute: {
    DataType type;
    tensorflow::Given given = attributes.readType(attribute, type);
    const auto *definition = op ? op->attribute(attribute) : nullptr;
    if (given == tensorflow::Given::Yes)
      out.push_back(type);
    else if (given == tensorflow::Given::No && definition)
      out.push_back(definition->defaultType().value_or(DataType::Invalid));
    return;
  }
  }
}

void CheckTpuTypes::report(llvm::ArrayRef<NodeOp> nodes,
                           const TypeConstraint &constraint, DataType type,
                           bool isMoved) {
  NodeOp node = nodes.front();
  llvm::SmallVector<std::string> allowed;
  for (DataType possible : constraint.types.types())
    allowed.push_back(typeName(possible));
  mlir::Location location =
      source().attributeLocation(node, constraint.attribute);
  StringRef op = node.getOpName();
  std::string name = nameOf(node, source()), given = typeName(type);
  Report report =
      isMoved ? diag::TpuUnsupportedDtype::moved(location, op, given, name)
              : diag::TpuUnsupportedDtype::inside(
                    location, constraint.attribute, op,
                    formatList(allowed, "or", allowed.size()), name, given);
  computation().describe(report, nodes);
  cite(std::move(report), tables().tfOpsTpu);
}

void CheckTpuTypes::checkConstraint(llvm::ArrayRef<NodeOp> nodes,
                                    const OpDefinition *op,
                                    const TypeConstraint &constraint) {
  Place place = findPlace(constraint.attribute, op);
  std::map<std::pair<DataType, bool>, llvm::SmallVector<NodeOp>> wrong;
  for (NodeOp node : nodes) {
    llvm::SmallVector<DataType> given;
    readTypes(node, op, constraint.attribute, place, given);
    const DataType *type = llvm::find_if(given, [&](DataType type) {
      return type != DataType::Invalid && !constraint.types.contains(type);
    });
    if (type == given.end())
      continue;
    // With soft placement, what operates on strings goes to the host.
    bool isMoved = withoutReference(*type) == DataType::String &&
                   computation().allowsSoftPlacement(node);
    llvm::SmallVector<NodeOp> &nodesOfCause =
        isAbsent(*type) ? absent[{*type, isMoved}] : wrong[{*type, isMoved}];
    if (nodesOfCause.empty() || nodesOfCause.back() != node)
      nodesOfCause.push_back(node);
  }
  for (const auto &[cause, wrongNodes] : wrong)
    report(wrongNodes, constraint, cause.first, cause.second);
}

/// True if no kernel of a TPU takes a type, but for what passes values through.
bool CheckTpuTypes::isAbsent(DataType type) const {
  return type != DataType::Resource && type != DataType::Variant &&
         !offered.contains(type);
}

/// Reports types that TPUs do not have, once for each.
void CheckTpuTypes::reportAbsent() {
  for (auto &[cause, nodes] : absent) {
    sortByPlace(nodes);
    auto [type, isMoved] = cause;
    NodeOp node = nodes.front();
    mlir::Location location = source().location(node, NodePart::Op);
    StringRef op = node.getOpName();
    std::string name = nameOf(node, source()), given = typeName(type);
    Report report =
        isMoved ? diag::TpuUnsupportedDtype::moved(location, op, given, name)
                : diag::TpuUnsupportedDtype::absent(location, given, op, name);
    computation().describe(report, nodes);
    cite(std::move(report), tables().tfOpsTpu);
  }
}

/// Reports what is computed in `double`, once for all.
void CheckTpuTypes::checkPrecision() {
  llvm::SmallVector<NodeOp> nodes;
  for (const OpUse &use : uses().all()) {
    for (NodeOp node : computation().inside(use)) {
      if (llvm::any_of(node.getOutputs(), [&](mlir::Value output) {
            return types.of(output) == DataType::Double;
          }))
        nodes.push_back(node);
    }
  }
  if (nodes.empty())
    return;
  sortByPlace(nodes);
  NodeOp node = nodes.front();
  Report report = diag::TpuDoublePrecision::inside(
      source().location(node, NodePart::Op), node.getOpName(),
      nameOf(node, source()));
  computation().describe(report, nodes);
}

/// Reports products of types that matrix units do not take; those of `double`
/// have their finding already.
void CheckTpuTypes::checkMatrixTypes() {
  std::map<DataType, llvm::SmallVector<NodeOp>> products;
  for (const OpUse &use : uses().all()) {
    if (!isContraction(use.op()))
      continue;
    for (NodeOp node : computation().inside(use)) {
      if (node.getInputs().empty())
        continue;
      DataType type = types.of(node.getInputs().front());
      if (type == DataType::Half || type == DataType::Int64)
        products[type].push_back(node);
    }
  }
  for (auto &[type, nodes] : products) {
    sortByPlace(nodes);
    NodeOp node = nodes.front();
    Report report = diag::TpuMatrixType::inside(
        source().location(node, NodePart::Op), node.getOpName(),
        tensorflow::typeName(type), nameOf(node, source()));
    report.help(type == DataType::Half ? "use bfloat16 or float"
                                       : "use int8, bfloat16 or float");
    computation().describe(report, nodes);
  }
}

void CheckTpuTypes::check(ModelOp model) {
  if (computation().empty())
    return;
  absent.clear();
  offered = {};
  (void)tensorflow::insertTypes("tpu", tables().tfTypeSets, offered);
  for (const OpUse &use : uses().all()) {
    const TpuOpSupport *support = registry().support(use.op());
    if (!support || support->types.empty())
      continue;
    const OpDefinition *op = registry().definition(use.op());
    llvm::SmallVector<NodeOp> nodes = computation().inside(use);
    llvm::erase_if(nodes, referenceOf);
    for (const TypeConstraint &constraint : support->types)
      checkConstraint(nodes, op, constraint);
  }
  reportAbsent();
  checkPrecision();
  checkMatrixTypes();
}

std::unique_ptr<mlir::Pass>
graph::createCheckTpuTypes(const CheckContext &context) {
  return std::make_unique<CheckTpuTypes>(context);
}
