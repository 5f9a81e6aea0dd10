//===- CheckScript.h - Jobs against their scripts ---------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_PYTHON_SCRIPTS_CHECKSCRIPT_H
#define TRAINLINT_FRONTEND_PYTHON_SCRIPTS_CHECKSCRIPT_H

#include "Frontend/Python/Scripts/TrainerScripts.h"
#include "mlir/IR/Location.h"

namespace trainlint::python {

/// A word on the command line of a script.
struct GivenArgument {
  /// What is not known of it is written `${}`.
  std::string text;
  mlir::LocationAttr location;
  /// Where the word stands as it is; null if it cannot be replaced.
  mlir::LocationAttr writtenAt = {};
  /// True for what the service adds, such as the hyperparameters of a trial:
  /// nothing is said of an option that the script does not have.
  bool isAdded = false;
};

/// What a job gives to its script.
struct GivenArguments {
  /// The command that sends the job; null for a job that stands in one file.
  mlir::LocationAttr sender = {};
  llvm::SmallVector<GivenArgument, 8> words;
  /// False if there may be words that are not known.
  bool isComplete = true;
  /// Where words stand that are missing.
  mlir::LocationAttr location;
};

/// A hyperparameter or a metric of a study.
struct StudyName {
  llvm::StringRef name;
  mlir::LocationAttr location;
  /// Where the name stands as it is; null if it cannot be replaced.
  mlir::LocationAttr writtenAt = {};
};

/// Reports options that the script does not have, and those that it needs and
/// does not get.
void checkArguments(const GivenArguments &given, const TrainerScript &script);

/// Reports hyperparameters that are no options of the script.
void checkParameters(llvm::ArrayRef<StudyName> parameters,
                     const TrainerScript &script,
                     mlir::LocationAttr sender = {});

/// Reports metrics of which the script reports none.
void checkMetrics(llvm::ArrayRef<StudyName> metrics,
                  const TrainerScript &script, mlir::LocationAttr sender = {});

} // namespace trainlint::python

#endif // TRAINLINT_FRONTEND_PYTHON_SCRIPTS_CHECKSCRIPT_H
