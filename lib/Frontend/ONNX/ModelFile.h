//===- ModelFile.h - The index of an ONNX model -----------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_ONNX_MODELFILE_H
#define TRAINLINT_FRONTEND_ONNX_MODELFILE_H

#include "Text/Protobuf/MessageReader.h"
#include <memory>
#include <vector>

namespace trainlint::onnx {

using proto::Name;
using proto::Number;

/// A node of a graph or of a function, of which `readNode` reads the rest.
struct NodeEntry {
  /// Many models leave it empty.
  llvm::StringRef name;
  llvm::StringRef op;
  /// Empty for the operators of ONNX itself.
  llvm::StringRef domain;
  /// The content of its `NodeProto`.
  SourceRange range;
};

/// A named part of a graph that is read later: an initializer, an input, an
/// output or a value with a type.
struct NamedEntry {
  Name name;
  /// The content of its message.
  SourceRange range;
};

/// The index of a `GraphProto`, the model's own or one in an attribute.
struct Graph {
  Name name;
  std::vector<NodeEntry> nodes;
  /// Of which `readTensor` reads the rest.
  std::vector<NamedEntry> initializers;
  /// Of which `readSparseTensor` reads the rest. Their values have the name.
  std::vector<NamedEntry> sparseInitializers;
  /// Of which `readValueInfo` reads the rest.
  std::vector<NamedEntry> inputs;
  std::vector<NamedEntry> outputs;
  std::vector<NamedEntry> valueInfos;
  /// How many messages its entries lie within.
  unsigned depth = 0;

  /// What the functions that read an entry take.
  proto::Message message(SourceRange entry) const { return {{entry}, depth}; }
};

/// Which version of a domain's operators a model uses.
struct Opset {
  /// Empty or `ai.onnx` for the operators of ONNX itself.
  Name domain;
  Number version;
  SourceRange range;
};

/// A function of the model, of which `readFunction` reads the rest.
struct FunctionEntry {
  Name name;
  Name domain;
  Name overload;
  /// The content of its `FunctionProto`.
  SourceRange range;
  std::vector<NodeEntry> nodes;
  /// How many messages its nodes lie within; one more than itself.
  unsigned depth = 0;

  /// What `readNode` takes.
  proto::Message message(const NodeEntry &node) const {
    return {{node.range}, depth};
  }
};

struct Property {
  Name key;
  Name value;
};

/// What a file holds, a `ModelProto`. All text lies in the file or in the
/// arena.
struct ModelFile {
  llvm::StringRef file;
  proto::Encoding encoding = proto::Encoding::Binary;
  Number irVersion;
  Name producer;
  Name producerVersion;
  Name domain;
  Number modelVersion;
  std::vector<Opset> opsets;
  std::vector<Property> metadata;
  Graph graph;
  std::vector<FunctionEntry> functions;
  /// Why the file could not be read to its end; what is before it is there.
  proto::FirstProblem problem;
  llvm::BumpPtrAllocator arena;

  /// For reading more of the file; what has to be decoded goes to `strings`.
  proto::ReadContext context(llvm::BumpPtrAllocator &strings) const {
    return proto::ReadContext(file, encoding, strings);
  }
};

/// Reads the index of a model, which stays alive and need not end with NUL.
///
/// Of nodes and all that is named, the names are read and nothing else: what is
/// malformed in them shows when they are read.
std::unique_ptr<ModelFile> readModelFile(llvm::StringRef file,
                                         proto::Encoding encoding);

/// Reads the index of a graph, as attributes hold them. False if there is a
/// problem, which is then in the context.
bool readGraph(proto::ReadContext &context, const proto::Message &message,
               Graph &graph);

/// Reads an entry of the opsets of a model or a function.
bool readOpset(proto::ReadContext &context, const proto::Field &field,
               Opset &set);

} // namespace trainlint::onnx

#endif // TRAINLINT_FRONTEND_ONNX_MODELFILE_H
