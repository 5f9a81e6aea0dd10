//===- Jit.cpp - Machine code of a program --------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/Runtime/Jit.h"
#include "Backend/CPU/Runtime/ObjectCode.h"
#include "Backend/CPU/Runtime/RuntimeFunctions.h"
#include "llvm/ExecutionEngine/JITLink/JITLink.h"
#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/Support/MemoryBuffer.h"

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
  int64_t byteSize() const override { return bytes; }

  std::unique_ptr<orc::LLJIT> jit;
  int64_t bytes = 0;
};
} // namespace

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
  if (llvm::Error error = defineRuntime(*code->jit))
    return error;
  return code;
}

Expected<std::unique_ptr<MachineCode>>
MachineCode::link(llvm::ArrayRef<std::string> objects) {
  auto target = hostTarget(/*level=*/0);
  if (!target)
    return target.takeError();
  auto code = makeLinker(std::move(*target));
  if (!code)
    return code.takeError();
  for (const std::string &object : objects) {
    (*code)->bytes += object.size();
    if (llvm::Error error = (*code)->jit->addObjectFile(
            llvm::MemoryBuffer::getMemBufferCopy(object)))
      return error;
  }
  return code;
}

} // namespace trainlint::cpu
