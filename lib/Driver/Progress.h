//===- Progress.h - What is being done, for people who wait -----*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DRIVER_PROGRESS_H
#define TRAINLINT_DRIVER_PROGRESS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace trainlint {

/// One line on a terminal that says what is being done, from the first second
/// on and until it is hidden. It is written by a thread of its own.
class Progress {
public:
  /// Writes to `out`, which others write to only while a `Hidden` lives, lines
  /// of at most `columns` characters.
  Progress(llvm::raw_ostream &out, unsigned columns);
  ~Progress();

  /// Says what is being done from now on; the line adds for how long already.
  void say(std::string what);

  /// Takes the line away as long as it lives, so that others can write.
  class Hidden {
  public:
    /// `progress` may be null.
    explicit Hidden(Progress *progress);

  private:
    std::unique_lock<std::mutex> lock;
  };

private:
  void run();
  void draw();
  void erase();

  llvm::raw_ostream &out;
  unsigned columns;
  std::chrono::steady_clock::time_point begin;
  std::mutex mutex;
  std::condition_variable ended;
  bool isEnding = false;
  bool isShown = false;
  std::string what;
  std::thread thread;
};

} // namespace trainlint

#endif // TRAINLINT_DRIVER_PROGRESS_H
