//===- NodeDetails.h - All that a node or a function says -------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_ONNX_NODEDETAILS_H
#define TRAINLINT_FRONTEND_ONNX_NODEDETAILS_H

#include "Frontend/ONNX/Attribute.h"
#include "llvm/ADT/DenseMap.h"

namespace trainlint::onnx {

/// All that a node says.
struct NodeDetails {
  Name name;
  Name op;
  Name domain;
  /// Of a function with several definitions, which one is meant.
  Name overload;
  /// The names of values; empty for one that is left out.
  llvm::SmallVector<Name, 4> inputs;
  llvm::SmallVector<Name, 2> outputs;
  llvm::SmallVector<Attribute, 4> attributes;
  /// Where an attribute is by its name, if there are many.
  llvm::DenseMap<llvm::StringRef, unsigned> places;

  /// Null if there is none of this name.
  const Attribute *attribute(llvm::StringRef name) const;
};

/// All that a function says but for its nodes.
struct FunctionDetails {
  llvm::SmallVector<Name, 4> inputs;
  llvm::SmallVector<Name, 4> outputs;
  /// The attributes that a call has to give.
  llvm::SmallVector<Name, 4> attributes;
  /// The attributes that have a default, with it.
  llvm::SmallVector<Attribute, 4> defaults;
  llvm::SmallVector<Opset, 2> opsets;
  /// Of which `readValueInfo` reads the rest.
  llvm::SmallVector<proto::Message, 0> valueInfos;
};

/// Reads a `NodeProto`. False if there is a problem, which is then in the
/// context.
bool readNode(proto::ReadContext &context, const proto::Message &message,
              NodeDetails &node);

/// Reads a `FunctionProto`.
bool readFunction(proto::ReadContext &context, const FunctionEntry &entry,
                  FunctionDetails &function);

} // namespace trainlint::onnx

#endif // TRAINLINT_FRONTEND_ONNX_NODEDETAILS_H
