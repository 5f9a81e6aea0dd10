//===- Imports.cpp - Modules that a program imports -----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A module that lies beside the file, or in its package, is run for what its
// names stand for; a name of any other module is that of a library.
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Values/Evaluator.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"

using namespace trainlint;
using namespace trainlint::python;

/// So many names are looked for among the files, and so many files are read.
static constexpr unsigned MostAttempts = 60;
static constexpr size_t MostFiles = 24;
/// Larger modules are not read: they hold no settings.
static constexpr size_t MostBytesOfModule = 256 << 10;

/// Modules that never lie beside a program.
static bool isLibrary(StringRef dotted) {
  static constexpr llvm::StringLiteral names[] = {
      "google",
      "tensorflow",
      "torch",
      "torch_xla",
      "torchvision",
      "jax",
      "flax",
      "optax",
      "numpy",
      "pandas",
      "os",
      "sys",
      "re",
      "json",
      "time",
      "datetime",
      "argparse",
      "absl",
      "logging",
      "math",
      "random",
      "collections",
      "functools",
      "itertools",
      "typing",
      "subprocess",
      "shutil",
      "pathlib",
      "copy",
      "kfp",
      "tfx",
      "sklearn",
      "scipy",
      "matplotlib",
      "keras",
      "transformers",
      "datasets",
      "tensorflow_cloud",
      "googleapiclient",
      "oauth2client",
      "apiclient",
      "airflow",
      "hypertune",
      "six",
      "tqdm",
      "yaml",
      "requests",
      "PIL",
      "cv2",
      "tensorflow_datasets",
      "IPython",
      "__future__",
      "dataclasses",
      "enum",
      "abc",
      "io",
      "glob",
      "uuid",
      "pickle",
      "string",
      "threading",
      "warnings",
      "contextlib",
      "tempfile",
      "unittest",
      "pytest",
      "google_cloud_pipeline_components"};
  return llvm::is_contained(names, dotted.split('.').first);
}

Evaluator::ImportedModule *Evaluator::importModule(StringRef dotted,
                                                   unsigned level) {
  if (!readFile || (level == 0 && isLibrary(dotted)))
    return nullptr;
  std::string location;
  for (unsigned i = 1; i < level; ++i)
    location += "../";
  for (char c : dotted)
    location += c == '.' ? '/' : c;
  StringRef from = scopes[scope].buffer->name();
  std::string key = location + "\n" + from.str();
  auto [entry, isNew] = modules.try_emplace(key);
  if (!isNew)
    return entry->second && !entry->second->isRunning ? entry->second.get()
                                                      : nullptr;
  ModuleFilePtr file;
  for (StringRef ending : {".py", "/__init__.py"}) {
    if (file || importAttempts >= MostAttempts || files.size() >= MostFiles)
      break;
    if (location.empty() || StringRef(location).ends_with("/"))
      continue;
    ++importAttempts;
    file = readFile(location + ending.str(), from);
  }
  if (!file)
    return nullptr;
  const SourceBuffer &buffer = file->buffer();
  if (buffer.text().size() > MostBytesOfModule ||
      buffer.name() == main.buffer->name())
    return nullptr;
  // Several files may import it, each by a way of its own.
  auto [known, isFirst] = modulesByFile.try_emplace(buffer.name(), nullptr);
  if (!isFirst)
    return known->second && !known->second->isRunning ? known->second : nullptr;
  auto imported = std::make_unique<ImportedModule>();
  ImportedModule *result = imported.get();
  files.push_back(file->share());
  result->file = std::move(file);
  result->isRunning = true;
  known->second = result;
  modules[key] = std::move(imported);

  // It runs as if it stood alone.
  unsigned outerScope = scope, outerLoops = loopDepth;
  bool outerMain = isMain;
  Node outerFunction = function;
  const Cell *outerCell = cell;
  auto outerMagics = magics;
  uint32_t outerGuessedFrom = guessedFrom;
  std::vector<PathStep> outerPath = path;
  std::vector<const Value *> outerContexts = contexts;
  std::vector<PendingReturn> outerPending;
  std::swap(outerPending, pendingReturns);
  unsigned own = addScope(0);
  scopes[own].module = own;
  scopes[own].buffer = &buffer;
  result->scope = own;
  scope = own;
  isMain = false;
  function = Node();
  runModule(result->file->module());
  scope = outerScope;
  loopDepth = outerLoops;
  isMain = outerMain;
  function = outerFunction;
  cell = outerCell;
  magics = std::move(outerMagics);
  guessedFrom = outerGuessedFrom;
  path = std::move(outerPath);
  contexts = std::move(outerContexts);
  pendingReturns = std::move(outerPending);
  result->isRunning = false;
  return result;
}

const Value *Evaluator::importName(StringRef module, unsigned level,
                                   StringRef name, Place place) {
  if (ImportedModule *imported = importModule(module, level)) {
    if (const Value *value =
            state.lookup(variableKey(imported->scope, nameId(name))))
      return value;
  }
  std::string dotted =
      module.empty() ? name.str() : (module + "." + name).str();
  // `from package import module` names a file, too.
  if (ImportedModule *imported = importModule(dotted, level))
    return moduleValue(*imported, dotted, place);
  if (level)
    return factory.unknown(place);
  return factory.name(dotted, place);
}

/// An object whose attributes are the names of a module.
const Value *Evaluator::moduleValue(const ImportedModule &imported,
                                    StringRef dotted, Place place) {
  Value *value = factory.make(ValueKind::Class, place);
  value->text = factory.keep(dotted);
  if (const Tree *tree = imported.file->module().cells.front()->tree.get())
    value->definition = tree->root();
  if (!value->definition)
    return factory.unknown(place);
  (void)stored(value);
  llvm::SmallVector<DictEntry, 8> entries;
  for (auto [id, text] : llvm::enumerate(nameTexts))
    if (const Value *held = state.lookup(variableKey(imported.scope, id)))
      entries.push_back({factory.text(text, place), held});
  Value *attributes = factory.make(ValueKind::Dict, place);
  attributes->entries = factory.keep(llvm::ArrayRef<DictEntry>(entries));
  setContents(value, attributes);
  return value;
}

void Evaluator::runImport(Node statement) {
  for (Node part : statement.children()) {
    bool isAliased = part.is(NodeKind::AliasedImport);
    Node name = isAliased ? part.child(Field::Name) : part;
    if (!name.is(NodeKind::DottedName))
      continue;
    StringRef dotted = name.text();
    if (isMain)
      imports.push_back(factory.keep(dotted));
    Node bound = isAliased ? part.child(Field::Alias) : name.firstChild();
    if (!bound)
      continue;
    StringRef meant = isAliased ? dotted : bound.text();
    const Value *value = nullptr;
    if (isAliased || !dotted.contains('.'))
      if (ImportedModule *imported = importModule(dotted, 0))
        value = moduleValue(*imported, dotted, placeOf(part));
    if (!value)
      value = factory.name(meant, placeOf(part));
    assignName(bound, bound.text(), value);
  }
}

void Evaluator::runImportFrom(Node statement) {
  Node from = statement.child(Field::ModuleName);
  if (!from)
    return;
  unsigned level = 0;
  StringRef module = from.text();
  while (module.consume_front("."))
    ++level;
  module = module.trim();
  if (statement.child(NodeKind::WildcardImport)) {
    if (isMain && !level)
      imports.push_back(factory.keep(module));
    if (ImportedModule *imported = importModule(module, level)) {
      // Names that come up on the way are the module's own.
      for (unsigned id = 0, count = nameTexts.size(); id < count; ++id)
        if (const Value *held = state.lookup(variableKey(imported->scope, id)))
          assignName(Node(), nameTexts[id], held);
      return;
    }
    // Whatever it brings may have the names that are known.
    partial |= isMain && !isLibrary(module);
    return;
  }
  for (Node part : statement.children()) {
    if (part.field() != Field::Name)
      continue;
    bool isAliased = part.is(NodeKind::AliasedImport);
    Node name = isAliased ? part.child(Field::Name) : part;
    Node bound = isAliased ? part.child(Field::Alias) : name;
    if (!name || !bound)
      continue;
    if (isMain && !level)
      imports.push_back(factory.keep((module + "." + name.text()).str()));
    assignName(bound, bound.text(),
               importName(module, level, name.text(), placeOf(part)));
  }
}
