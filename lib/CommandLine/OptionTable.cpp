//===- OptionTable.cpp - Parsing and describing the options ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine/OptionTable.h"
#include "Support/LLVM.h"
#include "Support/OptionRecords.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Option/Option.h"
#include <array>

using namespace trainlint;
using namespace trainlint::cli;

#define OPTTABLE_STR_TABLE_CODE
#include "CommandLine/Options.inc"
#undef OPTTABLE_STR_TABLE_CODE

#define OPTTABLE_PREFIXES_TABLE_CODE
#include "CommandLine/Options.inc"
#undef OPTTABLE_PREFIXES_TABLE_CODE

#define OPTTABLE_SUBCOMMAND_IDS_TABLE_CODE
#include "CommandLine/Options.inc"
#undef OPTTABLE_SUBCOMMAND_IDS_TABLE_CODE

#define OPTTABLE_SUBCOMMANDS_CODE
#include "CommandLine/Options.inc"
#undef OPTTABLE_SUBCOMMANDS_CODE

using namespace llvm::opt;
static constexpr OptTable::Info OptionRecordList[] = {
#define OPTION(...) LLVM_CONSTRUCT_OPT_INFO(__VA_ARGS__),
#include "CommandLine/Options.inc"
#undef OPTION
};

static const OptionRecords &table() {
  static const OptionRecords options(OptionStrTable, OptionPrefixesTable,
                                     OptionRecordList, OptionSubCommands,
                                     OptionSubCommandIDsTable);
  return options;
}

llvm::ArrayRef<Command> cli::commands() {
  static const auto *list = [] {
    auto *out = new llvm::SmallVector<Command>();
    for (const OptTable::SubCommand &command : OptionSubCommands)
      out->push_back({command.Name, command.HelpText, command.Usage});
    // The one that is meant without a name comes first.
    llvm::stable_sort(*out, [](const Command &a, const Command &b) {
      return a.name == "check" && b.name != "check";
    });
    return out;
  }();
  return *list;
}

//===----------------------------------------------------------------------===//
// Description
//===----------------------------------------------------------------------===//

std::vector<OptionHelp> cli::describeOptions(StringRef command) {
  std::vector<OptionHelp> out;
  std::vector<unsigned> ids;
  for (const OptTable::Info &info : table().getRecords()) {
    if (!info.HelpText || !table().belongsTo(info, command))
      continue;
    OptionHelp help;
    help.names.push_back(table().spellingOf(info));
    help.help = info.HelpText;
    if (info.MetaVar)
      help.metavar = info.MetaVar;
    for (StringRef value : OptionRecords::valuesOf(info))
      help.values.push_back(value.str());
    out.push_back(std::move(help));
    ids.push_back(info.ID);
  }
  for (const OptTable::Info &info : table().getRecords()) {
    auto aliased = llvm::find(ids, info.AliasID);
    if (info.AliasID == 0 || aliased == ids.end())
      continue;
    OptionHelp &help = out[aliased - ids.begin()];
    std::string name = table().spellingOf(info);
    if (!llvm::is_contained(help.names, name))
      help.names.insert(help.names.begin(), name);
    help.isValueOptional |=
        info.Kind == Option::FlagClass && !help.metavar.empty();
  }
  llvm::sort(out, [](const OptionHelp &a, const OptionHelp &b) {
    return a.names.back() < b.names.back();
  });
  return out;
}

void cli::printHelp(llvm::raw_ostream &os, StringRef command) {
  StringRef described = command.empty() ? "check" : command;
  const Command &entry = *llvm::find_if(commands(), [&](const Command &other) {
    return other.name == described;
  });
  os << "usage: " << entry.usage << "\n\n";
  if (command.empty()) {
    os << "trainlint checks machine-learning training jobs before they cost "
          "money.\n\ncommands:\n";
    for (const Command &other : commands())
      os << llvm::left_justify("  " + other.name.str(), 16) << other.help
         << "\n";
    os << "\noptions of `trainlint check`:\n";
  } else {
    os << entry.help << "\n\noptions:\n";
  }
  for (const OptionHelp &option : describeOptions(described)) {
    std::string names = "  " + llvm::join(option.names, ", ");
    if (option.isValueOptional)
      names += "[=" + option.metavar + "]";
    else if (!option.metavar.empty())
      names += " " + option.metavar;
    constexpr size_t Column = 32;
    os << names;
    if (names.size() + 2 > Column)
      os << "\n" << std::string(Column, ' ');
    else
      os << std::string(Column - names.size(), ' ');
    os << option.help;
    if (!option.values.empty())
      os << ": " << llvm::join(option.values, ", ");
    os << "\n";
  }
  if (command.empty())
    os << "\nexit codes: 0 no finding that fails, 1 findings, 2 an input or "
          "the "
          "command line\ncannot be used, 3 internal error\n";
}

//===----------------------------------------------------------------------===//
// Parsing
//===----------------------------------------------------------------------===//

llvm::Expected<InputArgList>
cli::parseArguments(StringRef command, llvm::ArrayRef<const char *> arguments) {
  return table().parse(command, arguments, [&] {
    std::vector<std::string> spellings;
    for (const OptionHelp &help : describeOptions(command))
      llvm::append_range(spellings, help.names);
    return spellings;
  });
}

std::vector<std::string> cli::listValues(const InputArgList &arguments,
                                         OptionId option) {
  std::vector<std::string> out;
  for (StringRef value : arguments.getAllArgValues(option)) {
    llvm::SmallVector<StringRef> parts;
    value.split(parts, ',', -1, /*KeepEmpty=*/false);
    for (StringRef part : parts)
      out.push_back(part.trim().str());
  }
  return out;
}
