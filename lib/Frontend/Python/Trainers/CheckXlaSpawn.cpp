//===- CheckXlaSpawn.cpp - How PyTorch/XLA starts processes ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/TorchXla.h"
#include "Frontend/Python/Trainers/Definitions.h"
#include "Frontend/Python/Trainers/ModuleNames.h"
#include "Frontend/Python/Trainers/TorchXlaChecks.h"
#include "Support/LLVM.h"
#include "Support/Text.h"
#include "llvm/ADT/STLExtras.h"

using namespace trainlint;
using namespace trainlint::python;

//===----------------------------------------------------------------------===//
// Their number
//===----------------------------------------------------------------------===//

static std::optional<Report>
reportProcessCount(mlir::Location at, int64_t count, const PinnedVersion *pin) {
  if (!pin)
    return diag::SpawnProcessCount::unpinned(at, count);
  if (pin->isAtLeast({2, 6}))
    return diag::SpawnProcessCount::pinned(at, pin->text, count);
  if (pin->isBelow({2, 0})) {
    if (count == 8)
      return std::nullopt;
    return diag::SpawnProcessCount::xrt(at, pin->text, count);
  }
  if (!pin->isBelow({2, 6}))
    return diag::SpawnProcessCount::unpinned(at, count);
  if (pin->isAtLeast({2, 1}))
    return diag::SpawnProcessCount::ignored(at, pin->text, count);
  return std::nullopt;
}

static void checkProcessCount(const XlaSpawn &spawn, const Context &context,
                              const PinnedVersions &pins) {
  const Argument *count = spawn.processCount();
  if (!count || !count->value->isInteger() || count->value->integer == 1)
    return;
  const PinnedVersion *pin = pins.find("torch_xla");
  mlir::Location at = context.at(count->place);
  std::optional<Report> report =
      reportProcessCount(at, count->value->integer, pin);
  if (!report)
    return;
  if (pin)
    notePin(*report, *pin, "torch_xla");
  else
    report->help("without `nprocs` there is a process for each device");
  if (!pin || !pin->isBelow({2, 0}))
    report->fix(/*safe=*/false, "use all devices", at, "None");
}

//===----------------------------------------------------------------------===//
// Their arguments
//===----------------------------------------------------------------------===//

/// True for a value that cannot be spread over parameters, or only into its
/// characters.
static bool isNoSequence(const Value &value) {
  switch (value.kind) {
  case ValueKind::None:
  case ValueKind::Bool:
  case ValueKind::Integer:
  case ValueKind::Float:
  case ValueKind::Text:
  case ValueKind::Function:
  case ValueKind::Class:
    return true;
  case ValueKind::Object:
    return value.text == "argparse.ArgumentParser.parse_args";
  default:
    return false;
  }
}

/// `args=(config)`, which is no tuple.
static void reportNoTuple(const Argument &argument, const Context &context) {
  const Value &value = *argument.value;
  Report report = diag::SpawnArguments::tuple(
      context.at(argument.place),
      value.kind == ValueKind::Object
          ? argument.place.buffer->text(argument.place.range)
          : StringRef(printed(value)));
  SourceRange range = argument.place.range;
  StringRef text = argument.place.buffer->text(range);
  auto insertAt = [&](uint32_t offset) {
    return context.at(Place{argument.place.buffer, {offset, offset}});
  };
  StringRef title = "make it a tuple";
  if (text.starts_with("(") && text.ends_with(")")) {
    report.fix(/*safe=*/false, title, insertAt(range.end - 1), ",");
    return;
  }
  std::pair<mlir::LocationAttr, std::string> edits[] = {
      {insertAt(range.begin), "("}, {insertAt(range.end), ",)"}};
  report.fix(/*safe=*/false, title, edits);
}

/// `2 arguments`, `1 to 3 arguments`, `at least 1 argument`.
static std::string wordsOf(size_t least, size_t most, bool takesMore) {
  if (takesMore)
    return "at least " + pluralize(least, "argument");
  if (most != least)
    return std::to_string(least) + " to " + pluralize(most, "argument");
  return pluralize(least, "argument");
}

/// A function that does not take so many arguments by position.
static void checkParameters(const XlaSpawn &spawn, const Value &function,
                            size_t given, const Context &context) {
  std::optional<Parameters> parameters = parametersOf(function);
  // A method is given its object, or not.
  if (!parameters ||
      enclosingDefinition(function.definition).is(NodeKind::ClassDefinition))
    return;
  auto isRequired = [](const Parameters::One &one) { return !one.hasDefault; };
  size_t most = parameters->positional.size();
  size_t least = llvm::count_if(parameters->positional, isRequired);
  bool isTaken = least <= given && (given <= most || parameters->takesMore) &&
                 llvm::none_of(parameters->keywordOnly, isRequired);
  if (isTaken)
    return;
  Report report = diag::SpawnArguments::arity(
      context.at(spawn.call->find("fn", 0)->place), spawn.name(),
      function.text.empty() ? "lambda" : function.text,
      pluralize(given, "argument"),
      wordsOf(least, most, parameters->takesMore));
  if (Node name = function.definition.child(Field::Name))
    report.note(context.at(Place{function.place.buffer, name.place()}),
                "defined here");
  report.help("the first argument is the index of the process, the others are "
              "those of `args`");
}

static void checkSpawnArguments(const XlaSpawn &spawn, const Context &context) {
  const Argument *arguments = spawn.arguments();
  if (!arguments && spawn.call->isOpen)
    return;
  // The index of the process comes first.
  size_t given = 1;
  if (arguments) {
    const Value &value = *arguments->value;
    if (isNoSequence(value))
      return reportNoTuple(*arguments, context);
    if (!value.isSequence() || value.isOpen)
      return;
    given += value.items.size();
  }
  const Value *function = spawn.function();
  if (function && function->kind == ValueKind::Function)
    checkParameters(spawn, *function, given, context);
}

//===----------------------------------------------------------------------===//
// Their function
//===----------------------------------------------------------------------===//

/// Offers to start the processes as copies of this one.
static void offerFork(Report &report, const XlaSpawn &spawn,
                      const Context &context) {
  if (const Argument *method = spawn.startMethod()) {
    fixText(report, /*safe=*/false, *method->value, "fork", context);
    return;
  }
  Node list = spawn.call->node.child(Field::Arguments);
  if (!list || !list.text().ends_with(")"))
    return;
  uint32_t end = list.place().end - 1;
  bool hasComma = list.text().drop_back().rtrim().ends_with(",");
  report.fix(/*safe=*/false, "copy the process of the notebook",
             context.at(Place{spawn.call->buffer, {end, end}}),
             hasComma ? "start_method=\"fork\"" : ", start_method=\"fork\"");
}

static void checkSpawnFunction(const XlaSpawn &spawn, const Context &context) {
  const Value *function = spawn.function();
  if (!function || function->kind != ValueKind::Function || !spawn.startsAnew())
    return;
  mlir::Location at = context.at(spawn.call->find("fn", 0)->place);
  Node definition = function->definition;
  if (definition.is(NodeKind::Lambda)) {
    diag::SpawnPickle::lambda(at, spawn.name());
    return;
  }
  if (functionAround(definition.parent())) {
    diag::SpawnPickle::nested(at, function->text, spawn.name())
        .note(context.at(definition.child(Field::Name)), "defined here");
    return;
  }
  if (!context.program.module().isNotebook ||
      function->place.buffer != &context.buffer())
    return;
  Report report =
      diag::SpawnInNotebook::notebook(at, function->text, spawn.name());
  offerFork(report, spawn, context);
}

void python::checkXlaSpawn(const XlaSpawn &spawn, const Context &context,
                           const PinnedVersions &pins) {
  checkProcessCount(spawn, context, pins);
  checkSpawnArguments(spawn, context);
  checkSpawnFunction(spawn, context);
}
