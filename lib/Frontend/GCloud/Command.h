//===- Command.h - Commands and their flags ---------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_GCLOUD_COMMAND_H
#define TRAINLINT_FRONTEND_GCLOUD_COMMAND_H

#include "Tables/Tables.h"
#include "Text/Shell/Shell.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>

namespace trainlint::gcloud {

/// A flag of a command. `--name=value` is one word, `--name value` are two.
struct Flag {
  /// The flag in the table; null if the command has none of this name.
  const CommandFlags::Row *row = nullptr;
  /// Without its dashes.
  llvm::StringRef name;
  SourceRange nameRange;
  /// True if underscores stand where the name has dashes: what is meant is
  /// clear, but gcloud does not take it.
  bool hasUnderscores = false;
  /// The word that holds the value, and where in it the value begins; null if
  /// there is no value.
  const shell::Word *word = nullptr;
  size_t valueBegin = 0;
};

/// How stable the commands and flags are that gcloud has.
enum class Track : uint8_t { GA, Beta, Alpha };

/// A command that submits a job, or makes something that jobs run on.
struct Command {
  /// As the table writes it: "gcloud ai-platform jobs submit training".
  const Commands::Row *row = nullptr;
  /// `gcloud alpha` and `gcloud beta` have flags of their own.
  Track track = Track::GA;
  /// From the program to the last word of the name.
  SourceRange nameRange;
  SourceRange range;
  /// The first word that is no flag, which names what is made; null if absent.
  const shell::Word *argument = nullptr;
  /// The words that follow it, of commands that take several names.
  std::vector<const shell::Word *> moreArguments;
  /// Words that belong to nothing.
  std::vector<const shell::Word *> strays;
  std::vector<Flag> flags;
  /// The number of the last flag of each name.
  llvm::SmallDenseMap<llvm::StringRef, unsigned, 16> lastFlags;
  /// `--`, behind which the arguments of the program stand; null if absent.
  const shell::Word *separator = nullptr;
  llvm::ArrayRef<shell::Word> programArguments;
  /// A word that a shell replaces by what may be several flags, such as
  /// `$EXTRA_FLAGS`; null if there is none.
  const shell::Word *unknownWords = nullptr;
  /// True if the command stands in a loop.
  bool isRepeated = false;

  /// Adds a flag behind those that were read.
  void add(const Flag &flag);
  /// The last flag of a name, which is the one that counts; null if absent.
  const Flag *find(llvm::StringRef name) const;
  /// The last flag that sets a field; null if absent.
  const Flag *setting(llvm::StringRef field) const;
};

/// The command that words make if it is one of the table.
std::optional<Command> recognize(const shell::Command &words,
                                 const Tables &tables);

/// The names of the flags of a command, with their dashes.
llvm::SmallVector<llvm::StringRef> flagNames(llvm::StringRef command,
                                             const Tables &tables);

/// True for a flag that every gcloud command has.
bool isGlobalFlag(llvm::StringRef name);
/// True if such a flag takes a value.
bool takesGlobalValue(llvm::StringRef name);

/// True if what stands behind `--` goes to a program.
bool runsProgram(const Command &command);

} // namespace trainlint::gcloud

#endif // TRAINLINT_FRONTEND_GCLOUD_COMMAND_H
