//===- FileWeights.h - Initial values out of a model's file -----*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_RUNNER_FILEWEIGHTS_H
#define TRAINLINT_RUNTIME_RUNNER_FILEWEIGHTS_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"

namespace trainlint::keras {
struct Model;
} // namespace trainlint::keras

namespace trainlint::run {

/// Lets the parameters and states of a forward module begin with the weights
/// that the file of a Keras model holds. Nothing changes if it holds none.
llvm::Error takeFileWeights(mlir::ModuleOp forward, llvm::StringRef file,
                            const keras::Model &model);

} // namespace trainlint::run

#endif // TRAINLINT_RUNTIME_RUNNER_FILEWEIGHTS_H
