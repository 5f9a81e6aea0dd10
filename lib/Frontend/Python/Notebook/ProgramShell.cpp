//===- ProgramShell.cpp - What a program gives to shells ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Notebook/ProgramShell.h"
#include "Frontend/Python/Notebook/CallText.h"
#include "Frontend/Python/Notebook/CellArguments.h"
#include "Frontend/Python/Notebook/EnvironmentAt.h"
#include "Frontend/Python/Notebook/ExpandLine.h"
#include "Frontend/Python/Notebook/Folders.h"
#include "Frontend/Python/Notebook/LiteralText.h"
#include "Frontend/Python/Values/CommandCalls.h"
#include "Frontend/Python/Values/Forms.h"
#include "Support/LLVM.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using namespace trainlint;
using namespace trainlint::python;

/// Texts with more forms are judged with what depends on branches unknown.
static constexpr unsigned MostForms = 8;

namespace {
/// What the names in a line of the notebook stand for, and what it takes to
/// come there.
struct LineNames {
  /// Unknown where the line is reached with several values.
  llvm::MapVector<StringRef, const Value *> values;
  Path path;
};

/// Finds the texts for shells in a program.
class ShellFinder {
public:
  ShellFinder(const Program &program)
      : program(program), module(program.module()), environment(program),
        folders(program) {}

  void find();
  void addFile(const WrittenFile &file);

  struct Found {
    ShellCell cell;
    shell::ShellText text;
  };
  std::vector<Found> found, withDefaults;

private:
  void addKernel();
  void addCell(const Cell &cell);
  void addLine(const Cell &cell, const Magic &magic);
  void addCall(const Call &call);
  void addForms(ShellCell cell, const LineNames &names,
                llvm::function_ref<void(FindName, ShellTextMaker &)> write);
  void addForms(const Call &call);
  void addOwnCall(const Call &call, StringRef method);
  bool addForm(ShellCell cell, bool takesDefaults,
               llvm::function_ref<void(ShellTextMaker &)> write);
  void add(ShellCell cell, llvm::function_ref<void(ShellTextMaker &)> write);
  const Value *nameAt(const Magic &magic, const Cell &cell, StringRef name);

  const Program &program;
  const Module &module;
  EnvironmentAt environment;
  Folders folders;
  llvm::DenseMap<const Magic *, LineNames> namesOfLines;
  /// By their nodes and where their commands are written.
  llvm::DenseSet<std::tuple<const Tree *, uint32_t, uint32_t>> calls;
  unsigned sources = 0;
};
} // namespace

/// Most lines and calls run other programs.
static bool mayMatter(StringRef text) {
  return text.contains("gcloud") || text.contains("xla_dist");
}

/// Adds a text in one of its forms. Returns true if it has values with
/// defaults.
bool ShellFinder::addForm(ShellCell cell, bool takesDefaults,
                          llvm::function_ref<void(ShellTextMaker &)> write) {
  ShellTextMaker maker(module, takesDefaults);
  write(maker);
  if (maker.soFar().text().empty())
    return false;
  if (cell.kind != ShellCell::Kind::File)
    environment.addVariables(cell.place, maker);
  cell.folder = folders.at(cell.place);
  bool hasDefaults = maker.hasDefaults() && mayMatter(maker.soFar().text());
  (takesDefaults ? withDefaults : found)
      .push_back({std::move(cell), maker.finish()});
  return hasDefaults;
}

/// Adds a text that has one form, or two if it has values with defaults.
void ShellFinder::add(ShellCell cell,
                      llvm::function_ref<void(ShellTextMaker &)> write) {
  cell.source = ++sources;
  if (addForm(cell, /*takesDefaults=*/false, write))
    addForm(cell, /*takesDefaults=*/true, write);
}

//===----------------------------------------------------------------------===//
// Cells
//===----------------------------------------------------------------------===//

/// True for the magic of a cell that a shell runs.
static bool runsShell(const Cell &cell) {
  if (cell.cellMagic == "bash" || cell.cellMagic == "sh")
    return true;
  if (cell.cellMagic != "script")
    return false;
  // Options of the magic stand in front of the program.
  StringRef rest = cell.cellMagicArguments.text;
  while (rest.ltrim().starts_with("-"))
    rest = rest.ltrim().drop_until([](char c) { return c == ' '; });
  StringRef name =
      rest.ltrim().take_until([](char c) { return c == ' ' || c == '\t'; });
  name = llvm::sys::path::filename(name, llvm::sys::path::Style::posix);
  return name == "bash" || name == "sh" || name == "zsh";
}

void ShellFinder::addCell(const Cell &cell) {
  bool isShell = runsShell(cell);
  // A cell of these is one line of the notebook.
  bool isLine = cell.cellMagic == "sx" || cell.cellMagic == "system";
  if ((!isShell && !isLine) || !cell.source)
    return;
  auto value = [&](StringRef name) {
    return program.valueOf(name, cell.index);
  };
  add({isLine ? ShellCell::Kind::Line : ShellCell::Kind::Cell, cell.index,
       cell.begin()},
      [&](ShellTextMaker &maker) {
        if (isLine)
          expandLine(*cell.source, cell.body, value, maker);
        else
          addBody(cell, argumentsOf(cell, program), maker);
      });
}

/// The cells of a notebook of a shell, all of which one shell runs.
void ShellFinder::addKernel() {
  shell::ShellText text;
  for (const auto &cell : module.cells) {
    if (cell->isSkipped || !cell->source || cell->body.empty())
      continue;
    ShellTextMaker maker(module);
    maker.addWritten(*cell, cell->body);
    llvm::append_range(text.parts, maker.finish().parts);
  }
  if (!text.parts.empty())
    found.push_back(
        {{ShellCell::Kind::Cell, 0, 0, folders.at(0)}, std::move(text)});
}

//===----------------------------------------------------------------------===//
// Lines
//===----------------------------------------------------------------------===//

static bool isSame(const Value *a, const Value *b) {
  return a == b || (a && b && wordOf(*a) && wordOf(*a) == wordOf(*b));
}

/// The value of a name in a line; null if Python does not know the name there.
const Value *ShellFinder::nameAt(const Magic &magic, const Cell &cell,
                                 StringRef name) {
  auto reached = namesOfLines.find(&magic);
  // What is never reached may stand for anything.
  if (reached == namesOfLines.end())
    return program.valueOf(name, cell.index)
               ? program.makeValue(ValueKind::Unknown, {})
               : nullptr;
  return reached->second.values.lookup(name);
}

void ShellFinder::addLine(const Cell &cell, const Magic &magic) {
  bool isShell = magic.kind == Magic::Kind::Shell || magic.name == "sx" ||
                 magic.name == "system";
  if (!isShell || !cell.source)
    return;
  SourceRange place = cell.placeOf(magic.range);
  ShellCell made{ShellCell::Kind::Line, cell.index, place.begin};
  made.run = {module.buffer, place};
  auto reached = namesOfLines.find(&magic);
  StringRef line = StringRef(cell.text).slice(magic.body.begin, magic.body.end);
  if (reached != namesOfLines.end() && mayMatter(line))
    return addForms(made, reached->second,
                    [&](FindName find, ShellTextMaker &maker) {
                      expandLine(*cell.source, magic.body, find, maker);
                    });
  add(made, [&](ShellTextMaker &maker) {
    expandLine(
        *cell.source, magic.body,
        [&](StringRef name) { return nameAt(magic, cell, name); }, maker);
  });
}

/// A line as each way that branches may go makes it, as for calls: the names in
/// it are the arguments.
void ShellFinder::addForms(
    ShellCell cell, const LineNames &names,
    llvm::function_ref<void(FindName, ShellTextMaker &)> write) {
  cell.source = ++sources;
  llvm::SmallVector<Argument> arguments;
  for (const auto &[name, value] : names.values)
    arguments.push_back({name, {}, {}, value});
  Call call = {};
  call.buffer = module.buffer;
  call.arguments = arguments;
  call.path = names.path;
  size_t before = found.size();
  Place branch = lookAtForms(
      call, program, MostForms, [&](const Call &made, FormOfCall form) {
        cell.form = form.number;
        cell.forms = form.count;
        auto find = [&](StringRef name) { return made.value(name); };
        addForm(cell, form.restsOnDefaults,
                [&](ShellTextMaker &maker) { write(find, maker); });
      });
  for (Found &form : llvm::MutableArrayRef(found).drop_front(before))
    form.cell.branch = branch;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

static bool mayMatter(const Value &command) {
  if (!command.isSequence())
    return mayMatter(command.text);
  return llvm::any_of(command.items, [](const Value *item) {
    return item->kind == ValueKind::Text && mayMatter(item->text);
  });
}

/// Where the first string of a command stands: a text that is filled in several
/// times is one command.
static SourceRange placeOf(const Value &command) {
  const Value *text = &command;
  while (text->lastPart) {
    const TextPart &part = *text->lastPart;
    text = part.front ? part.front : part.format ? part.format : part.value;
  }
  return text->place.range;
}

/// `get_ipython().system("...")` and `.run_cell_magic("bash", "", "...")`,
/// which is what lines and cells become in an exported notebook.
void ShellFinder::addOwnCall(const Call &call, StringRef method) {
  bool isCell = method == "run_cell_magic";
  bool isLine = method == "system" || method == "getoutput";
  const Value *magic = isCell ? call.value("magic_name", 0) : nullptr;
  bool isShell = magic && magic->isText() &&
                 (magic->text == "bash" || magic->text == "sh");
  const Value *text = call.value(isCell ? "cell" : "cmd", isCell ? 2 : 0);
  if ((!isLine && !isShell) || !text || text->kind != ValueKind::Text ||
      !mayMatter(text->text))
    return;
  Node string = expressionOf(*text, module);
  const Cell *cell = string ? cellAt(module, string.place()) : nullptr;
  std::shared_ptr<const MappedText> said;
  if (cell && string.is(NodeKind::String))
    said = literalText(string, *cell);
  if (!said || said->text().empty())
    return;
  SourceRange whole{0, static_cast<uint32_t>(said->text().size())};
  auto value = [&](StringRef name) {
    return program.valueOf(name, cell->index + 1);
  };
  ShellCell made{isLine ? ShellCell::Kind::Line : ShellCell::Kind::Cell,
                 call.cell, call.place().range.begin};
  made.run = call.place();
  add(made, [&](ShellTextMaker &maker) {
    if (isLine)
      expandLine(*said, whole, value, maker);
    else
      maker.addPart(*said, whole);
  });
}

/// The command of a call, as each way that branches may go makes it.
void ShellFinder::addForms(const Call &call) {
  ShellCell cell{ShellCell::Kind::Call, call.cell, call.place().range.begin};
  cell.source = ++sources;
  cell.run = call.place();
  size_t before = found.size(), beforeDefaults = withDefaults.size();
  bool isKnown = false;
  Place branch = lookAtForms(
      call, program, MostForms, [&](const Call &made, FormOfCall form) {
        const Value *command = commandOf(made);
        if (isKnown || !command || !mayMatter(*command))
          return;
        // A function may be called with several values: of each command that it
        // is given the first ones count.
        bool isNew = calls
                         .insert({call.node.owner(), call.node.order(),
                                  placeOf(*command).begin})
                         .second;
        isKnown = !isNew && found.size() == before &&
                  withDefaults.size() == beforeDefaults;
        if (isKnown)
          return;
        cell.form = form.number;
        cell.forms = form.count;
        addForm(cell, form.restsOnDefaults, [&](ShellTextMaker &maker) {
          addCommand(*command, program, maker);
        });
      });
  for (Found &form : llvm::MutableArrayRef(found).drop_front(before))
    form.cell.branch = branch;
}

void ShellFinder::addCall(const Call &call) {
  constexpr size_t MostCalls = 200;
  if (calls.size() >= MostCalls || call.buffer != module.buffer)
    return;
  StringRef callee = call.node.child(Field::Function).text();
  if (!callee.consume_front("get_ipython().")) {
    if (runsCommand(call))
      addForms(call);
    return;
  }
  bool isNew = calls.insert({call.node.owner(), call.node.order(), 0u}).second;
  if (isNew)
    addOwnCall(call, callee);
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

/// A script that a cell writes.
void ShellFinder::addFile(const WrittenFile &file) {
  if (!file.isCell || !file.written || file.written->text().empty())
    return;
  shell::FileKind kind = shell::kindOf(file.path, file.written->text());
  if (kind != shell::FileKind::Shell)
    return;
  add({ShellCell::Kind::File, file.cell, file.place},
      [&](ShellTextMaker &maker) {
        maker.addPart(*file.written,
                      {0, static_cast<uint32_t>(file.written->text().size())});
      });
}

void ShellFinder::find() {
  if (module.isShell)
    return addKernel();
  for (const ShellLine &line : program.shellLines()) {
    auto [known, isNew] = namesOfLines.try_emplace(line.magic);
    known->second.path = isNew ? line.path : Path();
    for (const auto &[name, value] : line.names) {
      auto [entry, isFirst] = known->second.values.insert({name, value});
      if (!isFirst && !isSame(entry->second, value))
        entry->second = program.makeValue(ValueKind::Unknown, {});
    }
  }
  for (const auto &cell : module.cells) {
    if (cell->isSkipped)
      continue;
    addCell(*cell);
    for (const Magic &magic : cell->magics)
      addLine(*cell, magic);
  }
  for (const Call *call : program.calls())
    addCall(*call);
}

ProgramShell::ProgramShell(const Program &program)
    : source(program), written(program) {
  ShellFinder finder(program);
  finder.find();
  for (const WrittenFile &file : written.all())
    finder.addFile(file);
  StringRef text = program.module().buffer->text();
  auto keep = [&](std::vector<ShellFinder::Found> &found,
                  std::vector<ShellCell> &cells,
                  gcloud::CommandScripts &scripts) {
    llvm::stable_sort(found, [](const auto &a, const auto &b) {
      return a.cell.place < b.cell.place;
    });
    for (ShellFinder::Found &each : found) {
      cells.push_back(std::move(each.cell));
      scripts.push_back(
          std::make_unique<gcloud::CommandScript>(std::move(each.text), text));
    }
  };
  keep(finder.found, allCells, allScripts);
  keep(finder.withDefaults, cellsOfDefaults, scriptsOfDefaults);
}
