//===- SecondReader.h - A second opinion on YAML structure ------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_TEXT_YAML_SECONDREADER_H
#define TRAINLINT_TEXT_YAML_SECONDREADER_H

#include "Text/Yaml/Tree.h"
#include <optional>

namespace trainlint::yaml {

/// Reads `text` with yaml-cpp beside the tree that `stream` holds. Every event
/// must fit the next node, and its value that of the node. The first
/// disagreement is returned with its place.
///
/// yaml-cpp throws; nothing leaves this function but its result.
std::optional<Problem> compareWithYamlCpp(llvm::StringRef text,
                                          const Stream &stream);

} // namespace trainlint::yaml

#endif // TRAINLINT_TEXT_YAML_SECONDREADER_H
