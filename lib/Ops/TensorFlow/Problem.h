//===- Problem.h - Why a node has no result ---------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_OPS_TENSORFLOW_PROBLEM_H
#define TRAINLINT_OPS_TENSORFLOW_PROBLEM_H

#include "llvm/ADT/Twine.h"
#include <cstdint>
#include <string>
#include <tuple>

namespace trainlint::tensorflow {

/// Which rule says why a node cannot be lowered.
enum class ProblemKind : uint8_t {
  /// node-not-lowered, which needs a text.
  Other,
  /// The same of what TensorFlow itself takes, or refuses only when it runs.
  Unsupported,
  /// op-without-lowering.
  NoLowering,
  /// non-constant-operand, of the input with a number.
  UnknownInput,
  /// shape-not-known, of an input. The text says what gives the shape.
  UnknownShape,
  /// shape-not-known, of a variable.
  UnknownVariableShape,
  /// host-value-in-step.
  HostValue,
  /// result-size-from-data.
  DataDependentShape,
  /// loop-turns-from-data.
  DataDependentTripCount,
};

/// Why a node cannot be lowered.
struct Problem {
  Problem() = default;
  Problem(const llvm::Twine &text) : text(text.str()) {}
  Problem(const char *text) : text(text) {}
  Problem(std::string text) : text(std::move(text)) {}
  Problem(ProblemKind kind, const llvm::Twine &text = "", unsigned input = 0)
      : kind(kind), text(text.str()), input(input) {}

  ProblemKind kind = ProblemKind::Other;
  std::string text;
  unsigned input = 0;

  bool operator<(const Problem &other) const {
    return std::tie(kind, text, input) <
           std::tie(other.kind, other.text, other.input);
  }
};

} // namespace trainlint::tensorflow

#endif // TRAINLINT_OPS_TENSORFLOW_PROBLEM_H
