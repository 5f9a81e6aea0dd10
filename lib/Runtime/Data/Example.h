//===- Example.h - The examples that records hold ---------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_DATA_EXAMPLE_H
#define TRAINLINT_RUNTIME_DATA_EXAMPLE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

namespace trainlint::data {

/// The values of a feature: strings of bytes, which lie in the record, or
/// numbers. A feature without values holds nothing.
using Feature = std::variant<std::monostate, std::vector<llvm::StringRef>,
                             std::vector<float>, std::vector<int64_t>>;

/// The features of an example by name.
using Example = std::map<std::string, Feature>;

/// Reads a message `tensorflow.Example`. As Protobuf has it, lists that are
/// given in several parts follow one another. Fails for damaged messages and
/// for records of more than 4 GiB.
llvm::Expected<Example> readExample(llvm::StringRef record);

} // namespace trainlint::data

#endif // TRAINLINT_RUNTIME_DATA_EXAMPLE_H
