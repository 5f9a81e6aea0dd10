//===- CoverageFuzz.cpp - Inputs that reach what none did before ----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program of libFuzzer, which takes the name of a target before the arguments
// of libFuzzer. One program is linked in the time of one, and what the targets
// share is compiled once.
//
//===----------------------------------------------------------------------===//

#include "Copies.h"
#include "CostOracle.h"
#include "Targets/Targets.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cstdlib>

using namespace trainlint;
using llvm::StringRef;

namespace {
struct Target {
  llvm::StringLiteral name;
  void (*run)(StringRef input);
};
} // namespace

static constexpr Target Targets[] = {
    {"baseline", test::fuzzBaseline},
    {"checkpoints", test::fuzzCheckpoints},
    {"commands", test::fuzzCommands},
    {"config", test::fuzzConfig},
    {"coordination", test::fuzzCoordination},
    {"data", test::fuzzData},
    {"hdf5", test::fuzzHdf5},
    {"jobs", test::fuzzJobs},
    {"keras", test::fuzzKeras},
    {"lsp", test::fuzzLanguageServer},
    {"modules", test::fuzzModules},
    {"notebooks", test::fuzzNotebooks},
    {"onnx", test::fuzzOnnx},
    {"peers", test::fuzzPeers},
    {"programs", test::fuzzPrograms},
    {"python", test::fuzzPython},
    {"stablehlo", test::fuzzStableHlo},
    {"tables", test::fuzzTables},
    {"tensorflow", test::fuzzTensorFlow},
    {"yaml", test::fuzzYaml},
};

static const Target *chosen = nullptr;

[[noreturn]] static void explainUse() {
  llvm::errs() << "usage: trainlint-fuzz-coverage TARGET [ARGUMENT...]\n"
               << "the arguments are libFuzzer's; the targets are\n";
  for (const Target &target : Targets)
    llvm::errs() << target.name << '\n';
  exit(2);
}

/// Takes the target out of the arguments. The processes that libFuzzer starts
/// are given only its own ones, and inherit the target.
extern "C" int LLVMFuzzerInitialize(int *argc, char ***argv) {
  constexpr char Variable[] = "TRAINLINT_FUZZ_TARGET";
  const char *inherited = getenv(Variable);
  if (!inherited && *argc < 2)
    explainUse();
  StringRef name = inherited ? inherited : (*argv)[1];
  chosen = llvm::find_if(
      Targets, [&](const Target &target) { return target.name == name; });
  if (chosen == std::end(Targets))
    explainUse();
  if (!inherited) {
    setenv(Variable, (*argv)[1], /*overwrite=*/1);
    std::rotate(*argv + 1, *argv + 2, *argv + *argc);
    --*argc;
  }
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static test::CostOracle oracle;
  StringRef input(reinterpret_cast<const char *>(data), size);
  std::string cost = oracle.measure(size, [&] { chosen->run(input); });
  if (!cost.empty())
    test::broken("an input costs what its size allows: " + cost);
  return 0;
}
