//===- TrainerScripts.cpp - Scripts that jobs run -------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Scripts/TrainerScripts.h"
#include "Support/LLVM.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace trainlint;
using namespace trainlint::python;
namespace path = llvm::sys::path;

/// An input that names more scripts is no ordinary one.
static constexpr size_t MostScripts = 20;
/// Larger scripts are not followed.
static constexpr size_t MostBytesOfScript = 512 << 10;

TrainerScripts::TrainerScripts(const SourceBuffer &input,
                               Program::ReadFile readFile,
                               const WrittenFiles *files)
    : source(input), readFile(std::move(readFile)), files(files) {}

static StringRef folderOf(StringRef file) {
  StringRef folder = path::parent_path(file);
  (void)folder.consume_front("./");
  return folder == "." ? StringRef() : folder;
}

/// A module that a script imports: a cell may write it, too.
ModuleFilePtr TrainerScripts::readModule(StringRef path, StringRef from,
                                         StringRef folder) const {
  if (files) {
    llvm::SmallString<64> beside(folder);
    path::append(beside, path::Style::posix, path);
    for (StringRef name : {path, beside.str()}) {
      const WrittenFile *file = files->find(name, ~0u);
      // Nothing is reported in it; its places would be those of the notebook.
      if (file && file->text)
        return std::make_shared<ModuleFile>(
            SourceBuffer::copy(name, file->text->text()));
    }
  }
  return readFile ? readFile(path, from) : nullptr;
}

/// True if a text has `tpu` in any word of it, but not in `output`.
static bool speaksOfTpus(StringRef text) {
  for (size_t at = text.find_insensitive("tpu"); at != StringRef::npos;
       at = text.find_insensitive("tpu", at + 1)) {
    if (at == 0 || !llvm::isLower(text[at - 1]) || text[at] == 'T')
      return true;
  }
  return text.contains("torch_xla") || text.contains("jax") ||
         text.contains("xla");
}

/// What many jobs that run one script ask of it.
static void summarize(TrainerScript &script) {
  script.speaksOfTpus =
      llvm::any_of(script.module->cells,
                   [](const auto &cell) { return speaksOfTpus(cell->text); });
  script.changesPath = mentions(*script.module, "sys.path");
  forEachNode(*script.module, [&](Node node) {
    if (node.is(NodeKind::ImportStatement) ||
        node.is(NodeKind::ImportFromStatement))
      script.imports.push_back(node);
  });
}

void TrainerScripts::follow(TrainerScript &script) {
  auto read = [this, folder = folderOf(script.name).str()](StringRef path,
                                                           StringRef from) {
    return readModule(path, from, folder);
  };
  script.program = std::make_unique<Program>(*script.module, read);
  script.interface = readInterface(*script.program);
  summarize(script);
  llvm::append_range(allBuffers, script.program->files());
}

//===----------------------------------------------------------------------===//
// Files on the disk
//===----------------------------------------------------------------------===//

/// True if a file that was found for a path lies where the path says, seen from
/// the folder of the input, and not in one above.
static bool liesBeside(StringRef found, StringRef name, StringRef input) {
  (void)found.consume_front("./");
  llvm::SmallString<128> expected(folderOf(input));
  path::append(expected, name);
  return found == expected;
}

std::unique_ptr<TrainerScript> TrainerScripts::load(StringRef path) {
  if (!readFile || byPath.size() > MostScripts)
    return nullptr;
  ModuleFilePtr file = readFile(path, source.name());
  if (!file)
    return nullptr;
  // Others know the buffer by now.
  allBuffers.push_back(file->share());
  const SourceBuffer &buffer = file->buffer();
  bool isBeside = liesBeside(buffer.name(), path, source.name());
  // One that lies above is only meant for certain if its folder is named.
  bool isMeant = isBeside || !llvm::sys::path::parent_path(path).empty();
  if (buffer.text().size() > MostBytesOfScript || !isMeant)
    return nullptr;
  auto script = std::make_unique<TrainerScript>();
  script->name = path.str();
  script->isBeside = isBeside;
  script->module = std::shared_ptr<const Module>(file, &file->module());
  follow(*script);
  return script;
}

const TrainerScript *TrainerScripts::findOnDisk(StringRef path) {
  auto [entry, isNew] = byPath.try_emplace(path);
  if (isNew)
    entry->second = load(path);
  return entry->second.get();
}

//===----------------------------------------------------------------------===//
// Files of cells
//===----------------------------------------------------------------------===//

const TrainerScript *TrainerScripts::readWritten(StringRef path,
                                                 const WrittenFile &file) {
  for (const auto &[known, script] : fromCells)
    if (known == &file)
      return script.get();
  if (!file.text || fromCells.size() > MostScripts ||
      file.text->text().size() > MostBytesOfScript)
    return nullptr;
  auto script = std::make_unique<TrainerScript>();
  script->name = path.str();
  script->isWritten = true;
  auto module = std::make_shared<Module>();
  module->buffer = &source;
  auto cell = std::make_unique<Cell>();
  cell->text = file.text->text();
  cell->source = file.text;
  readCell(*cell, /*isNotebook=*/false);
  module->cells.push_back(std::move(cell));
  script->module = std::move(module);
  follow(*script);
  return fromCells.emplace_back(&file, std::move(script)).second.get();
}

//===----------------------------------------------------------------------===//
// Both
//===----------------------------------------------------------------------===//

const TrainerScript *TrainerScripts::find(StringRef path, uint32_t place) {
  (void)path.consume_front("./");
  if (files) {
    if (const WrittenFile *file = files->find(path, place))
      return readWritten(path, *file);
    // It may be the file that is meant.
    if (files->hasUnknownPath(place))
      return nullptr;
  }
  return findOnDisk(path);
}

bool TrainerScripts::mayExist(StringRef path, uint32_t place) {
  (void)path.consume_front("./");
  if (files && (files->find(path, place) || files->hasUnknownPath(place)))
    return true;
  if (!readFile || findOnDisk(path) || byPath.size() > MostScripts)
    return true;
  ModuleFilePtr file = readFile(path, source.name());
  if (file)
    allBuffers.push_back(file->share());
  return file != nullptr;
}
