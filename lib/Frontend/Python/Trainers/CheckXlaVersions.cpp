//===- CheckXlaVersions.cpp - What PyTorch/XLA no longer has --------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/TorchXla.h"
#include "Frontend/Python/Trainers/CallOrder.h"
#include "Frontend/Python/Trainers/TorchXlaChecks.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace trainlint;
using namespace trainlint::python;

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// The function of `torch_xla.runtime` that stands for a removed one of
/// `torch_xla.core.xla_model`; empty for all others.
static StringRef replacementOf(StringRef callee) {
  return llvm::StringSwitch<StringRef>(callee)
      .Case("torch_xla.core.xla_model.xrt_world_size", "world_size")
      .Case("torch_xla.core.xla_model.get_ordinal", "global_ordinal")
      .Default("");
}

namespace {
/// Reports functions that are gone, each where it is called.
class RemovedFunctions {
public:
  RemovedFunctions(const Context &context, const PinnedVersions &pins)
      : context(context), pins(pins) {}

  void check(const Call &call);

private:
  /// How the program can spell a function of `torch_xla.runtime`; empty if it
  /// would have to import something.
  std::string spell(StringRef function, Node written);

  const Context &context;
  const PinnedVersions &pins;
  ReportedNodes reported;
  /// The `xr` of `import torch_xla.runtime as xr`; empty if there is none.
  std::optional<StringRef> alias;
};
} // namespace

static StringRef findAlias(StringRef module, const Module &program) {
  for (const std::unique_ptr<Cell> &cell : program.cells) {
    if (!cell->tree)
      continue;
    for (Node node : cell->tree->root().subtree()) {
      if (!node.is(NodeKind::AliasedImport))
        continue;
      Node name = node.child(Field::Name), alias = node.child(Field::Alias);
      if (name && alias && name.text() == module)
        return alias.text();
    }
  }
  return "";
}

std::string RemovedFunctions::spell(StringRef function, Node written) {
  if (!alias)
    alias = findAlias("torch_xla.runtime", context.program.module());
  if (!alias->empty())
    return (*alias + "." + function).str();
  if (written.text().starts_with("torch_xla.") ||
      context.program.valueOf("torch_xla"))
    return ("torch_xla.runtime." + function).str();
  return "";
}

void RemovedFunctions::check(const Call &call) {
  StringRef replacement = replacementOf(call.callee);
  if (replacement.empty() || !reported.insert(call.node))
    return;
  const PinnedVersion *pin = pins.find("torch_xla");
  if (pin && pin->isBelow({2, 7}))
    return;
  bool isCertain = pin && pin->isAtLeast({2, 7});
  Node function = call.node.child(Field::Function);
  mlir::Location at = context.at(function);
  Report report =
      isCertain
          ? diag::RemovedXlaFunction::pinned(at, pin->text, function.text())
          : diag::RemovedXlaFunction::unpinned(at, function.text());
  if (pin)
    notePin(report, *pin, "torch_xla");
  else
    report.help("`torch_xla.runtime." + replacement +
                "` takes its place from 2.1 on");
  // What to say without devices is an argument that the new one lacks.
  std::string written = spell(replacement, function);
  if (!written.empty() && call.arguments.empty())
    report.fix(/*safe=*/isCertain, "call `" + written + "`", at, written);
}

//===----------------------------------------------------------------------===//
// XRT
//===----------------------------------------------------------------------===//

static bool isXrtVariable(StringRef name) {
  static constexpr llvm::StringLiteral Variables[] = {
      "XRT_TPU_CONFIG",
      "XRT_DEVICE_MAP",
      "XRT_WORKERS",
      "XRT_LOCAL_WORKER",
      "XRT_MESH_SERVICE_ADDRESS",
      "XRT_SHARD_WORLD_SIZE",
      "XRT_SHARD_ORDINAL",
      "XRT_HOST_ORDINAL",
      "XRT_MULTI_PROCESSING_DEVICE",
      "XRT_START_LOCAL_SERVER"};
  return llvm::is_contained(Variables, name);
}

/// Calls `report` with the programs of XRT that a command of a cell names.
static void
findXrtPrograms(const Cell &cell, SourceRange range,
                llvm::function_ref<void(StringRef, SourceRange)> report) {
  StringRef text = cell.text.slice(range.begin, range.end);
  static constexpr llvm::StringLiteral Runner = "python";
  for (StringRef program :
       {"torch_xla.distributed.xla_dist", "pytorch-xla-env-setup.py"}) {
    for (StringRef rest = text; !rest.empty();) {
      StringRef line;
      std::tie(line, rest) = rest.split('\n');
      // Where it is only fetched it is not run.
      size_t runner = line.find(Runner);
      if (runner == StringRef::npos)
        continue;
      size_t at = line.find(program, runner + Runner.size());
      if (at == StringRef::npos)
        continue;
      uint32_t begin = range.begin + (line.data() - text.data()) + at;
      report(program, {begin, static_cast<uint32_t>(begin + program.size())});
      break;
    }
  }
}

static void checkXrt(const Context &context, const PinnedVersions &pins) {
  // The version is looked for where there is something to say.
  std::optional<bool> hasXrt;
  auto mayReport = [&] {
    if (!hasXrt) {
      const PinnedVersion *pin = pins.find("torch_xla");
      hasXrt = pin && !pin->isAtLeast({2, 1});
    }
    return !*hasXrt;
  };
  for (const EnvironmentWrite &write : context.program.environment())
    if (isXrtVariable(write.name) && mayReport())
      diag::RemovedXrt::variable(context.at(write.place), write.name)
          .help(
              "from 2.1 on `PJRT_DEVICE=TPU` chooses the TPU of this machine");

  for (const std::unique_ptr<Cell> &cell : context.program.module().cells) {
    auto report = [&](StringRef program, SourceRange range) {
      if (mayReport())
        diag::RemovedXrt::program(
            context.at(Place{&context.buffer(), cell->placeOf(range)}),
            program);
    };
    if (cell->cellMagic == "bash" || cell->cellMagic == "sh")
      findXrtPrograms(*cell, cell->body, report);
    for (const Magic &magic : cell->magics)
      if (magic.kind == Magic::Kind::Shell)
        findXrtPrograms(*cell, magic.body, report);
  }
}

void python::checkXlaVersions(const Context &context,
                              const PinnedVersions &pins) {
  RemovedFunctions functions(context, pins);
  for (const Call *call : context.program.calls())
    functions.check(*call);
  checkXrt(context, pins);
}
