//===- Graphs.cpp - Training graphs as messages and JSON ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fuzz/CheckProbe.h"
#include "Fuzz/GraphProbe.h"
#include "Fuzz/Targets/Targets.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

using namespace trainlint;
using namespace trainlint::tensorflow;
using llvm::StringRef;

/// Reads all of a graph, as what it looks like and in a format, and checks it.
static void fuzzGraph(StringRef input, graph::DetectedFormat format) {
  static test::CheckProbe checks;
  test::probeGraph(input, format);
  uint64_t hash = llvm::xxh3_64bits(input);
  checks.checkGraph(input, hash);
  OutputFormat other =
      (hash >> 32) % 128 == 0 ? OutputFormat::Sarif : OutputFormat::Concise;
  checks.writeReports({OutputFormat::Text, other}, /*width=*/hash & 8 ? 80 : 0);
}

/// All but the shortest messages have bytes that no text has.
static proto::Encoding encodingOf(StringRef input) {
  bool isText = llvm::all_of(
      input, [](char c) { return llvm::isPrint(c) || llvm::isSpace(c); });
  return isText ? proto::Encoding::Text : proto::Encoding::Binary;
}

void test::fuzzTensorFlow(StringRef input) {
  static constexpr graph::GraphFormat Formats[] = {
      graph::GraphFormat::GraphDef, graph::GraphFormat::MetaGraphDef,
      graph::GraphFormat::SavedModel};
  uint64_t hash = llvm::xxh3_64bits(input);
  fuzzGraph(input, {Formats[hash % std::size(Formats)], encodingOf(input)});
}

void test::fuzzOnnx(StringRef input) {
  fuzzGraph(input, {graph::GraphFormat::Onnx, encodingOf(input)});
}

void test::fuzzKeras(StringRef input) {
  graph::GraphFormat format =
      input.starts_with("PK")        ? graph::GraphFormat::KerasArchive
      : input.starts_with("\x89HDF") ? graph::GraphFormat::KerasHdf5
                                     : graph::GraphFormat::KerasJson;
  fuzzGraph(input, {format, proto::Encoding::Text});
}
