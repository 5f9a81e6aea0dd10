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
#include "llvm/Support/Error.h"

namespace trainlint {

/// The shape that somebody gives a tensor.
struct NamedShape {
  std::string name;
  llvm::SmallVector<int64_t> sizes;
};

/// Reads `NAME=SIZE,SIZE` or `NAME=SIZExSIZE`; without sizes it is a scalar.
/// The error says what is taken.
llvm::Expected<NamedShape> parseNamedShape(llvm::StringRef text);

} // namespace trainlint

#endif // TRAINLINT_SUPPORT_NAMEDSHAPE_H
