//===- Functions.cpp - The functions and classes of the file --------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Values/Evaluator.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"

using namespace trainlint;
using namespace trainlint::python;

/// Functions that call each other deeper are not followed, nor classes that
/// are made of others.
static constexpr unsigned DeepestCallChain = 6;
static constexpr unsigned DeepestBase = 8;

static bool hasDecorator(Node definition, StringRef name) {
  Node decorated = definition.parent();
  if (!decorated.is(NodeKind::DecoratedDefinition))
    return false;
  for (Node part : decorated.children())
    if (part.is(NodeKind::Decorator) &&
        part.text().drop_front(1).trim().starts_with(name))
      return true;
  return false;
}

void Evaluator::runDefinition(Node definition, Node decorated) {
  Node name = definition.child(Field::Name);
  if (!name)
    return;
  bool isClass = definition.is(NodeKind::ClassDefinition);
  Value *value = factory.make(isClass ? ValueKind::Class : ValueKind::Function,
                              placeOf(name));
  value->text = factory.keep(name.text());
  value->definition = definition;
  value->scope = scope;
  if (isMain && atModuleLevel())
    definitions.try_emplace(value->text, definition);
  if (!isClass) {
    assignName(name, name.text(), value);
    if (isMain)
      uncalled.push_back({value, nullptr});
    return;
  }

  if (Node bases = definition.child(Field::Superclasses))
    for (Node base : bases.children())
      (void)evaluate(base);
  (void)stored(value);
  unsigned outer = scope;
  scope = addScope(outer, /*isClass=*/true);
  unsigned own = scope;
  size_t before = uncalled.size();
  State::Mark mark = state.mark();
  if (Node body = definition.child(Field::Body))
    (void)runBlock(body);
  // Its names are its attributes.
  llvm::SmallVector<DictEntry, 8> members;
  for (const auto &[key, member] : state.changesSince(mark))
    if (key >> 32 == own && member)
      members.push_back(
          {factory.text(nameTexts[uint32_t(key)], member->place), member});
  scope = outer;
  for (size_t i = before; i < uncalled.size(); ++i)
    if (!uncalled[i].ofClass)
      uncalled[i].ofClass = value;
  Value *attributes = factory.make(ValueKind::Dict, value->place);
  attributes->entries = factory.keep(llvm::ArrayRef<DictEntry>(members));
  setContents(value, attributes);
  assignName(name, name.text(), value);
}

//===----------------------------------------------------------------------===//
// Classes
//===----------------------------------------------------------------------===//

const Value *Evaluator::memberOf(const Value *classValue, StringRef name,
                                 unsigned nesting) {
  if (const Value *found = contents(classValue)->find(name))
    return restricted(found, path);
  Node bases = classValue->definition.child(Field::Superclasses);
  if (!bases || nesting >= DeepestBase)
    return nullptr;
  for (Node base : bases.children()) {
    if (!base.is(NodeKind::Identifier))
      continue;
    const Value *value = lookupName(base.text());
    if (value && value->kind == ValueKind::Class && value != classValue)
      if (const Value *found = memberOf(value, name, nesting + 1))
        return found;
  }
  return nullptr;
}

bool Evaluator::hasUnknownBase(const Value *classValue, unsigned nesting) {
  Node bases = classValue->definition.child(Field::Superclasses);
  if (!bases)
    return false;
  for (Node base : bases.children()) {
    if (base.is(NodeKind::Identifier)) {
      if (base.text() == "object")
        continue;
      const Value *value = lookupName(base.text());
      if (value && value->kind == ValueKind::Class && value != classValue &&
          nesting < DeepestBase && !hasUnknownBase(value, nesting + 1))
        continue;
    }
    return true;
  }
  return false;
}

const Value *Evaluator::makeInstance(Node call, const Value *classValue,
                                     const Arguments &arguments) {
  Place place = call ? placeOf(call) : classValue->place;
  Value *object = factory.make(ValueKind::Object, place);
  object->text = classValue->text;
  object->definition = classValue->definition;
  object->self = classValue;
  (void)stored(object);
  if (const Value *init = memberOf(classValue, "__init__");
      init && init->kind == ValueKind::Function) {
    Value *bound = factory.copy(*init);
    bound->self = object;
    (void)runFunction(bound, arguments, call && !arguments.isOpen, place);
    return object;
  }
  // Named fields, as data classes have them.
  Value *attributes = factory.make(ValueKind::Dict, place);
  llvm::SmallVector<DictEntry, 8> entries;
  for (const Argument &argument : arguments.list)
    if (!argument.name.empty())
      entries.push_back(
          {factory.text(argument.name, argument.namePlace), argument.value});
  attributes->entries = factory.keep(llvm::ArrayRef<DictEntry>(entries));
  attributes->isOpen =
      arguments.isOpen || entries.size() != arguments.list.size();
  setContents(object, attributes);
  return object;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

const Argument *Evaluator::Arguments::find(StringRef name, int position) const {
  int index = 0;
  for (const Argument &argument : list)
    if (argument.name.empty() ? index++ == position : argument.name == name)
      return &argument;
  return nullptr;
}

/// True for a function that is run bit by bit.
bool Evaluator::isGenerator(Node definition) {
  auto [known, isNew] =
      generators.try_emplace({definition.owner(), definition.order()}, false);
  if (isNew && !definition.is(NodeKind::Lambda))
    known->second = llvm::any_of(definition.subtree(), [](Node node) {
      return node.is(NodeKind::Yield);
    });
  return known->second;
}

void Evaluator::bindParameters(Node definition, const Value *self,
                               const Arguments &arguments, bool isKnown) {
  Node parameters = definition.child(Field::Parameters);
  int position = 0;
  bool takesSelf = self != nullptr;
  for (Node parameter : parameters.children()) {
    Node name = parameter, usual;
    switch (parameter.kind()) {
    case NodeKind::Identifier:
      break;
    case NodeKind::DefaultParameter:
    case NodeKind::TypedDefaultParameter:
      name = parameter.child(Field::Name);
      usual = parameter.child(Field::Value);
      break;
    case NodeKind::TypedParameter:
      name = parameter.firstChild();
      break;
    case NodeKind::KeywordSeparator:
      position = 1 << 20;
      continue;
    case NodeKind::ListSplatPattern:
    case NodeKind::DictionarySplatPattern:
      break;
    default:
      continue;
    }
    if (name && (name.is(NodeKind::ListSplatPattern) ||
                 name.is(NodeKind::DictionarySplatPattern))) {
      if (name.is(NodeKind::ListSplatPattern))
        position = 1 << 20;
      if (Node inner = name.firstChild())
        assignName(inner, inner.text(), unknown(inner));
      continue;
    }
    if (!name.is(NodeKind::Identifier))
      continue;
    if (takesSelf) {
      takesSelf = false;
      assignName(Node(), name.text(), self);
      continue;
    }
    const Argument *given = arguments.find(name.text(), position++);
    if (given) {
      assignName(Node(), name.text(), given->value);
      continue;
    }
    if (const Value *option = parameterValue(definition, name.text())) {
      assignName(Node(), name.text(), option);
      continue;
    }
    const Value *value = usual ? evaluate(usual) : nullptr;
    if (!value || arguments.isOpen || !isKnown)
      value = factory.unknown(placeOf(name),
                              value && !value->isUnknown() ? value : nullptr);
    assignName(Node(), name.text(), value);
  }
}

const Value *Evaluator::runFunction(const Value *callee,
                                    const Arguments &arguments, bool isKnown,
                                    Place place) {
  Node definition = callee->definition;
  Node body = definition.child(Field::Body);
  if (!body || activeFunctions.size() >= DeepestCallChain ||
      llvm::is_contained(activeFunctions, definition) || !spend()) {
    giveAway(arguments);
    return factory.unknown(place);
  }
  calledFunctions.insert({definition.owner(), definition.order()});

  // Calls in files that are imported are those files' own.
  unsigned outerScope = scope;
  bool outerMain = isMain;
  Node outerFunction = function;
  unsigned outerLoops = loopDepth;
  size_t outerContexts = contexts.size();
  std::vector<PathStep> outerPath = path;
  const Value *outerReturned = returned;
  std::vector<PendingReturn> outerPending;
  std::swap(outerPending, pendingReturns);

  scope = addScope(callee->scope);
  isMain = isMain && scopes[scope].buffer == main.buffer;
  function = definition;
  activeFunctions.push_back(definition);
  if (definition.child(Field::Parameters)) {
    bool isStatic = hasDecorator(definition, "staticmethod");
    bindParameters(definition, isStatic ? nullptr : callee->self, arguments,
                   isKnown);
  }
  returned = nullptr;
  const Value *result = nullptr;
  if (definition.is(NodeKind::Lambda)) {
    result = evaluate(body);
  } else if (runBlock(body) == Flow::Return) {
    result = returned;
  }
  if (!result)
    result = factory.make(ValueKind::None, place);
  for (const PendingReturn &pending : llvm::reverse(pendingReturns)) {
    llvm::SmallVector<const Value *, 4> values(branches[pending.branch].arms,
                                               result);
    for (size_t i = 0; i < values.size(); ++i)
      if (pending.arms >> i & 1)
        values[i] = pending.value;
    result = factory.choice(pending.branch, values);
  }

  activeFunctions.pop_back();
  scope = outerScope;
  isMain = outerMain;
  function = outerFunction;
  loopDepth = outerLoops;
  contexts.resize(outerContexts);
  path = outerPath;
  returned = outerReturned;
  pendingReturns = std::move(outerPending);
  // A generator, and what awaits, is no value.
  bool isOrdinary =
      !definition.text().starts_with("async") && !isGenerator(definition);
  return isOrdinary ? result : factory.unknown(place);
}

const Value *Evaluator::callFunction(Node call, const Value *callee,
                                     const Arguments &arguments) {
  return runFunction(callee, arguments, /*isKnown=*/true, placeOf(call));
}
