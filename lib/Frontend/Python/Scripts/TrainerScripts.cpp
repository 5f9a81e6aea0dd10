//===- TrainerScripts.cpp - Scripts that jobs run -------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Scripts/TrainerScripts.h"
#include "Support/LLVM.h"
#include "llvm/Support/Path.h"

using namespace trainlint;
using namespace trainlint::python;
namespace path = llvm::sys::path;

/// An input that names more scripts is no ordinary one.
static constexpr size_t MostScripts = 20;
/// Larger scripts are not followed.
static constexpr size_t MostBytesOfScript = 512 << 10;

/// True if a file that was found for a path is certain to be meant: it lies
/// where the path says, seen from the folder of `from`, or the path itself has
/// a folder in it.
static bool isMeant(StringRef found, StringRef name, StringRef from) {
  if (!path::parent_path(name).empty())
    return true;
  auto folderOf = [](StringRef file) {
    StringRef folder = path::parent_path(file);
    (void)folder.consume_front("./");
    return folder == "." ? StringRef() : folder;
  };
  return folderOf(found) == folderOf(from);
}

void TrainerScripts::follow(TrainerScript &script) {
  script.program = std::make_unique<Program>(*script.module, readFile);
  script.interface = readInterface(*script.program);
  llvm::append_range(allFiles, script.program->files());
}

std::unique_ptr<TrainerScript> TrainerScripts::load(StringRef path,
                                                    StringRef from) {
  if (!readFile || byPath.size() > MostScripts)
    return nullptr;
  std::shared_ptr<const SourceBuffer> buffer = readFile(path, from);
  if (!buffer)
    return nullptr;
  // The buffer is known to others by now.
  allFiles.push_back(buffer);
  if (buffer->text().size() > MostBytesOfScript ||
      !isMeant(buffer->name(), path, from))
    return nullptr;
  auto script = std::make_unique<TrainerScript>();
  script->name = path.str();
  script->buffer = std::move(buffer);
  script->module = readScript(*script->buffer);
  if (!script->module)
    return nullptr;
  follow(*script);
  return script;
}

const TrainerScript *TrainerScripts::read(StringRef path, StringRef from) {
  (void)path.consume_front("./");
  std::string key = (path + "\n" + path::parent_path(from)).str();
  auto [entry, isNew] = byPath.try_emplace(key);
  if (isNew)
    entry->second = load(path, from);
  return entry->second.get();
}

bool TrainerScripts::mayExist(StringRef path, StringRef from) {
  if (!readFile || read(path, from) || byPath.size() > MostScripts)
    return true;
  std::shared_ptr<const SourceBuffer> buffer = readFile(path, from);
  if (buffer)
    allFiles.push_back(buffer);
  return buffer != nullptr;
}

const TrainerScript *
TrainerScripts::readWritten(StringRef path, const SourceBuffer &notebook,
                            std::shared_ptr<const markdown::BlockText> text) {
  for (const auto &[known, script] : written)
    if (known == text.get())
      return script.get();
  if (written.size() > MostScripts || text->text().size() > MostBytesOfScript)
    return nullptr;
  auto script = std::make_unique<TrainerScript>();
  script->name = path.str();
  script->module = std::make_unique<Module>();
  script->module->buffer = &notebook;
  auto cell = std::make_unique<Cell>();
  cell->text = text->text();
  cell->body = {0, static_cast<uint32_t>(cell->text.size())};
  cell->source = text;
  readCell(*cell, /*isNotebook=*/false);
  script->module->cells.push_back(std::move(cell));
  follow(*script);
  return written.emplace_back(text.get(), std::move(script)).second.get();
}
