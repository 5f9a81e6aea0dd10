//===- GraphHelpers.h - What the tests of graphs share ----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_UNIT_TENSORFLOW_GRAPHHELPERS_H
#define TRAINLINT_UNIT_TENSORFLOW_GRAPHHELPERS_H

#include "Frontend/TensorFlow/GraphFile.h"
#include "TestHelpers.h"

namespace trainlint::test {

/// A graph in text or binary with its index.
struct ReadGraph {
  ReadGraph(std::string given, graph::GraphFormat format,
            proto::Encoding encoding)
      : bytes(std::move(given)),
        file(tensorflow::readGraphFile(
            bytes, graph::DetectedFormat{format, encoding})),
        context(file->context(strings)) {}
  /// A `GraphDef` in text.
  explicit ReadGraph(std::string text)
      : ReadGraph(std::move(text), graph::GraphFormat::GraphDef,
                  proto::Encoding::Text) {}

  const tensorflow::Graph &graph() const {
    return file->metaGraphs.front().graph;
  }
  llvm::StringRef text(SourceRange range) const {
    return llvm::StringRef(bytes).slice(range.begin, range.end);
  }
  std::string problem() const { return describe(file->problem); }
  /// The problem of what was read beyond the index.
  std::string laterProblem() const { return describe(context.problem); }

  std::string bytes;
  std::unique_ptr<tensorflow::GraphFile> file;
  llvm::BumpPtrAllocator strings;
  proto::ReadContext context;

private:
  static std::string describe(const proto::FirstProblem &problem) {
    return problem ? std::to_string(problem->offset) + ": " + problem->message
                   : "";
  }
};

} // namespace trainlint::test

#endif // TRAINLINT_UNIT_TENSORFLOW_GRAPHHELPERS_H
