//===- Fuzz.cpp - Damaged inputs through the whole pipeline ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks cut and changed copies of files in one process, and the promises that
// hold for every input: places lie in the text, every format can be written and
// shown, the JSON can be read, and a fix breaks no syntax. Of graphs,
// everything is read. Best built with sanitizers. A copy that takes longer than
// the limit ends the run as a crash does; both leave the copy in a file.
//
//===----------------------------------------------------------------------===//

#include "CheckProbe.h"
#include "Copies.h"
#include "CopyRun.h"
#include "GraphProbe.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace trainlint;
using llvm::StringRef;

namespace {
/// A file and what it is.
struct Text {
  /// The name that its copies have; empty for a graph.
  std::string name;
  std::string text;
  /// Of a graph in a format that is read.
  std::optional<graph::DetectedFormat> format;
};

class Prober {
public:
  /// Probes a copy of a file.
  void probe(const Text &original, StringRef text);

private:
  void probeJob(StringRef name, StringRef text);

  test::CheckProbe checks;
  uint64_t count = 0;
};
} // namespace

void Prober::probeJob(StringRef name, StringRef text) {
  // Half of the copies are read as jobs even if they look like none.
  static constexpr InputKind Kinds[] = {InputKind::Auto, InputKind::AIPlatform,
                                        InputKind::Auto, InputKind::VertexAI};
  checks.checkJob(name, text,
                  name == "copy.yaml" ? Kinds[count % 4] : InputKind::Auto);
  if (count % 5 == 0)
    checks.writeReports({OutputFormat::Text, OutputFormat::Json,
                         OutputFormat::Sarif, OutputFormat::GitHub,
                         OutputFormat::GitLab, OutputFormat::JUnit},
                        /*width=*/count % 2 ? 80 : 0);
}

void Prober::probe(const Text &original, StringRef text) {
  if (original.name.empty()) {
    test::probeGraph(text, original.format);
    checks.checkGraph(text, count);
  } else {
    probeJob(original.name, text);
  }
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

/// Parts of modules, of cells and of the JSON around them.
static const StringRef pythonWords[] = {"(",
                                        ")",
                                        "[",
                                        "]",
                                        "{",
                                        "}",
                                        "'",
                                        "\"",
                                        "'''",
                                        "f'{",
                                        "\\",
                                        "\\n",
                                        "\n",
                                        "\n    ",
                                        "\t",
                                        "#",
                                        ":",
                                        "=",
                                        "==",
                                        ",",
                                        "*",
                                        "**",
                                        ".",
                                        "%",
                                        "!",
                                        "?",
                                        "%%bash\n",
                                        "%env ",
                                        "def f():\n ",
                                        "if x:\n ",
                                        "else:\n ",
                                        "for i in x:\n ",
                                        "with a as b:\n ",
                                        "lambda x: ",
                                        "return ",
                                        "None",
                                        "0",
                                        "-1",
                                        "1e99",
                                        "'' ",
                                        "\",\n    \"",
                                        "\xff",
                                        "\r\n",
                                        "${X}",
                                        "{x}",
                                        "import a\n",
                                        "@"};

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
      .Case(".py", "copy.py")
      .Case(".ipynb", "copy.ipynb")
      .Default("");
}

static llvm::ArrayRef<StringRef> wordsOf(const Text &text) {
  if (text.name.empty())
    return graphWords;
  bool isPython = text.name == "copy.py" || text.name == "copy.ipynb";
  return isPython ? llvm::ArrayRef(pythonWords) : llvm::ArrayRef(jobWords);
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
    graph::DetectedFormat format = graph::detectFormat(text.text);
    if (isTensorFlowGraph(format.format) || isKerasModel(format.format) ||
        format.format == graph::GraphFormat::Onnx) {
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
    sources.push_back({text.text, wordsOf(text)});
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
