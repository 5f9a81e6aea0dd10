//===- WorkQueue.h - A thread that works one by one -------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_BACKEND_CPU_PLUGIN_WORKQUEUE_H
#define TRAINLINT_BACKEND_CPU_PLUGIN_WORKQUEUE_H

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace trainlint::cpuplugin {

/// A thread that does what it is given, in that order.
class WorkQueue {
public:
  /// `name` is the thread's name in debuggers. With a number the thread stays
  /// on that processor.
  WorkQueue(std::string name, std::optional<int> processor);
  /// Does what is left, and ends.
  ~WorkQueue();
  WorkQueue(const WorkQueue &) = delete;

  /// May be called from any thread.
  void add(std::function<void()> work);

private:
  void run(const std::string &name, std::optional<int> processor);

  std::mutex mutex;
  std::condition_variable changed;
  std::deque<std::function<void()>> waiting;
  bool isEnding = false;
  std::thread thread;
};

} // namespace trainlint::cpuplugin

#endif // TRAINLINT_BACKEND_CPU_PLUGIN_WORKQUEUE_H
