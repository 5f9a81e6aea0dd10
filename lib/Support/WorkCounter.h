//===- WorkCounter.h - How often something was done -------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_SUPPORT_WORKCOUNTER_H
#define TRAINLINT_SUPPORT_WORKCOUNTER_H

#include <atomic>
#include <cstdint>

namespace trainlint {

/// Counts what is to be done once for each input, so that tests can see that it
/// is. Any thread may count.
class WorkCounter {
public:
  void add(uint64_t more = 1) {
    count.fetch_add(more, std::memory_order_relaxed);
  }
  uint64_t value() const { return count.load(std::memory_order_relaxed); }

private:
  std::atomic<uint64_t> count = 0;
};

namespace work {
/// Files that were read from the disk.
extern WorkCounter FileReads;
/// Texts that were read as YAML or JSON.
extern WorkCounter YamlReads;
/// Those of them that yaml-cpp read as well.
extern WorkCounter YamlCppReads;
/// Files, and cells of notebooks, that were parsed as Python.
extern WorkCounter PythonParses;
/// Texts whose jobs, and files whose graphs were imported.
extern WorkCounter JobImports;
extern WorkCounter GraphImports;
/// Files whose format was told by their content.
extern WorkCounter FormatDetections;
/// Nodes of graphs of TensorFlow that were read for an index.
extern WorkCounter NodeReads;
/// Models whose shapes were inferred.
extern WorkCounter ShapeInferences;
} // namespace work

} // namespace trainlint

#endif // TRAINLINT_SUPPORT_WORKCOUNTER_H
