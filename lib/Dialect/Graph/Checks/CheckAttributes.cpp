//===- CheckAttributes.cpp - Attributes have values that are allowed ------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/GraphNodes.h"
#include "Dialect/Graph/Checks/CheckPass.h"
#include "Dialect/Graph/Checks/NodeTypes.h"
#include "Support/LLVM.h"
#include "Support/NearMatch.h"
#include "Support/Text.h"
#include "llvm/ADT/DenseSet.h"
#include <map>

using namespace trainlint;
using namespace trainlint::graph;
using tensorflow::AttributeDefinition;
using tensorflow::AttributeKind;
using tensorflow::OpDefinition;
using tensorflow::typeName;

namespace trainlint::graph {
#define GEN_PASS_DEF_CHECKATTRIBUTES
#include "Dialect/Graph/Checks/Passes.h.inc"
} // namespace trainlint::graph

namespace {
/// What is wrong with an attribute of a node.
struct Problem {
  enum class Kind : uint8_t { Missing, Kind, Value, Length, Minimum };

  const AttributeDefinition *definition;
  Kind kind;
  /// What was found, for a message.
  std::string text;
  int64_t number = 0;

  auto key() const { return std::tie(definition, kind, text, number); }
  bool operator<(const Problem &other) const { return key() < other.key(); }
};

struct CheckAttributes
    : CheckPass<CheckAttributes,
                graph::impl::CheckAttributesBase<CheckAttributes>> {
  using CheckPass::CheckPass;
  void check(ModelOp model);

  std::optional<Problem> findProblem(const AttributeDefinition &definition,
                                     mlir::Attribute value);
  Report reportProblem(const Problem &problem, NodeOp node);
  void suggest(const Problem &problem, NodeOp node, const OpDefinition &op,
               Report &report);
  bool isAllowed(const AttributeDefinition &definition, mlir::Attribute value);
  std::string textOf(mlir::Attribute value);

  NodeTypes types;
};
} // namespace

static StringRef kindWord(AttributeKind kind) {
  switch (kind) {
  case AttributeKind::Type:
    return "type";
  case AttributeKind::Int:
    return "int";
  case AttributeKind::Float:
    return "float";
  case AttributeKind::Bool:
    return "bool";
  case AttributeKind::String:
    return "string";
  case AttributeKind::Shape:
    return "shape";
  case AttributeKind::Tensor:
    return "tensor";
  case AttributeKind::Func:
    return "func";
  }
  llvm_unreachable("unknown kind of attribute");
}

/// The kind of a value that is no list; none for one that stands for another.
static std::optional<AttributeKind> kindOf(mlir::Attribute value) {
  if (llvm::isa<mlir::TypeAttr>(value))
    return AttributeKind::Type;
  if (llvm::isa<mlir::BoolAttr>(value))
    return AttributeKind::Bool;
  if (llvm::isa<mlir::IntegerAttr>(value))
    return AttributeKind::Int;
  if (llvm::isa<mlir::FloatAttr>(value))
    return AttributeKind::Float;
  if (llvm::isa<mlir::StringAttr>(value))
    return AttributeKind::String;
  if (llvm::isa<ShapeAttr>(value))
    return AttributeKind::Shape;
  if (llvm::isa<FunctionAttr>(value))
    return AttributeKind::Func;
  if (llvm::isa<ContentAttr, mlir::ElementsAttr>(value))
    return AttributeKind::Tensor;
  return std::nullopt;
}

static std::string kindName(AttributeKind kind, bool isList) {
  StringRef word = kindWord(kind);
  return isList ? ("list(" + word + ")").str() : word.str();
}

/// What a value is, in the words of TensorFlow; empty for one that stands for
/// another, and for the empty list, which fits every list.
static std::string kindName(mlir::Attribute value) {
  auto list = llvm::dyn_cast<mlir::ArrayAttr>(value);
  if (list && list.empty())
    return "";
  std::optional<AttributeKind> kind = kindOf(list ? list[0] : value);
  return kind ? kindName(*kind, bool(list)) : "";
}

std::string CheckAttributes::textOf(mlir::Attribute value) {
  if (auto type = llvm::dyn_cast<mlir::TypeAttr>(value))
    return typeName(types.ofType(type.getValue()));
  if (auto text = llvm::dyn_cast<mlir::StringAttr>(value))
    return text.getValue().str();
  return std::to_string(llvm::cast<mlir::IntegerAttr>(value).getInt());
}

bool CheckAttributes::isAllowed(const AttributeDefinition &definition,
                                mlir::Attribute value) {
  if (auto type = llvm::dyn_cast<mlir::TypeAttr>(value)) {
    DataType number = types.ofType(type.getValue());
    return definition.allowedTypes.empty() || number == DataType::Invalid ||
           definition.allowedTypes.contains(number);
  }
  if (auto text = llvm::dyn_cast<mlir::StringAttr>(value))
    return definition.allowedWords.empty() ||
           llvm::is_contained(definition.allowedWords, text.getValue());
  return true;
}

static std::string allowedValues(const AttributeDefinition &definition) {
  llvm::SmallVector<std::string> words;
  for (StringRef word : definition.allowedWords)
    words.push_back(word.empty() ? "an empty string" : word.str());
  for (DataType type : definition.allowedTypes.types())
    words.push_back(typeName(type));
  return formatList(words, "or", words.size());
}

std::optional<Problem>
CheckAttributes::findProblem(const AttributeDefinition &definition,
                             mlir::Attribute value) {
  using Kind = Problem::Kind;
  if (!value) {
    if (definition.isRequired())
      return Problem{&definition, Kind::Missing, ""};
    return std::nullopt;
  }
  std::string kind = kindName(value);
  auto list = llvm::dyn_cast<mlir::ArrayAttr>(value);
  bool isEmptyList = list && list.empty();
  bool isOtherKind =
      isEmptyList ? !definition.isList
                  : !kind.empty() &&
                        kind != kindName(definition.kind, definition.isList);
  if (isOtherKind)
    return Problem{&definition, Kind::Kind, isEmptyList ? "empty" : kind};
  llvm::SmallVector<mlir::Attribute> values;
  if (list)
    llvm::append_range(values, list);
  else
    values.push_back(value);
  for (mlir::Attribute element : values) {
    if (!isAllowed(definition, element))
      return Problem{&definition, Kind::Value, textOf(element)};
  }
  if (!definition.minimum)
    return std::nullopt;
  if (list && int64_t(list.size()) < *definition.minimum)
    return Problem{&definition, Kind::Length, "", int64_t(list.size())};
  auto integer = llvm::dyn_cast<mlir::IntegerAttr>(value);
  bool isLess = integer && definition.kind == AttributeKind::Int &&
                integer.getInt() < *definition.minimum;
  if (isLess)
    return Problem{&definition, Kind::Minimum, "", integer.getInt()};
  return std::nullopt;
}

Report CheckAttributes::reportProblem(const Problem &problem, NodeOp node) {
  const AttributeDefinition &definition = *problem.definition;
  StringRef name = definition.name, op = node.getOpName();
  std::string user = nameOf(node, source());
  mlir::Location location = source().attributeLocation(node, name);
  switch (problem.kind) {
  case Problem::Kind::Missing:
    return diag::OpAttribute::missing(source().location(node, NodePart::Op),
                                      name, op, user);
  case Problem::Kind::Kind:
    return diag::OpAttribute::kind(location, name, op,
                                   kindName(definition.kind, definition.isList),
                                   user, problem.text);
  case Problem::Kind::Value:
    return diag::OpAttribute::value(
        location, name, op, allowedValues(definition), user, problem.text);
  case Problem::Kind::Length:
    return diag::OpAttribute::length(location, name, op, *definition.minimum,
                                     user, problem.number);
  case Problem::Kind::Minimum:
    return diag::OpAttribute::minimum(location, name, op, *definition.minimum,
                                      user, problem.number);
  }
  llvm_unreachable("unknown kind of problem");
}

void CheckAttributes::suggest(const Problem &problem, NodeOp node,
                              const OpDefinition &op, Report &report) {
  const AttributeDefinition &definition = *problem.definition;
  if (problem.kind == Problem::Kind::Value) {
    if (std::optional<NearMatch> near =
            findNearMatch(problem.text, definition.allowedWords))
      report.help("did you mean `" + near->word + "`?");
  }
  if (problem.kind != Problem::Kind::Missing)
    return;
  // A name that the op does not have may be a misspelling of this one.
  mlir::DictionaryAttr given = source().attributes(node);
  llvm::SmallVector<StringRef> others;
  for (mlir::NamedAttribute attribute : given) {
    if (!op.attribute(attribute.getName()))
      others.push_back(attribute.getName());
  }
  if (std::optional<NearMatch> near = findNearMatch(definition.name, others))
    report.note(
        source().attributeLocation(node, near->word, AttributePart::Name),
        "did you mean `" + definition.name + "`?");
}

void CheckAttributes::check(ModelOp model) {
  for (const OpUse &use : uses().all()) {
    const OpDefinition *op = registry().definition(use.op());
    if (!op || op->attributes.empty())
      continue;
    std::map<Problem, llvm::SmallVector<NodeOp>> problems;
    // Most nodes have the same values, which are judged once.
    llvm::DenseSet<std::pair<const void *, mlir::Attribute>> good;
    llvm::DenseSet<unsigned> goodSets;
    for (NodeOp node : use.nodes) {
      std::optional<unsigned> set = source().attributeSet(node);
      if (set && goodSets.contains(*set))
        continue;
      bool isGood = true;
      // One by one, since most of what nodes have is for others to read.
      for (const AttributeDefinition &definition : op->attributes) {
        mlir::Attribute value = source().attribute(node, definition.name);
        if (value && good.contains({&definition, value}))
          continue;
        std::optional<Problem> problem = findProblem(definition, value);
        isGood &= !problem;
        if (problem)
          problems[*problem].push_back(node);
        else if (value && definition.kind != AttributeKind::Tensor)
          good.insert({&definition, value});
      }
      if (set && isGood)
        goodSets.insert(*set);
    }
    for (const auto &[problem, nodes] : problems) {
      Report report = reportProblem(problem, nodes.front());
      suggest(problem, nodes.front(), *op, report);
      cite(describe(std::move(report), nodes, source()), tables().tfOps);
    }
  }
}

std::unique_ptr<mlir::Pass>
graph::createCheckAttributes(const CheckContext &context) {
  return std::make_unique<CheckAttributes>(context);
}
