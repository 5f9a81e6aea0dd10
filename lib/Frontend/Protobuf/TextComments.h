//===- TextComments.h - Comments in messages in text ------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_PROTOBUF_TEXTCOMMENTS_H
#define TRAINLINT_FRONTEND_PROTOBUF_TEXTCOMMENTS_H

#include "Support/SourceBuffer.h"
#include "llvm/ADT/SmallVector.h"

namespace trainlint::proto {

/// The comments of a message in text that hold a word, from `#` to the end of
/// the line. Of a text without the word the time is that of looking for it.
llvm::SmallVector<SourceRange> commentsWith(llvm::StringRef word,
                                            llvm::StringRef text);

/// Where the messages end that begin on a line; the end of the line if none
/// does.
uint32_t messageEnd(llvm::StringRef text, SourceRange line);

} // namespace trainlint::proto

#endif // TRAINLINT_FRONTEND_PROTOBUF_TEXTCOMMENTS_H
