//===- GraphProbe.h - Damaged graphs through the readers --------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FUZZ_GRAPHPROBE_H
#define TRAINLINT_FUZZ_GRAPHPROBE_H

#include "Frontend/Formats/GraphFormat.h"
#include <optional>

namespace trainlint::test {

/// Reads all of a file that may be a graph: as what it looks like and, if
/// `format` is given, as that. Ends the program if a place lies outside of it.
void probeGraph(llvm::StringRef text,
                std::optional<graph::DetectedFormat> format);

} // namespace trainlint::test

#endif // TRAINLINT_FUZZ_GRAPHPROBE_H
