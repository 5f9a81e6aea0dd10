//===- WorkQueue.cpp - A thread that works one by one ---------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/Plugin/WorkQueue.h"
#include <pthread.h>
#include <sched.h>

using namespace trainlint::cpuplugin;

/// Keeps the calling thread on one processor: two that share one while another
/// idles take twice as long.
static void pinToProcessor(int number) {
  cpu_set_t processor;
  CPU_ZERO(&processor);
  CPU_SET(number, &processor);
  pthread_setaffinity_np(pthread_self(), sizeof(processor), &processor);
}

WorkQueue::WorkQueue(std::string name, std::optional<int> processor)
    : thread([this, name = std::move(name), processor] {
        run(name, processor);
      }) {}

WorkQueue::~WorkQueue() {
  {
    std::lock_guard lock(mutex);
    isEnding = true;
  }
  changed.notify_all();
  thread.join();
}

void WorkQueue::add(std::function<void()> work) {
  {
    std::lock_guard lock(mutex);
    waiting.push_back(std::move(work));
  }
  changed.notify_one();
}

void WorkQueue::run(const std::string &name, std::optional<int> processor) {
  pthread_setname_np(pthread_self(), name.substr(0, 15).c_str());
  if (processor)
    pinToProcessor(*processor);
  std::unique_lock lock(mutex);
  while (true) {
    changed.wait(lock, [&] { return isEnding || !waiting.empty(); });
    if (waiting.empty())
      return;
    std::function<void()> work = std::move(waiting.front());
    waiting.pop_front();
    lock.unlock();
    work();
    // What the work held is given back before the next waits.
    work = nullptr;
    lock.lock();
  }
}
