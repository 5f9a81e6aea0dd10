//===- ArgumentTypes.h - Values of other types than are taken ---*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_PYTHON_JOBS_ARGUMENTTYPES_H
#define TRAINLINT_FRONTEND_PYTHON_JOBS_ARGUMENTTYPES_H

#include "Frontend/Python/Context/Context.h"

namespace trainlint::python {

/// What messages call the type of a value: "text", "a list". Empty if it is not
/// known.
llvm::StringRef describeType(const Value &value);

/// Reports a value of another type than a field or an argument takes. A number
/// in quotes, and one without where text is taken, gets a fix.
Report reportType(const Value &value, llvm::StringRef field,
                  llvm::StringRef expected, Place use, const Context &context,
                  llvm::StringRef exception = "TypeError");

/// Reports a text that stands for a list of texts.
void reportLetters(const Value &value, llvm::StringRef field, Place use,
                   const Context &context);

/// Reports a boot disk of a kind or size that machines for training do not
/// have. Either may be null.
void checkDisk(const Value *type, const Value *size, Place use,
               const Context &context);

} // namespace trainlint::python

#endif // TRAINLINT_FRONTEND_PYTHON_JOBS_ARGUMENTTYPES_H
