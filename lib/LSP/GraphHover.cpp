//===- GraphHover.cpp - What is known of a place in a graph ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Graph/Ops/OpRegistry.h"
#include "Dialect/Graph/Ops/OpSignature.h"
#include "Frontend/TensorFlow/Import/Definitions.h"
#include "LSP/GraphFeatures.h"
#include "LSP/Markup.h"
#include "Support/LLVM.h"
#include "Support/Text.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::lsp;
using namespace trainlint::tensorflow;

namespace {

/// Describes what a place in a graph names.
class GraphDescriber {
public:
  GraphDescriber(Analysis &analysis, const GraphText &graph)
      : analysis(analysis), graph(graph), registry(analysis.tables()) {}

  std::string op(const GraphBody &body, StringRef name);
  std::string node(const GraphBody &body, const NodeEntry &entry);
  std::string input(const GraphBody &body, const NodeInput &input);
  std::string attribute(StringRef op, StringRef name);
  std::string function(const GraphBody &body);

private:
  std::string joined() { return llvm::join(parts, "\n\n"); }
  void add(std::string text) { parts.push_back(std::move(text)); }
  void addOpOnTpu(StringRef name);
  void addTables(llvm::ArrayRef<TableInfo> tables);
  std::vector<std::string> outputs(const GraphBody &body,
                                   const NodeEntry &entry,
                                   const NodeDetails &details);

  Analysis &analysis;
  const GraphText &graph;
  OpRegistry registry;
  llvm::SmallVector<std::string> parts;
};

} // namespace

static std::string typeNames(const TypeSet &set) {
  llvm::SmallVector<std::string> names;
  for (DataType type : set.types())
    names.push_back(typeName(type));
  return formatList(names, "or", names.size());
}

/// "`a`: T, `b`: T", as the tables write inputs and outputs.
static std::string portsOf(StringRef row) {
  llvm::SmallVector<std::string> ports;
  for (StringRef port : llvm::split(row, ' ')) {
    auto [name, type] = port.split(':');
    ports.push_back(inlineCode(name) + ": " + nameInText(type));
  }
  return llvm::join(ports, ", ");
}

void GraphDescriber::addTables(llvm::ArrayRef<TableInfo> tables) {
  llvm::SmallVector<std::string> cited;
  for (const TableInfo &table : tables)
    cited.push_back(proseInText((table.name + ", as of " + table.asOf).str()));
  add("*table " + llvm::join(cited, "; ") + "*");
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

/// What becomes of an op in a TPU computation.
static StringRef onTpu(const TpuOpSupport &support) {
  switch (support.support) {
  case Support::Yes:
    return "runs";
  case Support::Functionalized:
    return "becomes a loop or a branch of the program";
  case Support::Marker:
    return "is a mark of the rewrite";
  case Support::HostRuntime:
    return "runs on the host of the TPU, outside of the computation";
  case Support::VariableHandle:
    return "makes a variable, outside of the computation";
  case Support::Reference:
    return "not supported, since it uses reference variables";
  case Support::Placeholder:
    return "not inside of the computation, as it is fed by callers";
  case Support::Ignored:
    return "left out, and a step that needs it fails";
  case Support::No:
    return support.host ? "not supported, but on the host" : "not supported";
  case Support::Unverified:
    return "not known";
  }
  llvm_unreachable("unknown support");
}

void GraphDescriber::addOpOnTpu(StringRef name) {
  const TpuOpSupport *support = registry.support(name);
  if (!support)
    return;
  std::string text = ("on a TPU: " + onTpu(*support)).str();
  for (const TypeConstraint &constraint : support->types)
    text += "; " + inlineCode(constraint.attribute) + " may be " +
            typeNames(constraint.types);
  add(std::move(text));
  if (support->constants.empty())
    return;
  llvm::SmallVector<std::string> names;
  for (StringRef constant : support->constants)
    names.push_back(inlineCode(constant));
  add(formatList(names, "and", names.size()) +
      (names.size() == 1 ? " has" : " have") +
      " to be known when a program for TPUs is compiled");
}

std::string GraphDescriber::op(const GraphBody &body, StringRef name) {
  if (const GraphBody *called = graph.findFunction(body, name))
    return function(*called);
  const TfOps::Row *row = analysis.tables().tfOps.find(name);
  const OpDefinition *definition = registry.definition(name);
  if (!row || !definition)
    return "";
  add("**" + nameInText(name) + "**");
  if (!row->inputs.empty())
    add("inputs: " + portsOf(row->inputs));
  if (!row->outputs.empty())
    add("outputs: " + portsOf(row->outputs));
  llvm::SmallVector<std::string> attributes;
  for (const AttributeDefinition &attribute : definition->attributes)
    attributes.push_back(inlineCode(attribute.name));
  if (!attributes.empty())
    add("attributes: " + llvm::join(attributes, ", "));
  if (definition->removed)
    add("removed in version " + std::to_string(*definition->removed) +
        " of graphs");
  addOpOnTpu(name);
  if (registry.support(name))
    addTables({analysis.tables().tfOps.info, analysis.tables().tfOpsTpu.info});
  else
    addTables(analysis.tables().tfOps.info);
  return joined();
}

static StringRef kindName(AttributeKind kind) {
  switch (kind) {
  case AttributeKind::Type:
    return "type";
  case AttributeKind::Int:
    return "integer";
  case AttributeKind::Float:
    return "number";
  case AttributeKind::Bool:
    return "boolean";
  case AttributeKind::String:
    return "text";
  case AttributeKind::Shape:
    return "shape";
  case AttributeKind::Tensor:
    return "tensor";
  case AttributeKind::Func:
    return "function";
  }
  llvm_unreachable("unknown kind");
}

std::string GraphDescriber::attribute(StringRef op, StringRef name) {
  const OpDefinition *definition = registry.definition(op);
  const AttributeDefinition *attribute =
      definition ? definition->attribute(name) : nullptr;
  if (!attribute)
    return "";
  add("**" + nameInText(name) + "** of " + nameInText(op) + ": " +
      (attribute->isList ? "list, each " : "") +
      kindName(attribute->kind).str());
  if (!attribute->allowedTypes.empty())
    add("may be " + typeNames(attribute->allowedTypes));
  if (!attribute->allowedWords.empty()) {
    llvm::SmallVector<std::string> words;
    for (StringRef word : attribute->allowedWords)
      words.push_back(inlineCode(word));
    add("may be " + formatList(words, "or", words.size()));
  }
  if (attribute->minimum)
    add((attribute->isList ? "at least so many: " : "at least ") +
        std::to_string(*attribute->minimum));
  if (!attribute->defaultText)
    add("has to be given");
  else if (!attribute->defaultText->empty())
    add(inlineCode(*attribute->defaultText) + " if it is not given");
  else
    add("empty if it is not given");
  const TpuOpSupport *support = registry.support(op);
  const TypeSet *types = support ? support->typesOf(name) : nullptr;
  if (!types) {
    addTables(analysis.tables().tfOps.info);
    return joined();
  }
  add("on a TPU: " + typeNames(*types));
  addTables({analysis.tables().tfOps.info, analysis.tables().tfOpsTpu.info});
  return joined();
}

//===----------------------------------------------------------------------===//
// Functions and nodes
//===----------------------------------------------------------------------===//

static std::string typeOf(const Argument &argument) {
  for (const Name *attribute : {&argument.typeListAttr, &argument.typeAttr}) {
    if (!attribute->text.empty())
      return nameInText(attribute->text);
  }
  return argument.type == DataType::Invalid ? "?" : typeName(argument.type);
}

std::string GraphDescriber::function(const GraphBody &body) {
  FunctionDetails details = graph.read(*body.function);
  auto list = [](llvm::ArrayRef<Argument> arguments) {
    llvm::SmallVector<std::string> out;
    for (const Argument &argument : arguments)
      out.push_back(inlineCode(argument.name.text) + ": " + typeOf(argument));
    return llvm::join(out, ", ");
  };
  add("**" + nameInText(details.name.text) +
      "**: a function of this graph with " +
      pluralize(body.nodes().size(), "node"));
  if (!details.inputs.empty())
    add("inputs: " + list(details.inputs));
  if (!details.outputs.empty())
    add("outputs: " + list(details.outputs));
  return joined();
}

/// "`product`: `float[32, ?]`" for each output.
std::vector<std::string> GraphDescriber::outputs(const GraphBody &body,
                                                 const NodeEntry &entry,
                                                 const NodeDetails &details) {
  std::vector<std::string> out;
  const GraphShapes *shapes = analysis.shapes();
  if (!shapes)
    return out;
  const OpDefinition *definition = registry.definition(details.op.text);
  llvm::BumpPtrAllocator strings;
  proto::ReadContext context = graph.file().context(strings);
  FileAttributes attributes(details, context);
  for (const auto &[number, type] :
       llvm::enumerate(shapes->outputsOf(body, entry))) {
    std::string name = std::to_string(number);
    if (definition) {
      auto [argument, within] =
          argumentOfValue(*definition, definition->outputs, attributes, number);
      if (argument)
        name = argument->name.str() +
               (argument->isSingle() ? "" : ":" + std::to_string(within));
    }
    out.push_back(inlineCode(name) + ": " + inlineCode(type));
  }
  return out;
}

std::string GraphDescriber::node(const GraphBody &body,
                                 const NodeEntry &entry) {
  NodeDetails details = graph.read(entry);
  add("**" + nameInText(details.name.text) +
      "**: " + nameInText(details.op.text));
  for (std::string &output : outputs(body, entry, details))
    add(std::move(output));
  if (!details.device.text.empty())
    add("on device " + inlineCode(details.device.text));
  if (body.function)
    add("in the function " + inlineCode(body.function->name.text));
  return joined();
}

std::string GraphDescriber::input(const GraphBody &body,
                                  const NodeInput &input) {
  if (const NodeEntry *producer = graph.findNode(body, input.node)) {
    if (input.isControl || !input.port.empty())
      return node(body, *producer);
    // Of several outputs, the one that is meant.
    NodeDetails details = graph.read(*producer);
    std::vector<std::string> all = outputs(body, *producer, details);
    if (input.index >= all.size())
      return node(body, *producer);
    add("**" + nameInText(details.name.text) +
        "**: " + nameInText(details.op.text));
    add(std::move(all[input.index]));
    return joined();
  }
  if (!body.function)
    return "";
  FunctionDetails function = graph.read(*body.function);
  for (const Argument &argument : function.inputs) {
    if (argument.name.text == input.node)
      return "**" + nameInText(input.node) + "**: argument of the function " +
             inlineCode(function.name.text) + ", " + typeOf(argument);
  }
  return "";
}

static std::string textAt(GraphDescriber &describer, const GraphText &graph,
                          const NodePlace &place, uint32_t offset) {
  const NodeDetails &details = place.details;
  switch (place.part) {
  case GraphPart::Name:
    return describer.node(place.body, *place.node);
  case GraphPart::Op:
    return describer.op(place.body, details.op.text);
  case GraphPart::Input:
    return describer.input(place.body, details.inputs[place.number]);
  case GraphPart::AttributeName:
    return describer.attribute(details.op.text,
                               details.attrs[place.number].name.text);
  case GraphPart::AttributeValue: {
    const Attr &attr = details.attrs[place.number];
    Name name = graph.functionIn(attr.value, offset);
    if (const GraphBody *called = graph.findFunction(place.body, name.text))
      return describer.function(*called);
    return describer.attribute(details.op.text, attr.name.text);
  }
  case GraphPart::Node:
  case GraphPart::Device:
    return "";
  }
  llvm_unreachable("unknown part");
}

std::optional<PlaceInfo> lsp::graphInfoAt(Analysis &analysis, uint32_t offset) {
  const GraphText *graph = analysis.graph();
  std::optional<NodePlace> place =
      graph ? graph->placeAt(offset) : std::nullopt;
  if (!place)
    return std::nullopt;
  GraphDescriber describer(analysis, *graph);
  std::string text = textAt(describer, *graph, *place, offset);
  if (text.empty())
    return std::nullopt;
  return PlaceInfo{std::move(text), place->range};
}
