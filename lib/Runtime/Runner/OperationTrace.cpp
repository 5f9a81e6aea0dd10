//===- OperationTrace.cpp - Operations behind each other ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The format is Google's "Trace Event Format", which Chrome's trace viewer,
// Perfetto and TensorBoard read. Times are in microseconds.
//
//===----------------------------------------------------------------------===//

#include "Runtime/Runner/OperationTrace.h"
#include "Runtime/Runner/OperationTable.h"
#include "Support/LLVM.h"
#include "Support/OutputFile.h"
#include "Support/Printable.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace trainlint;

/// One event; begins at `start`, and returns when it ends.
static double writeEvent(llvm::json::OStream &out,
                         const run::OperationTime &time, double start) {
  std::string kind = printable(time.kind);
  auto [name, types] = StringRef(kind).split(' ');
  double duration = 1e-3 * static_cast<double>(time.nanoseconds) /
                    static_cast<double>(std::max<int64_t>(time.calls, 1));
  out.object([&, name = name, types = types] {
    out.attribute("name", name);
    out.attribute("cat", "operation");
    out.attribute("ph", "X");
    out.attribute("ts", start);
    out.attribute("dur", duration);
    out.attribute("pid", 0);
    out.attribute("tid", 0);
    out.attributeObject("args", [&] {
      out.attribute("types", types);
      out.attribute("runs", time.calls);
    });
  });
  return start + duration;
}

llvm::Error run::writeOperationTrace(const pjrt::Executable &program,
                                     StringRef file) {
  auto times = operationTimesOf(program);
  if (!times)
    return times.takeError();
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::json::OStream out(stream);
  out.object([&] {
    out.attribute("displayTimeUnit", "ms");
    out.attributeArray("traceEvents", [&] {
      double start = 0;
      for (const OperationTime &time : *times)
        start = writeEvent(out, time, start);
    });
  });
  stream << "\n";
  if (llvm::Error error = writeFileAtomically(file, text))
    return llvm::createFileError(file, std::move(error));
  return llvm::Error::success();
}
