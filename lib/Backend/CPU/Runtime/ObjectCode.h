//===- ObjectCode.h - Object files of a program -----------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_BACKEND_CPU_RUNTIME_OBJECTCODE_H
#define TRAINLINT_BACKEND_CPU_RUNTIME_OBJECTCODE_H

#include "llvm/Support/Error.h"
#include <memory>
#include <string>
#include <vector>

namespace llvm {
class Module;
namespace orc {
class JITTargetMachineBuilder;
} // namespace orc
} // namespace llvm

namespace trainlint::cpu {

/// This computer, at a level of optimization from 0 to 3.
llvm::Expected<llvm::orc::JITTargetMachineBuilder> hostTarget(unsigned level);

/// Optimizes a module for this computer and compiles it to object files, which
/// are linked together. There is more than one if the module has many
/// functions; up to `threads` are compiled at the same time, which changes
/// nothing of what they are.
llvm::Expected<std::vector<std::string>>
compileObjects(std::unique_ptr<llvm::Module> module, unsigned level,
               int64_t threads);

} // namespace trainlint::cpu

#endif // TRAINLINT_BACKEND_CPU_RUNTIME_OBJECTCODE_H
