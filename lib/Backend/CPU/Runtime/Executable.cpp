//===- Executable.cpp - Compiled StableHLO programs -----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compile pipeline: parse and verify, divide by shardings, lower to loops
// over buffers, elide copies, assign memory, outline loops, translate to LLVM
// IR, optimize and link in memory. An executable is looked for in the cache of
// this process first, then in the cache on disk; both go by a hash of the text
// and the options.
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/Interface/Executable.h"
#include "Backend/CPU/CodeGen/StableHLOToLinalg.h"
#include "Backend/CPU/Runtime/BufferAssignment.h"
#include "Backend/CPU/Runtime/CacheKey.h"
#include "Backend/CPU/Runtime/CheckSizes.h"
#include "Backend/CPU/Runtime/CompilationCache.h"
#include "Backend/CPU/Runtime/CompilerIdentity.h"
#include "Backend/CPU/Runtime/CopyElision.h"
#include "Backend/CPU/Runtime/DiskCache.h"
#include "Backend/CPU/Runtime/ExecutionState.h"
#include "Backend/CPU/Runtime/Jit.h"
#include "Backend/CPU/Runtime/ObjectCode.h"
#include "Backend/CPU/Runtime/OneDnn.h"
#include "Backend/CPU/Runtime/OperationTimer.h"
#include "Backend/CPU/Runtime/OutlineLoops.h"
#include "Backend/CPU/Runtime/Pipeline.h"
#include "Dialect/StableHLO/IR/ProgramText.h"
#include "Dialect/StableHLO/IR/RegisterDialects.h"
#include "Dialect/StableHLO/IR/ShardingReader.h"
#include "Dialect/StableHLO/IR/StableHLODialect.h"
#include "Dialect/StableHLO/Partition/Partition.h"
#include "Support/Printable.h"
#include "Support/SequentialContext.h"
#include "mlir/IR/Verifier.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Alignment.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/TargetParser/Host.h"
#include <cstring>
#include <mutex>
#include <set>

using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

namespace trainlint::cpu {

Executable::~Executable() = default;

namespace {

/// Collects what is reported while a program is compiled.
class Messages {
public:
  explicit Messages(mlir::MLIRContext *context)
      : handler(context, [this](mlir::Diagnostic &diagnostic) {
          if (diagnostic.getSeverity() != mlir::DiagnosticSeverity::Error)
            return;
          llvm::raw_string_ostream out(text);
          if (!text.empty())
            out << "\n";
          if (auto place = diagnostic.getLocation()
                               ->findInstanceOf<mlir::FileLineColLoc>())
            out << place.getFilename().getValue() << ":" << place.getLine()
                << ":" << place.getColumn() << ": ";
          out << "error: " << diagnostic;
        }) {}

  Error take() {
    if (text.empty())
      text = "error: the program cannot be compiled";
    return llvm::createStringError(text);
  }

private:
  std::string text;
  mlir::ScopedDiagnosticHandler handler;
};

/// Bytes that stay where they are, on the boundary of a cache line.
class AlignedBytes {
public:
  explicit AlignedBytes(StringRef bytes)
      : data(static_cast<char *>(llvm::allocate_buffer(
            std::max<size_t>(bytes.size(), 1), alignment))),
        size(bytes.size()) {
    llvm::copy(bytes, data);
  }
  ~AlignedBytes() {
    llvm::deallocate_buffer(data, std::max<size_t>(size, 1), alignment);
  }
  AlignedBytes(const AlignedBytes &) = delete;
  AlignedBytes &operator=(const AlignedBytes &) = delete;

  static constexpr size_t alignment = 64;
  char *const data;
  const size_t size;
};

using Entry = void (*)(const void *const *inputs, void *const *outputs,
                       void *constants, void *context, void *arena);

/// All that compilation yields, shared by the programs of the same text.
struct Compiled {
  explicit Compiled(StringRef constantBytes) : constants(constantBytes) {}

  llvm::SmallVector<BufferType> inputs, outputs;
  llvm::SmallVector<Donation> donations;
  int64_t arenaBytes = 0, replicas = 1, partitions = 1;
  AlignedBytes constants;
  std::vector<CompiledCollective> collectives;
  std::unique_ptr<MachineCode> code;
  Entry entry = nullptr;
  std::unique_ptr<OperationTimer> timer;
  std::string dumps[3];
  std::string fingerprint;
};

class CompiledExecutable : public Executable {
public:
  explicit CompiledExecutable(std::shared_ptr<const Compiled> compiled)
      : compiled(std::move(compiled)) {}

  llvm::ArrayRef<BufferType> inputs() const override {
    return compiled->inputs;
  }
  llvm::ArrayRef<BufferType> outputs() const override {
    return compiled->outputs;
  }
  llvm::ArrayRef<Donation> donations() const override {
    return compiled->donations;
  }
  int64_t arenaBytes() const override { return compiled->arenaBytes; }
  int64_t codeBytes() const override { return compiled->code->byteSize(); }
  int64_t constantBytes() const override { return compiled->constants.size; }
  bool hasCollectives() const override {
    return !compiled->collectives.empty();
  }
  StringRef dump(Form form) const override {
    return compiled->dumps[static_cast<int>(form)];
  }
  std::vector<OperationTime> operationTimes() const override {
    return compiled->timer ? compiled->timer->times()
                           : std::vector<OperationTime>();
  }
  StringRef fingerprint() const override { return compiled->fingerprint; }

  Error run(llvm::ArrayRef<const void *> inputs, llvm::ArrayRef<void *> outputs,
            void *arena, const ExecutionContext &context) const override {
    assert(inputs.size() == compiled->inputs.size() &&
           outputs.size() == compiled->outputs.size());
    ExecutionState state{compiled->collectives, compiled->replicas,
                         compiled->partitions, context};
    state.timer = compiled->timer.get();
    // An error that is left unseen ends the process.
    (void)!!state.error;
    prepareDonated(inputs, outputs);
    compiled->entry(inputs.data(), outputs.data(), compiled->constants.data,
                    &state, arena);
    return std::move(state.error);
  }

private:
  /// The program computes with them where their outputs are.
  void prepareDonated(llvm::ArrayRef<const void *> inputs,
                      llvm::ArrayRef<void *> outputs) const {
    for (const Donation &donation : compiled->donations) {
      const void *input = inputs[donation.input];
      void *output = outputs[donation.output];
      size_t bytes = compiled->inputs[donation.input].byteSize();
      if (input != output && bytes > 0)
        std::memcpy(output, input, bytes);
    }
  }

  std::shared_ptr<const Compiled> compiled;
};

} // namespace

static std::string textOf(mlir::ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream out(text);
  module.print(out);
  return text;
}

/// Vector registers of this computer, as the code generator uses them.
static Registers hostRegisters() {
  static const Registers registers = [] {
    llvm::StringMap<bool> features = llvm::sys::getHostCPUFeatures();
    if (features.lookup("avx512f"))
      return Registers{64, 32};
    if (features.lookup("avx2") && features.lookup("fma"))
      return Registers{32, 16};
    return Registers{16, 16};
  }();
  return registers;
}

/// Links the code of a program and finds its functions.
static Expected<std::shared_ptr<Compiled>>
link(const SerializedExecutable &stored, const CompileOptions &options,
     StringRef fingerprint) {
  auto code = MachineCode::link(stored.objects);
  if (!code)
    return code.takeError();
  auto compiled = std::make_shared<Compiled>(stored.constants);
  compiled->code = std::move(*code);
  auto entry = compiled->code->find(entryName);
  if (!entry)
    return entry.takeError();
  compiled->entry = reinterpret_cast<Entry>(*entry);
  for (auto [i, collective] : llvm::enumerate(stored.collectives)) {
    CompiledCollective result{collective};
    if (collective.kind == CollectiveKind::AllReduce ||
        collective.kind == CollectiveKind::CollectiveReduce ||
        collective.kind == CollectiveKind::ReduceScatter) {
      auto combine = compiled->code->find("combine_" + std::to_string(i));
      if (!combine)
        return combine.takeError();
      result.combine = reinterpret_cast<Combine>(*combine);
    }
    compiled->collectives.push_back(std::move(result));
  }
  compiled->inputs = stored.inputs;
  compiled->outputs = stored.outputs;
  compiled->donations = stored.donations;
  compiled->arenaBytes = stored.arenaBytes;
  compiled->replicas = options.replicas;
  compiled->partitions = options.partitions;
  compiled->fingerprint = fingerprint;
  return compiled;
}

/// Says why a folder of programs is of no use. One reason is said once, however
/// many programs there are.
static void noteOnce(const llvm::Twine &message) {
  static std::mutex mutex;
  static std::set<std::string> said;
  std::lock_guard<std::mutex> lock(mutex);
  auto [note, isNew] = said.insert(printable(message.str()));
  if (isNew)
    llvm::errs() << "cpu device: note: " << *note << "\n";
}

static DiskCache openFolder(const CompileOptions &options) {
  // Files hold no texts and no names of operations.
  bool keepsText =
      options.keepStableHLO || options.keepLinalg || options.keepLLVM;
  if (keepsText || options.timesOperations || options.cacheFolder.empty())
    return DiskCache({}, noteOnce);
  DiskCache::Options how;
  how.path = options.cacheFolder;
  how.keyPath = cacheKeyPath();
  how.compilerIdentity = compilerIdentity();
  return DiskCache(std::move(how), noteOnce);
}

/// A program that was compiled before, by any process.
static std::shared_ptr<const Compiled> findStored(const DiskCache &folder,
                                                  const CompileOptions &options,
                                                  StringRef fingerprint) {
  std::optional<SerializedExecutable> stored = folder.find(fingerprint);
  if (!stored)
    return nullptr;
  auto compiled = link(*stored, options, fingerprint);
  if (compiled)
    return std::move(*compiled);
  // It will be compiled anew.
  llvm::consumeError(compiled.takeError());
  return nullptr;
}

static Expected<std::shared_ptr<const Compiled>>
compileModule(StringRef text, const CompileOptions &options,
              StringRef fingerprint, const DiskCache &folder) {
  mlir::DialectRegistry registry;
  stablehlo::registerProgramDialects(registry);
  SequentialContext context(registry);
  context.printOpOnDiagnostic(false);
  Messages messages(&context);
  llvm::SourceMgr sources;
  auto source =
      stablehlo::readModule(text, options.fileName, sources, &context);
  if (!source)
    return messages.take();

  if (failed(checkSizes(*source)))
    return messages.take();
  if (options.dividesByShardings &&
      stablehlo::ShardingReader::hasShardings(*source)) {
    stablehlo::ProcessCounts how;
    how.partitions = options.partitions;
    how.replicas = options.replicas;
    how.entry = options.entry;
    if (failed(stablehlo::partitionModule(*source, how)) ||
        failed(mlir::verify(*source)))
      return messages.take();
  }
  LoweringOptions lowering;
  lowering.entry = options.entry;
  if (options.optimization > 0)
    lowering.registers = hostRegisters();
  lowering.namesOperations = options.timesOperations;
  lowering.namesTypes = options.timesTypes;
  if (options.useOneDnn) {
    lowering.hasOneDnn = hasOneDnn;
    lowering.supportsProduct = supportsProduct;
    lowering.supportsConvolution = supportsConvolution;
  }
  auto lowered = lowerToLinalg(*source, lowering);
  if (failed(lowered))
    return messages.take();
  SerializedExecutable stored;
  stored.constants = lowered->constants;
  std::string dumps[3];
  auto keep = [&](Form form) -> std::string & {
    return dumps[static_cast<int>(form)];
  };
  if (options.keepStableHLO)
    keep(Form::StableHLO) = textOf(*source);
  if (options.keepLinalg)
    keep(Form::Linalg) = textOf(*lowered->module);

  auto main = lowered->module->lookupSymbol<mlir::func::FuncOp>("main");
  elideCopies(main);
  stored.arenaBytes = planArena(main);
  outlineLoops(main);
  std::vector<std::string> kinds;
  if (options.timesOperations)
    kinds = insertTimers(main, main.getArgument(main.getNumArguments() - 2),
                         options.timesEach);
  llvm::LLVMContext llvmContext;
  std::unique_ptr<llvm::Module> module =
      translate(*lowered->module, lowered->inputs.size(),
                lowered->outputs.size(), llvmContext);
  if (!module)
    return messages.take();
  if (options.keepLLVM) {
    llvm::raw_string_ostream out(keep(Form::LLVM));
    module->print(out, nullptr);
  }
  auto objects =
      compileObjects(std::move(module), options.optimization, options.threads);
  if (!objects)
    return objects.takeError();
  stored.objects = std::move(*objects);
  stored.inputs = lowered->inputs;
  stored.outputs = lowered->outputs;
  stored.donations = lowered->donations;
  stored.collectives.assign(lowered->collectives.begin(),
                            lowered->collectives.end());
  auto compiled = link(stored, options, fingerprint);
  if (!compiled)
    return compiled.takeError();
  if (options.timesOperations)
    (*compiled)->timer = std::make_unique<OperationTimer>(std::move(kinds));
  std::move(std::begin(dumps), std::end(dumps), (*compiled)->dumps);
  folder.insert(fingerprint, stored);
  return compiled;
}

Expected<std::unique_ptr<Executable>>
Executable::compile(StringRef text, const CompileOptions &options) {
  static CompilationCache<Compiled> cache;
  std::string key = fingerprintOf(text, options);
  std::shared_ptr<const Compiled> compiled = cache.find(key);
  if (compiled)
    return std::make_unique<CompiledExecutable>(std::move(compiled));
  DiskCache folder = openFolder(options);
  compiled = findStored(folder, options, key);
  if (!compiled) {
    auto result = compileModule(text, options, key, folder);
    if (!result)
      return result.takeError();
    compiled = std::move(*result);
  }
  cache.insert(key, compiled);
  return std::make_unique<CompiledExecutable>(std::move(compiled));
}

} // namespace trainlint::cpu
