//===- Jit.cpp - Machine code of a program --------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/Runtime/Jit.h"
#include "Backend/CPU/Runtime/RuntimeFunctions.h"
#include "llvm/ExecutionEngine/JITLink/JITLink.h"
#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/CompileUtils.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/ExecutionEngine/Orc/ObjectTransformLayer.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/StandardInstrumentations.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"

namespace orc = llvm::orc;
using llvm::Expected;

namespace trainlint::cpu {

MachineCode::~MachineCode() = default;

namespace {
class LinkedCode : public MachineCode {
public:
  Expected<void *> find(llvm::StringRef function) override {
    auto address = jit->lookup(function);
    if (!address)
      return address.takeError();
    return address->toPtr<void *>();
  }
  int64_t byteSize() const override { return bytes.size(); }
  llvm::StringRef object() const override { return bytes; }

  std::unique_ptr<orc::LLJIT> jit;
  std::string bytes;
};
} // namespace

static void initializeTarget() {
  static const bool done = [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    return true;
  }();
  (void)done;
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

/// Code finds the functions of this table only, not whatever the process that
/// the device is loaded into happens to define.
static llvm::Error defineRuntime(orc::LLJIT &jit) {
  orc::SymbolMap symbols;
  for (const RuntimeFunction &function : runtimeFunctions())
    symbols[jit.mangleAndIntern(function.name)] = {
        orc::ExecutorAddr::fromPtr(function.address),
        llvm::JITSymbolFlags::Exported};
  return jit.getMainJITDylib().define(orc::absoluteSymbols(std::move(symbols)));
}

static Expected<orc::JITTargetMachineBuilder> hostTarget(unsigned level) {
  initializeTarget();
  auto target = orc::JITTargetMachineBuilder::detectHost();
  if (target)
    target->setCodeGenOptLevel(level == 0 ? llvm::CodeGenOptLevel::None
                                          : llvm::CodeGenOptLevel::Default);
  return target;
}

static Expected<std::unique_ptr<LinkedCode>>
makeLinker(orc::JITTargetMachineBuilder target) {
  auto code = std::make_unique<LinkedCode>();
  auto jit = orc::LLJITBuilder()
                 .setJITTargetMachineBuilder(std::move(target))
                 .setLinkProcessSymbolsByDefault(false)
                 .setPlatformSetUp(orc::setUpInactivePlatform)
                 .create();
  if (!jit)
    return jit.takeError();
  code->jit = std::move(*jit);
  code->jit->getObjTransformLayer().setTransform(
      [seen = code.get()](std::unique_ptr<llvm::MemoryBuffer> object)
          -> Expected<std::unique_ptr<llvm::MemoryBuffer>> {
        seen->bytes = object->getBuffer().str();
        return object;
      });
  if (llvm::Error error = defineRuntime(*code->jit))
    return error;
  return code;
}

Expected<std::unique_ptr<MachineCode>>
MachineCode::create(std::unique_ptr<llvm::Module> module,
                    std::unique_ptr<llvm::LLVMContext> context,
                    unsigned level) {
  auto target = hostTarget(level);
  if (!target)
    return target.takeError();
  auto machine = target->createTargetMachine();
  if (!machine)
    return machine.takeError();
  optimize(*module, **machine, level);
  auto code = makeLinker(std::move(*target));
  if (!code)
    return code.takeError();
  if (llvm::Error error = (*code)->jit->addIRModule(
          orc::ThreadSafeModule(std::move(module), std::move(context))))
    return error;
  return code;
}

Expected<std::unique_ptr<MachineCode>>
MachineCode::load(llvm::StringRef object) {
  auto target = hostTarget(/*level=*/0);
  if (!target)
    return target.takeError();
  auto code = makeLinker(std::move(*target));
  if (!code)
    return code.takeError();
  if (llvm::Error error = (*code)->jit->addObjectFile(
          llvm::MemoryBuffer::getMemBufferCopy(object)))
    return error;
  return code;
}

} // namespace trainlint::cpu
