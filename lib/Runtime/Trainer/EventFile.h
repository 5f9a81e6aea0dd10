//===- EventFile.h - Files that TensorBoard reads ---------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_TRAINER_EVENTFILE_H
#define TRAINLINT_RUNTIME_TRAINER_EVENTFILE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>
#include <string>

namespace trainlint::trainer {

/// A number with the name that TensorBoard shows.
struct Scalar {
  std::string tag;
  float value = 0;
};

/// Each gives one event, as a record of a file holds it. `wallTime` is in
/// seconds since 1970.
std::string versionEvent(double wallTime);
std::string startEvent(double wallTime, int64_t step);
std::string scalarEvent(double wallTime, int64_t step,
                        llvm::ArrayRef<Scalar> scalars);

/// A file of events, named after the time and the computer as TensorFlow does.
class EventFile {
public:
  /// Makes the folder and the file. A run that goes on says so, and TensorBoard
  /// leaves out what an earlier file has from that step on.
  static llvm::Expected<std::unique_ptr<EventFile>>
  create(const std::string &folder, int64_t firstStep);

  /// Adds an event, which other programs see at once.
  llvm::Error add(int64_t step, llvm::ArrayRef<Scalar> scalars);

private:
  EventFile(std::string path, int descriptor)
      : path(std::move(path)), stream(descriptor, /*shouldClose=*/true) {}

  llvm::Error write(llvm::StringRef event);

  std::string path;
  llvm::raw_fd_ostream stream;
};

} // namespace trainlint::trainer

#endif // TRAINLINT_RUNTIME_TRAINER_EVENTFILE_H
