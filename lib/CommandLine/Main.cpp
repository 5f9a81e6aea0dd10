//===- Main.cpp - Which command is meant ----------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine/Commands.h"
#include "Driver/Run.h"
#include "Support/NearMatch.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"

using namespace trainlint;
using namespace trainlint::cli;
using llvm::StringRef;

int cli::usageError(Streams streams, const llvm::Twine &message) {
  streams.err << "trainlint: " << message << "\ntry `trainlint --help`\n";
  return ExitUsage;
}

using RunCommand = int (*)(const llvm::opt::InputArgList &, Streams);

static RunCommand findCommand(StringRef name) {
  constexpr std::pair<llvm::StringLiteral, RunCommand> Commands[] = {
      {"check", checkCommand},   {"explain", explainCommand},
      {"rules", rulesCommand},   {"tables", tablesCommand},
      {"schema", schemaCommand}, {"completions", completionsCommand}};
  for (const auto &[known, run] : Commands) {
    if (known == name)
      return run;
  }
  return nullptr;
}

int cli::main(llvm::ArrayRef<const char *> arguments, Streams streams) {
  arguments = arguments.drop_front();
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
    streams.out << "trainlint " TRAINLINT_VERSION "\n";
    return ExitClean;
  }
  return findCommand(effective)(*parsed, streams);
}
