//===- CallExpressions.cpp - What calls do and return ---------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Values/Evaluator.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"

using namespace trainlint;
using namespace trainlint::python;

Evaluator::Arguments Evaluator::evaluateArguments(Node call) {
  Arguments result;
  Node list = call.child(Field::Arguments);
  if (!list)
    return result;
  if (list.is(NodeKind::GeneratorExpression)) {
    result.list.push_back({"", {}, placeOf(list), evaluate(list)});
    return result;
  }
  // An exercise leaves arguments to those who do it.
  static constexpr size_t LongestExercise = 1 << 14;
  StringRef written = list.text();
  result.isOpen = written.size() < LongestExercise && written.contains("TODO");
  for (Node part : list.children()) {
    switch (part.kind()) {
    case NodeKind::Ellipsis:
      result.isOpen = true;
      continue;
    case NodeKind::KeywordArgument: {
      Node name = part.child(Field::Name), value = part.child(Field::Value);
      if (!name || !value)
        continue;
      result.list.push_back({factory.keep(name.text()), placeOf(name),
                             placeOf(value), evaluate(value)});
      continue;
    }
    case NodeKind::ListSplat:
    case NodeKind::ParenthesizedListSplat: {
      const Value *spread = contents(evaluate(part.firstChild()));
      if (!spread->isSequence() || spread->isOpen) {
        result.isOpen = true;
        continue;
      }
      for (const Value *item : spread->items)
        result.list.push_back({"", {}, placeOf(part), item});
      continue;
    }
    case NodeKind::DictionarySplat: {
      const Value *spread = contents(evaluate(part.firstChild()));
      if (!spread->isDict() || spread->isOpen)
        result.isOpen = true;
      if (!spread->isDict())
        continue;
      for (const DictEntry &entry : spread->entries) {
        if (entry.key->isText())
          result.list.push_back(
              {entry.key->text, entry.key->place, placeOf(part), entry.value});
        else
          result.isOpen = true;
      }
      continue;
    }
    default:
      result.isOpen |= part.is(NodeKind::Error);
      result.list.push_back({"", {}, placeOf(part), evaluate(part)});
    }
  }
  return result;
}

Call *Evaluator::record(Node node, StringRef callee, Place calleePlace,
                        const Value *receiver, const Arguments &arguments) {
  Call *call = factory.call();
  call->node = node;
  call->buffer = scopes[scope].buffer;
  call->callee = factory.keep(callee);
  call->calleePlace = calleePlace;
  call->receiver = receiver;
  llvm::SmallVector<Argument, 8> list(arguments.list);
  for (Argument &argument : list)
    argument.value = frozen(argument.value);
  call->arguments = factory.keep(llvm::ArrayRef<Argument>(list));
  call->isOpen = arguments.isOpen;
  call->path = factory.keep(llvm::ArrayRef<PathStep>(path));
  call->isInLoop = loopDepth > 0;
  call->function = function;
  call->isReached = reached;
  call->contexts = factory.keep(llvm::ArrayRef<const Value *>(contexts));
  call->cell = cell ? cell->index : 0;
  // What a test expects to be refused is meant so.
  if (isMain && failingDepth == 0)
    calls.push_back(call);
  return call;
}

void Evaluator::giveAway(const Arguments &arguments) {
  for (const Argument &argument : arguments.list)
    if (argument.value->storage && !argument.value->definition)
      setContents(argument.value, factory.unknown(argument.value->place));
}

const Value *Evaluator::evaluateCall(Node call) {
  Node callee = call.child(Field::Function);
  if (!callee)
    return unknown(call);
  // Methods are looked for on what their object is, before its attributes are.
  if (callee.is(NodeKind::Attribute)) {
    const Value *object = evaluate(callee.child(Field::Object));
    Node method = callee.child(Field::Attribute);
    Arguments arguments = evaluateArguments(call);
    if (!method)
      return unknown(call);
    return lift(object, [&](const Value *one) {
      return callMethod(call, one, method.text(), placeOf(method), arguments);
    });
  }
  const Value *value = evaluate(callee);
  Arguments arguments = evaluateArguments(call);
  return lift(
      value, [&](const Value *one) { return callValue(call, one, arguments); });
}

const Value *Evaluator::callValue(Node call, const Value *callee,
                                  Arguments &arguments) {
  switch (callee->kind) {
  case ValueKind::Function:
    return callFunction(call, callee, arguments);
  case ValueKind::Class:
    return makeInstance(call, callee, arguments);
  case ValueKind::Name:
    return callName(call, callee, arguments);
  case ValueKind::Object: {
    if (callee->definition)
      break;
    Value *result = factory.make(ValueKind::Object, placeOf(call));
    result->text = factory.keep((callee->text + ".__call__").str());
    result->call = record(call, result->text, callee->place, callee, arguments);
    return stored(result);
  }
  default:
    break;
  }
  giveAway(arguments);
  return unknown(call);
}

const Value *Evaluator::callMethod(Node call, const Value *object,
                                   StringRef method, Place methodPlace,
                                   Arguments &arguments) {
  Place place = placeOf(call);
  switch (object->kind) {
  case ValueKind::Text:
    return callTextMethod(object, method, arguments, place);
  case ValueKind::List:
  case ValueKind::Dict:
  case ValueKind::Tuple:
    if (const Value *result =
            callContainerMethod(object, method, arguments, place))
      return result;
    return factory.unknown(place);
  case ValueKind::Name: {
    const Value *name =
        factory.name((object->text + "." + method).str(), methodPlace);
    return callName(call, name, arguments);
  }
  case ValueKind::Class: {
    const Value *bound = attributeOf(object, method, methodPlace);
    if (bound->kind == ValueKind::Function)
      return callFunction(call, bound, arguments);
    break;
  }
  case ValueKind::Object: {
    const Value *own =
        object->storage ? contents(object)->find(method) : nullptr;
    if (object->definition || own) {
      const Value *bound = attributeOf(object, method, methodPlace);
      if (!bound->isUnknown())
        return callValue(call, bound, arguments);
      // A class of the file may stand on one of a library.
      (void)record(call, ("." + method).str(), methodPlace, nullptr, arguments);
      break;
    }
    bool isSafe = method == "safe_substitute";
    bool isTemplate = object->text == "string.Template" && object->call;
    if (isTemplate && (isSafe || method == "substitute")) {
      const Value *format = object->call->value("template", 0);
      return lift(format ? format : factory.unknown(place),
                  [&](const Value *one) {
                    return substitute(one, arguments, isSafe, place);
                  });
    }
    Value *result = factory.make(ValueKind::Object, place);
    result->text = factory.keep((object->text + "." + method).str());
    Call *made = record(call, result->text, methodPlace, object, arguments);
    result->call = made;
    if (object->text.ends_with("ArgumentParser") ||
        object->text.contains("ArgumentParser.add_"))
      addOption(*made);
    giveAway(arguments);
    return stored(result);
  }
  default: {
    Value *nobody = nullptr;
    (void)record(call, ("." + method).str(), methodPlace, nobody, arguments);
    break;
  }
  }
  giveAway(arguments);
  return factory.unknown(place);
}

/// True for functions of libraries that only read what they are given.
static bool leavesArguments(StringRef name) {
  static constexpr llvm::StringLiteral libraries[] = {
      "google", "googleapiclient", "json", "logging", "pprint", "yaml"};
  return llvm::is_contained(libraries, name.split('.').first);
}

const Value *Evaluator::callName(Node call, const Value *name,
                                 Arguments &arguments) {
  Place place = placeOf(call);
  if (const Value *result = callBuiltin(call, name->text, arguments, place))
    return result;
  // Where the last part of it stands.
  Node callee = call.child(Field::Function);
  Node last =
      callee.is(NodeKind::Attribute) ? callee.child(Field::Attribute) : callee;
  Value *result = factory.make(ValueKind::Object, place);
  result->text = name->text;
  Call *made = record(call, name->text, placeOf(last), nullptr, arguments);
  result->call = made;
  if (name->text.contains("flags.DEFINE_"))
    defineFlag(*made);
  if (!leavesArguments(name->text))
    giveAway(arguments);
  return stored(result);
}
