//===- ScalarType.h - What a plain scalar means in YAML 1.1 -----*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_TEXT_YAML_SCALARTYPE_H
#define TRAINLINT_TEXT_YAML_SCALARTYPE_H

#include "Text/Yaml/Tree.h"
#include <optional>

namespace trainlint::yaml {

/// The types that YAML 1.1 gives a scalar, as gcloud's reader resolves them.
/// PyYAML, from which it descends, takes `y`, `n` and `1e3` for text.
enum class ScalarType : uint8_t {
  Null,
  Boolean,
  Integer,
  Float,
  /// A date or a time such as 2020-01-13.
  Timestamp,
  /// The `<<` that merges another mapping.
  Merge,
  String,
};

/// The type of a scalar: quoted and block scalars are strings, a tag decides
/// before the text does.
ScalarType typeOf(const ScalarNode &scalar);

/// Of that type, which few keys are: quicker than to ask for the type.
bool isMerge(const ScalarNode &scalar);

/// The type that a plain scalar with this text has.
ScalarType typeOfPlain(llvm::StringRef text);

/// The value of an Integer scalar; none if it does not fit 64 bits. Knows the
/// octal (`010`), hexadecimal, binary and base-60 forms.
std::optional<int64_t> integerValue(llvm::StringRef text);

/// The value of an Integer or Float scalar, or of a string that holds a decimal
/// number.
std::optional<double> numberValue(llvm::StringRef text);

/// The value of a scalar that is a whole number, however it is written
/// (4, 4.0); none if it is not or does not fit 64 bits.
std::optional<int64_t> wholeNumber(llvm::StringRef text);

/// True if a Boolean scalar stands for true (`yes`, `on`, `True`, `y`...).
bool booleanValue(llvm::StringRef text);

} // namespace trainlint::yaml

#endif // TRAINLINT_TEXT_YAML_SCALARTYPE_H
