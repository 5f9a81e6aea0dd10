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
#include "Dialect/StableHLO/IR/Surroundings.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>

using namespace trainlint;
using llvm::StringRef;
namespace cl = llvm::cl;

static cl::list<std::string> paths(cl::Positional, cl::OneOrMore,
                                   cl::desc("files and folders"));
static cl::opt<unsigned> cuts("cuts", cl::init(0),
                              cl::desc("cut each file at every N-th byte"));
static cl::opt<unsigned> seconds("seconds", cl::init(0),
                                 cl::desc("how long to change bytes"));
static cl::opt<unsigned> copies("copies", cl::init(0),
                                cl::desc("changed copies of each file"));
static cl::opt<unsigned>
    largest("largest", cl::init(64 << 10),
            cl::desc("size of the largest program to take"));
static cl::opt<unsigned> seed("seed", cl::init(1), cl::desc("of the changes"));
static cl::opt<unsigned> limit("limit", cl::init(10),
                               cl::desc("seconds that a copy may take"));
static cl::opt<std::string> keep("keep", cl::init("fuzz-failure.mlir"),
                                 cl::desc("where a failing copy is left"));

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
  uint64_t probed() const { return count; }
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
  test::beginCopy(text, limit);
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
  test::endCopy();
}

static std::vector<std::string> readInputs() {
  std::vector<std::string> names, texts;
  for (const std::string &path : paths) {
    if (!llvm::sys::fs::is_directory(path)) {
      names.push_back(path);
      continue;
    }
    std::error_code error;
    for (llvm::sys::fs::recursive_directory_iterator it(path, error), end;
         it != end && !error; it.increment(error))
      if (StringRef(it->path()).ends_with(".mlir"))
        names.push_back(it->path());
  }
  llvm::sort(names);
  for (const std::string &name : names) {
    auto buffer = llvm::MemoryBuffer::getFile(name);
    if (!buffer)
      continue;
    // Tests hold several programs in a file.
    llvm::SmallVector<StringRef> pieces;
    (*buffer)->getBuffer().split(pieces, "// -----");
    for (StringRef piece : pieces)
      if (piece.size() <= largest)
        texts.push_back(piece.str());
  }
  return texts;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::ParseCommandLineOptions(argc, argv, "reads damaged programs\n");
  test::keepFailingCopy(keep);
  std::vector<std::string> texts = readInputs();
  if (texts.empty()) {
    llvm::errs() << "no inputs\n";
    return 2;
  }
  ProgramProber prober;
  for (StringRef text : texts) {
    prober.probe(text);
    for (size_t end = 0; cuts && end < text.size(); end += cuts)
      prober.probe(text.take_front(end));
  }
  std::mt19937 random(seed);
  for (StringRef text : texts)
    for (unsigned i = 0; i < copies; ++i)
      prober.probe(test::changedCopy(text, words, random));
  auto end = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
  while (std::chrono::steady_clock::now() < end)
    prober.probe(
        test::changedCopy(texts[random() % texts.size()], words, random));
  llvm::outs() << texts.size() << " programs, " << prober.probed()
               << " copies, " << prober.read() << " read, no broken promise\n";
  return 0;
}
