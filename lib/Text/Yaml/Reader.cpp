//===- Reader.cpp - YAML and JSON text to a located tree ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/Yaml/Reader.h"
#include "Support/LLVM.h"
#include "Support/WorkCounter.h"
#include "Text/Yaml/Parser.h"
#include "Text/Yaml/ScalarText.h"
#include "Text/Yaml/Scanner.h"
#include "Text/Yaml/SecondReader.h"

using namespace trainlint;
using namespace trainlint::yaml;

/// The scanner and the parser may both stumble over one mistake. The first of
/// their problems is kept, unless it is a bracket that only seems to be open
/// because one within it is closed by the wrong character.
static void keepCause(StringRef text, std::vector<Problem> &problems) {
  if (problems.size() < 2)
    return;
  auto at = [&](const Problem &problem) {
    return text.substr(problem.range.begin, 1);
  };
  llvm::stable_sort(problems, [](const Problem &a, const Problem &b) {
    return a.range.begin < b.range.begin;
  });
  auto cause = problems.begin();
  if (at(*cause) == "[" || at(*cause) == "{") {
    auto wrong = llvm::find_if(problems, [&](const Problem &problem) {
      return at(problem) == "]" || at(problem) == "}";
    });
    if (wrong != problems.end())
      cause = wrong;
  }
  Problem kept = std::move(*cause);
  problems.clear();
  problems.push_back(std::move(kept));
}

void Stream::add(std::unique_ptr<Stream> part) {
  llvm::append_range(documents, part->documents);
  llvm::append_range(comments, part->comments);
  llvm::append_range(nodes, part->nodes);
  llvm::append_range(problems, part->problems);
  hasAliases |= part->hasAliases;
  parts.push_back(std::move(part));
}

/// Gives every scalar the value that it is written for.
static void readValues(StringRef text, Stream &stream) {
  for (Node *node : stream.nodes) {
    if (auto *scalar = llvm::dyn_cast<ScalarNode>(node))
      scalar->value = readScalar(text,
                                 {TokenKind::Scalar, scalar->style,
                                  scalar->range, scalar->blockIndent},
                                 stream.arena);
  }
}

ReadResult yaml::read(StringRef text, SecondOpinion second) {
  work::YamlReads.add();
  ReadResult result;
  result.stream = std::make_unique<Stream>();
  Problem problem;
  if (!checkEncoding(text, problem)) {
    result.stream->problems.push_back(std::move(problem));
    return result;
  }
  parse(text, scan(text), *result.stream);
  keepCause(text, result.stream->problems);
  if (!result.stream->problems.empty())
    return result;
  readValues(text, *result.stream);
  // yaml-cpp accepts much that is not YAML, and can loop for ever on some of
  // it, so it only sees text that is well-formed.
  if (second == SecondOpinion::None)
    return result;
  work::YamlCppReads.add();
  result.disagreement = compareWithYamlCpp(text, *result.stream);
  return result;
}
