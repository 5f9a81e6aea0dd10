//===- GoScalar.h - What a plain scalar means to kubectl --------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The YAML of Go's programs is 1.1 with differences: dates and base 60 are
// text, `y` and `n` are booleans, 0o17 is a number, and an exponent needs no
// sign.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_TEXT_YAML_GOSCALAR_H
#define TRAINLINT_TEXT_YAML_GOSCALAR_H

#include "Text/Yaml/ScalarType.h"

namespace trainlint::yaml {

/// The type that kubectl gives a scalar; never Timestamp or Merge.
ScalarType goTypeOf(const ScalarNode &scalar);

/// The type of a plain scalar with this text.
ScalarType goTypeOfPlain(llvm::StringRef text);

/// The value of an Integer or Float scalar; infinite or NaN for `.inf` and
/// `.nan`.
std::optional<double> goNumberValue(llvm::StringRef text);

/// True if a Boolean scalar stands for true.
bool goBooleanValue(llvm::StringRef text);

} // namespace trainlint::yaml

#endif // TRAINLINT_TEXT_YAML_GOSCALAR_H
