//===- OptionTable.h - Parsing and describing the options -------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_COMMANDLINE_OPTIONTABLE_H
#define TRAINLINT_COMMANDLINE_OPTIONTABLE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Support/Error.h"
#include <string>

namespace trainlint::cli {

/// The options of Options.td.
enum OptionId {
  OPT_INVALID = 0,
#define OPTION(...) LLVM_MAKE_OPT_ID(__VA_ARGS__),
#include "CommandLine/Options.inc"
#undef OPTION
};

/// A command, as it is described.
struct Command {
  llvm::StringRef name;
  llvm::StringRef help;
  llvm::StringRef usage;
};
llvm::ArrayRef<Command> commands();

/// An option with all its spellings, as it is described.
struct OptionHelp {
  /// "-o", "--output".
  llvm::SmallVector<std::string, 2> names;
  /// "FILE"; empty for a flag.
  std::string metavar;
  /// True if the value may be left out; one that is given stands behind `=`.
  bool isValueOptional = false;
  std::string help;
  /// The values that it takes, if they are a fixed set.
  llvm::SmallVector<std::string> values;
};

/// The options of a command, sorted by name.
std::vector<OptionHelp> describeOptions(llvm::StringRef command);

/// The arguments behind the command. The error names an unknown option, with a
/// suggestion, a missing value, or a value that an option does not take.
llvm::Expected<llvm::opt::InputArgList>
parseArguments(llvm::StringRef command, llvm::ArrayRef<const char *> arguments);

/// Prints the help of a command, or of the program if `command` is empty.
void printHelp(llvm::raw_ostream &os, llvm::StringRef command);

/// All values of an option that may be repeated and holds lists.
std::vector<std::string> listValues(const llvm::opt::InputArgList &arguments,
                                    OptionId option);

} // namespace trainlint::cli

#endif // TRAINLINT_COMMANDLINE_OPTIONTABLE_H
