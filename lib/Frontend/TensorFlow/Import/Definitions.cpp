//===- Definitions.cpp - What ops and functions take and give -------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/TensorFlow/Import/Definitions.h"
#include "Support/LLVM.h"
#include "llvm/ADT/StringMap.h"

using namespace trainlint;
using namespace trainlint::tensorflow;

//===----------------------------------------------------------------------===//
// FileAttributes
//===----------------------------------------------------------------------===//

Given FileAttributes::readInteger(StringRef name, int64_t &value) const {
  const AttrValue *attr = node.attr(name);
  if (!attr)
    return Given::No;
  if (attr->kind != AttrKind::Int)
    return Given::Unknown;
  value = attr->integer();
  return Given::Yes;
}

Given FileAttributes::readType(StringRef name, DataType &type) const {
  const AttrValue *attr = node.attr(name);
  if (!attr)
    return Given::No;
  if (attr->kind != AttrKind::Type)
    return Given::Unknown;
  type = attr->type();
  return Given::Yes;
}

Given FileAttributes::readTypes(StringRef name,
                                llvm::SmallVectorImpl<DataType> &types) const {
  const AttrValue *attr = node.attr(name);
  if (!attr)
    return Given::No;
  if (attr->kind == AttrKind::None)
    return Given::Yes;
  llvm::SmallVector<AttrValue, 8> elements;
  if (attr->kind != AttrKind::List || !readList(context, *attr, elements))
    return Given::Unknown;
  auto isType = [](const AttrValue &element) {
    return element.kind == AttrKind::Type;
  };
  if (!llvm::all_of(elements, isType))
    return Given::Unknown;
  for (const AttrValue &element : elements)
    types.push_back(element.type());
  return Given::Yes;
}

//===----------------------------------------------------------------------===//
// Definitions
//===----------------------------------------------------------------------===//

static ArgumentDefinition argumentOf(const Argument &argument) {
  ArgumentDefinition result;
  result.name = argument.name.text;
  result.type = argument.type;
  result.typeAttribute = argument.typeAttr.text;
  result.numberAttribute = argument.numberAttr.text;
  result.typeListAttribute = argument.typeListAttr.text;
  result.isReference = argument.isReference;
  return result;
}

/// The signature of a function, as the definition of an op that calls it.
static std::unique_ptr<OpDefinition>
definitionOf(const GraphFile &file, const FunctionEntry &function,
             llvm::BumpPtrAllocator &strings) {
  FunctionDetails details;
  proto::ReadContext context = file.context(strings);
  if (!readFunction(context, function.range, details))
    return nullptr;
  auto result = std::make_unique<OpDefinition>();
  result->name = function.name.text;
  for (const Argument &input : details.inputs)
    result->inputs.push_back(argumentOf(input));
  for (const Argument &output : details.outputs)
    result->outputs.push_back(argumentOf(output));
  result->isStateful = details.isStateful;
  return result;
}

Definitions::Definitions(const GraphFile &file, const Graph &graph,
                         OpRegistry &registry) {
  llvm::StringMap<const FunctionEntry *> library;
  for (const FunctionEntry &function : graph.functions)
    library.try_emplace(function.name.text, &function);
  // A function hides an op of the same name, as in TensorFlow.
  for (StringRef op : file.ops) {
    const OpDefinition *definition = nullptr;
    if (const FunctionEntry *function = library.lookup(op)) {
      functions.push_back(definitionOf(file, *function, strings));
      definition = functions.back().get();
    } else {
      definition = registry.definition(op);
    }
    anyUnknown |= definition == nullptr;
    definitions.push_back(definition);
  }
}
