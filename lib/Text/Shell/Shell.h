//===- Shell.h - Words of shell text with their places ----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_TEXT_SHELL_SHELL_H
#define TRAINLINT_TEXT_SHELL_SHELL_H

#include "Text/Markdown/BlockText.h"
#include "llvm/ADT/SmallVector.h"
#include <memory>
#include <string>
#include <vector>

namespace trainlint::shell {

/// `$NAME` or `${NAME}` in the value of a word.
struct Expansion {
  size_t begin;
  size_t end;
  llvm::StringRef name;
};

/// One word of a command, as the shell splits them.
struct Word {
  /// From the first to the last character, with quotes.
  SourceRange range;
  /// Without quotes and escapes. What the shell would replace is as written,
  /// so that it is a placeholder like those of other files.
  std::string value;
  /// Where each character of the value stands, and where the last one ends.
  llvm::SmallVector<uint32_t, 0> offsets;
  llvm::SmallVector<Expansion, 0> expansions;
  /// True if an expression stands where the value should, which has it but does
  /// not spell it. Only of assignments outside of shell text.
  bool isComputed = false;
  /// True if a part of the word stands in quotes.
  bool quoted = false;

  /// The place of a part of the value.
  SourceRange part(size_t begin, size_t end) const {
    // A quote that closes behind the part is not in it.
    return {offsets[begin],
            begin == end ? offsets[begin] : offsets[end - 1] + 1};
  }
};

/// A simple command: `NAME=value` in front of it is no word of it.
struct Command {
  std::vector<Word> words;
  /// From the first to the last word.
  SourceRange range;
  /// True if the command stands between `do` and `done`.
  bool isRepeated = false;
  /// True if the command may have more words than are read: it is a synopsis,
  /// or kept in an array, which may get more before and when it runs. A word
  /// that stands for those is its last one.
  bool isOpen = false;
};

/// The words of a command from its program on: without `sudo` and others that
/// run a program, with their options.
llvm::ArrayRef<Word> programWords(const Command &command);

/// Characters that web pages set in place of those of a shell. They are read as
/// what was meant.
struct CopiedCharacter {
  enum class Kind : uint8_t { Dash, Quote, Space };
  Kind kind;
  SourceRange range;
  /// What a shell has for it.
  llvm::StringLiteral meant;
};

/// What one shell text holds, in its order.
struct Script {
  std::vector<Command> commands;
  std::vector<SourceRange> comments;
  /// Assignments as words, `NAME=value`, wherever they stand.
  std::vector<Word> assignments;
  /// Variables that get values in ways that are not followed.
  std::vector<llvm::StringRef> changing;
  /// Outside of quotes and comments.
  std::vector<CopiedCharacter> copied;
};

/// A part of a text that is written for a shell.
struct Part {
  /// In the file, or in the text of a block.
  SourceRange range;
  /// True if line breaks are blanks, as in a folded block of YAML.
  bool folded = false;
  /// True if Make replaces `$(NAME)`, and leaves `$` for `$$`.
  bool isRecipe = false;
  /// True if `$` may be written `$$`, so that the service that reads the file
  /// leaves it to the shell.
  bool mayDoubleDollars = false;
  /// What a block of a page says, if that is not what is written there; null
  /// for a part of the file itself.
  std::shared_ptr<const markdown::BlockText> block = nullptr;
};

/// The word `NAME=value` of a variable that is set outside of shell text.
/// `valueBegin` is where the value stands, character by character.
Word makeAssignment(llvm::StringRef name, uint32_t nameBegin,
                    llvm::StringRef value, uint32_t valueBegin);

/// The same of a variable whose value is that of an expression.
Word makeComputedAssignment(llvm::StringRef name, llvm::StringRef value,
                            SourceRange expression);

/// Splits a part of a file. Never fails: what is no shell text gives words that
/// nobody looks at.
void split(llvm::StringRef file, const Part &part, Script &out);

} // namespace trainlint::shell

#endif // TRAINLINT_TEXT_SHELL_SHELL_H
