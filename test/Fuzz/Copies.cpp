//===- Copies.cpp - Damaged copies of files, and what they break ----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Copies.h"
#include "Support/OutputFile.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>
#include <unistd.h>

using namespace trainlint;
using llvm::StringRef;

/// LLVM's archives are built without the sanitizer, so it must not be told of
/// what only one side of the border knows.
extern "C" const char *__asan_default_options() {
  return "abort_on_error=1:allow_user_poisoning=0:detect_container_overflow=0";
}

/// A signal, so that the copy is kept.
extern "C" const char *__ubsan_default_options() { return "abort_on_error=1"; }

/// What the handlers of signals know.
static std::string current;
static std::string keptAt;

static void keepCurrent(void *) {
  llvm::errs() << "the copy is in " << keptAt << "\n";
  llvm::consumeError(writeFileAtomically(keptAt, current));
}

static void onAlarm(int) {
  static const char message[] = "a copy takes too long\n";
  (void)!write(STDERR_FILENO, message, sizeof message - 1);
  abort();
}

void test::keepFailingCopy(std::string path) {
  keptAt = std::move(path);
  llvm::sys::AddSignalHandler(keepCurrent, nullptr);
  signal(SIGALRM, onAlarm);
}

void test::beginCopy(StringRef text, unsigned seconds) {
  current = text.str();
  alarm(seconds);
}

void test::endCopy() { alarm(0); }

void test::broken(const llvm::Twine &promise) {
  llvm::errs() << "broken promise: " << promise << "\n";
  abort();
}

std::string test::changedCopy(StringRef text, llvm::ArrayRef<StringRef> words,
                              std::mt19937 &random) {
  std::string out = text.str();
  auto at = [&](size_t size) { return size ? random() % size : 0; };
  for (unsigned changes = 1 + random() % 4; changes > 0; --changes) {
    size_t place = at(out.size() + 1);
    size_t size = std::min<size_t>(1 + random() % 24, out.size() - place);
    switch (random() % 5) {
    case 0:
      if (place < out.size())
        out[place] ^= 1 << random() % 8;
      break;
    case 1:
      out.erase(place, size);
      break;
    case 2:
      out.insert(place, out.substr(at(out.size() + 1), size));
      break;
    case 3:
      out.insert(place, words[random() % words.size()].str());
      break;
    case 4:
      if (place < out.size())
        out[place] = static_cast<char>(random());
      break;
    }
  }
  return out;
}
