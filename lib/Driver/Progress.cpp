//===- Progress.cpp - What is being done, for people who wait -------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/Progress.h"
#include "llvm/ADT/StringRef.h"

using namespace trainlint;

/// Who waits for less does not want to know.
static constexpr std::chrono::milliseconds FirstAfter(1000);
static constexpr std::chrono::milliseconds Interval(200);

Progress::Progress(llvm::raw_ostream &out, unsigned columns)
    : out(out), columns(columns), begin(std::chrono::steady_clock::now()),
      thread([this] { run(); }) {}

Progress::~Progress() {
  {
    std::lock_guard<std::mutex> lock(mutex);
    isEnding = true;
  }
  ended.notify_one();
  thread.join();
  erase();
}

void Progress::say(std::string text) {
  std::lock_guard<std::mutex> lock(mutex);
  what = std::move(text);
}

Progress::Hidden::Hidden(Progress *progress) {
  if (!progress)
    return;
  lock = std::unique_lock<std::mutex>(progress->mutex);
  progress->erase();
}

void Progress::run() {
  std::unique_lock<std::mutex> lock(mutex);
  auto isAtEnd = [this] { return isEnding; };
  if (ended.wait_for(lock, FirstAfter, isAtEnd))
    return;
  do
    draw();
  while (!ended.wait_for(lock, Interval, isAtEnd));
}

void Progress::draw() {
  if (what.empty())
    return;
  auto waited = std::chrono::duration_cast<std::chrono::seconds>(
      std::chrono::steady_clock::now() - begin);
  std::string line = what + ", " + std::to_string(waited.count()) + " s";
  // A line that wraps could not be taken away again. The end says most.
  llvm::StringRef shown = line;
  if (columns > 0 && shown.size() >= columns)
    shown = shown.take_back(columns - 1);
  // A character that is cut is left out.
  shown = shown.drop_while([](char c) { return (c & 0xC0) == 0x80; });
  out << "\r\x1b[K" << shown;
  out.flush();
  isShown = true;
}

void Progress::erase() {
  if (!isShown)
    return;
  out << "\r\x1b[K";
  out.flush();
  isShown = false;
}
