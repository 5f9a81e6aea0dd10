//===- GraphFormat.h - Telling graph formats apart --------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_FORMATS_GRAPHFORMAT_H
#define TRAINLINT_FRONTEND_FORMATS_GRAPHFORMAT_H

#include "Text/Protobuf/MessageReader.h"

namespace trainlint::graph {

/// What a file holds. The formats from `TensorFlowMlir` on are named only where
/// they are certain, so that a message can say what the file is instead.
enum class GraphFormat : uint8_t {
  Unknown,
  GraphDef,
  MetaGraphDef,
  SavedModel,
  TensorFlowMlir,
  StableHlo,
  StableHloBytecode,
  HloText,
  KerasJson,
  KerasArchive,
  KerasHdf5,
  Onnx,
  /// Without a Keras model, as files of weights alone and of data are.
  Hdf5,
};

struct DetectedFormat {
  GraphFormat format = GraphFormat::Unknown;
  /// Of the formats that are messages of Protobuf; text for JSON and StableHLO.
  proto::Encoding encoding = proto::Encoding::Binary;
};

/// Tells the format of a file from its begin; what follows may be malformed.
DetectedFormat detectFormat(llvm::StringRef file);

/// True for a program that is a test of a compiler: its comments say how the
/// test runs (`// RUN:`), or separate programs that have nothing to do with
/// each other (`// -----`). What is wrong with it may well be meant.
bool isCompilerTest(llvm::StringRef file, GraphFormat format);

/// True for the three formats that `readGraphFile` reads.
bool isTensorFlowGraph(GraphFormat format);

/// True for the formats that are read at all.
bool isReadable(GraphFormat format);

/// True for the formats that hold a Keras model.
bool isKerasModel(GraphFormat format);

/// What people call a format; empty for an unknown one.
llvm::StringRef formatName(GraphFormat format);

} // namespace trainlint::graph

#endif // TRAINLINT_FRONTEND_FORMATS_GRAPHFORMAT_H
