//===- GradientNames.h - What gradients are called --------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// TensorFlow 1 calls the gradient of a node `SCOPE/gradients/NODE_grad/...`,
// and so do the functions that compute the gradients of others. A tape of
// TensorFlow 2 calls it `gradient_tape/SCOPE/...` after the scope of the node.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_CONVERSION_TENSORFLOWTOSTABLEHLO_GRADIENTNAMES_H
#define TRAINLINT_CONVERSION_TENSORFLOWTOSTABLEHLO_GRADIENTNAMES_H

#include "llvm/ADT/StringRef.h"

namespace trainlint::tensorflow {

/// Before the scope of what a tape differentiates.
inline constexpr llvm::StringLiteral GradientTape = "gradient_tape/";

/// True for the name of a node that computes a gradient.
bool isGradientName(llvm::StringRef name);

} // namespace trainlint::tensorflow

#endif // TRAINLINT_CONVERSION_TENSORFLOWTOSTABLEHLO_GRADIENTNAMES_H
