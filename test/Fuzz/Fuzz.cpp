//===- Fuzz.cpp - Damaged inputs through the whole pipeline ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks cut and changed copies of files in one process, and the promises that
// hold for every input: places lie in the text, every format can be written,
// the JSON can be read, and a fix breaks no syntax. Best built with sanitizers.
// A copy that takes longer than the limit ends the run as a crash does; both
// leave the copy in a file.
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Fixes.h"
#include "Driver/Checker.h"
#include "Output/Writer.h"
#include "Support/AtomicFile.h"
#include "Tables/Tables.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <csignal>
#include <random>
#include <unistd.h>

using namespace trainlint;
using llvm::StringRef;
namespace cl = llvm::cl;

static cl::list<std::string> folders(cl::Positional, cl::OneOrMore,
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
static cl::opt<std::string> keep("keep", cl::init("fuzz-failure.yaml"),
                                 cl::desc("where a failing copy is left"));

/// LLVM's archives are built without the sanitizer, so it must not be told of
/// what only one side of the border knows.
extern "C" const char *__asan_default_options() {
  return "allow_user_poisoning=0:detect_container_overflow=0";
}

/// The copy that is being checked, for the handler of signals.
static std::string current;

static void keepCurrent(void *) {
  llvm::errs() << "the copy is in " << keep << "\n";
  llvm::consumeError(writeFileAtomically(keep, current));
}

static void onAlarm(int) {
  static const char message[] = "a copy takes too long\n";
  (void)!write(STDERR_FILENO, message, sizeof message - 1);
  abort();
}

[[noreturn]] static void broken(const llvm::Twine &promise) {
  llvm::errs() << "broken promise: " << promise << "\n";
  abort();
}

//===----------------------------------------------------------------------===//
// Promises
//===----------------------------------------------------------------------===//

namespace {
class Prober {
public:
  /// The name tells what the text is.
  void probe(StringRef name, StringRef text);
  uint64_t probed() const { return count; }

private:
  CheckResult check(const SourceBuffer &buffer);
  void checkPlaces(const SourceBuffer &buffer, const CheckResult &result);
  void checkFormats(const CheckResult &result);
  void checkFixes(const SourceBuffer &buffer, const CheckResult &result);

  Checker checker;
  CheckSettings settings;
  uint64_t count = 0;
};
} // namespace

CheckResult Prober::check(const SourceBuffer &buffer) {
  CheckResult result = checker.check(buffer, settings);
  if (!result.failures.empty())
    broken("no internal failure: " + result.failures.front());
  return result;
}

void Prober::checkPlaces(const SourceBuffer &buffer,
                         const CheckResult &result) {
  auto lies = [&](const Place &place) {
    return place.buffer == &buffer && place.range.begin <= place.range.end &&
           place.range.end <= buffer.text().size();
  };
  for (const Finding &finding : result.findings) {
    if (!lies(finding.place))
      broken("a finding lies in the text: " + finding.message);
    for (const RelatedPlace &related : finding.related) {
      if (!lies(related.place))
        broken("a note lies in the text: " + related.message);
    }
    for (const FixIt &fix : finding.fixes) {
      for (const Edit &edit : fix.edits) {
        if (!lies(edit.place))
          broken("an edit lies in the text: " + fix.title);
      }
    }
  }
}

void Prober::checkFormats(const CheckResult &result) {
  Summary summary;
  summary.files = 1;
  summary.count(result.findings);
  for (auto format :
       {OutputFormat::Text, OutputFormat::Json, OutputFormat::Sarif,
        OutputFormat::GitHub, OutputFormat::GitLab, OutputFormat::JUnit}) {
    std::string text;
    llvm::raw_string_ostream os(text);
    WriterOptions options;
    options.width = count % 2 ? 80 : 0;
    std::unique_ptr<Writer> writer = createWriter(format, os, options);
    writer->begin();
    writer->write("copy.yaml", result.findings);
    writer->end(summary);
    if (format != OutputFormat::Json && format != OutputFormat::Sarif)
      continue;
    llvm::Expected<llvm::json::Value> parsed = llvm::json::parse(text);
    if (!parsed)
      broken("the JSON can be read: " + llvm::toString(parsed.takeError()));
  }
}

static bool isWellFormed(const CheckResult &result) {
  return llvm::none_of(result.findings, [](const Finding &finding) {
    return finding.rule == RuleId::YamlSyntax;
  });
}

void Prober::checkFixes(const SourceBuffer &buffer, const CheckResult &result) {
  for (bool unsafeToo : {false, true}) {
    FixedText fixed = applyFixes(buffer, result.findings, unsafeToo);
    if (fixed.applied == 0)
      continue;
    auto again = SourceBuffer::copy(buffer.name(), fixed.text);
    if (isWellFormed(result) && !isWellFormed(check(*again)))
      broken("a fix breaks no syntax:\n" + fixed.text);
  }
}

void Prober::probe(StringRef name, StringRef text) {
  current = text.str();
  alarm(limit);
  auto buffer = SourceBuffer::copy(name, text);
  // Half of the copies are read as jobs even if they look like none.
  static constexpr InputKind Kinds[] = {InputKind::Auto, InputKind::AIPlatform,
                                        InputKind::Auto, InputKind::VertexAI};
  settings.import.kind =
      name == "copy.yaml" ? Kinds[count % 4] : InputKind::Auto;
  CheckResult result = check(*buffer);
  checkPlaces(*buffer, result);
  if (count % 5 == 0)
    checkFormats(result);
  checkFixes(*buffer, result);
  alarm(0);
  ++count;
}

//===----------------------------------------------------------------------===//
// Changes
//===----------------------------------------------------------------------===//

/// Flips, removes, repeats and moves a few bytes.
static std::string change(StringRef text, std::mt19937 &random) {
  static const StringRef words[] = {
      "{",        "}",    "[", "]", ": ",  "- ",  "\"",   "'",    "&a ", "*a",
      "<<: *a\n", "|",    ">", "#", "---", "...", "\r\n", "\t",   "?",   "!",
      "%",        "${X}", "~", ",", "0",   "-1",  "1e99", "\xff", "\\u", "@"};
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
      out.insert(place, words[random() % std::size(words)].str());
      break;
    case 4:
      if (place < out.size())
        out[place] = static_cast<char>(random());
      break;
    }
  }
  return out;
}

/// A text and the name that its copies have.
struct Text {
  std::string name;
  std::string text;
};

/// The name for the copies of a file, or an empty text.
static StringRef copyName(StringRef path) {
  return llvm::StringSwitch<StringRef>(llvm::sys::path::extension(path))
      .Cases({".yaml", ".yml", ".json"}, "copy.yaml")
      .Case(".sh", "copy.sh")
      .Case(".md", "copy.md")
      .Default("");
}

static std::vector<Text> readInputs() {
  std::vector<std::string> names;
  for (const std::string &folder : folders) {
    if (!llvm::sys::fs::is_directory(folder)) {
      names.push_back(folder);
      continue;
    }
    std::error_code error;
    for (llvm::sys::fs::recursive_directory_iterator it(folder, error), end;
         it != end && !error; it.increment(error)) {
      if (!copyName(it->path()).empty())
        names.push_back(it->path());
    }
  }
  llvm::sort(names);
  std::vector<Text> texts;
  for (const std::string &name : names) {
    auto buffer = llvm::MemoryBuffer::getFile(name);
    if (buffer)
      texts.push_back({copyName(name).str(), (*buffer)->getBuffer().str()});
  }
  return texts;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::ParseCommandLineOptions(argc, argv, "checks damaged copies of files\n");
  llvm::sys::AddSignalHandler(keepCurrent, nullptr);
  signal(SIGALRM, onAlarm);

  std::vector<Text> texts = readInputs();
  if (texts.empty()) {
    llvm::errs() << "no inputs\n";
    return 2;
  }
  Prober prober;
  for (const Text &text : texts) {
    prober.probe(text.name, text.text);
    for (size_t end = 0; cuts && end < text.text.size(); end += cuts)
      prober.probe(text.name, StringRef(text.text).take_front(end));
  }
  std::mt19937 random(seed);
  for (const Text &text : texts) {
    for (unsigned i = 0; i < copies; ++i)
      prober.probe(text.name, change(text.text, random));
  }
  auto end = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
  while (std::chrono::steady_clock::now() < end) {
    const Text &text = texts[random() % texts.size()];
    prober.probe(text.name, change(text.text, random));
  }
  llvm::outs() << texts.size() << " files, " << prober.probed()
               << " copies, no broken promise\n";
  return 0;
}
