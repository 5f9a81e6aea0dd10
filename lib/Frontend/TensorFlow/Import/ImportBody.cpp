//===- ImportBody.cpp - The nodes of a graph or function ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/TensorFlow/Import/ImportBody.h"
#include "Diagnostics/Messages/Graphs.h"
#include "Support/Cancellation.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::tensorflow;

/// The most outputs of a node without definition: a file may name any number.
static constexpr unsigned MaxUnknownOutputs = 1 << 16;

BodyImporter::BodyImporter(const GraphFile &file,
                           const Definitions &definitions, TypeImporter &types,
                           GraphNodeReader &source,
                           const GraphImportOptions &options,
                           mlir::Block &block)
    : file(file), definitions(definitions), types(types), source(source),
      options(options), builder(mlir::OpBuilder::atBlockEnd(&block)),
      nodeName(graph::NodeOp::getOperationName(), types.getContext()),
      control(graph::ControlType::get(types.getContext())),
      unknown(graph::UnknownType::get(types.getContext())),
      context(file.context(strings)), opNames(file.ops.size()) {}

void BodyImporter::addArgument(StringRef name, mlir::Value value) {
  arguments.try_emplace(name, value);
}

mlir::StringAttr BodyImporter::text(StringRef text) {
  return text.empty() ? mlir::StringAttr() : builder.getStringAttr(text);
}

llvm::LogicalResult BodyImporter::report(const proto::Problem &problem) {
  auto end = std::min<uint64_t>(problem.offset + 1, file.file.size());
  return diag::GraphSyntax::problem(
      source.locate({problem.offset, static_cast<uint32_t>(end)}),
      problem.message);
}

//===----------------------------------------------------------------------===//
// Outputs
//===----------------------------------------------------------------------===//

void BodyImporter::countUnknownOutputs(llvm::ArrayRef<NodeEntry> nodes) {
  llvm::DenseSet<StringRef> names;
  for (const NodeEntry &node : nodes) {
    if (!definitions.of(node))
      names.insert(node.name);
  }
  if (names.empty())
    return;
  llvm::BumpPtrAllocator scratch;
  for (const NodeEntry &node : nodes) {
    if (isCancelled())
      return;
    proto::ReadContext context = file.context(scratch);
    NodeDetails user;
    SourceRange attributes;
    (void)file.readOutline(context, node, user, attributes);
    for (const NodeInput &input : user.inputs) {
      auto of = names.find(input.node);
      if (input.isControl || of == names.end() ||
          input.index >= MaxUnknownOutputs)
        continue;
      unsigned &used = usedOutputs[*of];
      used = std::max(used, input.index + 1);
    }
  }
}

/// Gives outputs the shapes that an exporter has written down.
void BodyImporter::refineOutputs(const AttrValue &shapes,
                                 llvm::MutableArrayRef<mlir::Type> outputs) {
  llvm::SmallVector<AttrValue, 4> list;
  if (shapes.kind != AttrKind::List || !readList(context, shapes, list) ||
      list.size() != outputs.size())
    return;
  for (auto [value, output] : llvm::zip(list, outputs)) {
    DataType type = dataTypeOf(graph::elementTypeOf(output));
    Shape shape;
    if (type == DataType::Invalid || value.kind != AttrKind::Shape ||
        !readShape(context, value.message, shape))
      continue;
    mlir::Type refined = types.tensor(type, shape);
    bool isReference = llvm::isa<graph::RefType>(output);
    output = isReference ? graph::RefType::get(refined.getContext(), refined)
                         : refined;
  }
}

bool BodyImporter::addOutputs(const NodeEntry &node,
                              llvm::SmallVectorImpl<mlir::Type> &out) {
  const OpDefinition *definition = definitions.of(node);
  llvm::SmallVector<DataType, 4> outputs;
  bool isComplete =
      definition &&
      resultTypes(*definition, FileAttributes(details, context), outputs);
  for (DataType type : outputs)
    out.push_back(types.tensor(type));
  // What is used is there, even if nothing tells its type.
  if (!isComplete) {
    size_t used = usedOutputs.lookup(node.name);
    out.resize(std::max(out.size(), used), unknown);
  }
  if (const AttrValue *shapes = details.attr("_output_shapes"))
    refineOutputs(*shapes, out);
  return isComplete;
}

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

bool BodyImporter::isKnown(StringRef node) const {
  return numbers.contains(llvm::CachedHashStringRef(node));
}

/// A text that lives as long as this importer; those of a node end with it if
/// they had to be decoded.
StringRef BodyImporter::keep(StringRef text) {
  bool isInFile =
      text.begin() >= file.file.begin() && text.end() <= file.file.end();
  return isInFile ? text : text.copy(keptStrings);
}

mlir::Value BodyImporter::undefined(const NodeInput &input) {
  mlir::Value &value = undefinedValues[keep(input.text)];
  if (!value) {
    value = graph::UndefinedOp::create(builder, builder.getUnknownLoc(),
                                       input.isControl ? control : unknown,
                                       input.text);
  }
  return value;
}

/// The number of the result that an input names; none if there is no such
/// output.
std::optional<unsigned> BodyImporter::resultNumber(mlir::Operation *producer,
                                                   const NodeEntry &node,
                                                   const NodeInput &input) {
  unsigned outputs = producer->getNumResults() - 1;
  const OpDefinition *definition = definitions.of(node);
  size_t first = 0;
  if (!input.port.empty() && definition) {
    llvm::BumpPtrAllocator scratch;
    proto::ReadContext context = file.context(scratch);
    NodeDetails producerDetails;
    bool isRead = false;
    const ArgumentDefinition *named = nullptr;
    for (const ArgumentDefinition &output : definition->outputs) {
      if (output.name == input.port) {
        named = &output;
        break;
      }
      if (output.isSingle()) {
        ++first;
        continue;
      }
      if (!isRead)
        (void)readNode(context, node.range, producerDetails);
      isRead = true;
      std::optional<size_t> count = valueCount(
          *definition, output, FileAttributes(producerDetails, context));
      if (!count)
        return std::nullopt;
      first += *count;
    }
    if (!named)
      return std::nullopt;
  }
  size_t number = first + input.index;
  if (number >= outputs)
    return std::nullopt;
  return number;
}

mlir::Value BodyImporter::find(const NodeInput &input) {
  if (mlir::Value argument = arguments.lookup(input.node))
    return !input.isControl && input.index == 0 ? argument : mlir::Value();
  auto found = numbers.find(llvm::CachedHashStringRef(input.node));
  if (found == numbers.end())
    return {};
  mlir::Operation *producer = operations[found->second];
  if (input.isControl)
    return producer->getResults().back();
  std::optional<unsigned> number =
      resultNumber(producer, entries[found->second], input);
  return number ? mlir::Value(producer->getResult(*number)) : mlir::Value();
}

mlir::Value BodyImporter::valueOf(StringRef reference) {
  NodeInput input = parseInput(reference, {});
  mlir::Value value = find(input);
  return value ? value : undefined(input);
}

mlir::Value BodyImporter::controlOf(StringRef node) {
  NodeInput input;
  input.text = node;
  input.node = node;
  input.isControl = true;
  mlir::Value value = find(input);
  return value ? value : undefined(input);
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

static StringRef stringOf(const NodeDetails &node, StringRef attr) {
  const AttrValue *value = node.attr(attr);
  return value && value->kind == AttrKind::String ? value->text : StringRef();
}

mlir::StringAttr BodyImporter::opName(const NodeEntry &node) {
  mlir::StringAttr &name = opNames[node.op];
  if (!name)
    name = builder.getStringAttr(file.op(node));
  return name;
}

mlir::StringAttr BodyImporter::deviceName() {
  StringRef device = details.device.text;
  if (device.empty())
    return {};
  if (!lastDevice || lastDevice.getValue() != device)
    lastDevice = builder.getStringAttr(device);
  return lastDevice;
}

/// Makes the form of the node that was read. `isComplete` is false if it holds
/// for this node only.
BodyImporter::Form BodyImporter::makeForm(const NodeEntry &node,
                                          bool &isComplete) {
  Form form;
  isComplete = addOutputs(node, form.outputs);
  form.outputs.push_back(control);
  StringRef cluster = stringOf(details, "_tpu_replicate");
  form.cluster =
      text(cluster.empty() ? stringOf(details, "_replication_info") : cluster);
  form.outsideCompilation = text(stringOf(details, "_xla_outside_compilation"));
  return form;
}

/// The form of the node of which all but the attributes was read; reads these
/// unless they are known. Null if there is a problem.
const BodyImporter::Form *BodyImporter::formOf(const NodeEntry &node,
                                               uint32_t attributes) {
  std::pair<uint32_t, uint32_t> key(node.op, attributes);
  bool isNumbered = attributes != AttributeSets::None;
  if (isNumbered) {
    auto known = forms.find(key);
    if (known != forms.end())
      return &known->second;
  }
  if (!readNode(context, node.range, details))
    return nullptr;
  bool isComplete;
  ownForm = makeForm(node, isComplete);
  if (context.problem)
    return nullptr;
  if (!isNumbered || !isComplete)
    return &ownForm;
  return &forms.try_emplace(key, std::move(ownForm)).first->second;
}

void BodyImporter::setProperties(const NodeEntry &node, const Form &form,
                                 uint32_t attributes,
                                 graph::NodeOp::Properties &properties) {
  properties.setOpName(opName(node));
  properties.setDevice(deviceName());
  properties.setCluster(form.cluster);
  properties.setOutsideCompilation(form.outsideCompilation);
  properties.setIndex(graph::NodeOp::NoIndex);
  if (!options.materialize) {
    properties.setIndex(source.add(node, attributes));
    return;
  }
  properties.setNodeName(builder.getStringAttr(node.name));
  if (mlir::DictionaryAttr attributes =
          importAttributes(context, details.attrs, types))
    properties.setNodeAttributes(attributes);
}

/// Where a node that was imported has its name.
SourceRange BodyImporter::nameRange(const NodeEntry &node) const {
  llvm::BumpPtrAllocator scratch;
  proto::ReadContext context = file.context(scratch);
  NodeDetails earlier;
  (void)readNode(context, node.range, earlier);
  return earlier.name.range;
}

llvm::LogicalResult BodyImporter::importNode(const NodeEntry &node) {
  strings.Reset();
  SourceRange range;
  if (!file.readOutline(context, node, details, range))
    return report(*context.problem);
  uint32_t attributes =
      options.materialize ? AttributeSets::None : source.setOf(range);
  const Form *form = formOf(node, attributes);
  if (!form)
    return report(*context.problem);
  graph::NodeOp::Properties properties;
  setProperties(node, *form, attributes, properties);
  if (context.problem)
    return report(*context.problem);

  llvm::SmallVector<mlir::Value, 8> operands;
  llvm::SmallVector<std::pair<unsigned, const NodeInput *>, 2> missing;
  for (bool isControl : {false, true}) {
    for (const NodeInput &input : details.inputs) {
      if (input.isControl != isControl)
        continue;
      mlir::Value value = find(input);
      // An output that a node does not have will not be there later either.
      if (!value && (isKnown(input.node) || arguments.contains(input.node)))
        value = undefined(input);
      if (!value) {
        missing.emplace_back(operands.size(), &input);
        value = placeholder.getValue();
      }
      operands.push_back(value);
    }
  }
  mlir::Location location = options.materialize
                                ? source.locate(details.name.range)
                                : builder.getUnknownLoc();
  mlir::Operation *op = mlir::Operation::create(
      location, nodeName, form->outputs, operands, mlir::NamedAttrList(),
      mlir::OpaqueProperties(&properties), mlir::BlockRange(),
      /*numRegions=*/0);
  builder.insert(op);
  for (auto [operand, input] : missing) {
    NodeInput kept = *input;
    kept.text = keep(kept.text);
    kept.node = keep(kept.node);
    kept.port = keep(kept.port);
    later.push_back({op, operand, kept});
  }

  auto [first, isNew] = numbers.try_emplace(
      llvm::CachedHashStringRef(node.name), operations.size());
  operations.push_back(op);
  if (isNew)
    return llvm::success();
  return diag::GraphSyntax::duplicateNode(source.locate(details.name.range),
                                          node.name)
      .note(source.locate(nameRange(entries[first->second])),
            "first defined here");
}

llvm::LogicalResult BodyImporter::importNodes(llvm::ArrayRef<NodeEntry> nodes) {
  entries = nodes;
  operations.reserve(nodes.size());
  numbers.reserve(nodes.size());
  countUnknownOutputs(nodes);
  placeholder =
      graph::UndefinedOp::create(builder, builder.getUnknownLoc(), unknown, "");
  llvm::LogicalResult result = llvm::success();
  for (const NodeEntry &node : nodes) {
    if (failed(importNode(node)))
      result = llvm::failure();
    if (context.problem || isCancelled())
      break;
  }
  for (const Later &use : later) {
    mlir::Value value = find(use.input);
    use.user->setOperand(use.operand, value ? value : undefined(use.input));
  }
  placeholder.erase();
  return result;
}
