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
// the JSON can be read, and a fix breaks no syntax. Of graphs, everything is
// read. Best built with sanitizers.
// A copy that takes longer than the limit ends the run as a crash does; both
// leave the copy in a file.
//
//===----------------------------------------------------------------------===//

#include "Copies.h"
#include "CopyRun.h"
#include "Diagnostics/Fixes.h"
#include "Dialect/Graph/Transforms/Target.h"
#include "Driver/Checker.h"
#include "GraphProbe.h"
#include "Output/Writer.h"
#include "Tables/Tables.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace trainlint;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Promises
//===----------------------------------------------------------------------===//

/// What the checks on graphs are told as if by flags.
static const StringRef commandLine = "tpu 12 7 1000 30 1.15";

namespace {
/// A file and what it is.
struct Text {
  /// The name that its copies have; empty for a graph.
  std::string name;
  std::string text;
  /// Of a graph in a format that is read.
  std::optional<tensorflow::DetectedFormat> format;
};

class Prober {
public:
  /// Probes a copy of a file.
  void probe(const Text &original, StringRef text);

private:
  void probeJob(StringRef name, StringRef text);
  void probeGraph(const Text &original, StringRef text);
  void setTarget();
  CheckResult check(const SourceBuffer &buffer);
  void checkPlaces(const SourceBuffer &buffer, const CheckResult &result);
  void checkFormats(const CheckResult &result);
  void checkFixes(const SourceBuffer &buffer, const CheckResult &result);

  Checker checker;
  CheckSettings settings;
  /// Stands for the command line.
  std::unique_ptr<SourceBuffer> flags =
      SourceBuffer::copy("<command line>", commandLine);
  uint64_t count = 0;
};
} // namespace

CheckResult Prober::check(const SourceBuffer &buffer) {
  CheckResult result = checker.check(buffer, settings);
  if (!result.failures.empty())
    test::broken("no internal failure: " + result.failures.front());
  return result;
}

void Prober::checkPlaces(const SourceBuffer &buffer,
                         const CheckResult &result) {
  auto lies = [&](const Place &place) {
    bool isKnown = place.buffer == &buffer || place.buffer == flags.get();
    return isKnown && place.range.begin <= place.range.end &&
           place.range.end <= place.buffer->text().size();
  };
  for (const Finding &finding : result.findings) {
    if (!lies(finding.place))
      test::broken("a finding lies in the text: " + finding.message);
    for (const RelatedPlace &related : finding.related) {
      if (!lies(related.place))
        test::broken("a note lies in the text: " + related.message);
    }
    for (const FixIt &fix : finding.fixes) {
      for (const Edit &edit : fix.edits) {
        if (!lies(edit.place))
          test::broken("an edit lies in the text: " + fix.title);
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
      test::broken("the JSON can be read: " +
                   llvm::toString(parsed.takeError()));
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
      test::broken("a fix breaks no syntax:\n" + fixed.text);
  }
}

void Prober::probeJob(StringRef name, StringRef text) {
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
}

/// The copies are checked for no device, for TPUs and for GPUs in turn, with
/// values of the trainer that are no multiples of each other.
void Prober::setTarget() {
  static constexpr llvm::StringLiteral Targets[] = {"", "tpu-v3-8", "tpu-v2-32",
                                                    "gpu-nvidia-tesla-v100x4"};
  StringRef target = Targets[count % std::size(Targets)];
  GraphSettings &graph = settings.graph;
  graph.target = graph::parseTarget(target, *settings.context.tables);
  graph.commandLine = flags.get();
  graph.targetRange = {0, 3};
  graph.batchSize = FlagValue{12, {4, 6}};
  graph.iterationsPerLoop = FlagValue{7, {7, 8}};
  graph.steps = FlagValue{1000, {9, 13}};
  graph.checkpointSteps = FlagValue{30, {14, 16}};
  graph.runtimeVersion = {17, 21};
  settings.extraSources.assign({flags.get()});
}

void Prober::probeGraph(const Text &original, StringRef text) {
  test::probeGraph(text, original.format);
  auto buffer = SourceBuffer::copy("copy.pb", text);
  settings.import.kind = InputKind::Graph;
  setTarget();
  checkPlaces(*buffer, check(*buffer));
}

void Prober::probe(const Text &original, StringRef text) {
  if (original.name.empty())
    probeGraph(original, text);
  else
    probeJob(original.name, text);
  ++count;
}

//===----------------------------------------------------------------------===//
// Changes
//===----------------------------------------------------------------------===//

/// Parts of jobs and commands.
static const StringRef jobWords[] = {
    "{",        "}",    "[", "]", ": ",  "- ",  "\"",   "'",    "&a ", "*a",
    "<<: *a\n", "|",    ">", "#", "---", "...", "\r\n", "\t",   "?",   "!",
    "%",        "${X}", "~", ",", "0",   "-1",  "1e99", "\xff", "\\u", "@"};

/// Parts of messages of Protobuf in text and in binary and of JSON: brackets,
/// escapes, tags of several types, long numbers.
static const StringRef graphWords[] = {
    "{",
    "}",
    "<",
    ">",
    "[",
    "]",
    ":",
    ";",
    ",",
    "\"",
    "'",
    "#",
    "-",
    "\\",
    "\\x",
    "\\u",
    "0x",
    "1e99",
    "nan",
    "node {",
    "attr {",
    "value {",
    "null",
    "-1",
    "class_name",
    "inbound_nodes",
    "func {",
    "\x0a",
    "\x0b",
    "\x0c",
    "\x0d",
    "\x12\x02",
    "\x2a\x10",
    "\xff",
    "\x80\x80",
    "\xff\xff\xff\xff\x0f",
    "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"};

/// The name for the copies of a job file or of one with commands, or an empty
/// text.
static StringRef copyName(StringRef path) {
  return llvm::StringSwitch<StringRef>(llvm::sys::path::extension(path))
      .Cases({".yaml", ".yml", ".json"}, "copy.yaml")
      .Case(".sh", "copy.sh")
      .Case(".md", "copy.md")
      .Default("");
}

static std::vector<Text> readInputs(const test::CopyRun &run) {
  std::vector<Text> texts;
  for (const std::string &name : run.findFiles([](StringRef path) {
         return !copyName(path).empty() || isGraphName(path);
       })) {
    auto buffer = llvm::MemoryBuffer::getFile(name);
    if (!buffer || run.isTooLarge((*buffer)->getBuffer()))
      continue;
    Text &text = texts.emplace_back();
    text.name = copyName(name).str();
    text.text = (*buffer)->getBuffer().str();
    tensorflow::DetectedFormat format = tensorflow::detectFormat(text.text);
    if (isTensorFlowGraph(format.format) || isKerasModel(format.format) ||
        format.format == tensorflow::GraphFormat::Onnx) {
      text.format = format;
      text.name.clear();
    }
  }
  return texts;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  test::CopyRun run(argc, argv,
                    {.overview = "checks damaged copies of files\n",
                     .kept = "fuzz-failure.yaml",
                     .bytesOfCuts = 64 << 20});
  std::vector<Text> texts = readInputs(run);
  std::vector<test::CopyRun::Source> sources;
  for (const Text &text : texts)
    sources.push_back(
        {text.text, text.name.empty() ? llvm::ArrayRef(graphWords) : jobWords});
  Prober prober;
  uint64_t copies = run.probe(sources, [&](size_t source, StringRef copy) {
    prober.probe(texts[source], copy);
  });
  if (copies == 0)
    return 2;
  llvm::outs() << texts.size() << " files, " << copies
               << " copies, no broken promise\n";
  return 0;
}
