//===- EnvironmentAt.cpp - The environment of a program by place ----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Notebook/EnvironmentAt.h"
#include "Support/LLVM.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace trainlint;
using namespace trainlint::python;

/// The places of statements whose parts may not run, or not at once.
static std::vector<SourceRange> compoundPlaces(const Module &module) {
  std::vector<SourceRange> places;
  for (const auto &cell : module.cells) {
    if (!cell->tree)
      continue;
    for (Node statement : cell->tree->root().children()) {
      switch (statement.kind()) {
      case NodeKind::IfStatement:
      case NodeKind::ForStatement:
      case NodeKind::WhileStatement:
      case NodeKind::TryStatement:
      case NodeKind::FunctionDefinition:
      case NodeKind::DecoratedDefinition:
      case NodeKind::ClassDefinition:
        places.push_back(statement.place());
        break;
      default:
        break;
      }
    }
  }
  return places;
}

EnvironmentAt::EnvironmentAt(const Program &program) {
  std::vector<SourceRange> compounds = compoundPlaces(program.module());
  for (const EnvironmentWrite &write : program.environment()) {
    // Those of other files stand nowhere here.
    if (write.place.buffer != program.module().buffer)
      continue;
    uint32_t begin = write.place.range.begin;
    auto behind = llvm::partition_point(
        compounds, [&](SourceRange place) { return place.begin <= begin; });
    bool isConditional =
        behind != compounds.begin() && begin < std::prev(behind)->end;
    byName[write.name].push_back({&write, isConditional});
  }
  for (auto &entry : byName)
    llvm::stable_sort(entry.second, [](const Setting &a, const Setting &b) {
      return a.write->place.range.begin < b.write->place.range.begin;
    });
}

const EnvironmentAt::Setting *EnvironmentAt::find(StringRef name,
                                                  uint32_t place) const {
  auto found = byName.find(name);
  if (found == byName.end())
    return nullptr;
  const auto *behind =
      llvm::partition_point(found->second, [&](const Setting &setting) {
        return setting.write->place.range.begin < place;
      });
  return behind == found->second.begin() ? nullptr : std::prev(behind);
}

const EnvironmentAt::Setting *EnvironmentAt::findFirst(StringRef name) const {
  auto found = byName.find(name);
  return found == byName.end() ? nullptr : &found->second.front();
}

void EnvironmentAt::addVariables(uint32_t place, ShellTextMaker &maker) const {
  if (byName.empty())
    return;
  StringRef text = maker.soFar().text();
  llvm::StringSet<> known;
  for (size_t at = text.find('$'); at != StringRef::npos;
       at = text.find('$', at + 1)) {
    StringRef rest = text.substr(at + 1);
    rest.consume_front("{");
    StringRef name =
        rest.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
    const Setting *setting = name.empty() || !known.insert(name).second
                                 ? nullptr
                                 : find(name, place);
    if (setting && !setting->isConditional)
      maker.setVariable(setting->write->name, *setting->write->value,
                        setting->write->place.range);
  }
}
