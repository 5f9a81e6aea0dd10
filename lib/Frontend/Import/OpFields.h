//===- OpFields.h - Ops whose fields may be absent --------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_IMPORT_OPFIELDS_H
#define TRAINLINT_FRONTEND_IMPORT_OPFIELDS_H

#include "mlir/IR/Builders.h"

namespace trainlint::frontend {

/// An op under construction: fields that are absent are left out.
template <typename OpT>
class OpFields {
public:
  OpFields(mlir::OpBuilder &builder, mlir::Location location)
      : builder(builder), state(location, OpT::getOperationName()) {}

  /// `name` is one of the op's getXAttrName functions.
  void set(mlir::StringAttr (*name)(mlir::OperationName),
           mlir::Attribute value) {
    if (value)
      state.addAttribute(name(state.name), value);
  }
  /// Gives the op a region with a block.
  mlir::Block *addBody() {
    mlir::Block *block = new mlir::Block();
    state.addRegion()->push_back(block);
    return block;
  }
  OpT create() { return llvm::cast<OpT>(builder.create(state)); }

private:
  mlir::OpBuilder &builder;
  mlir::OperationState state;
};

} // namespace trainlint::frontend

#endif // TRAINLINT_FRONTEND_IMPORT_OPFIELDS_H
