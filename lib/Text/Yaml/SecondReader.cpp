//===- SecondReader.cpp - A second opinion on YAML structure --------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one file of the project that is compiled with exceptions.
//
//===----------------------------------------------------------------------===//

#include "Text/Yaml/SecondReader.h"
#include "Support/LLVM.h"
#include "Support/Text.h"
#include "yaml-cpp/eventhandler.h"
#include "yaml-cpp/exceptions.h"
#include "yaml-cpp/parser.h"
#include "llvm/Support/StringSaver.h"
#include <istream>
#include <streambuf>

using namespace trainlint;
using namespace trainlint::yaml;

namespace {

/// A stream over text that stays where it is.
class MemoryStream : public std::streambuf {
public:
  explicit MemoryStream(StringRef text) {
    char *begin = const_cast<char *>(text.data());
    setg(begin, begin, begin + text.size());
  }
};

/// Walks over the nodes of a stream as yaml-cpp reports them.
class NodeMatcher : public YAML::EventHandler {
public:
  explicit NodeMatcher(const Stream &stream) : stream(stream) {}

  bool disagrees() const { return problem.has_value(); }
  std::optional<Problem> takeProblem() { return std::move(problem); }
  size_t matched() const { return next; }

  void disagree(std::string reading) {
    if (problem)
      return;
    SourceRange range =
        next < stream.nodes.size() ? stream.nodes[next]->range : SourceRange();
    problem = Problem{std::move(reading), range};
  }

private:
  void OnDocumentStart(const YAML::Mark &) override {}
  void OnDocumentEnd() override {}
  void OnAlias(const YAML::Mark &, YAML::anchor_t) override {
    expect(NodeKind::Alias, "an alias");
  }
  void OnSequenceStart(const YAML::Mark &, const std::string &, YAML::anchor_t,
                       YAML::EmitterStyle::value) override {
    expect(NodeKind::Sequence, "a list");
  }
  void OnSequenceEnd() override {}
  void OnMapStart(const YAML::Mark &, const std::string &, YAML::anchor_t,
                  YAML::EmitterStyle::value) override {
    expect(NodeKind::Mapping, "a mapping");
  }
  void OnMapEnd() override {}

  void OnNull(const YAML::Mark &, YAML::anchor_t) override {
    const Node *node = expect(NodeKind::Scalar, "nothing");
    if (!node)
      return;
    StringRef value = llvm::cast<ScalarNode>(node)->value;
    if (!value.empty() && value != "~" && !value.equals_insensitive("null")) {
      --next;
      disagree("nothing");
    }
  }

  void OnScalar(const YAML::Mark &, const std::string &, YAML::anchor_t,
                const std::string &value) override {
    const Node *node = expect(NodeKind::Scalar, "a value");
    if (!node)
      return;
    const auto *scalar = llvm::cast<ScalarNode>(node);
    if (scalar->value != value) {
      --next;
      disagree("the value " + quoted(value));
    }
  }

  const Node *expect(NodeKind kind, StringRef name) {
    if (problem)
      return nullptr;
    if (next == stream.nodes.size() || stream.nodes[next]->kind != kind) {
      disagree(name.str());
      return nullptr;
    }
    return stream.nodes[next++];
  }

  const Stream &stream;
  size_t next = 0;
  std::optional<Problem> problem;
};

} // namespace

std::optional<Problem> yaml::compareWithYamlCpp(StringRef text,
                                                const Stream &stream) {
  NodeMatcher matcher(stream);
  try {
    MemoryStream memory(text);
    std::istream input(&memory);
    YAML::Parser parser(input);
    // yaml-cpp can return without progress at text that it does not understand,
    // so the number of documents bounds the loop.
    for (size_t i = 0; i < stream.documents.size() && !matcher.disagrees();
         ++i) {
      if (!parser.HandleNextDocument(matcher))
        break;
    }
    if (matcher.matched() != stream.nodes.size())
      matcher.disagree("the end of the text");
  } catch (const YAML::Exception &exception) {
    matcher.disagree("an error (" + exception.msg + ")");
  }
  return matcher.takeProblem();
}
