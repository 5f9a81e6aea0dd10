//===- Cpu.cpp - Runs functions on the CPU device -------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles StableHLO text and runs its functions that take no arguments, or one
// function on bytes from files. Prints results as text, or as bytes for
// scripts.
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/Interface/Executable.h"
#include "Tools/CpuProcesses.h"
#include "Tools/CpuValues.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>

using namespace trainlint::cpu;
using llvm::StringRef;
namespace cl = llvm::cl;

static cl::opt<std::string> input(cl::Positional, cl::desc("<file>"),
                                  cl::init("-"));
static cl::list<std::string> entries("entry", cl::desc("Functions to run"));
static cl::list<std::string>
    files("input", cl::desc("Files with the bytes of arguments"));
static cl::opt<bool> hex("hex", cl::desc("Print bytes"));
static cl::opt<bool> noLibrary("no-library",
                               cl::desc("Use generated kernels only"));
static cl::opt<unsigned> level("O", cl::Prefix, cl::desc("Optimization"),
                               cl::init(2));
static cl::opt<std::string> emit("emit", cl::desc("stablehlo, linalg or llvm"));
static cl::opt<int64_t> replicas("replicas", cl::init(1));
static cl::opt<int64_t> partitions("partitions", cl::init(1));
static cl::opt<bool> donates("donate",
                             cl::desc("Write outputs to donated inputs"));
static cl::opt<int64_t>
    threads("device-threads", cl::desc("Threads of each process"), cl::init(1));
static cl::opt<std::string>
    cacheFolder("cache-folder", cl::desc("Keep compiled programs here"));
static cl::opt<unsigned>
    repeats("time", cl::desc("Run so often, and print the least time"));
#ifndef NDEBUG
// LLVM's own --debug-only is missing where LLVM was built without assertions.
static cl::list<std::string>
    debugTypes("debug-types", cl::CommaSeparated,
               cl::desc("Explain decisions, such as cpu-tiling"));
#endif

/// Names of public functions without arguments, in order.
static std::vector<std::string> functionsOf(StringRef text) {
  std::vector<std::string> names;
  llvm::Regex pattern("func\\.func (public )?@([A-Za-z0-9_.$-]+) *\\( *\\)");
  llvm::SmallVector<StringRef> groups;
  while (pattern.match(text, &groups)) {
    names.push_back(groups[2].str());
    text = text.substr(groups[0].end() - text.begin());
  }
  return names;
}

static CompileOptions optionsFor(const std::string &entry) {
  CompileOptions options;
  options.entry = entry;
  options.fileName = input == "-" ? "<stdin>" : input.getValue();
  options.replicas = replicas;
  options.cacheFolder = cacheFolder;
  options.partitions = partitions;
  options.useOneDnn = !noLibrary;
  options.optimization = level;
  options.keepStableHLO = emit == "stablehlo";
  options.keepLinalg = emit == "linalg";
  options.keepLLVM = emit == "llvm";
  return options;
}

static void measure(const Executable &program, Process &process) {
  ExecutionContext context;
  context.threads = threads;
  double least = 1e30;
  for (unsigned i = 0; i < repeats; ++i) {
    auto start = std::chrono::steady_clock::now();
    llvm::cantFail(process.run(program, context));
    std::chrono::duration<double> time =
        std::chrono::steady_clock::now() - start;
    least = std::min(least, time.count());
  }
  llvm::outs() << llvm::format("time %.3f us\n", least * 1e6);
}

static bool runEntry(StringRef text, const std::string &entry) {
  auto start = std::chrono::steady_clock::now();
  auto program = Executable::compile(text, optionsFor(entry));
  if (!program) {
    llvm::errs() << llvm::toString(program.takeError()) << "\n";
    return false;
  }
  std::chrono::duration<double> compiling =
      std::chrono::steady_clock::now() - start;
  if (!emit.empty()) {
    Form form = emit == "stablehlo" ? Form::StableHLO
                : emit == "linalg"  ? Form::Linalg
                                    : Form::LLVM;
    llvm::outs() << (*program)->dump(form);
    return true;
  }
  llvm::outs() << "@" << entry << "\n";
  auto results =
      runProcesses(**program, replicas, partitions, files, donates, threads);
  if (!results) {
    llvm::errs() << llvm::toString(results.takeError()) << "\n";
    return false;
  }
  for (auto [number, process] : llvm::enumerate(*results)) {
    if (results->size() > 1)
      llvm::outs() << "process " << number << "\n";
    for (auto [type, bytes] :
         llvm::zip((*program)->outputs(), process.outputs())) {
      if (hex)
        llvm::outs() << type.text() << " " << llvm::toHex(bytes) << "\n";
      else
        printValue(llvm::outs(), type, bytes);
    }
  }
  if (repeats) {
    llvm::outs() << llvm::format("compile %.1f ms, arena %lld bytes\n",
                                 compiling.count() * 1e3,
                                 (long long)(*program)->arenaBytes());
    measure(**program, results->front());
  }
  return true;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::ParseCommandLineOptions(argc, argv, "runs StableHLO functions\n");
#ifndef NDEBUG
  std::vector<const char *> types;
  for (const std::string &type : debugTypes)
    types.push_back(type.c_str());
  llvm::setCurrentDebugTypes(types.data(), types.size());
  llvm::DebugFlag = !types.empty();
#endif
  auto file = llvm::MemoryBuffer::getFileOrSTDIN(input);
  if (!file) {
    llvm::errs() << "cannot read " << input << "\n";
    return 1;
  }
  StringRef text = (*file)->getBuffer();
  std::vector<std::string> names(entries.begin(), entries.end());
  if (names.empty())
    names = functionsOf(text);
  bool succeeded = true;
  for (const std::string &entry : names)
    succeeded &= runEntry(text, entry);
  return succeeded ? 0 : 1;
}
