//===- NamedShape.h - Shapes on the command line ----------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_SUPPORT_NAMEDSHAPE_H
#define TRAINLINT_SUPPORT_NAMEDSHAPE_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"
#include <optional>

namespace trainlint {

/// The shape that somebody gives a tensor.
struct NamedShape {
  std::string name;
  llvm::SmallVector<int64_t> sizes;
};

/// Reads `NAME=SIZE,SIZE` or `NAME=SIZExSIZE`; without sizes it is a scalar.
/// The error says what is taken.
llvm::Expected<NamedShape> parseNamedShape(llvm::StringRef text);

/// A size by its name, which may hold any sign, such as `floor(n/2)`.
struct NamedSize {
  llvm::StringRef name;
  int64_t size = 0;
};

/// Reads `NAME=SIZE`. The error says what is taken.
llvm::Expected<NamedSize> parseNamedSize(llvm::StringRef text);

/// The size that a name stands for, if that is known. Exporters of models also
/// write sums and products of names and numbers: `past + 1`, `2*heads`.
std::optional<int64_t> sizeNamed(llvm::StringRef name,
                                 const llvm::StringMap<int64_t> &sizes);

} // namespace trainlint

#endif // TRAINLINT_SUPPORT_NAMEDSHAPE_H
