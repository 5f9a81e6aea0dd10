//===- WrittenFiles.cpp - Files that the cells of a notebook write --------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Notebook/WrittenFiles.h"
#include "Frontend/Python/Notebook/CallText.h"
#include "Frontend/Python/Notebook/ExpandLine.h"
#include "Frontend/Python/Notebook/Folders.h"
#include "Frontend/Python/Notebook/LiteralText.h"
#include "Support/LLVM.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::python;

namespace {
/// Finds what a program writes.
class FileFinder {
public:
  FileFinder(const Program &program, std::vector<WrittenFile> &files)
      : program(program), module(program.module()), folders(program),
        files(files) {}

  void find();

private:
  void addCell(const Cell &cell);
  void addOpened(const Call &call);
  void addText(const Call &call);
  /// The path that a program uses at a place; empty if it is not known.
  std::string known(const std::optional<std::string> &path, uint32_t place);

  const Program &program;
  const Module &module;
  Folders folders;
  std::vector<WrittenFile> &files;
  struct Opened {
    unsigned file;
    bool isWritten = false;
  };
  /// By the calls of `open`.
  llvm::DenseMap<const Call *, Opened> opened;
};
} // namespace

std::string FileFinder::known(const std::optional<std::string> &path,
                              uint32_t place) {
  if (!path || path->empty() || StringRef(*path).contains("${}"))
    return "";
  return pathIn(folders.at(place), *path).value_or("");
}

/// The text of a cell's arguments, with the values of names.
static std::optional<std::string> expandedArguments(const Cell &cell,
                                                    const Program &program) {
  StringRef written = cell.cellMagicArguments.text;
  std::string text;
  for (size_t at = 0; at < written.size();) {
    StringRef rest = written.substr(at);
    bool isBrace = rest.front() == '{';
    if (!isBrace && rest.front() != '$') {
      text += rest.front();
      ++at;
      continue;
    }
    StringRef name = rest.drop_front().take_while(
        [](char c) { return llvm::isAlnum(c) || c == '_'; });
    const Value *value =
        name.empty() ? nullptr : program.valueOf(name, cell.index);
    std::optional<std::string> word;
    if (value)
      word = wordOf(*value);
    bool closes = !isBrace || rest.drop_front(1 + name.size()).starts_with("}");
    if (!word || !closes)
      return std::nullopt;
    text += *word;
    at += 1 + name.size() + isBrace;
  }
  return text;
}

void FileFinder::addCell(const Cell &cell) {
  bool isWritten = cell.cellMagic == "writefile" || cell.cellMagic == "file";
  // Magics of others that fill names in before they write.
  bool isFilledIn =
      cell.cellMagic == "writetemplate" || cell.cellMagic == "writefilev";
  if (!isWritten && !isFilledIn)
    return;
  WrittenFile file;
  file.cell = cell.index;
  file.place = cell.begin();
  file.pathPlace = cell.placeOf(cell.cellMagicArguments.range);
  file.isCell = true;
  std::optional<std::string> arguments = expandedArguments(cell, program);
  StringRef path = arguments ? StringRef(*arguments).trim() : StringRef();
  while (path.starts_with("-")) {
    StringRef option = path.take_until([](char c) { return c == ' '; });
    file.isAppended |=
        option == "-a" || option == "--append" || option == "--amend";
    path = path.drop_front(option.size()).ltrim();
  }
  path = path.trim("\"'");
  file.path = known(path.str(), file.place);
  if (isWritten && cell.source) {
    auto text = std::make_shared<MappedText>();
    if (!cell.body.empty())
      text->addPart(*cell.source, cell.body);
    file.written = std::move(text);
  }
  files.push_back(std::move(file));
}

/// The string that an argument is; none if it is no string alone.
static Node stringOf(const Value *value, const Module &module) {
  if (!value || !value->isText())
    return {};
  Node node = expressionOf(*value, module);
  return node.is(NodeKind::String) ? node : Node();
}

/// `open(path, "w")`, whose text comes later.
void FileFinder::addOpened(const Call &call) {
  const Value *path = call.value("file", 0);
  const Value *mode = call.value("mode", 1);
  bool reads = !mode || (mode->isText() &&
                         mode->text.find_first_of("wax+") == StringRef::npos);
  if (!path || reads)
    return;
  WrittenFile file;
  file.cell = call.cell;
  file.place = call.place().range.begin;
  file.pathPlace = call.place().range;
  file.isAppended = mode->text.contains('a');
  // In a function it is written when somebody calls it.
  bool isPlain = path->isText() && !call.function && !call.isInLoop;
  if (isPlain) {
    file.path = known(path->text.str(), file.place);
    file.pathPlace = path->place.range;
  }
  opened.try_emplace(&call, Opened{static_cast<unsigned>(files.size())});
  files.push_back(std::move(file));
}

/// `.write(text)` of a file that was opened: the only text that it gets.
void FileFinder::addText(const Call &call) {
  const Value *receiver = call.receiver;
  auto found =
      receiver && receiver->call ? opened.find(receiver->call) : opened.end();
  if (found == opened.end())
    return;
  WrittenFile &file = files[found->second.file];
  Node string = stringOf(call.value("s", 0), module);
  const Cell *cell = string ? cellAt(module, string.place()) : nullptr;
  bool isFirst = !found->second.isWritten;
  found->second.isWritten = true;
  bool isPlain = cell && !call.function && !call.isInLoop;
  file.written = isFirst && isPlain ? literalText(string, *cell) : nullptr;
}

void FileFinder::find() {
  for (const auto &cell : module.cells)
    if (!cell->isSkipped)
      addCell(*cell);
  for (const Call *call : program.calls()) {
    if (call->buffer != module.buffer)
      continue;
    if (call->callee == "open" || call->callee == "io.open")
      addOpened(*call);
    else if (call->callee.ends_with("open.write"))
      addText(*call);
  }
  llvm::stable_sort(files, [](const WrittenFile &a, const WrittenFile &b) {
    return a.place < b.place;
  });
}

/// What a file holds when a text is added to it.
static std::shared_ptr<const MappedText> joined(const MappedText &before,
                                                const MappedText &added) {
  auto text = std::make_shared<MappedText>(before);
  // A cell ends with a line.
  StringRef front = before.text();
  if (!front.empty() && !front.ends_with("\n")) {
    uint32_t end = before.placeOf(front.size());
    text->addMeaning("\n", {end, end});
  }
  if (!added.text().empty())
    text->addPart(added, {0, static_cast<uint32_t>(added.text().size())});
  return text;
}

WrittenFiles::WrittenFiles(const Program &program) {
  FileFinder(program, files).find();
  // All that is added to is limited, since it is kept each time.
  uint64_t left = 4 << 20;
  for (unsigned i = 0; i < files.size(); ++i) {
    WrittenFile &file = files[i];
    if (file.path.empty()) {
      firstUnknownPath = std::min(firstUnknownPath, file.place);
      continue;
    }
    auto &same = byPath[file.path];
    const MappedText *before =
        same.empty() ? nullptr : files[same.back()].text.get();
    same.push_back(i);
    if (!file.isAppended || !file.written) {
      file.text = file.written;
      continue;
    }
    uint64_t size = before ? before->text().size() + 1 : 0;
    if (!before || size > left)
      continue;
    left -= size;
    file.text = joined(*before, *file.written);
  }
}

const WrittenFile *WrittenFiles::find(StringRef path, uint32_t place) const {
  auto found = byPath.find(path);
  if (found == byPath.end())
    return nullptr;
  const auto *behind = llvm::partition_point(
      found->second, [&](unsigned i) { return files[i].place < place; });
  return behind == found->second.begin() ? nullptr : &files[*std::prev(behind)];
}

const WrittenFile *WrittenFiles::findBelow(StringRef path,
                                           uint32_t place) const {
  auto found = byPath.find(path);
  if (found == byPath.end())
    return nullptr;
  const auto *behind = llvm::partition_point(
      found->second, [&](unsigned i) { return files[i].place < place; });
  return behind == found->second.end() ? nullptr : &files[*behind];
}

bool WrittenFiles::hasUnknownPath(uint32_t place) const {
  return firstUnknownPath < place;
}
