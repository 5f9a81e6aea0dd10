//===- Statements.cpp - Runs statements in their order --------------------===//
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

/// Statements and expressions that are nested deeper are not followed.
static constexpr unsigned DeepestNesting = 150;

Evaluator::Flow Evaluator::runBlock(Node block) {
  for (Node statement : block.children()) {
    Flow flow = runStatement(statement);
    if (flow != Flow::Next)
      return flow;
  }
  return Flow::Next;
}

Evaluator::Flow Evaluator::runStatement(Node statement) {
  if (depth >= DeepestNesting || !spend())
    return Flow::Next;
  ++depth;
  llvm::scope_exit leave([&] { --depth; });
  switch (statement.kind()) {
  case NodeKind::ExpressionStatement: {
    for (Node expression : statement.children()) {
      (void)evaluate(expression);
      // A call that ends the program.
      if (expression.is(NodeKind::Call)) {
        llvm::StringRef callee = expression.child(Field::Function).text();
        if (callee == "sys.exit" || callee == "exit" || callee == "quit" ||
            callee == "os._exit")
          return Flow::Leave;
      }
    }
    return Flow::Next;
  }
  case NodeKind::PassStatement:
    if (const Magic *magic = magicAt(statement))
      runMagic(*magic);
    return Flow::Next;
  case NodeKind::ReturnStatement: {
    Node value = statement.firstChild();
    returned = value ? evaluate(value)
                     : factory.make(ValueKind::None, placeOf(statement));
    return Flow::Return;
  }
  case NodeKind::RaiseStatement:
    for (Node part : statement.children())
      (void)evaluate(part);
    return Flow::Leave;
  case NodeKind::BreakStatement:
  case NodeKind::ContinueStatement:
    return Flow::Leave;
  case NodeKind::IfStatement:
    return runIf(statement);
  case NodeKind::TryStatement:
    return runTry(statement);
  case NodeKind::WithStatement:
    return runWith(statement);
  case NodeKind::ForStatement:
  case NodeKind::WhileStatement:
    return runLoop(statement);
  case NodeKind::FunctionDefinition:
  case NodeKind::ClassDefinition:
    runDefinition(statement, Node());
    return Flow::Next;
  case NodeKind::DecoratedDefinition:
    for (Node part : statement.children())
      if (part.is(NodeKind::Decorator))
        addParameter(statement.child(Field::Definition),
                     evaluate(part.firstChild()));
    if (Node definition = statement.child(Field::Definition))
      runDefinition(definition, statement);
    return Flow::Next;
  case NodeKind::ImportStatement:
    runImport(statement);
    return Flow::Next;
  case NodeKind::ImportFromStatement:
    runImportFrom(statement);
    return Flow::Next;
  case NodeKind::GlobalStatement:
  case NodeKind::NonlocalStatement:
    for (Node name : statement.children())
      scopes[scope].globals.insert(nameId(name.text()));
    return Flow::Next;
  case NodeKind::DeleteStatement:
    runDelete(statement);
    return Flow::Next;
  case NodeKind::ExecStatement:
    partial |= isMain;
    return Flow::Next;
  case NodeKind::Error:
    forgetError(statement);
    return Flow::Next;
  case NodeKind::MatchStatement: {
    for (Node part : statement.children())
      if (part.field() == Field::Subject)
        (void)evaluate(part);
    forgetChanges(statement);
    return Flow::Next;
  }
  case NodeKind::PrintStatement:
  case NodeKind::AssertStatement:
    for (Node part : statement.children())
      (void)evaluate(part);
    return Flow::Next;
  case NodeKind::Block:
  case NodeKind::Module:
    return runBlock(statement);
  default:
    return Flow::Next;
  }
}

//===----------------------------------------------------------------------===//
// Branches and loops
//===----------------------------------------------------------------------===//

/// `if __name__ == "__main__"`: the file is looked at as the program.
static bool isMainCheck(Node condition) {
  llvm::StringRef text = condition.text();
  return text.starts_with("__name__") && text.contains("__main__") &&
         text.contains("==");
}

Evaluator::Flow Evaluator::runIf(Node statement) {
  llvm::SmallVector<Node, 4> alternatives;
  for (Node part : statement.children())
    if (part.field() == Field::Alternative)
      alternatives.push_back(part);
  return runIfChain(statement.child(Field::Condition),
                    statement.child(Field::Consequence), alternatives);
}

Evaluator::Flow Evaluator::runIfChain(Node test, Node body,
                                      llvm::ArrayRef<Node> alternatives) {
  if (!test || depth >= DeepestNesting || !spend())
    return Flow::Next;
  ++depth;
  llvm::scope_exit leave([&] { --depth; });
  auto runBody = [this, body] { return body ? runBlock(body) : Flow::Next; };
  auto runRest = [this, alternatives]() -> Flow {
    if (alternatives.empty())
      return Flow::Next;
    Node next = alternatives.front();
    if (next.is(NodeKind::ElifClause))
      return runIfChain(next.child(Field::Condition),
                        next.child(Field::Consequence),
                        alternatives.drop_front());
    Node otherwise = next.child(Field::Body);
    return otherwise ? runBlock(otherwise) : Flow::Next;
  };
  if (isMainCheck(test))
    return isMain ? runBody() : runRest();
  Condition condition = conditionOf(evaluate(test), test);
  if (condition.known)
    return *condition.known ? runBody() : runRest();
  Arm arms[] = {{condition.whenTrue, runBody}, {condition.whenFalse, runRest}};
  return fork(condition.branch, arms);
}

Evaluator::Flow Evaluator::runTry(Node statement) {
  static constexpr unsigned MostHandlers = 8;
  Node body = statement.child(Field::Body), otherwise, finally;
  llvm::SmallVector<Node, 4> handlers;
  for (Node part : statement.children()) {
    if (part.is(NodeKind::ExceptClause) || part.is(NodeKind::ExceptGroupClause))
      handlers.push_back(part);
    else if (part.is(NodeKind::ElseClause))
      otherwise = part.child(Field::Body);
    else if (part.is(NodeKind::FinallyClause))
      finally = part.child(NodeKind::Block);
  }
  if (handlers.size() > MostHandlers)
    handlers.resize(MostHandlers);
  auto runBody = [&] {
    Flow flow = body ? runBlock(body) : Flow::Next;
    return flow == Flow::Next && otherwise ? runBlock(otherwise) : flow;
  };
  Flow flow = Flow::Next;
  if (handlers.empty()) {
    flow = runBody();
  } else {
    llvm::SmallVector<Arm, 4> arms;
    unsigned branch = addBranch(statement, handlers.size() + 1);
    arms.push_back({{{branch, 1}}, runBody});
    for (auto [number, handler] : llvm::enumerate(handlers)) {
      Node block = handler.child(NodeKind::Block);
      arms.push_back({{{branch, 2u << number}}, [this, block] {
                        return block ? runBlock(block) : Flow::Next;
                      }});
    }
    flow = fork(branch, arms);
  }
  if (finally && runBlock(finally) != Flow::Next)
    return Flow::Leave;
  return flow;
}

/// `with self.assertRaises(ValueError)`, `with pytest.raises(ValueError)`.
static bool expectsFailure(Node context) {
  Node callee =
      context.is(NodeKind::Call) ? context.child(Field::Function) : Node();
  if (!callee.is(NodeKind::Attribute))
    return false;
  llvm::StringRef name = callee.child(Field::Attribute).text();
  return name.starts_with("assertRaises") || name == "raises";
}

Evaluator::Flow Evaluator::runWith(Node statement) {
  size_t outer = contexts.size();
  unsigned outerFailing = failingDepth;
  if (Node clause = statement.child(NodeKind::WithClause)) {
    for (Node item : clause.children()) {
      Node value = item.child(Field::Value);
      if (!value)
        continue;
      Node target;
      if (value.is(NodeKind::AsPattern)) {
        for (Node part : value.children())
          if (part.field() == Field::Alias)
            target = part.firstChild() ? part.firstChild() : part;
        value = value.firstChild();
      }
      const Value *context = evaluate(value);
      contexts.push_back(context);
      failingDepth += expectsFailure(value);
      if (target)
        assign(target,
               context->kind == ValueKind::Object ? context : unknown(value));
    }
  }
  Node body = statement.child(Field::Body);
  Flow flow = body ? runBlock(body) : Flow::Next;
  contexts.resize(outer);
  failingDepth = outerFailing;
  return flow;
}

Evaluator::Flow Evaluator::runLoop(Node statement) {
  if (Node list = statement.child(Field::Right))
    (void)evaluate(list);
  forgetChanges(statement);
  if (Node test = statement.child(Field::Condition)) {
    std::optional<bool> known = evaluate(test)->truth();
    if (known && !*known)
      return Flow::Next;
  }
  if (Node target = statement.child(Field::Left))
    assign(target, unknown(target));
  std::vector<PathStep> before = path;
  Node body = statement.child(Field::Body);
  ++loopDepth;
  size_t pending = pendingReturns.size();
  if (body)
    (void)runBlock(body);
  // Nobody knows in which turn it returns, if at all.
  bool mayReturn = pendingReturns.size() > pending;
  pendingReturns.resize(pending);
  --loopDepth;
  path = before;
  forgetChanges(statement);
  if (Node clause = statement.child(Field::Alternative))
    if (Node otherwise = clause.child(Field::Body))
      (void)runBlock(otherwise);
  if (mayReturn)
    pendingReturns.push_back({addBranch(statement, 2), 1, unknown(statement)});
  return Flow::Next;
}

/// What writes to a list or a dict, called on a name.
static bool isChangingMethod(StringRef name) {
  static constexpr llvm::StringLiteral names[] = {
      "append",  "extend", "insert", "update",  "setdefault",
      "pop",     "remove", "clear",  "popitem", "sort",
      "reverse", "add",    "discard"};
  return llvm::is_contained(names, name);
}

void Evaluator::forgetChanges(Node body) {
  auto forget = [&](Node target) {
    if (target.is(NodeKind::Identifier)) {
      if (const Value *now = lookupName(target.text()))
        if (!(now->isUnknown() && !now->fallback))
          assignName(Node(), target.text(), unknown(target));
      return;
    }
    // What is written into, or called, on a name.
    if (target.is(NodeKind::Subscript) || target.is(NodeKind::Attribute)) {
      Node base = target.child(target.is(NodeKind::Subscript) ? Field::Value
                                                              : Field::Object);
      if (!base.is(NodeKind::Identifier))
        return;
      const Value *held = lookupName(base.text());
      if (held && held->storage)
        setContents(held, unknown(target));
    }
  };
  for (Node node : body.subtree()) {
    if (!spend())
      return;
    switch (node.kind()) {
    case NodeKind::Assignment:
    case NodeKind::AugmentedAssignment:
    case NodeKind::ForStatement:
      if (Node left = node.child(Field::Left)) {
        if (left.is(NodeKind::PatternList) || left.is(NodeKind::TuplePattern) ||
            left.is(NodeKind::ListPattern))
          for (Node part : left.subtree())
            forget(part);
        else
          forget(left);
      }
      break;
    case NodeKind::NamedExpression:
      forget(node.child(Field::Name));
      break;
    case NodeKind::DeleteStatement:
      for (Node part : node.children())
        forget(part);
      break;
    case NodeKind::Call: {
      Node callee = node.child(Field::Function);
      if (callee.is(NodeKind::Attribute) &&
          isChangingMethod(callee.child(Field::Attribute).text()))
        forget(callee);
      break;
    }
    default:
      break;
    }
  }
}

//===----------------------------------------------------------------------===//
// Assignments
//===----------------------------------------------------------------------===//

void Evaluator::assign(Node target, const Value *value) {
  switch (target.kind()) {
  case NodeKind::Identifier:
    assignName(target, target.text(), value);
    return;
  case NodeKind::Subscript:
    assignItem(target, value);
    return;
  case NodeKind::Attribute:
    assignAttribute(target, value);
    return;
  case NodeKind::ParenthesizedExpression:
    if (Node inner = target.firstChild())
      assign(inner, value);
    return;
  case NodeKind::PatternList:
  case NodeKind::TuplePattern:
  case NodeKind::ListPattern:
  case NodeKind::ExpressionList:
  case NodeKind::Tuple:
  case NodeKind::List:
    break;
  default:
    for (Node part : target.subtree())
      if (part.is(NodeKind::Identifier))
        assignName(part, part.text(), unknown(part));
    return;
  }
  llvm::SmallVector<Node, 8> parts(target.children().begin(),
                                   target.children().end());
  for (auto [number, part] : llvm::enumerate(parts)) {
    size_t index = number, count = parts.size();
    const Value *item = lift(value, [&](const Value *one) -> const Value * {
      const Value *now = contents(one);
      if (!now->isSequence() || now->isOpen || now->items.size() != count)
        return unknown(target);
      return now->items[index];
    });
    assign(part, item);
  }
}

void Evaluator::assignItem(Node target, const Value *value) {
  const Value *container = evaluate(target.child(Field::Value));
  Node index = target.child(Field::Subscript);
  const Value *key = index ? evaluate(index) : unknown(target);
  if (container->isName("os.environ")) {
    writeEnvironment(key, value, placeOf(target));
    return;
  }
  if (!container->storage)
    return;
  const Value *now = contents(container);
  if (now->isDict() && key->isText()) {
    llvm::SmallVector<DictEntry, 8> entries;
    for (const DictEntry &entry : now->entries)
      if (!isSame(entry.key, key))
        entries.push_back(entry);
    entries.push_back({key, value});
    Value *next = factory.copy(*now);
    next->entries = factory.keep(llvm::ArrayRef<DictEntry>(entries));
    setContents(container, next);
    return;
  }
  if (now->kind == ValueKind::List && key->isInteger() && !now->isOpen) {
    int64_t at = key->integer, count = now->items.size();
    at += at < 0 ? count : 0;
    if (at >= 0 && at < count) {
      llvm::SmallVector<const Value *, 8> items(now->items);
      items[at] = value;
      Value *next = factory.copy(*now);
      next->items = factory.keep(llvm::ArrayRef<const Value *>(items));
      setContents(container, next);
      return;
    }
  }
  setContents(container, unknown(target));
}

void Evaluator::assignAttribute(Node target, const Value *value) {
  const Value *object = evaluate(target.child(Field::Object));
  if (!object->storage)
    return;
  const Value *now = contents(object);
  if (!now->isDict())
    return;
  const Value *key =
      factory.text(target.child(Field::Attribute).text(), placeOf(target));
  llvm::SmallVector<DictEntry, 8> entries;
  for (const DictEntry &entry : now->entries)
    if (entry.key->text != key->text)
      entries.push_back(entry);
  entries.push_back({key, value});
  Value *next = factory.copy(*now);
  next->entries = factory.keep(llvm::ArrayRef<DictEntry>(entries));
  setContents(object, next);
}

/// True for a list, whichever way the branches go that it depends on.
static bool isAlwaysList(const Value &value) {
  if (value.kind == ValueKind::Choice)
    return llvm::all_of(value.arms,
                        [](const Value *arm) { return isAlwaysList(*arm); });
  return value.kind == ValueKind::List;
}

void Evaluator::augment(Node statement) {
  Node target = statement.child(Field::Left);
  const Value *right = evaluate(statement.child(Field::Right));
  llvm::StringRef op = statement.child(Field::Operator).text();
  if (!target)
    return;
  const Value *left = evaluate(target);
  // A list that is added to stays the same list.
  const Value *held = left->storage ? contents(left) : left;
  if (op == "+=" && left->storage && isAlwaysList(*held)) {
    setContents(left, lift(held, right, [&](const Value *a, const Value *b) {
                  return contents(binaryKnown("+", a, b, placeOf(statement)));
                }));
    return;
  }
  assign(target, op.size() > 1
                     ? binary(op.drop_back(), left, right, placeOf(statement))
                     : unknown(statement));
}

void Evaluator::runDelete(Node statement) {
  for (Node part : statement.subtree()) {
    if (part.is(NodeKind::Subscript)) {
      const Value *container = evaluate(part.child(Field::Value));
      if (container->storage)
        setContents(container, unknown(part));
      return;
    }
    if (part.is(NodeKind::Identifier))
      assignName(Node(), part.text(), unknown(part));
  }
}

/// What a text that is no Python may have changed is not known below.
void Evaluator::forgetError(Node error) {
  // What can be read of it runs all the same: it may submit jobs.
  for (Node part : error.children())
    (void)runStatement(part);
  for (Node part : error.subtree()) {
    if (!spend())
      return;
    if (part.is(NodeKind::Identifier) && lookupName(part.text()))
      assignName(Node(), part.text(), unknown(part));
  }
}
