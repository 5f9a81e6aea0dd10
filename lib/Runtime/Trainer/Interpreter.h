//===- Interpreter.h - Runs devrt programs ----------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_TRAINER_INTERPRETER_H
#define TRAINLINT_RUNTIME_TRAINER_INTERPRETER_H

#include "Dialect/DevRT/IR/DevRT.h"
#include "llvm/Support/Error.h"

namespace trainlint::trainer {

/// What the ops of a program do. Steps count from 0.
class ProgramActions {
public:
  virtual ~ProgramActions();

  virtual llvm::Error initializeSystem(int64_t replicas) = 0;
  virtual llvm::Error initializeState(uint64_t seed) = 0;
  /// Returns the step that the state stands before; `step` if there is no
  /// checkpoint.
  virtual llvm::Expected<int64_t> restore(int64_t step) = 0;
  virtual llvm::Error openInfeed(int64_t firstStep, int64_t batch,
                                 int64_t ahead) = 0;
  virtual llvm::Error nextBatch(int64_t step) = 0;
  virtual llvm::Error execute(int64_t step) = 0;
  /// Fetches and shows the metrics of the steps since the last time.
  virtual llvm::Error outfeed() = 0;
  /// Writes those metrics of the last outfeed that are of every so many steps.
  virtual llvm::Error summarize(int64_t every) = 0;
  /// Whether a checkpoint is due by the clock after so many steps, if it is by
  /// that of this process. Is asked at the end of each loop.
  virtual llvm::Expected<bool> isTimeForCheckpoint(int64_t steps,
                                                   bool isLate) = 0;
  /// Writes the state after so many steps.
  virtual llvm::Error checkpoint(int64_t steps) = 0;
  /// Evaluates the state after so many steps.
  virtual llvm::Error evaluate(int64_t steps) = 0;
  /// After how many steps the last evaluation was before a run goes on; -1 if
  /// there was none.
  virtual int64_t lastEvaluation() = 0;
  /// How many evaluations in a row were no better than the best one.
  virtual int64_t evaluationsSinceBest() = 0;
  virtual llvm::Error shutdown() = 0;

  /// True if the run is to end after the step that it is in.
  virtual bool isInterrupted() = 0;
  /// Seconds since some time.
  virtual double seconds() = 0;
};

/// Runs a program, which the verifier has passed. Returns the steps that the
/// training has made.
llvm::Expected<int64_t> interpret(devrt::ProgramOp program,
                                  ProgramActions &actions);

} // namespace trainlint::trainer

#endif // TRAINLINT_RUNTIME_TRAINER_INTERPRETER_H
