//===- Dictionary.h - Dictionaries of what a file says ----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_GRAPH_IR_DICTIONARY_H
#define TRAINLINT_DIALECT_GRAPH_IR_DICTIONARY_H

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/SmallVector.h"

namespace trainlint::graph {

/// The dictionary of members in any order; of those with one name the last
/// holds. mlir::NamedAttrList would look for the name of each among all others.
mlir::DictionaryAttr
dictionaryOf(mlir::MLIRContext *context,
             llvm::SmallVector<mlir::NamedAttribute> members);

} // namespace trainlint::graph

#endif // TRAINLINT_DIALECT_GRAPH_IR_DICTIONARY_H
