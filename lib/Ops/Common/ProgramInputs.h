//===- ProgramInputs.h - Types that a program can be given ------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_OPS_COMMON_PROGRAMINPUTS_H
#define TRAINLINT_OPS_COMMON_PROGRAMINPUTS_H

#include "mlir/IR/Types.h"
#include <string>

namespace trainlint {

/// Why no program has an input of a type that a model declares, for a message.
/// Empty if one may have it, as far as the type is known.
std::string programInputProblem(mlir::Type declared);

} // namespace trainlint

#endif // TRAINLINT_OPS_COMMON_PROGRAMINPUTS_H
