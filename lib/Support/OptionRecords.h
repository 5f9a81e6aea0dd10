//===- OptionRecords.h - Command lines from option records ------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_SUPPORT_OPTIONRECORDS_H
#define TRAINLINT_SUPPORT_OPTIONRECORDS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace trainlint {

/// The options of a program, as the records of its .td file have them.
class OptionRecords : public llvm::opt::GenericOptTable {
public:
  /// Takes what TableGen writes.
  OptionRecords(const llvm::StringTable &strings,
                llvm::ArrayRef<llvm::StringTable::Offset> prefixes,
                llvm::ArrayRef<Info> records,
                llvm::ArrayRef<SubCommand> commands = {},
                llvm::ArrayRef<unsigned> commandIds = {});

  llvm::ArrayRef<Info> getRecords() const { return records; }

  /// True if an option can be given to a command.
  bool belongsTo(const Info &info, llvm::StringRef command) const;

  /// "--name", without the sign of its value.
  std::string spellingOf(const Info &info) const;

  /// The values that an option takes, if they are a fixed set.
  static llvm::SmallVector<llvm::StringRef> valuesOf(const Info &info);

  /// Reads the arguments of a command; a program without commands has the
  /// empty one. The error names an unknown option, with a suggestion out of
  /// `spellings`, a missing value, or a value that an option does not take.
  llvm::Expected<llvm::opt::InputArgList>
  parse(llvm::StringRef command, llvm::ArrayRef<const char *> arguments,
        llvm::function_ref<std::vector<std::string>()> spellings) const;

private:
  llvm::ArrayRef<Info> records;
};

} // namespace trainlint

#endif // TRAINLINT_SUPPORT_OPTIONRECORDS_H
