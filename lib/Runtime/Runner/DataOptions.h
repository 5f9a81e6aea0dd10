//===- DataOptions.h - Options of examples and images --------- -*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_RUNNER_DATAOPTIONS_H
#define TRAINLINT_RUNTIME_RUNNER_DATAOPTIONS_H

#include "Runtime/Runner/RunOptions.h"
#include "llvm/Option/ArgList.h"

namespace trainlint::run {

/// The options of the program, as the records number them.
enum OptionId {
  OPT_INVALID = 0,
#define OPTION(...) LLVM_MAKE_OPT_ID(__VA_ARGS__),
#include "Runtime/Runner/RunOptions.inc"
#undef OPTION
};

/// Reads what becomes of the bytes of images, and whether that was said.
llvm::Error readScale(const llvm::opt::InputArgList &arguments, RunOptions &all,
                      data::ImageScale &out);

/// Reads how examples come from their files to the devices, after the numbers
/// among the options.
llvm::Error readPipeline(const llvm::opt::InputArgList &arguments,
                         trainer::TrainingOptions &out);

} // namespace trainlint::run

#endif // TRAINLINT_RUNTIME_RUNNER_DATAOPTIONS_H
