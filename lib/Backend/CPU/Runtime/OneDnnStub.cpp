//===- OneDnnStub.cpp - A build without oneDNN ----------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/Runtime/OneDnn.h"

namespace trainlint::cpu {

bool hasOneDnn() { return false; }
std::string oneDnnVersion() { return {}; }
bool supportsProduct(llvm::ArrayRef<int64_t>) { return false; }
bool supportsConvolution(llvm::ArrayRef<int64_t>) { return false; }
llvm::ArrayRef<RuntimeFunction> oneDnnFunctions() { return {}; }

} // namespace trainlint::cpu
