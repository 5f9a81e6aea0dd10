//===- RunOptions.cpp - The command line of trainlint-run -----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Runner/RunOptions.h"
#include "Runtime/Runner/OptionReaders.h"
#include "Support/LLVM.h"
#include "llvm/Option/Option.h"
#include "llvm/Support/raw_ostream.h"

using namespace trainlint;
using namespace trainlint::run;
using namespace llvm::opt;

#define OPTTABLE_STR_TABLE_CODE
#include "Runtime/Runner/RunOptions.inc"
#undef OPTTABLE_STR_TABLE_CODE

#define OPTTABLE_PREFIXES_TABLE_CODE
#include "Runtime/Runner/RunOptions.inc"
#undef OPTTABLE_PREFIXES_TABLE_CODE

static constexpr OptTable::Info OptionRecordList[] = {
#define OPTION(...) LLVM_CONSTRUCT_OPT_INFO(__VA_ARGS__),
#include "Runtime/Runner/RunOptions.inc"
#undef OPTION
};

const OptionRecords &run::optionRecords() {
  static const OptionRecords options(OptionStrTable, OptionPrefixesTable,
                                     OptionRecordList);
  return options;
}

std::string run::spellingOf(OptionId option) {
  // The records begin behind the invalid option.
  return optionRecords().spellingOf(optionRecords().getRecords()[option - 1]);
}

std::optional<OptionId> run::firstGiven(const InputArgList &arguments,
                                        llvm::ArrayRef<OptionId> options) {
  const auto *given = llvm::find_if(
      options, [&](OptionId option) { return arguments.hasArg(option); });
  return given == options.end() ? std::nullopt : std::optional(*given);
}

void run::printRunHelp(llvm::raw_ostream &os) {
  os << "usage: trainlint-run [options] MODULE\n\n"
        "Runs the function `main` of a StableHLO program on a device, once or "
        "to train.\n"
        "MODULE may be a graph of TensorFlow, Keras or ONNX, or a job with "
        "`--graph`, which are trained;\n"
        "`--evaluate` measures a model of Keras or ONNX, and `--predict` uses "
        "it.\n\n"
        "options:\n";
  for (const OptTable::Info &info : optionRecords().getRecords()) {
    if (!info.HelpText)
      continue;
    std::string name = "  " + optionRecords().spellingOf(info);
    if (info.MetaVar)
      name += std::string(" ") + info.MetaVar;
    constexpr size_t Column = 30;
    os << name;
    if (name.size() + 2 > Column)
      os << "\n" << std::string(Column, ' ');
    else
      os << std::string(Column - name.size(), ' ');
    os << info.HelpText;
    if (info.Values && *info.Values)
      os << ": " << info.Values;
    os << "\n";
  }
  os << "\nexit codes: 0 it ran, 1 it failed, 2 an input or the command line "
        "cannot be used, 75 another process of the job was lost, 130 a "
        "training was "
        "interrupted\n";
}

//===----------------------------------------------------------------------===//
// Parsing
//===----------------------------------------------------------------------===//

/// What a suggestion may be.
static std::vector<std::string> spellings() {
  std::vector<std::string> out;
  for (const OptTable::Info &info : optionRecords().getRecords())
    if (info.HelpText)
      out.push_back(optionRecords().spellingOf(info));
  return out;
}

static llvm::Error readNamed(const InputArgList &arguments, OptionId option,
                             std::vector<pjrt::NamedValue> &out) {
  for (const std::string &text : arguments.getAllArgValues(option)) {
    auto value = pjrt::parseNamedValue(text);
    if (!value)
      return value.takeError();
    out.push_back(std::move(*value));
  }
  return llvm::Error::success();
}

static llvm::Error readDevice(const InputArgList &arguments, RunOptions &out) {
  auto [name, count] =
      arguments.getLastArgValue(OPT_device_EQ, "cpu").split(':');
  out.device = name.str();
  if (count.empty())
    return llvm::Error::success();
  int64_t number;
  if (count.getAsInteger(10, number) || number < 1)
    return llvm::createStringError("option `--device` takes a number of "
                                   "devices, not `" +
                                   count + "`");
  out.deviceCount = number;
  return llvm::Error::success();
}

/// A plugin of others has its own ways to number processes.
static llvm::Error readProcess(const InputArgList &arguments, RunOptions &out) {
  if (arguments.hasArg(OPT_coordinator_EQ) && arguments.hasArg(OPT_store_EQ))
    return llvm::createStringError(
        "`--coordinator` and `--store` exclude each other");
  const Arg *argument = arguments.getLastArg(OPT_process_EQ);
  if (!argument)
    return llvm::Error::success();
  auto [index, count] = StringRef(argument->getValue()).split('/');
  if (index.getAsInteger(10, out.processIndex) ||
      count.getAsInteger(10, out.processCount) || out.processIndex < 0 ||
      out.processIndex >= out.processCount)
    return llvm::createStringError("option `--process` takes a number below "
                                   "that of all, such as 0/2, not `" +
                                   StringRef(argument->getValue()) + "`");
  if (arguments.hasArg(OPT_coordinator_EQ))
    return llvm::Error::success();
  if (arguments.hasArg(OPT_plugin_EQ))
    return llvm::createStringError(
        "option `--process` without `--coordinator` is for CPU devices; a "
        "plugin may take `--option`s for it");
  if (out.processCount > 1 && !arguments.hasArg(OPT_store_EQ))
    return llvm::createStringError(
        "`--process` needs `--coordinator`, where the processes meet");
  return llvm::Error::success();
}

/// The job of several processes that this one belongs to.
static llvm::Error readJob(const InputArgList &arguments, RunOptions &out) {
  if (!arguments.hasArg(OPT_coordinator_EQ)) {
    if (std::optional<OptionId> given = firstGiven(
            arguments, {OPT_coordinator_key_EQ, OPT_heartbeat_timeout_EQ,
                        OPT_join_timeout_EQ}))
      return llvm::createStringError("`" + spellingOf(*given) +
                                     "` needs `--coordinator`");
    return llvm::Error::success();
  }
  coordination::JobOptions job;
  job.coordinator = arguments.getLastArgValue(OPT_coordinator_EQ).str();
  job.keyFile = arguments.getLastArgValue(OPT_coordinator_key_EQ).str();
  if (arguments.hasArg(OPT_process_EQ))
    job.process = {out.processIndex, out.processCount};
  auto readSeconds = [&](OptionId option, std::chrono::milliseconds &time) {
    int64_t seconds = time.count() / 1000;
    llvm::Error error = readNumber(arguments, option, 1, seconds);
    constexpr int64_t MostSeconds = 24 * 60 * 60;
    time = std::chrono::seconds(std::min(seconds, MostSeconds));
    return error;
  };
  if (llvm::Error error = readSeconds(OPT_heartbeat_timeout_EQ, job.heartbeat))
    return error;
  if (llvm::Error error = readSeconds(OPT_join_timeout_EQ, job.meeting))
    return error;
  auto place = coordination::findJobPlace(job, coordination::environmentOf);
  if (!place)
    return place.takeError();
  out.processIndex = place->member.index;
  out.processCount = place->member.count;
  // One process needs nobody to coordinate it.
  if (out.processCount > 1)
    out.job = std::move(*place);
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// All
//===----------------------------------------------------------------------===//

static llvm::Error readAll(const InputArgList &arguments, RunOptions &out) {
  if (llvm::Error error = readDevice(arguments, out))
    return error;
  if (llvm::Error error = readProcess(arguments, out))
    return error;
  if (llvm::Error error = readJob(arguments, out))
    return error;
  if (llvm::Error error =
          readNamed(arguments, OPT_option_EQ, out.pluginOptions))
    return error;
  if (llvm::Error error =
          readNamed(arguments, OPT_compile_option_EQ, out.compileOptions))
    return error;
  if (llvm::Error error =
          readNumber(arguments, OPT_num_replicas_EQ, 1, out.replicas))
    return error;
  if (llvm::Error error =
          readNumber(arguments, OPT_num_partitions_EQ, 1, out.partitions))
    return error;
  if (llvm::Error error = readNumber(arguments, OPT_repeat_EQ, 1, out.repeat))
    return error;
  if (llvm::Error error = readNumber(arguments, OPT_seed_EQ, 0, out.seed))
    return error;
  out.plugin = arguments.getLastArgValue(OPT_plugin_EQ).str();
  out.store = arguments.getLastArgValue(OPT_store_EQ).str();
  out.cacheFolder = arguments.getLastArgValue(OPT_cache_dir_EQ).str();
  out.operationTimes = arguments.getLastArgValue(OPT_timing_EQ).str();
  out.timing = arguments.hasArg(OPT_timing) || !out.operationTimes.empty();
  out.trace = arguments.getLastArgValue(OPT_trace_EQ).str();
  if (!out.trace.empty() && !out.operationTimes.empty())
    return llvm::createStringError("`--trace` and `--timing=" +
                                   out.operationTimes + "` exclude each other");
  if (!out.trace.empty())
    out.operationTimes = "each";
  out.inputs = arguments.getAllArgValues(OPT_input_EQ);
  out.fakeData = arguments.hasArg(OPT_fake_data);
  StringRef output = arguments.getLastArgValue(OPT_output_EQ);
  out.output = output == "print" ? "" : output.str();
  out.emit = arguments.getLastArgValue(OPT_emit_EQ).str();
  out.checkMemory = !arguments.hasArg(OPT_no_memory_check);
  if (llvm::Error error = readGraph(arguments, out))
    return error;
  if (llvm::Error error = readLaunch(arguments, out))
    return error;
  return readTraining(arguments, out);
}

llvm::Expected<RunOptions>
run::parseRunOptions(llvm::ArrayRef<const char *> given) {
  auto parsed = optionRecords().parse(/*command=*/"", given, spellings);
  if (!parsed)
    return parsed.takeError();
  const InputArgList &arguments = *parsed;
  RunOptions out;
  if (llvm::Error error = readAll(arguments, out))
    return error;
  if (arguments.hasArg(OPT_help))
    out.task = RunOptions::Task::Help;
  else if (arguments.hasArg(OPT_version))
    out.task = RunOptions::Task::Version;
  else if (arguments.hasArg(OPT_list_devices))
    out.task = RunOptions::Task::ListDevices;
  std::vector<std::string> modules = arguments.getAllArgValues(OPT_INPUT);
  if (out.task == RunOptions::Task::Run && modules.size() != 1)
    return llvm::createStringError(
        modules.empty() ? "no program is named"
                        : "more than one program is named: `" + modules[0] +
                              "` and `" + modules[1] + "`");
  if (!modules.empty())
    out.module = modules.front();
  if (llvm::Error error = takeSavedModel(out))
    return error;
  return out;
}
