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

#include "Copies.h"
#include "CopyRun.h"
#include "Dialect/StableHLO/IR/Surroundings.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"
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

namespace {
/// Reads copies, in a context that is renewed now and then, as contexts keep
/// all types and attributes.
class ProgramProber {
public:
  ProgramProber() { stablehlo::registerProgramDialects(registry); }

  void probe(StringRef text);
  uint64_t read() const { return readCount; }

private:
  /// The reader looks for the null behind a text.
  mlir::OwningOpRef<mlir::ModuleOp> parse(const std::string &text);

  mlir::DialectRegistry registry;
  std::unique_ptr<mlir::MLIRContext> context;
  uint64_t count = 0;
  uint64_t readCount = 0;
};
} // namespace

mlir::OwningOpRef<mlir::ModuleOp>
ProgramProber::parse(const std::string &text) {
  return mlir::parseSourceString<mlir::ModuleOp>(text, context.get());
}

static std::string textOf(mlir::ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  module.print(os);
  return text;
}

void ProgramProber::probe(StringRef text) {
  constexpr uint64_t CopiesOfContext = 500;
  if (count++ % CopiesOfContext == 0)
    context = std::make_unique<mlir::MLIRContext>(
        registry, mlir::MLIRContext::Threading::DISABLED);
  // A finding is what most copies are for; nobody reads it here.
  mlir::ScopedDiagnosticHandler ignore(
      context.get(), [](mlir::Diagnostic &) { return llvm::success(); });
  if (mlir::OwningOpRef<mlir::ModuleOp> module = parse(text.str())) {
    ++readCount;
    std::string printed = textOf(*module);
    mlir::OwningOpRef<mlir::ModuleOp> again = parse(printed);
    if (!again)
      test::broken("what is printed can be read:\n" + printed);
    if (textOf(*again) != printed)
      test::broken("what is read again prints the same:\n" + printed);
  }
}

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
  ProgramProber prober;
  uint64_t copies =
      run.probe(sources, [&](size_t, StringRef copy) { prober.probe(copy); });
  if (copies == 0)
    return 2;
  llvm::outs() << texts.size() << " programs, " << copies << " copies, "
               << prober.read() << " read, no broken promise\n";
  return 0;
}
