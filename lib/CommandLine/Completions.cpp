//===- Completions.cpp - Shell completions and the manual page ------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All of them are written from the records of Options.td.
//
//===----------------------------------------------------------------------===//

#include "CommandLine/Commands.h"
#include "Diagnostics/RuleCatalog.h"
#include "Driver/Run.h"
#include "Schema/Schema.h"
#include "Support/LLVM.h"
#include "Tables/Tables.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::cli;
using llvm::raw_ostream;
using llvm::opt::InputArgList;

/// What completes the arguments of a command.
static std::string argumentsOf(StringRef command) {
  llvm::SmallVector<std::string> words;
  if (command == "explain") {
    for (StringRef name : ruleNames())
      words.push_back(name.str());
  } else if (command == "tables") {
    for (const TableText &table : builtInTableTexts())
      words.push_back(table.name);
  } else if (command == "completions") {
    words = {"bash", "zsh", "fish"};
  } else if (command == "schema") {
    for (const schema::SchemaFile &file : schema::schemaFiles())
      words.push_back(file.name.str());
  }
  return llvm::join(words, " ");
}

static bool takesFile(const OptionHelp &option) {
  return option.metavar == "FILE" || option.metavar == "FOLDER";
}

static void printBash(raw_ostream &os) {
  os << "# bash completion for trainlint\n"
        "_trainlint() {\n"
        "  local cur=${COMP_WORDS[COMP_CWORD]} "
        "prev=${COMP_WORDS[COMP_CWORD-1]}\n"
        "  local command=check\n"
        "  case ${COMP_WORDS[1]} in\n";
  os << "    ";
  llvm::interleave(
      commands(), os, [&](const Command &c) { os << c.name; }, "|");
  os << ") command=${COMP_WORDS[1]} ;;\n"
        "  esac\n"
        "  case $command:$prev in\n";
  for (const Command &command : commands()) {
    for (const OptionHelp &option : describeOptions(command.name)) {
      if (option.metavar.empty() || option.isValueOptional)
        continue;
      os << "    ";
      llvm::interleave(
          option.names, os,
          [&](StringRef name) { os << command.name << ":" << name; }, "|");
      os << ") ";
      if (!option.values.empty())
        os << "COMPREPLY=($(compgen -W '" << llvm::join(option.values, " ")
           << "' -- \"$cur\"))";
      else if (takesFile(option))
        os << "COMPREPLY=($(compgen -f -- \"$cur\"))";
      else
        os << "COMPREPLY=()";
      os << "; return ;;\n";
    }
  }
  os << "  esac\n  local words files=\n  case $command in\n";
  for (const Command &command : commands()) {
    os << "    " << command.name << ") words='";
    llvm::SmallVector<std::string> words;
    for (const OptionHelp &option : describeOptions(command.name))
      llvm::append_range(words, option.names);
    std::string more = argumentsOf(command.name);
    if (!more.empty())
      words.push_back(more);
    os << llvm::join(words, " ") << "'";
    if (command.name == "check")
      os << " files=yes";
    os << " ;;\n";
  }
  os << "  esac\n"
        "  if [ \"$COMP_CWORD\" -eq 1 ]; then words=\"$words ";
  llvm::interleave(
      commands(), os, [&](const Command &c) { os << c.name; }, " ");
  os << "\"; fi\n"
        "  COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n"
        "  if [ -n \"$files\" ]; then COMPREPLY+=($(compgen -f -- \"$cur\")); "
        "fi\n"
        "}\n"
        "complete -o filenames -F _trainlint trainlint\n";
}

/// Text within single quotes of a shell.
static std::string quoteShell(StringRef text) {
  std::string out;
  for (char c : text)
    out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out;
}

static void printZsh(raw_ostream &os) {
  auto describe = [](StringRef text) {
    std::string out;
    for (char c : text) {
      if (c == '[' || c == ']' || c == ':')
        out += '\\';
      out += c;
    }
    return quoteShell(out);
  };
  os << "#compdef trainlint\n\n_trainlint() {\n  local -a commands\n  "
        "commands=(\n";
  for (const Command &command : commands())
    os << "    '" << command.name << ":" << describe(command.help) << "'\n";
  os << "  )\n  local command=check\n"
        "  if (( CURRENT > 2 )) && (( ${+commands[(r)${words[2]}:*]} )); then\n"
        "    command=${words[2]}\n    shift words\n    (( CURRENT-- ))\n"
        "  elif (( CURRENT == 2 )); then\n    _describe command commands\n  "
        "fi\n"
        "  case $command in\n";
  for (const Command &command : commands()) {
    os << "    " << command.name << ")\n      _arguments \\\n";
    for (const OptionHelp &option : describeOptions(command.name)) {
      for (const std::string &name : option.names) {
        StringRef separator = option.isValueOptional   ? "=-"
                              : option.metavar.empty() ? ""
                                                       : "=";
        os << "        '" << name << separator << "[" << describe(option.help)
           << "]";
        if (!option.metavar.empty()) {
          os << (option.isValueOptional ? "::" : ":") << option.metavar << ":";
          if (!option.values.empty())
            os << "(" << llvm::join(option.values, " ") << ")";
          else if (takesFile(option))
            os << "_files";
        }
        os << "' \\\n";
      }
    }
    std::string more = argumentsOf(command.name);
    if (command.name == "check")
      os << "        '*:file:_files'\n";
    else if (!more.empty())
      os << "        '*:name:(" << more << ")'\n";
    else
      os << "        ''\n";
    os << "      ;;\n";
  }
  os << "  esac\n}\n\n_trainlint \"$@\"\n";
}

static void printFish(raw_ostream &os) {
  std::string names;
  for (const Command &command : commands())
    names += command.name.str() + " ";
  os << "# fish completion for trainlint\n";
  for (const Command &command : commands()) {
    os << "complete -c trainlint -n __fish_use_subcommand -a " << command.name
       << " -d '" << quoteShell(command.help) << "'\n";
    std::string condition =
        command.name == "check"
            ? "not __fish_seen_subcommand_from " +
                  StringRef(names).rtrim().split(' ').second.str()
            : "__fish_seen_subcommand_from " + command.name.str();
    for (const OptionHelp &option : describeOptions(command.name)) {
      os << "complete -c trainlint -n '" << condition << "'";
      for (StringRef name : option.names)
        os << (name.starts_with("--") ? " -l " : " -s ") << name.ltrim('-');
      if (!option.metavar.empty() && !option.isValueOptional) {
        os << " -r";
        if (!option.values.empty())
          os << " -f -a '" << llvm::join(option.values, " ") << "'";
        else if (!takesFile(option))
          os << " -f";
      }
      os << " -d '" << quoteShell(option.help) << "'\n";
    }
    std::string more = argumentsOf(command.name);
    if (!more.empty())
      os << "complete -c trainlint -n '" << condition << "' -f -a '" << more
         << "'\n";
  }
}

int cli::completionsCommand(const InputArgList &arguments, Streams streams) {
  std::vector<std::string> shells = arguments.getAllArgValues(OPT_INPUT);
  if (shells.size() != 1)
    return usageError(streams,
                      "`trainlint completions` needs bash, zsh or fish");
  if (shells.front() == "bash")
    printBash(streams.out);
  else if (shells.front() == "zsh")
    printZsh(streams.out);
  else if (shells.front() == "fish")
    printFish(streams.out);
  else if (shells.front() == "man")
    printManPage(streams.out);
  else
    return usageError(streams, "there are completions for bash, zsh and fish, "
                               "not for `" +
                                   shells.front() + "`");
  return ExitClean;
}

//===----------------------------------------------------------------------===//
// Manual page
//===----------------------------------------------------------------------===//

static std::string escapeRoff(StringRef text) {
  std::string out;
  for (char c : text) {
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else if (c == '\'')
      out += "\\(aq";
    else
      out += c;
  }
  return out;
}

void cli::printManPage(raw_ostream &os) {
  os << ".TH TRAINLINT 1 " TRAINLINT_RELEASE_DATE
        " \"trainlint " TRAINLINT_VERSION "\"\n"
        ".SH NAME\ntrainlint \\- check machine-learning training jobs before "
        "they cost money\n.SH SYNOPSIS\n";
  StringRef lineBreak;
  for (const Command &command : commands()) {
    os << lineBreak << ".B " << escapeRoff(command.usage) << "\n";
    lineBreak = ".br\n";
  }
  os << ".SH DESCRIPTION\n"
        "Reads job configurations, checks them against the structure of their "
        "format and the\nprovider's tables of machines, accelerators, regions "
        "and versions, and reports what\nthe service would reject. Without an "
        "argument, the files below the current folder\nare checked; \\- stands "
        "for standard input.\n.SH COMMANDS\n";
  for (const Command &command : commands())
    os << ".TP\n.B " << escapeRoff(command.name) << "\n"
       << escapeRoff(command.help) << ".\n";
  for (const Command &command : commands()) {
    os << ".SH OPTIONS OF " << StringRef(command.name).upper() << "\n";
    for (const OptionHelp &option : describeOptions(command.name)) {
      os << ".TP\n.B " << escapeRoff(llvm::join(option.names, ", "));
      if (option.isValueOptional)
        os << "[=\\fI" << escapeRoff(option.metavar) << "\\fR]";
      else if (!option.metavar.empty())
        os << " \\fI" << escapeRoff(option.metavar) << "\\fR";
      os << "\n" << escapeRoff(option.help);
      if (!option.values.empty())
        os << ": " << escapeRoff(llvm::join(option.values, ", "));
      os << ".\n";
    }
  }
  os << ".SH EXIT STATUS\n"
        ".TP\n0\nNo finding at or above the severity that fails.\n"
        ".TP\n1\nFindings.\n"
        ".TP\n2\nThe command line or an input could not be used.\n"
        ".TP\n3\nInternal error.\n"
        ".SH FILES\n.TP\n.I .trainlint.yaml\n"
        "The configuration; the nearest one above each file applies.\n"
        ".SH ENVIRONMENT\n.TP\n.B NO_COLOR\nNo colors, unless \\-\\-color says "
        "otherwise.\n";
}
