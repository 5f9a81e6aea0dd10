//===- Pipeline.cpp - From loops over buffers to LLVM IR ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/Runtime/Pipeline.h"
#include "Backend/CPU/Runtime/OutlineLoops.h"
#include "Backend/CPU/Runtime/ParallelLoops.h"
#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ComplexToLLVM/ComplexToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVMPass.h"
#include "mlir/Conversion/IndexToLLVM/IndexToLLVM.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVMPass.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"

using llvm::failed;

namespace trainlint::cpu {

static void buildPipeline(mlir::PassManager &manager) {
  using mlir::func::FuncOp;
  manager.addNestedPass<FuncOp>(mlir::createConvertLinalgToLoopsPass());
  manager.addNestedPass<FuncOp>(mlir::createCSEPass());
  manager.addNestedPass<FuncOp>(mlir::createLoopInvariantCodeMotionPass());
  manager.addPass(mlir::memref::createExpandStridedMetadataPass());
  manager.addPass(mlir::createLowerAffinePass());
  manager.addPass(mlir::createSCFToControlFlowPass());
  manager.addPass(mlir::createConvertVectorToLLVMPass());
  manager.addPass(mlir::createConvertComplexToLLVMPass());
  manager.addNestedPass<FuncOp>(mlir::createConvertMathToLLVMPass());
  manager.addPass(mlir::createFinalizeMemRefToLLVMConversionPass());
  manager.addPass(mlir::createArithToLLVMConversionPass());
  manager.addPass(mlir::createConvertIndexToLLVMPass());
  manager.addPass(mlir::createConvertControlFlowToLLVMPass());
  mlir::ConvertFuncToLLVMPassOptions bare;
  bare.useBarePtrCallConv = true;
  manager.addPass(mlir::createConvertFuncToLLVMPass(bare));
  manager.addPass(mlir::createReconcileUnrealizedCastsPass());
  manager.addPass(mlir::createCSEPass());
}

/// What is left of `main` calls loops and libraries, thousands of times in a
/// deep model: optimizing that takes long and gains nothing.
static void leaveAsItIs(llvm::Function &main) {
  // Descriptors of buffers are taken apart right after they were put together,
  // and then are not used.
  for (llvm::BasicBlock &block : main)
    while (llvm::SimplifyInstructionsInBlock(&block))
      ;
  main.addFnAttr(llvm::Attribute::NoInline);
  main.addFnAttr(llvm::Attribute::OptimizeNone);
}

/// The function that takes pointers to pointers, and calls `main`.
static void addEntry(llvm::Module &module, size_t inputs, size_t outputs) {
  llvm::Function *main = module.getFunction("main");
  main->setLinkage(llvm::GlobalValue::InternalLinkage);
  leaveAsItIs(*main);
  llvm::IRBuilder<> builder(module.getContext());
  llvm::Type *pointer = builder.getPtrTy();
  auto *type = llvm::FunctionType::get(
      builder.getVoidTy(), {pointer, pointer, pointer, pointer, pointer},
      /*isVarArg=*/false);
  auto *entry = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage,
                                       entryName, module);
  builder.SetInsertPoint(
      llvm::BasicBlock::Create(module.getContext(), "", entry));
  llvm::SmallVector<llvm::Value *> arguments;
  auto loadAll = [&](llvm::Value *list, size_t count) {
    for (size_t i = 0; i < count; ++i)
      arguments.push_back(builder.CreateLoad(
          pointer, builder.CreateConstInBoundsGEP1_64(pointer, list, i)));
  };
  loadAll(entry->getArg(0), inputs);
  loadAll(entry->getArg(1), outputs);
  arguments.push_back(entry->getArg(2));
  arguments.push_back(
      builder.CreatePtrToInt(entry->getArg(3), builder.getInt64Ty()));
  arguments.push_back(entry->getArg(4));
  builder.CreateCall(main, arguments);
  builder.CreateRetVoid();
}

/// Tells LLVM that outputs are apart from all other buffers. Inputs are only
/// read, and may be the same buffer as each other.
static void markApart(llvm::Function &main, size_t inputs) {
  for (llvm::Argument &argument : main.args()) {
    if (!argument.getType()->isPointerTy())
      continue;
    argument.addAttr(
        llvm::Attribute::getWithAlignment(main.getContext(), llvm::Align(64)));
    argument.addAttr(llvm::Attribute::NoAlias);
    if (argument.getArgNo() < inputs)
      argument.addAttr(llvm::Attribute::ReadOnly);
  }
}

std::unique_ptr<llvm::Module> translate(mlir::ModuleOp module, size_t inputs,
                                        size_t outputs,
                                        llvm::LLVMContext &context) {
  mlir::PassManager manager(module.getContext());
  manager.enableVerifier(false);
  buildPipeline(manager);
  if (failed(manager.run(module)))
    return nullptr;
  mlir::registerBuiltinDialectTranslation(*module.getContext());
  mlir::registerLLVMDialectTranslation(*module.getContext());
  std::unique_ptr<llvm::Module> result =
      mlir::translateModuleToLLVMIR(module, context);
  if (!result)
    return nullptr;
  markApart(*result->getFunction("main"), inputs);
  for (llvm::Function &function : *result)
    if (function.getName().starts_with(outlinedPrefix) ||
        function.getName().starts_with(parallelPrefix))
      function.addFnAttr(llvm::Attribute::NoInline);
  llvm::Function *main = result->getFunction("main");
  // After inputs and outputs come constants, the context and the arena.
  parallelizeLoops(*result, main->getArg(inputs + outputs + 1));
  addEntry(*result, inputs, outputs);
  return result;
}

} // namespace trainlint::cpu
