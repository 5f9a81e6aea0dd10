//===- Program.cpp - What a module does when it runs ----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Values/Program.h"
#include "Frontend/Python/Values/Evaluator.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"

using namespace trainlint;
using namespace trainlint::python;

class Program::Impl {
public:
  Impl(const Module &module, ReadFile readFile)
      : evaluator(module, std::move(readFile)) {
    evaluator.run();
  }
  Evaluator evaluator;
};

Program::Program(const Module &module, ReadFile readFile)
    : source(module),
      impl(std::make_unique<Impl>(module, std::move(readFile))) {}

Program::~Program() = default;

llvm::ArrayRef<const Call *> Program::calls() const {
  return impl->evaluator.calls;
}

llvm::ArrayRef<EnvironmentWrite> Program::environment() const {
  return impl->evaluator.environment;
}

llvm::ArrayRef<ShellLine> Program::shellLines() const {
  return impl->evaluator.shellLines;
}

llvm::ArrayRef<NameWrite> Program::names() const {
  return impl->evaluator.names;
}

const Branch &Program::branch(unsigned number) const {
  return impl->evaluator.branches[number];
}

llvm::ArrayRef<StringRef> Program::imports() const {
  return impl->evaluator.imports;
}

bool Program::isImported(StringRef module) const {
  return llvm::any_of(imports(), [&](StringRef name) {
    return name.consume_front(module) &&
           (name.empty() || name.starts_with("."));
  });
}

Node Program::definitionOf(StringRef name) const {
  return impl->evaluator.definitions.lookup(name);
}

const Value *Program::valueOf(StringRef name, unsigned beforeCell) const {
  auto found = impl->evaluator.history.find(name);
  if (found == impl->evaluator.history.end())
    return nullptr;
  const Value *last = nullptr;
  for (const auto &[cell, value] : found->second)
    if (cell < beforeCell)
      last = value;
  return last;
}

llvm::ArrayRef<std::shared_ptr<const SourceBuffer>> Program::files() const {
  return impl->evaluator.files;
}

bool Program::isPartial() const { return impl->evaluator.partial; }

Value *Program::makeValue(ValueKind kind, Place place) const {
  return impl->evaluator.factory.make(kind, place);
}

StringRef Program::keep(StringRef text) const {
  return impl->evaluator.factory.keep(text);
}
