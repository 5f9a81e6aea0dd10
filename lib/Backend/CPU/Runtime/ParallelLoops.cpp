//===- ParallelLoops.cpp - Loops in parts ---------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A parallel loop is a function of its buffers and of its first and last
// iteration. The runtime knows functions of one address only, so what is passed
// is stored in a list, and a function that reads it again stands between them.
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/Runtime/ParallelLoops.h"
#include "Backend/CPU/Runtime/OutlineLoops.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace trainlint::cpu {

namespace {

class Parallelizer {
public:
  Parallelizer(llvm::Module &module, llvm::Value *context)
      : module(module), context(context),
        pointer(llvm::PointerType::get(module.getContext(), 0)),
        integer(llvm::Type::getInt64Ty(module.getContext())) {}

  void replaceCalls(llvm::Function &loop);

private:
  llvm::Function *buildPart(llvm::Function &loop);
  void replace(llvm::CallInst *call, llvm::Function *part);
  llvm::Value *slot(llvm::IRBuilder<> &builder, llvm::Value *list,
                    unsigned number) {
    return builder.CreateConstInBoundsGEP1_64(integer, list, number);
  }

  llvm::Module &module;
  llvm::Value *context;
  llvm::Type *pointer, *integer;
};

} // namespace

/// The function that reads what the loop works on from a list.
llvm::Function *Parallelizer::buildPart(llvm::Function &loop) {
  auto *type = llvm::FunctionType::get(
      llvm::Type::getVoidTy(module.getContext()), {pointer, integer, integer},
      /*isVarArg=*/false);
  auto *part = llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage,
                                      "part_of_" + loop.getName(), module);
  llvm::IRBuilder<> builder(
      llvm::BasicBlock::Create(module.getContext(), "", part));
  llvm::SmallVector<llvm::Value *> arguments;
  for (unsigned i = 0; i + 2 < loop.arg_size(); ++i)
    arguments.push_back(builder.CreateLoad(loop.getArg(i)->getType(),
                                           slot(builder, part->getArg(0), i)));
  arguments.push_back(part->getArg(1));
  arguments.push_back(part->getArg(2));
  builder.CreateCall(&loop, arguments);
  builder.CreateRetVoid();
  return part;
}

void Parallelizer::replace(llvm::CallInst *call, llvm::Function *part) {
  unsigned count = call->arg_size() - 2;
  llvm::BasicBlock &start = call->getFunction()->getEntryBlock();
  llvm::IRBuilder<> builder(&start, start.begin());
  llvm::Value *list =
      builder.CreateAlloca(integer, builder.getInt64(std::max(count, 1u)));
  builder.SetInsertPoint(call);
  for (unsigned i = 0; i < count; ++i)
    builder.CreateStore(call->getArgOperand(i), slot(builder, list, i));
  llvm::FunctionCallee split =
      module.getOrInsertFunction(parallelFunctionName, builder.getVoidTy(),
                                 integer, pointer, pointer, integer);
  builder.CreateCall(split,
                     {context, part, list, call->getArgOperand(count + 1)});
  call->eraseFromParent();
}

void Parallelizer::replaceCalls(llvm::Function &loop) {
  llvm::SmallVector<llvm::CallInst *> calls;
  for (llvm::User *user : loop.users())
    calls.push_back(llvm::cast<llvm::CallInst>(user));
  llvm::Function *part = buildPart(loop);
  for (llvm::CallInst *call : calls)
    replace(call, part);
}

void parallelizeLoops(llvm::Module &module, llvm::Value *context) {
  llvm::SmallVector<llvm::Function *> loops;
  for (llvm::Function &function : module)
    if (function.getName().starts_with(parallelPrefix))
      loops.push_back(&function);
  Parallelizer parallelizer(module, context);
  for (llvm::Function *loop : loops)
    parallelizer.replaceCalls(*loop);
}

} // namespace trainlint::cpu
