//===- Notebook.cpp - The code cells of a notebook ------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/Notebook/Notebook.h"
#include "Support/CellMap.h"
#include "Support/LLVM.h"
#include "Text/Json/Json.h"
#include "Text/Notebook/Breakage.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSwitch.h"

using namespace trainlint;
using namespace trainlint::notebook;

bool notebook::isNotebook(StringRef name, StringRef text) {
  if (name.ends_with_insensitive(".ipynb"))
    return true;
  text.consume_front(ByteOrderMark);
  return text.ltrim().starts_with("{") && text.contains("\"nbformat\"") &&
         (text.contains("\"cells\"") || text.contains("\"worksheets\""));
}

//===----------------------------------------------------------------------===//
// Languages
//===----------------------------------------------------------------------===//

namespace {
enum class Language : uint8_t { Python, Shell, Other };
} // namespace

static Language languageOf(StringRef name) {
  return llvm::StringSwitch<Language>(name.lower())
      .Cases({"", "python", "python2", "python3", "ipython"}, Language::Python)
      .Cases({"bash", "sh", "shell", "zsh", "shellscript"}, Language::Shell)
      .Default(Language::Other);
}

/// The text of a string below an object, or an empty one.
static StringRef textBelow(const json::Value *object, StringRef key) {
  const json::Value *value = object ? object->find(key) : nullptr;
  return value && value->isString() ? value->text : StringRef();
}

/// The language of a notebook; most of those without one are Python.
static Language languageOfNotebook(const json::Value &root) {
  const json::Value *metadata = root.find("metadata");
  if (!metadata)
    return Language::Python;
  const json::Value *kernel = metadata->find("kernelspec");
  StringRef language = textBelow(kernel, "language");
  if (language.empty())
    language = textBelow(metadata->find("language_info"), "name");
  if (!language.empty())
    return languageOf(language);
  // Kernels of Python have names of all kinds.
  StringRef name = textBelow(kernel, "name");
  bool isOther = name == "ir" || name == "javascript" ||
                 name.starts_with("julia") || name.starts_with("xcpp");
  if (isOther)
    return Language::Other;
  return languageOf(name) == Language::Shell ? Language::Shell
                                             : Language::Python;
}

/// The language of a cell, which editors and nbformat 3 may give it.
static Language languageOfCell(const json::Value &cell, Language ofNotebook) {
  StringRef own = textBelow(&cell, "language");
  if (const json::Value *metadata = cell.find("metadata");
      metadata && own.empty())
    own = textBelow(metadata->find("vscode"), "languageId");
  return own.empty() ? ofNotebook : languageOf(own);
}

//===----------------------------------------------------------------------===//
// Cells
//===----------------------------------------------------------------------===//

/// Adds the text that a string of JSON stands for.
static void addString(const json::Value &string, StringRef file,
                      MappedText &out) {
  uint32_t end = string.range.end - 1;
  uint32_t written = string.range.begin + 1;
  StringRef text = file.take_front(end);
  llvm::SmallString<8> meaning;
  size_t escape = text.find('\\', written);
  for (; escape != StringRef::npos; escape = text.find('\\', written)) {
    uint32_t begin = escape;
    out.addWritten(file, {written, begin});
    meaning.clear();
    written = begin + json::decodeEscape(text.substr(begin), meaning);
    out.addMeaning(meaning, {begin, written});
  }
  out.addWritten(file, {written, end});
}

/// True for a cell that its author marks as one that is not run, or fails.
static bool isSkipped(const json::Value &cell) {
  const json::Value *metadata = cell.find("metadata");
  const json::Value *tags = metadata ? metadata->find("tags") : nullptr;
  return tags && llvm::any_of(tags->elements, [](const json::Value &tag) {
           return tag.isString() &&
                  llvm::StringSwitch<bool>(tag.text)
                      .Cases({"skip-execution", "skip_execution", "skip",
                              "optional", "raises-exception"},
                             true)
                      .Default(false);
         });
}

namespace {
/// Makes a module of the cells of a notebook.
class ModuleReader {
public:
  explicit ModuleReader(const SourceBuffer &buffer) : buffer(buffer) {
    module->buffer = &buffer;
    module->isNotebook = true;
  }

  void readCells(const json::Value &list, Language language);
  std::unique_ptr<python::Module> take();

private:
  void readCode(const json::Value &cell, Language language);

  const SourceBuffer &buffer;
  std::unique_ptr<python::Module> module = std::make_unique<python::Module>();
  std::shared_ptr<CellMap> map = std::make_shared<CellMap>();
  /// How many cells were met.
  unsigned count = 0;
  /// What was read of the file.
  uint32_t bytes = 0;
};
} // namespace

void ModuleReader::readCode(const json::Value &cell, Language language) {
  const json::Value *source = cell.find("source");
  if (!source)
    source = cell.find("input"); // nbformat 3
  // Nobody writes cells of megabytes, and files of them nobody reads.
  constexpr uint32_t MostBytes = 16 << 20;
  if (!source || language == Language::Other ||
      source->range.size() > python::Tree::MostBytes ||
      source->range.size() > MostBytes - bytes)
    return;
  bytes += source->range.size();
  auto text = std::make_shared<MappedText>();
  if (source->isString())
    addString(*source, buffer.text(), *text);
  for (const json::Value &line : source->elements) {
    if (line.isString())
      addString(line, buffer.text(), *text);
  }
  CellLayout layout =
      source->isString() ? CellLayout::String : CellLayout::Lines;
  map->add(std::make_unique<NotebookCell>(buffer, count, text, layout,
                                          source->range));

  auto read = std::make_unique<python::Cell>();
  read->index = count;
  read->text = text->text();
  read->body = {0, static_cast<uint32_t>(read->text.size())};
  read->source = std::move(text);
  read->isSkipped = isSkipped(cell);
  if (language == Language::Shell)
    read->cellMagic = "bash";
  else if (!read->isSkipped)
    python::readCell(*read, /*isNotebook=*/true);
  module->cells.push_back(std::move(read));
}

void ModuleReader::readCells(const json::Value &list, Language language) {
  module->isShell = language == Language::Shell;
  for (const json::Value &cell : list.elements) {
    if (textBelow(&cell, "cell_type") == "code")
      readCode(cell, languageOfCell(cell, language));
    ++count;
  }
}

std::unique_ptr<python::Module> ModuleReader::take() {
  // A second reading finds the same.
  if (!buffer.cells())
    buffer.setCells(std::move(map));
  return std::move(module);
}

//===----------------------------------------------------------------------===//
// Notebooks
//===----------------------------------------------------------------------===//

/// The lists of cells: one, or those of the worksheets of nbformat 3.
static llvm::SmallVector<const json::Value *, 1>
cellLists(const json::Value &root) {
  llvm::SmallVector<const json::Value *, 1> lists;
  auto add = [&](const json::Value &owner) {
    const json::Value *cells = owner.find("cells");
    if (cells && cells->isArray())
      lists.push_back(cells);
  };
  add(root);
  const json::Value *sheets = root.find("worksheets");
  if (!lists.empty() || !sheets)
    return lists;
  for (const json::Value &sheet : sheets->elements)
    add(sheet);
  return lists;
}

static Problem shapeProblem(const json::Value &root) {
  Problem problem;
  problem.kind = Problem::Kind::Shape;
  problem.place = {root.range.begin, root.range.begin + 1};
  problem.text =
      root.isObject() ? "it has no list `cells`" : "its JSON is not an object";
  return problem;
}

Notebook notebook::read(const SourceBuffer &buffer) {
  Notebook out;
  StringRef text = buffer.text();
  // The file itself stands elsewhere.
  if (text.starts_with("version https://git-lfs.github.com/spec/")) {
    out.module = ModuleReader(buffer).take();
    return out;
  }
  // Outputs are most of a notebook, and nobody asks for them.
  constexpr StringRef Unwanted[] = {"outputs", "attachments", "widgets"};
  constexpr size_t MostValues = 1 << 20;
  llvm::BumpPtrAllocator arena;
  std::optional<json::Problem> broken;
  std::optional<json::Value> root =
      json::parse(text, arena, broken, MostValues, Unwanted);
  if (!root) {
    out.problem = explainBreakage(text, *broken);
    return out;
  }
  llvm::SmallVector<const json::Value *, 1> lists = cellLists(*root);
  bool isEmptySheet = root->isObject() && root->find("worksheets");
  if (lists.empty() && !isEmptySheet) {
    out.problem = shapeProblem(*root);
    return out;
  }
  ModuleReader reader(buffer);
  Language language = languageOfNotebook(*root);
  for (const json::Value *list : lists)
    reader.readCells(*list, language);
  out.module = reader.take();
  return out;
}
