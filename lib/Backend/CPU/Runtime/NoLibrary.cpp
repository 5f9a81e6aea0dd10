//===- NoLibrary.cpp - A build without oneDNN -----------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/Runtime/Library.h"

namespace trainlint::cpu {

bool hasLibrary() { return false; }
std::string libraryVersion() { return {}; }
bool takesConvolution(llvm::ArrayRef<int64_t>) { return false; }
llvm::ArrayRef<RuntimeFunction> libraryFunctions() { return {}; }

} // namespace trainlint::cpu
