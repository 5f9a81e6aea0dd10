//===- GraphFormat.cpp - Telling graph formats apart ----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Formats/GraphFormat.h"
#include "Frontend/Formats/Detect.h"
#include "Support/LLVM.h"
#include "Support/WorkCounter.h"
#include "Text/Hdf5/File.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::graph;
using proto::Encoding;

bool graph::isTensorFlowGraph(GraphFormat format) {
  return format == GraphFormat::GraphDef ||
         format == GraphFormat::MetaGraphDef ||
         format == GraphFormat::SavedModel;
}

bool graph::isReadable(GraphFormat format) {
  return isTensorFlowGraph(format) || isKerasModel(format) ||
         format == GraphFormat::Onnx || format == GraphFormat::StableHlo;
}

bool graph::isKerasModel(GraphFormat format) {
  return format == GraphFormat::KerasJson ||
         format == GraphFormat::KerasArchive ||
         format == GraphFormat::KerasHdf5;
}

StringRef graph::formatName(GraphFormat format) {
  switch (format) {
  case GraphFormat::Unknown:
    return "";
  case GraphFormat::GraphDef:
    return "GraphDef";
  case GraphFormat::MetaGraphDef:
    return "MetaGraphDef";
  case GraphFormat::SavedModel:
    return "SavedModel";
  case GraphFormat::TensorFlowMlir:
    return "TensorFlow MLIR";
  case GraphFormat::StableHlo:
    return "StableHLO";
  case GraphFormat::StableHloBytecode:
    return "StableHLO in bytecode";
  case GraphFormat::HloText:
    return "HLO";
  case GraphFormat::KerasJson:
    return "Keras JSON";
  case GraphFormat::KerasArchive:
    return "Keras archive";
  case GraphFormat::KerasHdf5:
    return "Keras HDF5";
  case GraphFormat::Onnx:
    return "ONNX";
  case GraphFormat::Hdf5:
    return "HDF5 without a Keras model";
  }
  llvm_unreachable("unknown format");
}

/// How much of a file is searched for the names of dialects.
static constexpr size_t DialectSearchLimit = 4 << 20;

/// Moves behind blanks and comments as in C++.
static StringRef skipSlashComments(StringRef text) {
  while (true) {
    text = text.ltrim();
    if (text.starts_with("//")) {
      text = text.drop_until([](char c) { return c == '\n'; });
    } else if (text.starts_with("/*")) {
      size_t end = text.find("*/", 2);
      text = end == StringRef::npos ? "" : text.drop_front(end + 2);
    } else {
      return text;
    }
  }
}

/// True if text begins as a module of MLIR may.
static bool looksLikeMlir(StringRef text) {
  // `#name = ...` and `!name = ...` define aliases.
  if (text.consume_front("#") || text.consume_front("!")) {
    size_t size = text.take_while(llvm::isAlnum).size();
    return size > 0 && text.drop_front(size).ltrim("_ ").starts_with("=");
  }
  for (StringRef begin : {"module", "builtin.module", "\"builtin.module\"",
                          "func.func", "func @", "func private @"}) {
    if (text.starts_with(begin))
      return true;
  }
  return false;
}

/// The bytecode of MLIR begins so; its version and who wrote it follow.
static constexpr llvm::StringLiteral BytecodeMagic = "ML\xEFR";

static GraphFormat detectMlir(StringRef file) {
  if (file.starts_with(BytecodeMagic))
    return file.take_front(32).contains("StableHLO_v")
               ? GraphFormat::StableHloBytecode
               : GraphFormat::Unknown;
  if (!looksLikeMlir(skipSlashComments(file)))
    return GraphFormat::Unknown;
  StringRef text = file.take_front(DialectSearchLimit);
  for (StringRef dialect : {"\"tf.", "tf_executor.", "tf_device.",
                            "tf_saved_model.", "tf.versions", "tfg."}) {
    if (text.contains(dialect))
      return GraphFormat::TensorFlowMlir;
  }
  return text.contains("stablehlo.") ? GraphFormat::StableHlo
                                     : GraphFormat::Unknown;
}

bool graph::isCompilerTest(StringRef file, GraphFormat format) {
  if (format != GraphFormat::StableHlo)
    return false;
  StringRef text = file.take_front(DialectSearchLimit);
  return text.contains("// RUN:") || text.contains("//RUN:") ||
         text.starts_with("// -----") || text.contains("\n// -----");
}

/// HDF5 holds anything; Keras keeps the model itself as an attribute.
static GraphFormat detectHdf5(StringRef file) {
  constexpr llvm::StringLiteral Name = "model_config";
  auto holdsModel = [&]() -> llvm::Expected<bool> {
    auto opened = hdf5::File::open(file);
    if (!opened)
      return opened.takeError();
    auto model = (*opened)->attribute((*opened)->root(), Name);
    if (!model)
      return model.takeError();
    return model->has_value();
  };
  llvm::Expected<bool> found = holdsModel();
  if (found)
    return *found ? GraphFormat::KerasHdf5 : GraphFormat::Hdf5;
  llvm::consumeError(found.takeError());
  // A damaged one is reported if it was one of Keras.
  constexpr size_t NameLimit = 1 << 20;
  return file.take_front(NameLimit).contains(Name) ? GraphFormat::KerasHdf5
                                                   : GraphFormat::Hdf5;
}

/// Archives hold anything; one of Keras names the file of its configuration in
/// the directory at its end.
static bool isKerasArchive(StringRef file) {
  constexpr size_t DirectoryLimit = 1 << 16;
  return file.starts_with("PK\3\4") &&
         file.take_back(DirectoryLimit).contains("config.json") &&
         file.take_back(DirectoryLimit).contains("metadata.json");
}

DetectedFormat graph::detectFormat(StringRef file) {
  work::FormatDetections.add();
  if (hdf5::isHdf5(file))
    return {detectHdf5(file)};
  if (isKerasArchive(file))
    return {GraphFormat::KerasArchive};
  if (GraphFormat found = detectMlir(file); found != GraphFormat::Unknown)
    return {found, Encoding::Text};
  if (skipSlashComments(file).starts_with("HloModule "))
    return {GraphFormat::HloText};
  if (detection::isKerasJson(file))
    return {GraphFormat::KerasJson, Encoding::Text};
  GraphFormat binary = detection::detectBinaryMessage(file);
  if (binary != GraphFormat::Unknown)
    return {binary, Encoding::Binary};
  return {detection::detectTextMessage(file), Encoding::Text};
}
