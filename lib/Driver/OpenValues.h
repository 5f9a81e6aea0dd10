//===- OpenValues.h - Values that somebody has to fill in -------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every front end imports the jobs of its files; which of their values are left
// for the reader to fill in is decided here, once for all of them.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DRIVER_OPENVALUES_H
#define TRAINLINT_DRIVER_OPENVALUES_H

#include "Diagnostics/SourceSet.h"
#include "Dialect/Job/IR/Job.h"
#include "Tables/Tables.h"
#include "Text/Yaml/Tree.h"

namespace trainlint {

/// Makes values of a job unknown that stand for what the reader has to fill in,
/// such as the zone `your-zone`. Returns how many there are.
unsigned leaveOpen(job::TrainingOp job, const Tables &tables);

/// Collects the values of an input that its reader has to fill in, and reports
/// them in one finding.
class OpenValues {
public:
  /// `isProgram` tells that only what stands in quotes can be a placeholder.
  OpenValues(const SourceBuffer &buffer, const SourceSet &sources,
             bool isProgram)
      : buffer(buffer), sources(sources), isProgram(isProgram) {}

  /// Adds the values of a job.
  void add(job::TrainingOp job);
  /// Adds a value that is known to be left open.
  void add(mlir::LocationAttr location);
  /// Adds the values of documents of a text; none begins inside of another.
  void add(const yaml::Stream &stream,
           llvm::SmallVector<SourceRange> documents);

  /// Reports what was added, but for what `findings` speak of already.
  void report(llvm::ArrayRef<Finding> findings, mlir::MLIRContext *context);

private:
  void add(job::ValueAttr value, llvm::StringRef field, bool isShared);
  std::optional<SourceRange> placeFor(mlir::LocationAttr location) const;

  const SourceBuffer &buffer;
  const SourceSet &sources;
  bool isProgram;
  std::vector<SourceRange> places;
};

} // namespace trainlint

#endif // TRAINLINT_DRIVER_OPENVALUES_H
