//===- YamlTree.cpp - Prints YAML trees for differential tests ------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads texts from standard input, each preceded by its length in bytes on a
// line of its own, and prints one JSON document per text on a line: the
// verdict, the nodes in order with their ranges, and where yaml-cpp disagrees.
//
//===----------------------------------------------------------------------===//

#include "Text/Yaml/Reader.h"
#include "Text/Yaml/ScalarType.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace trainlint;
using namespace trainlint::yaml;
using llvm::StringRef;

static StringRef name(ScalarType type) {
  switch (type) {
  case ScalarType::Null:
    return "null";
  case ScalarType::Boolean:
    return "bool";
  case ScalarType::Integer:
    return "int";
  case ScalarType::Float:
    return "float";
  case ScalarType::Timestamp:
    return "timestamp";
  case ScalarType::Merge:
    return "merge";
  case ScalarType::String:
    return "str";
  }
  llvm_unreachable("unknown type");
}

static void print(llvm::json::OStream &out, const Node &node) {
  out.array([&] {
    auto range = [&] {
      out.value(node.range.begin);
      out.value(node.range.end);
    };
    if (const auto *scalar = llvm::dyn_cast<ScalarNode>(&node)) {
      constexpr StringRef Styles[] = {"", "'", "\"", "|", ">"};
      out.value("scalar");
      range();
      out.value(Styles[static_cast<unsigned>(scalar->style)]);
      out.value(llvm::json::fixUTF8(scalar->value));
      out.value(name(typeOf(*scalar)));
    } else if (const auto *alias = llvm::dyn_cast<AliasNode>(&node)) {
      out.value("alias");
      range();
      out.value(alias->name);
    } else {
      out.value(llvm::isa<MappingNode>(node) ? "mapping" : "sequence");
      range();
      out.value(node.flow);
    }
    out.value(node.anchor);
  });
}

static void printStream(StringRef text) {
  ReadResult result = read(text, SecondOpinion::YamlCpp);
  llvm::json::OStream out(llvm::outs());
  out.object([&] {
    const auto &problems = result.stream->problems;
    out.attribute("ok", problems.empty());
    out.attribute("documents", result.stream->documents.size());
    if (!problems.empty()) {
      out.attribute("problem", problems.front().message);
      out.attribute("at", problems.front().range.begin);
    } else {
      out.attributeArray("nodes", [&] {
        for (const Node *node : result.stream->nodes)
          print(out, *node);
      });
      out.attributeArray("comments", [&] {
        for (SourceRange comment : result.stream->comments)
          out.value(text.slice(comment.begin, comment.end));
      });
    }
    if (result.disagreement)
      out.attribute("disagreement", result.disagreement->message);
  });
  llvm::outs() << "\n";
}

int main() {
  auto input = llvm::MemoryBuffer::getSTDIN();
  if (!input) {
    llvm::errs() << "cannot read standard input\n";
    return 2;
  }
  StringRef rest = (*input)->getBuffer();
  while (!rest.empty()) {
    auto [length, after] = rest.split('\n');
    size_t bytes = 0;
    if (length.getAsInteger(10, bytes) || bytes > after.size()) {
      llvm::errs() << "malformed input\n";
      return 2;
    }
    auto text = llvm::MemoryBuffer::getMemBufferCopy(after.take_front(bytes));
    printStream(text->getBuffer());
    rest = after.drop_front(bytes);
  }
  return 0;
}
