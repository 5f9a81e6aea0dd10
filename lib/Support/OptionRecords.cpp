//===- OptionRecords.cpp - Command lines from option records --------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/OptionRecords.h"
#include "Support/LLVM.h"
#include "Support/NearMatch.h"
#include "Support/Text.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Option/Option.h"

using namespace trainlint;
using namespace llvm::opt;

OptionRecords::OptionRecords(const llvm::StringTable &strings,
                             llvm::ArrayRef<llvm::StringTable::Offset> prefixes,
                             llvm::ArrayRef<Info> records,
                             llvm::ArrayRef<SubCommand> commands,
                             llvm::ArrayRef<unsigned> commandIds)
    : GenericOptTable(strings, prefixes, records, /*IgnoreCase=*/false,
                      commands, commandIds),
      records(records) {
  setDashDashParsing(true);
}

bool OptionRecords::belongsTo(const Info &info, StringRef command) const {
  return !info.hasSubCommands() || isValidForSubCommand(&info, command);
}

std::string OptionRecords::spellingOf(const Info &info) const {
  StringRef name = info.getPrefixedName(getStrTable());
  name.consume_back("=");
  return name.str();
}

llvm::SmallVector<StringRef> OptionRecords::valuesOf(const Info &info) {
  llvm::SmallVector<StringRef> values;
  if (info.Values && *info.Values)
    StringRef(info.Values).split(values, ',');
  return values;
}

static llvm::Error unknownOption(StringRef option,
                                 llvm::ArrayRef<std::string> spellings) {
  std::string message = ("unknown option `" + option + "`").str();
  llvm::SmallVector<StringRef> known(spellings.begin(), spellings.end());
  if (auto near = findNearMatch(option.split('=').first, known))
    message += "; did you mean `" + near->word.str() + "`?";
  return llvm::createStringError(message);
}

llvm::Expected<InputArgList> OptionRecords::parse(
    StringRef command, llvm::ArrayRef<const char *> arguments,
    llvm::function_ref<std::vector<std::string>()> spellings) const {
  unsigned missingIndex = 0, missingCount = 0;
  InputArgList parsed = ParseArgs(arguments, missingIndex, missingCount);
  if (missingCount != 0)
    return llvm::createStringError(std::string("option `") +
                                   arguments[missingIndex] + "` needs a value");
  for (const Arg *argument : parsed) {
    const Option &option = argument->getOption();
    if (option.getKind() == Option::UnknownClass ||
        !belongsTo(records[option.getID() - 1], command))
      return unknownOption(argument->getSpelling(), spellings());
    llvm::SmallVector<StringRef> allowed =
        valuesOf(records[option.getUnaliasedOption().getID() - 1]);
    if (allowed.empty())
      continue;
    StringRef given = argument->getValue();
    if (llvm::is_contained(allowed, given))
      continue;
    StringRef name = argument->getSpelling();
    name.consume_back("=");
    return llvm::createStringError(("option `" + name + "` takes " +
                                    formatList(allowed, "or", allowed.size()) +
                                    ", not `" + given + "`")
                                       .str());
  }
  return parsed;
}
