//===- Scopes.cpp - Names, and what they stand for ------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Values/Evaluator.h"
#include "Support/LLVM.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::python;

/// The scope of the environment: what names of os.environ stand for.
static constexpr unsigned EnvironmentScope = 1;
/// The levels of a value that are looked at, and all parts of all values.
static constexpr unsigned DeepestFrozen = 16;
static constexpr unsigned MostFrozenParts = 200000;

bool Evaluator::spend() {
  if (budget == 0 || factory.size() > mostMemory) {
    partial = true;
    return false;
  }
  --budget;
  return true;
}

unsigned Evaluator::addScope(unsigned outer, bool isClass) {
  Scope made;
  made.outer = outer;
  made.isClass = isClass;
  if (outer) {
    made.module = scopes[outer].module;
    made.buffer = scopes[outer].buffer;
  }
  scopes.push_back(std::move(made));
  return scopes.size() - 1;
}

unsigned Evaluator::nameId(StringRef name) {
  auto [entry, isNew] = nameIds.try_emplace(name, nameTexts.size());
  if (isNew)
    nameTexts.push_back(entry->first());
  return entry->second;
}

const Value *Evaluator::lookupName(StringRef name) {
  unsigned id = nameId(name);
  bool isOwn = true;
  for (unsigned at = scope; at; at = scopes[at].outer) {
    // The names of a class are not seen in its methods.
    bool isSeen = isOwn || !scopes[at].isClass;
    isOwn = false;
    if (!isSeen)
      continue;
    const Value *value = state.lookup(variableKey(at, id));
    if (!value)
      continue;
    // A function that runs some time sees any of the values that a name has.
    if (isRunningUncalled && at == scopes[at].module && ambiguous.contains(id))
      return factory.unknown(value->place);
    return restricted(value, path);
  }
  return nullptr;
}

void Evaluator::assignName(Node target, StringRef name, const Value *value) {
  unsigned id = nameId(name);
  bool isDefinition = value->kind == ValueKind::Name ||
                      value->kind == ValueKind::Function ||
                      value->kind == ValueKind::Class;
  if (!isDefinition && target && cell && target.owner() == cell->tree.get() &&
      target.range().begin >= guessedFrom)
    value = unknown(target);
  unsigned at =
      scopes[scope].globals.contains(id) ? scopes[scope].module : scope;
  state.set(variableKey(at, id), value);
  if (!isMain)
    return;
  if (at == scopes[at].module && !isRunningUncalled) {
    auto [first, isNew] = firstValue.try_emplace(id, value);
    if (!isNew && !isSame(first->second, value))
      ambiguous.insert(id);
  }
  if (target)
    names.push_back({nameTexts[id], frozen(value), cell ? cell->index : 0,
                     target, function});
}

//===----------------------------------------------------------------------===//
// Lists, dicts and objects that change
//===----------------------------------------------------------------------===//

const Value *Evaluator::stored(Value *value) {
  value->storage = ++lastStorage;
  Value *now = factory.copy(*value);
  now->storage = 0;
  if (value->kind == ValueKind::Object || value->kind == ValueKind::Class) {
    // What objects hold are their attributes.
    now->kind = ValueKind::Dict;
    now->entries = {};
  }
  state.set(storageKey(value->storage), now);
  return value;
}

const Value *Evaluator::contents(const Value *value) {
  if (!value->storage)
    return value;
  const Value *now = state.lookup(storageKey(value->storage));
  return now ? restricted(now, path) : value;
}

/// True for a value, or a choice of ones, that the state keeps.
static bool isKept(const Value &value) {
  return value.storage != 0 || (value.kind == ValueKind::Choice &&
                                llvm::any_of(value.arms, [](const Value *arm) {
                                  return isKept(*arm);
                                }));
}

void Evaluator::setContents(const Value *value, const Value *now) {
  // What is held is no storage itself: it might hold this one.
  if (isKept(*now))
    now = factory.unknown(now->place);
  // What changes it may take items away.
  if (now->kind == ValueKind::List && now->isOpen && now->integer) {
    Value *changed = factory.copy(*now);
    changed->integer = 0;
    now = changed;
  }
  state.set(storageKey(value->storage), now);
}

const Value *Evaluator::frozen(const Value *value, unsigned nesting) {
  if (nesting > DeepestFrozen || frozenBudget == 0)
    return factory.unknown(value->place);
  value = restricted(value, path);
  switch (value->kind) {
  case ValueKind::List:
  case ValueKind::Tuple:
  case ValueKind::Dict:
  case ValueKind::Choice:
    break;
  default:
    return value;
  }
  --frozenBudget;
  const Value *now = contents(value);
  if (now->kind == ValueKind::Choice) {
    llvm::SmallVector<const Value *, 4> arms;
    for (const Value *arm : now->arms)
      arms.push_back(frozen(arm, nesting + 1));
    return factory.choice(now->branch, arms);
  }
  if (!now->isSequence() && !now->isDict())
    return now == value ? value : frozen(now, nesting + 1);
  Value *copy = factory.copy(*now);
  copy->storage = 0;
  // Where it is made says more than where it was changed.
  copy->place = value->place;
  llvm::SmallVector<const Value *, 8> items;
  for (const Value *item : now->items)
    items.push_back(frozen(item, nesting + 1));
  copy->items = factory.keep(llvm::ArrayRef<const Value *>(items));
  llvm::SmallVector<DictEntry, 8> entries;
  for (const DictEntry &entry : now->entries)
    entries.push_back({entry.key, frozen(entry.value, nesting + 1)});
  copy->entries = factory.keep(llvm::ArrayRef<DictEntry>(entries));
  return copy;
}

//===----------------------------------------------------------------------===//
// The environment
//===----------------------------------------------------------------------===//

const Value *Evaluator::readEnvironment(const Value *name,
                                        const Value *fallback, Place place) {
  if (name->isText())
    if (const Value *value =
            state.lookup(variableKey(EnvironmentScope, nameId(name->text))))
      return restricted(value, path);
  // Its default holds where nobody sets it.
  bool isKnown = fallback && !fallback->isUnknown() && !fallback->isNone();
  return factory.unknown(place, isKnown ? fallback : nullptr);
}

void Evaluator::writeEnvironment(const Value *name, const Value *value,
                                 Place place) {
  if (!name->isText())
    return;
  state.set(variableKey(EnvironmentScope, nameId(name->text)), value);
  if (isMain)
    environment.push_back({nameTexts[nameId(name->text)], frozen(value),
                           cell ? cell->index : 0, place});
}

//===----------------------------------------------------------------------===//
// The whole module
//===----------------------------------------------------------------------===//

Evaluator::Evaluator(const Module &module, Program::ReadFile readFile)
    : main(module), readFile(std::move(readFile)) {
  // No scope, and that of the environment.
  scopes.resize(2);
  // Branch 0 is that of the defaults.
  branches.push_back({Place(), 2, std::nullopt});
  frozenBudget = MostFrozenParts;
  // A file costs as much as it is large, however its functions call each other.
  uint64_t size = std::min<size_t>(module.buffer->text().size(), 1 << 20);
  budget = 100000 + 8 * size;
  mostMemory = (size_t(32) << 20) + 96 * size;
}

void Evaluator::run() {
  unsigned own = addScope(0);
  scopes[own].module = own;
  scopes[own].buffer = main.buffer;
  scope = own;
  runModule(main);
  runUncalled();
}

void Evaluator::runModule(const Module &module) {
  for (const auto &each : module.cells)
    runCell(*each);
}

/// Where the first statement begins that is no Python: what a text means from
/// there on is a guess.
static uint32_t brokenFrom(const Tree &tree) {
  if (!tree.hasErrors())
    return UINT32_MAX;
  for (Node statement : tree.root().children())
    for (Node node : statement.subtree())
      if (node.is(NodeKind::Error))
        return statement.range().begin;
  // A word that is missing leaves no node.
  return 0;
}

void Evaluator::runCell(const Cell &running) {
  if (!running.tree)
    return;
  cell = &running;
  guessedFrom = brokenFrom(*running.tree);
  magics.clear();
  for (const Magic &magic : running.magics) {
    // In `name = !cmd` only what follows the equal sign is masked.
    size_t begin = magic.range.begin;
    if (!magic.target.empty())
      begin = running.text.find_first_of("!%", begin + magic.target.size());
    magics[begin] = &magic;
  }
  path.clear();
  contexts.clear();
  loopDepth = 0;
  State::Mark before = state.mark();
  if (runBlock(running.tree->root()) == Flow::Leave)
    // The program ends here, but not the notebook.
    path.clear();
  pendingReturns.clear();
  if (isMain) {
    for (const auto &[key, value] : state.changesSince(before))
      if (key >> 32 == scope && value)
        history[nameTexts[uint32_t(key)]].push_back(
            {running.index, frozen(value)});
    state.forgetHistory();
  }
}

const Magic *Evaluator::magicAt(Node node) const {
  return cell && node.owner() == cell->tree.get()
             ? magics.lookup(node.range().begin)
             : nullptr;
}

/// What `args.region` stands for; null for other texts, and where Python does
/// not know the first name.
const Value *Evaluator::lookupDotted(StringRef text) {
  llvm::SmallVector<StringRef> names;
  text.split(names, '.');
  if (names.size() < 2 || llvm::is_contained(names, ""))
    return nullptr;
  const Value *value = lookupName(names.front());
  for (StringRef name : llvm::drop_begin(names)) {
    if (!value)
      return nullptr;
    value = lift(value, [&](const Value *one) {
      return attributeOf(one, name, Place());
    });
  }
  return value;
}

/// Remembers what the names in a line for a shell stand for.
void Evaluator::runShell(const Magic &magic) {
  StringRef text =
      StringRef(cell->text).slice(magic.body.begin, magic.body.end);
  llvm::SmallVector<std::pair<StringRef, const Value *>> found;
  for (size_t at = text.find_first_of("${"); at != StringRef::npos && spend();
       at = text.find_first_of("${", at + 1)) {
    bool isBraced = text[at] == '{';
    StringRef rest = text.substr(at + 1);
    StringRef word = (isBraced ? rest.ltrim(" ") : rest).take_while([](char c) {
      return llvm::isAlnum(c) || c == '_';
    });
    if (const Value *value = word.empty() ? nullptr : lookupName(word))
      found.emplace_back(word, value);
    // A line may be as long as a file.
    constexpr size_t LongestName = 200;
    StringRef whole = rest.take_front(LongestName).split('}').first.trim();
    if (const Value *value = isBraced ? lookupDotted(whole) : nullptr)
      found.emplace_back(whole, value);
  }
  shellLines.push_back(
      {cell, &magic, factory.keep<std::pair<StringRef, const Value *>>(found),
       loopDepth > 0, factory.keep(llvm::ArrayRef<PathStep>(path))});
}

/// The names that `{NAME}` and `$NAME` stand for, in a line of a magic.
void Evaluator::runMagic(const Magic &magic) {
  bool isShell = magic.kind == Magic::Kind::Shell || magic.name == "sx" ||
                 magic.name == "system";
  if (isShell && isMain && cell)
    return runShell(magic);
  if (magic.kind != Magic::Kind::Line || !isMain)
    return;
  SourceRange body = magic.body;
  StringRef text = StringRef(cell->text).slice(body.begin, body.end);
  if (magic.name == "run" || magic.name == "store" || magic.name == "load") {
    // Anything may have other values below.
    partial = true;
    for (const auto &[id, first] : firstValue)
      state.set(variableKey(scopes[scope].module, id), factory.unknown({}));
    return;
  }
  if (magic.name != "env" && magic.name != "set_env")
    return;
  size_t begin = text.find_first_not_of(" \t");
  size_t end = text.find_first_of("= \t", begin);
  if (begin == StringRef::npos || end == StringRef::npos)
    return;
  StringRef name = text.slice(begin, end);
  size_t valueBegin = text.find_first_not_of(" \t", end + 1);
  if (valueBegin == StringRef::npos)
    valueBegin = text.size();
  StringRef written = text.substr(valueBegin).rtrim();
  SourceRange range{
      static_cast<uint32_t>(body.begin + valueBegin),
      static_cast<uint32_t>(body.begin + valueBegin + written.size())};
  Place place{main.buffer, cell->placeOf(range)};
  Value *value = factory.make(ValueKind::Text, place);
  value->isVerbatim = true;
  std::string known;
  for (size_t at = 0; at < written.size();) {
    StringRef rest = written.substr(at);
    char first = rest.front();
    StringRef word = rest.drop_front(1).take_while(
        [](char c) { return llvm::isAlnum(c) || c == '_'; });
    bool isBraced =
        first == '{' && rest.drop_front(1 + word.size()).starts_with("}");
    if ((first != '$' && !isBraced) || word.empty()) {
      known += first;
      ++at;
      continue;
    }
    const Value *part = lookupName(word);
    value->isVerbatim = false;
    if (part && part->isText()) {
      known += part->text;
    } else {
      known += UnknownPart;
      value->isTemplate = true;
    }
    at += 1 + word.size() + isBraced;
  }
  value->text = factory.keep(known);
  writeEnvironment(factory.text(name, place), value,
                   {main.buffer, cell->placeOf(magic.range)});
}

void Evaluator::runUncalled() {
  isRunningUncalled = true;
  reached = false;
  // What one of them defines is run before what it changed is undone, for it
  // sees its names.
  for (size_t i = 0, end = uncalled.size(); i < end; ++i) {
    State::Mark before = state.mark();
    size_t inner = uncalled.size();
    runUncalled(uncalled[i]);
    for (; inner < uncalled.size(); ++inner)
      runUncalled(uncalled[inner]);
    state.undo(before);
  }
  isRunningUncalled = false;
}

void Evaluator::runUncalled(Uncalled next) {
  Node definition = next.function->definition;
  if (calledFunctions.contains({definition.owner(), definition.order()}))
    return;
  path.clear();
  contexts.clear();
  loopDepth = 0;
  Arguments arguments;
  arguments.isOpen = true;
  Value *callable = factory.copy(*next.function);
  if (next.ofClass)
    callable->self = makeInstance(Node(), next.ofClass, arguments);
  (void)runFunction(callable, arguments, /*isKnown=*/false,
                    next.function->place);
}
