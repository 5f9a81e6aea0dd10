//===- CheckCommand.cpp - trainlint check ---------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine/Commands.h"
#include "Driver/DocumentKinds.h"
#include "Driver/Run.h"
#include "Support/LLVM.h"
#include "Support/OutputFile.h"
#include "Tables/TableText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Process.h"

using namespace trainlint;
using namespace trainlint::cli;
using llvm::opt::InputArgList;

static std::optional<std::string> textOption(const InputArgList &arguments,
                                             OptionId option) {
  const llvm::opt::Arg *last = arguments.getLastArg(option);
  return last ? std::optional<std::string>(last->getValue()) : std::nullopt;
}

/// Colors are for terminals, unless the user or NO_COLOR says otherwise.
static bool usesColor(const InputArgList &arguments, llvm::raw_ostream &out) {
  StringRef when = arguments.getLastArgValue(OPT_color_EQ, "auto");
  if (when != "auto")
    return when == "always";
  auto isSet = [](const char *name) {
    std::optional<std::string> value = llvm::sys::Process::GetEnv(name);
    return value && !value->empty();
  };
  if (isSet("NO_COLOR"))
    return false;
  return isSet("FORCE_COLOR") || out.is_displayed();
}

/// Writes a flag down as on a command line; returns where its value is.
static SourceRange writeDown(StringRef flag, StringRef value,
                             std::string &text) {
  if (!text.empty())
    text += " ";
  text += flag.str() + " ";
  auto begin = static_cast<uint32_t>(text.size());
  text += value;
  return {begin, static_cast<uint32_t>(text.size())};
}

/// The values that the submission supplies, written down so that findings can
/// point at them.
static void readOverrides(const InputArgList &arguments, RunOptions &options) {
  constexpr struct {
    OptionId option;
    llvm::StringLiteral flag;
    llvm::StringLiteral field;
  } Flags[] = {{OPT_region_EQ, "--region", "region"},
               {OPT_runtime_version_EQ, "--runtime-version", "runtimeVersion"},
               {OPT_python_version_EQ, "--python-version", "pythonVersion"},
               {OPT_scale_tier_EQ, "--scale-tier", "scaleTier"},
               {OPT_job_dir_EQ, "--job-dir", "jobDir"}};
  for (const auto &flag : Flags) {
    std::optional<std::string> value = textOption(arguments, flag.option);
    if (!value)
      continue;
    options.overrides.push_back(
        {flag.field, writeDown(flag.flag, *value, options.overrideText)});
    if (flag.option == OPT_runtime_version_EQ)
      options.graph.runtimeVersion = options.overrides.back().second;
  }
}

/// What flags say of graphs.
static llvm::Error readGraphOptions(const InputArgList &arguments,
                                    RunOptions &options) {
  GraphSettings &graph = options.graph;
  options.graphPath = textOption(arguments, OPT_graph_EQ);
  graph.softPlacement = arguments.hasArg(OPT_soft_placement);
  if (auto target = textOption(arguments, OPT_target_EQ))
    graph.targetRange = writeDown("--target", *target, options.overrideText);
  const struct {
    OptionId option;
    llvm::StringLiteral flag;
    std::optional<FlagValue> &slot;
  } numbers[] = {
      {OPT_batch_size_EQ, "--batch-size", graph.batchSize},
      {OPT_iterations_per_loop_EQ, "--iterations-per-loop",
       graph.iterationsPerLoop},
      {OPT_steps_EQ, "--steps", graph.steps},
      {OPT_checkpoint_steps_EQ, "--checkpoint-steps", graph.checkpointSteps}};
  for (const auto &number : numbers) {
    std::optional<std::string> text = textOption(arguments, number.option);
    if (!text)
      continue;
    int64_t value;
    if (StringRef(*text).getAsInteger(10, value) || value <= 0)
      return llvm::createStringError("option `" + number.flag +
                                     "` takes a positive number, not `" +
                                     *text + "`");
    number.slot = {value, writeDown(number.flag, *text, options.overrideText)};
  }
  return llvm::Error::success();
}

llvm::Error cli::readAsOf(const InputArgList &arguments,
                          std::optional<absl::CivilDay> &day) {
  std::optional<std::string> text = textOption(arguments, OPT_as_of_EQ);
  std::optional<DateParts> date = text ? parseDate(*text) : std::nullopt;
  if (text && !date)
    return llvm::createStringError(
        "option `--as-of` takes a date such as 2021-01-26, not `" + *text +
        "`");
  if (date)
    day = absl::CivilDay(date->year, date->month, date->day);
  return llvm::Error::success();
}

/// `--changed` compares with the last commit, `--changed=REVISION` with another
/// one; the last of them counts.
static llvm::Error readChanged(const InputArgList &arguments,
                               RunOptions &options) {
  const llvm::opt::Arg *last = arguments.getLastArg(OPT_changed_EQ);
  if (!last)
    return llvm::Error::success();
  if (llvm::is_contained(options.inputs, "-"))
    return llvm::createStringError(
        "option `--changed` goes with files and folders, not with standard "
        "input or a command");
  std::string &revision = options.inputOptions.changedSince.emplace();
  // An empty revision is a variable that was not set.
  if (last->getAlias())
    return llvm::Error::success();
  revision = last->getValue();
  // Git would take it for an option.
  if (revision.empty() || revision.front() == '-')
    return llvm::createStringError(
        "option `--changed` takes a revision of git such as `origin/main`, "
        "not `" +
        revision + "`");
  return llvm::Error::success();
}

static llvm::Error readOptions(const InputArgList &arguments,
                               RunOptions &options) {
  bool arePaths = arguments.hasArg(OPT_paths);
  for (StringRef input : arguments.getAllArgValues(OPT_INPUT))
    options.inputs.push_back(arePaths && input == "-" ? "./-" : input.str());
  options.commandText = textOption(arguments, OPT_command_EQ);
  if (options.commandText) {
    if (!options.inputs.empty())
      return llvm::createStringError(
          "a command is checked instead of files, not with them");
    options.inputs.push_back("-");
    options.inputOptions.stdinName = "<command>";
    options.kind = InputKind::Commands;
  }
  if (options.inputs.empty())
    options.inputs.push_back(".");
  if (llvm::Error error = readChanged(arguments, options))
    return error;
  options.inputOptions.exclude = listValues(arguments, OPT_exclude_EQ);
  options.inputOptions.forceExclude = arguments.hasArg(OPT_force_exclude);
  options.configFile = textOption(arguments, OPT_config_EQ);
  options.isolated = arguments.hasArg(OPT_isolated);
  // The table of options has refused other words.
  if (auto kind = inputKindNamed(arguments.getLastArgValue(OPT_kind_EQ)))
    options.kind = *kind;
  if (auto name = textOption(arguments, OPT_stdin_filename_EQ))
    options.inputOptions.stdinName = *name;

  options.select = listValues(arguments, OPT_select_EQ);
  options.ignore = listValues(arguments, OPT_ignore_EQ);
  for (const std::string &pair : listValues(arguments, OPT_severity_EQ)) {
    auto [rule, level] = StringRef(pair).split('=');
    if (level.empty())
      return llvm::createStringError(
          "option `--severity` takes RULE=LEVEL, not `" + pair + "`");
    options.severity.emplace_back(rule.str(), level.str());
  }
  options.failOn = textOption(arguments, OPT_fail_on_EQ);
  options.honorSuppressions = !arguments.hasArg(OPT_no_ignores);
  options.baseline = textOption(arguments, OPT_baseline_EQ);
  options.writeBaseline = textOption(arguments, OPT_write_baseline_EQ);
  options.tables = textOption(arguments, OPT_tables_dir_EQ);
  if (llvm::Error error = readAsOf(arguments, options.asOf))
    return error;
  readOverrides(arguments, options);
  if (llvm::Error error = readGraphOptions(arguments, options))
    return error;

  options.format =
      *parseOutputFormat(arguments.getLastArgValue(OPT_format_EQ, "text"));
  options.quiet = arguments.hasArg(OPT_quiet);
  options.showTables = arguments.hasArg(OPT_show_tables);
  options.unsafeFixes = arguments.hasArg(OPT_unsafe_fixes);
  if (arguments.hasArg(OPT_diff))
    options.fix = FixMode::Diff;
  else if (arguments.hasArg(OPT_fix))
    options.fix = FixMode::Apply;
  else if (options.unsafeFixes)
    return llvm::createStringError(
        "option `--unsafe-fixes` goes with `--fix` or `--diff`");
  if (auto jobs = textOption(arguments, OPT_jobs_EQ)) {
    if (StringRef(*jobs).getAsInteger(10, options.jobs) || options.jobs == 0)
      return llvm::createStringError(
          "option `--jobs` takes a number of threads, not `" + *jobs + "`");
  }
  return llvm::Error::success();
}

/// The columns of the terminal on standard error; zero if it is none that can
/// take a line away again.
static unsigned progressColumns(const RunOptions &options,
                                const llvm::raw_ostream &err) {
  std::optional<std::string> terminal = llvm::sys::Process::GetEnv("TERM");
  if (options.quiet || !err.is_displayed() || !terminal || terminal->empty() ||
      *terminal == "dumb")
    return 0;
  constexpr unsigned Usual = 80;
  unsigned columns = llvm::sys::Process::StandardErrColumns();
  return columns != 0 ? columns : Usual;
}

int cli::checkCommand(const InputArgList &arguments, Streams streams,
                      Checker::MakeContext makeContext) {
  RunOptions options;
  options.makeContext = makeContext;
  options.endsProcess = true;
  if (llvm::Error error = readOptions(arguments, options))
    return usageError(streams, llvm::toString(std::move(error)));
  // The width decides where a long line is cut; a report that goes elsewhere
  // has the width of a wide terminal, so that it is always the same.
  options.writer.width = 140;
  options.progressColumns = progressColumns(options, streams.err);
  std::optional<std::string> file = textOption(arguments, OPT_output_EQ);
  if (!file) {
    options.writer.color = usesColor(arguments, streams.out);
    if (options.writer.color)
      streams.out.enable_colors(true);
    unsigned columns = streams.out.is_displayed()
                           ? llvm::sys::Process::StandardOutColumns()
                           : 0;
    if (columns != 0)
      options.writer.width = columns;
    return checkInputs(options, streams.out, streams.err);
  }
  std::string report;
  llvm::raw_string_ostream out(report);
  int code = checkInputs(options, out, streams.err);
  if (llvm::Error error = writeFileAtomically(*file, report))
    return usageError(streams, llvm::toString(std::move(error)));
  return code;
}
