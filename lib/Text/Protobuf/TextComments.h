//===- TextComments.h - Comments in messages in text ------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_TEXT_PROTOBUF_TEXTCOMMENTS_H
#define TRAINLINT_TEXT_PROTOBUF_TEXTCOMMENTS_H

#include "Support/SourceBuffer.h"
#include "llvm/ADT/SmallVector.h"
#include <vector>

namespace trainlint::proto {

/// The comments of a message in text that hold a word, from `#` to the end of
/// the line. Of a text without the word the time is that of looking for it.
llvm::SmallVector<SourceRange> commentsWith(llvm::StringRef word,
                                            llvm::StringRef text);

/// Where the messages and lists of a text end.
class MessageEnds {
public:
  explicit MessageEnds(llvm::StringRef text);

  /// Where the messages end that begin on a line; the end of the line if none
  /// does.
  uint32_t endOf(SourceRange line) const;

private:
  struct Bracket {
    uint32_t offset;
    /// The number of the one that closes it, 0 for what closes; as many as
    /// there are if nothing does.
    uint32_t closing;
  };

  std::vector<Bracket> brackets;
  uint32_t size;
};

} // namespace trainlint::proto

#endif // TRAINLINT_TEXT_PROTOBUF_TEXTCOMMENTS_H
