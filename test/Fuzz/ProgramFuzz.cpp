//===- ProgramFuzz.cpp - Damaged StableHLO programs through the reader ----===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads cut and changed copies of programs in one process. What is read and
// verified prints as text that is read again and prints the same. Best built
// with sanitizers.
//
//===----------------------------------------------------------------------===//

#include "CopyRun.h"
#include "ProgramProbe.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace trainlint;
using llvm::StringRef;

static const StringRef words[] = {
    "{",           "}",           "(",
    ")",           "<",           ">",
    "[",           "]",           "->",
    ":",           ",",           "=",
    "%0",          "%arg0",       "@main",
    "#",           "!",           "\"",
    "?",           "-1",          "0",
    "9999999999",  "0x",          "1e99",
    "dense<",      "tensor<",     "tensor<*x",
    "?x",          "4294967296x", "xf32>",
    "xi4>",        "complex<",    "array<i64",
    "loc(",        "dims = ",     "stablehlo.",
    "applies ",    "across ",     "inputBatchDimension",
    "dim_numbers", "pad = ",      "stride = ",
    "token",       "tuple<",      "!quant.uniform<",
    "\xff"};

static std::vector<std::string> readInputs(const test::CopyRun &run) {
  std::vector<std::string> texts;
  for (const std::string &name :
       run.findFiles([](StringRef path) { return path.ends_with(".mlir"); })) {
    auto buffer = llvm::MemoryBuffer::getFile(name);
    if (!buffer)
      continue;
    // Tests hold several programs in a file.
    llvm::SmallVector<StringRef> pieces;
    (*buffer)->getBuffer().split(pieces, "// -----");
    for (StringRef piece : pieces)
      if (!run.isTooLarge(piece))
        texts.push_back(piece.str());
  }
  return texts;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  test::CopyRun run(argc, argv,
                    {.overview = "reads damaged programs\n",
                     .kept = "fuzz-failure.mlir",
                     .largest = 64 << 10});
  std::vector<std::string> texts = readInputs(run);
  std::vector<test::CopyRun::Source> sources;
  for (const std::string &text : texts)
    sources.push_back({text, words});
  test::ProgramProbe prober;
  uint64_t copies =
      run.probe(sources, [&](size_t, StringRef copy) { prober.probe(copy); });
  if (copies == 0)
    return 2;
  llvm::outs() << texts.size() << " programs, " << copies << " copies, "
               << prober.read() << " read, no broken promise\n";
  return 0;
}
