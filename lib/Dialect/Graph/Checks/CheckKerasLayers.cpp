//===- CheckKerasLayers.cpp - Layer classes of Keras ----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/OnnxGraphs.h"
#include "Dialect/Graph/Checks/CheckPass.h"
#include "Dialect/Graph/IR/KerasNodes.h"
#include "Support/LLVM.h"
#include "Support/NearMatch.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace trainlint;
using namespace trainlint::graph;

namespace trainlint::graph {
#define GEN_PASS_DEF_CHECKKERASLAYERS
#include "Dialect/Graph/Checks/Passes.h.inc"
} // namespace trainlint::graph

namespace {
class CheckKerasLayers
    : public CheckPass<CheckKerasLayers,
                       impl::CheckKerasLayersBase<CheckKerasLayers>> {
public:
  using CheckPass::CheckPass;

  static bool appliesTo(Framework framework) {
    return framework == Framework::Keras;
  }

  void check(ModelOp model);

private:
  void checkClasses(ModelOp model);
  void checkCalls(FunctionOp function);
  void checkActivations(ModelOp model);
};
} // namespace

void CheckKerasLayers::check(ModelOp model) {
  checkClasses(model);
  checkActivations(model);
  for (FunctionOp function : model.getFunctions())
    checkCalls(function);
}

/// The layer of a reference such as `name:0:1`, whose name may have colons.
static StringRef layerOf(StringRef reference) {
  return reference.rsplit(':').first.rsplit(':').first;
}

void CheckKerasLayers::checkCalls(FunctionOp function) {
  llvm::StringMap<NodeOp> layers;
  std::vector<StringRef> names;
  for (NodeOp node : function.getNodes()) {
    StringRef name = node.getNodeName().value_or("");
    if (layers.try_emplace(name, node).second)
      names.push_back(name);
  }
  NearMatcher matcher(std::move(names));
  for (auto undefined : function.getBody().getOps<UndefinedOp>()) {
    StringRef wanted = layerOf(undefined.getReference());
    // Of a layer that is there, the numbers of calls are not certain.
    if (undefined->use_empty() || layers.contains(wanted))
      continue;
    mlir::OpOperand &use = *undefined->use_begin();
    auto node = llvm::dyn_cast<NodeOp>(use.getOwner());
    if (!node)
      continue;
    Report report = diag::KerasMissingLayer::missing(
        source().inputLocation(node, use.getOperandNumber()), wanted,
        source().name(node));
    if (std::optional<NearMatch> near = matcher.find(wanted))
      report.help("did you mean `" + near->word + "`?");
  }
}

void CheckKerasLayers::checkClasses(ModelOp model) {
  const KerasLayers &table = tables().kerasLayers;
  llvm::MapVector<mlir::StringAttr, NodeOp> unknown;
  for (FunctionOp function : model.getFunctions()) {
    for (NodeOp node : function.getNodes()) {
      bool isCustom = node->hasAttr(CustomAttribute);
      if (!isCustom && !table.find(node.getOpName()))
        unknown.try_emplace(node.getOpNameAttr(), node);
    }
  }
  std::vector<StringRef> names;
  for (const KerasLayers::Row &row : table.rows)
    names.push_back(row.name);
  NearMatcher matcher(std::move(names));
  for (auto &[className, node] : unknown) {
    // Classes of the user are legal, so only a likely mistake is reported.
    std::optional<NearMatch> near = matcher.find(className.getValue());
    if (!near || near->kind != MatchKind::Spelling)
      continue;
    mlir::LocationAttr place = source().location(node, NodePart::Op);
    Report report =
        diag::KerasUnknownLayer::unknown(place, className.getValue());
    report.help("did you mean `" + near->word + "`?");
    cite(report, table.info);
  }
}

/// The name of a function that an activation is given by; empty if it is given
/// in another way, or is a function of the user.
static StringRef functionName(mlir::Attribute activation) {
  if (auto name = llvm::dyn_cast_or_null<mlir::StringAttr>(activation))
    return name.getValue();
  auto object = llvm::dyn_cast_or_null<mlir::DictionaryAttr>(activation);
  if (!object)
    return "";
  auto module = object.getAs<mlir::StringAttr>("module");
  auto name = object.getAs<mlir::StringAttr>("config");
  bool isOfKeras = !module || module.getValue() == "builtins";
  return name && isOfKeras ? name.getValue() : StringRef();
}

/// What one would call another version of a function: a name with more in front
/// of it or behind it, or with other digits.
static bool mayBeVersion(StringRef name, StringRef known) {
  auto lettersOf = [](StringRef text) {
    std::string letters;
    for (char c : text.lower())
      if (!llvm::isDigit(c))
        letters += c;
    return letters;
  };
  std::string own = lettersOf(name), other = lettersOf(known);
  if (name.lower() == known.lower())
    return false;
  return StringRef(own).starts_with(other) || StringRef(own).ends_with(other);
}

void CheckKerasLayers::checkActivations(ModelOp model) {
  const KerasActivations &table = tables().kerasActivations;
  std::vector<StringRef> names;
  for (const KerasActivations::Row &row : table.rows)
    names.push_back(row.name);
  NearMatcher matcher(std::move(names));
  for (FunctionOp function : model.getFunctions()) {
    for (NodeOp node : function.getNodes()) {
      if (node->hasAttr(CustomAttribute) ||
          !tables().kerasLayers.find(node.getOpName()))
        continue;
      for (StringRef key : {"activation", "recurrent_activation"}) {
        StringRef name = functionName(source().attribute(node, key));
        // An activation may be a layer, such as `LeakyReLU`.
        if (name.empty() || table.find(name) || tables().kerasLayers.find(name))
          continue;
        // A function of the user is legal, so only a likely mistake is
        // reported.
        std::optional<NearMatch> near = matcher.find(name);
        if (!near || mayBeVersion(name, near->word))
          continue;
        Report report = diag::KerasUnknownActivation::unknown(
            source().attributeLocation(node, key, AttributePart::Value), name);
        report.help("did you mean `" + near->word + "`?");
        cite(report, table.info);
      }
    }
  }
}

std::unique_ptr<mlir::Pass>
graph::createCheckKerasLayers(const CheckContext &context) {
  return std::make_unique<CheckKerasLayers>(context);
}
