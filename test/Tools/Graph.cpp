//===- Graph.cpp - Prints graph files for differential tests --------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads files from standard input, each preceded by a line with its length in
// bytes and, if its content is not to decide, the format and the encoding to
// read it as. Prints one JSON document per file on a line.
//
// With the name of a file as its argument, reads the index of that and prints
// what it took, for the benchmark.
//
//===----------------------------------------------------------------------===//

#include "Frontend/Formats/SavedModel.h"
#include "GraphDump.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <malloc.h>

using namespace trainlint;
using namespace trainlint::tensorflow;
using llvm::StringRef;

/// Prints the seconds and the bytes of memory that an index takes.
static int measure(StringRef path) {
  llvm::Expected<MappedFile> file = mapFile(path);
  if (!file) {
    llvm::errs() << llvm::toString(file.takeError()) << "\n";
    return 2;
  }
  auto used = [] {
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
  };
  size_t before = used();
  auto begin = std::chrono::steady_clock::now();
  std::unique_ptr<GraphFile> graph = readGraphFile(file->bytes->getBuffer());
  std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  size_t nodes = 0;
  for (const MetaGraph &meta : graph->metaGraphs)
    nodes += meta.graph.nodes.size();
  llvm::outs() << llvm::format("%zu %.6f %zu\n", nodes, took.count(),
                               used() - before);
  return graph->problem ? 1 : 0;
}

/// The format of a line behind the length, if it names one.
static std::optional<graph::DetectedFormat> parseFormat(StringRef words) {
  auto [name, encoding] = words.split(' ');
  graph::GraphFormat format =
      llvm::StringSwitch<graph::GraphFormat>(name)
          .Case("GraphDef", graph::GraphFormat::GraphDef)
          .Case("MetaGraphDef", graph::GraphFormat::MetaGraphDef)
          .Case("SavedModel", graph::GraphFormat::SavedModel)
          .Case("ONNX", graph::GraphFormat::Onnx)
          .Case("Keras", graph::GraphFormat::KerasJson)
          .Default(graph::GraphFormat::Unknown);
  if (format == graph::GraphFormat::Unknown)
    return std::nullopt;
  return graph::DetectedFormat{format, encoding == "text"
                                           ? proto::Encoding::Text
                                           : proto::Encoding::Binary};
}

int main(int argc, char **argv) {
  if (argc == 2)
    return measure(argv[1]);
  auto input = llvm::MemoryBuffer::getSTDIN();
  if (!input) {
    llvm::errs() << "cannot read standard input\n";
    return 2;
  }
  StringRef rest = (*input)->getBuffer();
  while (!rest.empty()) {
    auto [line, after] = rest.split('\n');
    auto [length, format] = line.split(' ');
    size_t bytes = 0;
    if (length.getAsInteger(10, bytes) || bytes > after.size()) {
      llvm::errs() << "malformed input\n";
      return 2;
    }
    // A copy of its own, so that a sanitizer sees reads beyond its end.
    std::vector<char> file(after.begin(), after.begin() + bytes);
    llvm::json::OStream out(llvm::outs());
    test::dumpFile(StringRef(file.data(), bytes), parseFormat(format), out);
    llvm::outs() << "\n";
    rest = after.drop_front(bytes);
  }
  return 0;
}
