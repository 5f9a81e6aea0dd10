//===- ScalarText.h - The value that a scalar's text means ------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_TEXT_YAML_SCALARTEXT_H
#define TRAINLINT_TEXT_YAML_SCALARTEXT_H

#include "Text/Yaml/Token.h"
#include "llvm/Support/Allocator.h"

namespace trainlint::yaml {

/// The value of a scalar token: quotes and escapes are resolved, lines folded,
/// indentation removed. The result is a slice of `text` where the value stands
/// there literally, and is allocated in `arena` otherwise.
llvm::StringRef readScalar(llvm::StringRef text, const Token &token,
                           llvm::BumpPtrAllocator &arena);

} // namespace trainlint::yaml

#endif // TRAINLINT_TEXT_YAML_SCALARTEXT_H
