//===- FunctionDetails.h - All that a function says -------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_TENSORFLOW_FUNCTIONDETAILS_H
#define TRAINLINT_FRONTEND_TENSORFLOW_FUNCTIONDETAILS_H

#include "Frontend/TensorFlow/AttrValue.h"

namespace trainlint::tensorflow {

/// An input or output of a function. Its type is `type`, or what the attribute
/// says that one of the three others names.
struct Argument {
  Name name;
  DataType type = DataType::Invalid;
  SourceRange typeRange;
  Name typeAttr;
  Name numberAttr;
  Name typeListAttr;
  bool isReference = false;
};

/// An attribute that callers give.
struct AttrDeclaration {
  Name name;
  /// `type`, `list(int)` and so on.
  Name type;
};

/// What an output of a function is bound to.
struct Result {
  Name name;
  Name value;
};

struct FunctionDetails {
  Name name;
  llvm::SmallVector<Argument, 4> inputs;
  llvm::SmallVector<Argument, 4> outputs;
  llvm::SmallVector<Name, 2> controlOutputs;
  llvm::SmallVector<AttrDeclaration, 2> declaredAttrs;
  bool isStateful = false;
  llvm::SmallVector<Result, 4> results;
  llvm::SmallVector<Result, 2> controlResults;
  llvm::SmallVector<Attr, 4> attrs;
};

/// Reads the `FunctionDef` in a range, but for its nodes. False if there is a
/// problem, which is then in the context.
bool readFunction(proto::ReadContext &context, SourceRange range,
                  FunctionDetails &function);

} // namespace trainlint::tensorflow

#endif // TRAINLINT_FRONTEND_TENSORFLOW_FUNCTIONDETAILS_H
