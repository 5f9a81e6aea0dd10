//===- OptionReaders.h - What the options of a run say ----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_RUNNER_OPTIONREADERS_H
#define TRAINLINT_RUNTIME_RUNNER_OPTIONREADERS_H

#include "Runtime/Runner/RunOptions.h"
#include "Support/OptionRecords.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Support/FormatVariadic.h"

namespace trainlint::run {

/// The options of the program, as the records number them.
enum OptionId {
  OPT_INVALID = 0,
#define OPTION(...) LLVM_MAKE_OPT_ID(__VA_ARGS__),
#include "Runtime/Runner/RunOptions.inc"
#undef OPTION
};

const OptionRecords &optionRecords();

/// "--name".
std::string spellingOf(OptionId option);

/// The first of some options that is given.
std::optional<OptionId> firstGiven(const llvm::opt::InputArgList &arguments,
                                   llvm::ArrayRef<OptionId> options);

/// Reads a whole number of at least `least`, if the option is there.
template <typename Number>
llvm::Error readNumber(const llvm::opt::InputArgList &arguments,
                       OptionId option, int64_t least, Number &out) {
  const llvm::opt::Arg *argument = arguments.getLastArg(option);
  if (!argument)
    return llvm::Error::success();
  int64_t number;
  if (llvm::StringRef(argument->getValue()).getAsInteger(10, number) ||
      number < least)
    return llvm::createStringError(
        llvm::formatv("option `{0}` takes a whole number from {1}, not `{2}`",
                      spellingOf(option), least, argument->getValue()));
  out = number;
  return llvm::Error::success();
}

/// Reads what is said of a job or a graph, after the options that programs have
/// as well. A job or a graph is always trained, and any input can be read and
/// checked.
llvm::Error readGraph(const llvm::opt::InputArgList &arguments,
                      RunOptions &all);

/// Reads what `--emit` of a launcher needs, after the graph.
llvm::Error readLaunch(const llvm::opt::InputArgList &arguments,
                       RunOptions &all);

/// A folder is a SavedModel: its graph, and the variables that it begins with
/// where nothing else says so. To be called last.
llvm::Error takeSavedModel(RunOptions &all);

/// Reads how a program, a job or a graph is trained, measured or used, after
/// the graph.
llvm::Error readTraining(const llvm::opt::InputArgList &arguments,
                         RunOptions &all);

/// Reads what becomes of the bytes of images, and whether that was said.
llvm::Error readScale(const llvm::opt::InputArgList &arguments, RunOptions &all,
                      data::ImageScale &out);

/// Reads how examples come from their files to the devices, after the numbers
/// among the options.
llvm::Error readPipeline(const llvm::opt::InputArgList &arguments,
                         trainer::TrainingOptions &out);

} // namespace trainlint::run

#endif // TRAINLINT_RUNTIME_RUNNER_OPTIONREADERS_H
