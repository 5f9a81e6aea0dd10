//===- FunctionDetails.cpp - All that a function says ---------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/TensorFlow/FunctionDetails.h"
#include "Frontend/Formats/TensorFlowFields.h"
#include "Frontend/TensorFlow/MapEntries.h"

using namespace trainlint;
using namespace trainlint::tensorflow;
using namespace trainlint::proto;

static void readArgument(ReadContext &context, const Message &message,
                         Argument &argument) {
  MessageReader reader(context, fields::ArgDef, message);
  Field field;
  while (reader.next(field)) {
    switch (field.number()) {
    case fields::arg_def::Name:
      argument.name = nameOf(field);
      break;
    case fields::arg_def::Type:
      argument.type = static_cast<DataType>(field.integer());
      argument.typeRange = field.value;
      break;
    case fields::arg_def::TypeAttr:
      argument.typeAttr = nameOf(field);
      break;
    case fields::arg_def::NumberAttr:
      argument.numberAttr = nameOf(field);
      break;
    case fields::arg_def::TypeListAttr:
      argument.typeListAttr = nameOf(field);
      break;
    default:
      argument.isReference = field.boolean();
    }
  }
}

static void readDeclaration(ReadContext &context, const Message &message,
                            AttrDeclaration &declaration) {
  MessageReader reader(context, fields::AttrDef, message);
  Field field;
  while (reader.next(field)) {
    if (field.number() == fields::attr_def::Name)
      declaration.name = nameOf(field);
    else
      declaration.type = nameOf(field);
  }
}

static void readSignature(ReadContext &context, const Message &message,
                          FunctionDetails &function) {
  MessageReader reader(context, fields::OpDef, message);
  Field field;
  while (reader.next(field)) {
    switch (field.number()) {
    case fields::op_def::Name:
      function.name = nameOf(field);
      break;
    case fields::op_def::Input:
      readArgument(context, field.message(), function.inputs.emplace_back());
      break;
    case fields::op_def::Output:
      readArgument(context, field.message(), function.outputs.emplace_back());
      break;
    case fields::op_def::Attr:
      readDeclaration(context, field.message(),
                      function.declaredAttrs.emplace_back());
      break;
    case fields::op_def::IsStateful:
      function.isStateful = field.boolean();
      break;
    default:
      function.controlOutputs.push_back(nameOf(field));
    }
  }
}

static void readResult(ReadContext &context, const Message &message,
                       Result &result) {
  MessageReader reader(context, fields::StringEntry, message);
  Field field;
  while (reader.next(field)) {
    if (field.number() == fields::entry::Key)
      result.name = nameOf(field);
    else
      result.value = nameOf(field);
  }
}

bool tensorflow::readFunction(ReadContext &context, SourceRange range,
                              FunctionDetails &function) {
  function = FunctionDetails();
  MessageReader reader(context, fields::FunctionDef, Message{{range}, 0});
  Field field;
  while (reader.next(field)) {
    switch (field.number()) {
    case fields::function_def::Signature:
      readSignature(context, field.message(), function);
      break;
    case fields::function_def::Result:
      readResult(context, field.message(), function.results.emplace_back());
      break;
    case fields::function_def::ControlResult:
      readResult(context, field.message(),
                 function.controlResults.emplace_back());
      break;
    case fields::function_def::Attr:
      readAttr(context, field.message(), function.attrs);
      break;
    default:
      break;
    }
  }
  dropReplaced(function.results);
  dropReplaced(function.controlResults);
  dropReplaced(function.attrs);
  return !context.problem;
}
