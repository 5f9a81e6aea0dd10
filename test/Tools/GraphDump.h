//===- GraphDump.h - All of a graph file as JSON ----------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_TOOLS_GRAPHDUMP_H
#define TRAINLINT_TOOLS_GRAPHDUMP_H

#include "Frontend/TensorFlow/GraphFile.h"
#include "llvm/Support/JSON.h"

namespace trainlint::test {

/// Reads all that can be read of a file and prints it as one JSON object. Ends
/// the program if a place lies outside of the file.
void dumpGraph(const tensorflow::GraphFile &file, llvm::json::OStream &out);

/// The same for a file of any format that is read, as which it is read if its
/// content is not to decide.
void dumpFile(llvm::StringRef file, std::optional<graph::DetectedFormat> format,
              llvm::json::OStream &out);

} // namespace trainlint::test

#endif // TRAINLINT_TOOLS_GRAPHDUMP_H
