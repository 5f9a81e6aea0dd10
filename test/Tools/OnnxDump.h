//===- OnnxDump.h - All of an ONNX model as JSON ----------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_TOOLS_ONNXDUMP_H
#define TRAINLINT_TOOLS_ONNXDUMP_H

#include "Frontend/ONNX/ModelFile.h"
#include "llvm/Support/JSON.h"

namespace trainlint::test {

/// Reads all that can be read of a model and prints it as one JSON object. Ends
/// the program if a place lies outside of the file.
void dumpModel(const onnx::ModelFile &file, llvm::json::OStream &out);

} // namespace trainlint::test

#endif // TRAINLINT_TOOLS_ONNXDUMP_H
