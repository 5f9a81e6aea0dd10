//===- ObjectCode.cpp - Object files of a program -------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compilation takes longer than all else before the first step of a deep model.
// Its loops are functions that are not inlined, so they can be compiled apart
// from each other, in parts of a module. What a part is depends on the program
// alone: with any number of threads the code is the same.
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/Runtime/ObjectCode.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/ExecutionEngine/Orc/CompileUtils.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/StandardInstrumentations.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/ThreadPool.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/SplitModule.h"
#include <mutex>

namespace orc = llvm::orc;
using llvm::Expected;

namespace trainlint::cpu {

//===----------------------------------------------------------------------===//
// One part
//===----------------------------------------------------------------------===//

static void initializeTarget() {
  static const bool done = [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    return true;
  }();
  (void)done;
}

Expected<orc::JITTargetMachineBuilder> hostTarget(unsigned level) {
  initializeTarget();
  auto target = orc::JITTargetMachineBuilder::detectHost();
  if (target)
    target->setCodeGenOptLevel(level == 0 ? llvm::CodeGenOptLevel::None
                                          : llvm::CodeGenOptLevel::Default);
  return target;
}

static llvm::OptimizationLevel levelOf(unsigned level) {
  switch (level) {
  case 0:
    return llvm::OptimizationLevel::O0;
  case 1:
    return llvm::OptimizationLevel::O1;
  case 2:
    return llvm::OptimizationLevel::O2;
  default:
    return llvm::OptimizationLevel::O3;
  }
}

static void optimize(llvm::Module &module, llvm::TargetMachine &machine,
                     unsigned level) {
  module.setTargetTriple(machine.getTargetTriple());
  module.setDataLayout(machine.createDataLayout());
  for (llvm::Function &function : module) {
    function.addFnAttr("target-cpu", machine.getTargetCPU());
    function.addFnAttr("target-features", machine.getTargetFeatureString());
  }
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager callGraph;
  llvm::ModuleAnalysisManager modules;
  llvm::PipelineTuningOptions tuning;
  tuning.LoopVectorization = tuning.SLPVectorization = level > 1;
  llvm::PassInstrumentationCallbacks callbacks;
  llvm::OptNoneInstrumentation skipping(/*DebugLogging=*/false);
  skipping.registerCallbacks(callbacks);
  llvm::PassBuilder builder(&machine, tuning, std::nullopt, &callbacks);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(callGraph);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, callGraph, modules);
  llvm::ModulePassManager passes =
      level == 0 ? builder.buildO0DefaultPipeline(levelOf(0))
                 : builder.buildPerModuleDefaultPipeline(levelOf(level));
  passes.run(module, modules);
}

static Expected<std::string> compileObject(llvm::Module &module,
                                           unsigned level) {
  auto target = hostTarget(level);
  if (!target)
    return target.takeError();
  auto machine = target->createTargetMachine();
  if (!machine)
    return machine.takeError();
  optimize(module, **machine, level);
  auto object = orc::SimpleCompiler(**machine)(module);
  if (!object)
    return object.takeError();
  return (*object)->getBuffer().str();
}

//===----------------------------------------------------------------------===//
// All parts
//===----------------------------------------------------------------------===//

/// Into how many parts a module is worth being divided.
static unsigned countParts(const llvm::Module &module) {
  constexpr unsigned PartSize = 1500, MostParts = 64;
  return std::clamp(module.getInstructionCount() / PartSize, 1u, MostParts);
}

/// Parts are written, as each needs a context of its own to be compiled in.
static std::vector<llvm::SmallString<0>> divide(llvm::Module &module,
                                                unsigned count) {
  std::vector<llvm::SmallString<0>> parts;
  llvm::SplitModule(module, count, [&](std::unique_ptr<llvm::Module> part) {
    llvm::raw_svector_ostream out(parts.emplace_back());
    llvm::WriteBitcodeToFile(*part, out);
  });
  return parts;
}

static Expected<std::string> compilePart(llvm::StringRef part, unsigned level) {
  llvm::LLVMContext context;
  auto module =
      llvm::parseBitcodeFile(llvm::MemoryBufferRef(part, "part"), context);
  if (!module)
    return module.takeError();
  return compileObject(**module, level);
}

Expected<std::vector<std::string>>
compileObjects(std::unique_ptr<llvm::Module> module, unsigned level,
               int64_t threads) {
  unsigned count = countParts(*module);
  std::vector<std::string> objects(count);
  if (count == 1) {
    if (llvm::Error error =
            compileObject(*module, level).moveInto(objects.front()))
      return error;
    return objects;
  }
  auto parts = divide(*module, count);
  module.reset();
  std::mutex mutex;
  llvm::Error errors = llvm::Error::success();
  auto compile = [&](size_t i) {
    llvm::Error error = compilePart(parts[i], level).moveInto(objects[i]);
    std::lock_guard<std::mutex> lock(mutex);
    errors = llvm::joinErrors(std::move(errors), std::move(error));
  };
  if (threads > 1) {
    llvm::DefaultThreadPool pool(llvm::hardware_concurrency(threads));
    for (size_t i = 0; i < parts.size(); ++i)
      pool.async(compile, i);
    pool.wait();
  } else {
    for (size_t i = 0; i < parts.size(); ++i)
      compile(i);
  }
  if (errors)
    return errors;
  return objects;
}

} // namespace trainlint::cpu
