//===- LLVM.h - Names that sources take from LLVM ---------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_SUPPORT_LLVM_H
#define TRAINLINT_SUPPORT_LLVM_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Casting.h"
#include "llvm/Support/LogicalResult.h"

namespace trainlint {

// What nearly every source uses, as MLIR's own header of this name has it for
// MLIR. Headers spell the names out.
using llvm::ArrayRef;
using llvm::cast;
using llvm::failed;
using llvm::failure;
using llvm::FailureOr;
using llvm::isa;
using llvm::LogicalResult;
using llvm::SmallVector;
using llvm::SmallVectorImpl;
using llvm::StringRef;
using llvm::succeeded;
using llvm::success;

} // namespace trainlint

#endif // TRAINLINT_SUPPORT_LLVM_H
