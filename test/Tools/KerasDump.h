//===- KerasDump.h - All of a Keras model as JSON ---------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_TOOLS_KERASDUMP_H
#define TRAINLINT_TOOLS_KERASDUMP_H

#include "Frontend/Keras/ModelFile.h"
#include "llvm/Support/JSON.h"

namespace trainlint::test {

/// Prints a model with the shapes and weights that are inferred, as one JSON
/// object. Ends the program if a place lies outside of the text.
void dumpModel(const keras::ModelFile &file, llvm::json::OStream &out);

} // namespace trainlint::test

#endif // TRAINLINT_TOOLS_KERASDUMP_H
