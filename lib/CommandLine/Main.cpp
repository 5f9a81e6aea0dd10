//===- Main.cpp - Which command is meant ----------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine/Commands.h"
#include "Driver/Run.h"
#include "Support/LLVM.h"
#include "Support/Printable.h"
#include "Support/Text.h"
#include "Tables/Tables.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"

using namespace trainlint;
using namespace trainlint::cli;

int cli::usageError(Streams streams, const llvm::Twine &message) {
  streams.err << "trainlint: " << printable(message.str())
              << "\ntry `trainlint --help`\n";
  return ExitUsage;
}

static int checkWith(const llvm::opt::InputArgList &arguments, Streams streams,
                     const Parts &parts) {
  return checkCommand(arguments, streams, parts.makeContext);
}

static int lspCommand(const llvm::opt::InputArgList &, Streams streams,
                      const Parts &parts) {
  if (!parts.serve)
    return usageError(streams, "this program has no language server");
  return parts.serve(stdin, llvm::outs());
}

/// A command that checks nothing.
template <int (*Command)(const llvm::opt::InputArgList &, Streams)>
static int tell(const llvm::opt::InputArgList &arguments, Streams streams,
                const Parts &) {
  return Command(arguments, streams);
}

using RunCommand = int (*)(const llvm::opt::InputArgList &, Streams,
                           const Parts &);

static RunCommand findCommand(StringRef name) {
  constexpr std::pair<llvm::StringLiteral, RunCommand> Commands[] = {
      {"check", checkWith},
      {"explain", tell<explainCommand>},
      {"rules", tell<rulesCommand>},
      {"tables", tell<tablesCommand>},
      {"schema", tell<schemaCommand>},
      {"completions", tell<completionsCommand>},
      {"lsp", lspCommand}};
  for (const auto &[known, run] : Commands) {
    if (known == name)
      return run;
  }
  return nullptr;
}

/// A word as a shell would have to write it.
static std::string quoteWord(StringRef word) {
  bool isPlain = !word.empty() && llvm::all_of(word, [](char c) {
    return llvm::isAlnum(c) || StringRef("-_./=,:@%+").contains(c);
  });
  if (isPlain)
    return word.str();
  std::string out = "'";
  for (char c : word)
    out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

/// Where the options end.
static const char *const *
findSeparator(llvm::ArrayRef<const char *> arguments) {
  return llvm::find(arguments, StringRef("--"));
}

/// `-- gcloud ...` is a command to check, as one text.
static std::optional<std::string>
takeCommand(llvm::ArrayRef<const char *> &arguments) {
  const auto *separator = findSeparator(arguments);
  llvm::ArrayRef<const char *> options(arguments.begin(), separator);
  if (separator == arguments.end() || separator + 1 == arguments.end() ||
      StringRef(separator[1]) != "gcloud" ||
      llvm::is_contained(options, StringRef("--paths")))
    return std::nullopt;
  llvm::SmallVector<std::string> words;
  for (const char *word : llvm::ArrayRef(separator + 1, arguments.end()))
    words.push_back(quoteWord(word));
  arguments = arguments.take_front(separator - arguments.begin());
  return "--command=" + llvm::join(words, " ");
}

/// An option that may as well be the name of a file: other programs hand on
/// names as they come, and whoever named the file must not choose options.
/// Behind `--` there is no doubt, unless it is a file itself.
static StringRef findDoubtfulOption(llvm::ArrayRef<const char *> arguments) {
  auto isFile = [](StringRef word) {
    llvm::sys::fs::file_status status;
    return !llvm::sys::fs::status(word, status, /*follow=*/false);
  };
  const auto *separator = findSeparator(arguments);
  if (separator != arguments.end() && !isFile("--"))
    return "";
  for (StringRef word : arguments) {
    bool isOption = word.size() > 1 && word.starts_with("-") && word != "--";
    if (isOption && isFile(word))
      return word;
  }
  return "";
}

/// The version, and the dates of the tables, on which findings depend as much.
static void printVersion(llvm::raw_ostream &os) {
  os << "trainlint " TRAINLINT_VERSION "\n";
  for (const TableText &table : builtInTableTexts())
    os << llvm::left_justify(table.name, 34) << table.asOf << "\n";
}

int cli::main(llvm::ArrayRef<const char *> given, Streams streams,
              const Parts &parts) {
  llvm::ArrayRef<const char *> rest = given.drop_front();
  StringRef doubtful = findDoubtfulOption(rest);
  if (!doubtful.empty())
    return usageError(streams, quoted(doubtful) +
                                   " is an option and also a file here; write "
                                   "`--` before the names of files");
  std::optional<std::string> text = takeCommand(rest);
  llvm::SmallVector<const char *> all(rest);
  if (text)
    all.push_back(text->c_str());
  llvm::ArrayRef<const char *> arguments = all;
  StringRef command;
  // A file or folder may have the name of a command; `./rules` is never one.
  if (!arguments.empty() && findCommand(arguments.front())) {
    command = arguments.front();
    arguments = arguments.drop_front();
  }
  StringRef effective = command.empty() ? "check" : command;
  auto parsed = parseArguments(effective, arguments);
  if (!parsed)
    return usageError(streams, llvm::toString(parsed.takeError()));
  if (parsed->hasArg(OPT_help)) {
    printHelp(streams.out, command);
    return ExitClean;
  }
  if (parsed->hasArg(OPT_version)) {
    printVersion(streams.out);
    return ExitClean;
  }
  return findCommand(effective)(*parsed, streams, parts);
}
