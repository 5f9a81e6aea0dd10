//===- Problem.h - What keeps a message from being read ---------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_TEXT_PROTOBUF_PROBLEM_H
#define TRAINLINT_TEXT_PROTOBUF_PROBLEM_H

#include <cstdint>
#include <optional>
#include <string>

namespace trainlint::proto {

/// Why bytes cannot be read as a message, and the byte offset in the file at
/// which that shows.
struct Problem {
  uint32_t offset = 0;
  std::string message;
};

/// The first problem of several readers that work on one file.
using FirstProblem = std::optional<Problem>;

/// How deep messages may nest in one another, as in the protobuf library.
inline constexpr unsigned NestingLimit = 100;

} // namespace trainlint::proto

#endif // TRAINLINT_TEXT_PROTOBUF_PROBLEM_H
