//===- CopyRun.cpp - Runs over damaged copies of files --------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CopyRun.h"
#include "Copies.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>

using namespace trainlint;
using namespace trainlint::test;
using llvm::StringRef;
namespace cl = llvm::cl;

static cl::list<std::string> paths(cl::Positional, cl::OneOrMore,
                                   cl::desc("files and folders"));
static cl::opt<unsigned> cuts("cuts", cl::init(0),
                              cl::desc("cut each file at every N-th byte"));
static cl::opt<unsigned> seconds("seconds", cl::init(0),
                                 cl::desc("how long to change bytes"));
static cl::opt<unsigned> copies("copies", cl::init(0),
                                cl::desc("changed copies of each file"));
static cl::opt<unsigned> seed("seed", cl::init(1), cl::desc("of the changes"));
static cl::opt<unsigned> limit("limit", cl::init(10),
                               cl::desc("seconds that a copy may take"));
static cl::opt<uint64_t> largest("largest",
                                 cl::desc("bytes of a text that is taken"));
static cl::opt<std::string> keep("keep",
                                 cl::desc("where a failing copy is left"));

CopyRun::CopyRun(int argc, char **argv, const Defaults &defaults)
    : bytesOfCuts(defaults.bytesOfCuts), oracle(defaults.cost) {
  largest.setInitialValue(defaults.largest);
  keep.setInitialValue(defaults.kept);
  cl::ParseCommandLineOptions(argc, argv, defaults.overview);
  keepFailingCopy(keep);
}

std::vector<std::string>
CopyRun::findFiles(llvm::function_ref<bool(StringRef)> isTaken) const {
  std::vector<std::string> names;
  for (const std::string &path : paths) {
    if (!llvm::sys::fs::is_directory(path)) {
      names.push_back(path);
      continue;
    }
    std::error_code error;
    for (llvm::sys::fs::recursive_directory_iterator it(path, error), end;
         it != end && !error; it.increment(error))
      if (isTaken(it->path()))
        names.push_back(it->path());
  }
  llvm::sort(names);
  return names;
}

bool CopyRun::isTooLarge(StringRef text) const { return text.size() > largest; }

uint64_t CopyRun::probe(llvm::ArrayRef<Source> sources,
                        llvm::function_ref<void(size_t, StringRef)> function) {
  if (sources.empty())
    llvm::errs() << "no inputs\n";
  uint64_t count = 0;
  auto probe = [&](size_t source, StringRef copy) {
    beginCopy(copy, limit);
    std::string cost =
        oracle.measure(copy.size(), [&] { function(source, copy); });
    if (!cost.empty())
      broken("an input costs what its size allows: " + cost);
    endCopy();
    ++count;
  };
  for (const auto &[number, source] : llvm::enumerate(sources)) {
    probe(number, source.text);
    // Otherwise copies would grow with the square of a large text.
    size_t size = source.text.size();
    size_t step = std::max<size_t>(cuts, size * size / 2 / bytesOfCuts);
    for (size_t end = 0; cuts && end < size; end += step)
      probe(number, source.text.take_front(end));
  }
  std::mt19937 random(seed);
  auto change = [&](size_t number) {
    probe(number,
          changedCopy(sources[number].text, sources[number].words, random));
  };
  for (size_t number = 0; number < sources.size(); ++number)
    for (unsigned i = 0; i < copies; ++i)
      change(number);
  auto end = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
  while (!sources.empty() && std::chrono::steady_clock::now() < end)
    change(random() % sources.size());
  return count;
}
