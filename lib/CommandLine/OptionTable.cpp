//===- OptionTable.cpp - Parsing and describing the options ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine/OptionTable.h"
#include "Support/NearMatch.h"
#include "Support/Text.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Option/Option.h"
#include <array>

using namespace trainlint;
using namespace trainlint::cli;
using llvm::StringRef;

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
static constexpr OptTable::Info OptionRecords[] = {
#define OPTION(...) LLVM_CONSTRUCT_OPT_INFO(__VA_ARGS__),
#include "CommandLine/Options.inc"
#undef OPTION
};

namespace {
class TrainlintOptions : public GenericOptTable {
public:
  TrainlintOptions()
      : GenericOptTable(OptionStrTable, OptionPrefixesTable, OptionRecords,
                        /*IgnoreCase=*/false, OptionSubCommands,
                        OptionSubCommandIDsTable) {
    setDashDashParsing(true);
  }

  /// True if an option can be given to a command.
  bool belongsTo(unsigned index, StringRef command) const {
    const Info &info = OptionRecords[index];
    return !info.hasSubCommands() || isValidForSubCommand(&info, command);
  }
};
} // namespace

static const TrainlintOptions &table() {
  static const TrainlintOptions options;
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

static std::string spellingOf(const OptTable::Info &info) {
  StringRef name = info.getPrefixedName(OptionStrTable);
  name.consume_back("=");
  return name.str();
}

std::vector<OptionHelp> cli::describeOptions(StringRef command) {
  std::vector<OptionHelp> out;
  std::vector<unsigned> ids;
  for (const auto &[index, info] : llvm::enumerate(OptionRecords)) {
    if (!info.HelpText || !table().belongsTo(index, command))
      continue;
    OptionHelp help;
    help.names.push_back(spellingOf(info));
    help.help = info.HelpText;
    if (info.MetaVar)
      help.metavar = info.MetaVar;
    if (info.Values && *info.Values) {
      llvm::SmallVector<StringRef> values;
      StringRef(info.Values).split(values, ',');
      for (StringRef value : values)
        help.values.push_back(value.str());
    }
    out.push_back(std::move(help));
    ids.push_back(info.ID);
  }
  for (const OptTable::Info &info : OptionRecords) {
    auto aliased = llvm::find(ids, info.AliasID);
    if (info.AliasID == 0 || aliased == ids.end())
      continue;
    OptionHelp &help = out[aliased - ids.begin()];
    std::string name = spellingOf(info);
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

static llvm::Error unknownOption(StringRef option, StringRef command) {
  std::string message = ("unknown option `" + option + "`").str();
  StringRef name = option.split('=').first;
  std::vector<OptionHelp> options = describeOptions(command);
  llvm::SmallVector<StringRef> names;
  for (const OptionHelp &help : options)
    for (const std::string &known : help.names)
      names.push_back(known);
  if (std::optional<NearMatch> near = findNearMatch(name, names))
    message += "; did you mean `" + near->word.str() + "`?";
  return llvm::createStringError(message);
}

llvm::Expected<InputArgList>
cli::parseArguments(StringRef command, llvm::ArrayRef<const char *> arguments) {
  unsigned missingIndex = 0, missingCount = 0;
  InputArgList parsed =
      table().ParseArgs(arguments, missingIndex, missingCount);
  if (missingCount != 0)
    return llvm::createStringError(std::string("option `") +
                                   arguments[missingIndex] + "` needs a value");
  for (const Arg *argument : parsed) {
    const llvm::opt::Option &option = argument->getOption();
    if (option.matches(OPT_UNKNOWN))
      return unknownOption(argument->getSpelling(), command);
    if (option.matches(OPT_INPUT))
      continue;
    if (!table().belongsTo(option.getID() - 1, command))
      return unknownOption(argument->getSpelling(), command);
    const char *values =
        OptionRecords[option.getUnaliasedOption().getID() - 1].Values;
    if (!values || !*values)
      continue;
    llvm::SmallVector<StringRef> allowed;
    StringRef(values).split(allowed, ',');
    StringRef given = argument->getValue();
    if (!llvm::is_contained(allowed, given)) {
      StringRef name = argument->getSpelling();
      name.consume_back("=");
      return llvm::createStringError(("option `" + name + "` takes " +
                                      joinWords(allowed, "or", allowed.size()) +
                                      ", not `" + given + "`")
                                         .str());
    }
  }
  return parsed;
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
