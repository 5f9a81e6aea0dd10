//===- Snappy.h - Unpacks Snappy --------------------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_CHECKPOINTS_SNAPPY_H
#define TRAINLINT_RUNTIME_CHECKPOINTS_SNAPPY_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace trainlint::checkpoints {

/// Unpacks a block in the raw format of Snappy, which has no frames: bytes as
/// they are, and copies of bytes before. None for damaged blocks, and for those
/// that say a size which so few bytes cannot have; a byte becomes 64 at most.
std::optional<std::string> unpackSnappy(llvm::StringRef packed);

} // namespace trainlint::checkpoints

#endif // TRAINLINT_RUNTIME_CHECKPOINTS_SNAPPY_H
