//===- Dictionary.cpp - Dictionaries of what a file says ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Graph/IR/Dictionary.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace trainlint;

mlir::DictionaryAttr
graph::dictionaryOf(mlir::MLIRContext *context,
                    llvm::SmallVector<mlir::NamedAttribute> members) {
  // The last one of a name comes first, and is kept.
  std::reverse(members.begin(), members.end());
  llvm::stable_sort(members);
  auto isSame = [](mlir::NamedAttribute a, mlir::NamedAttribute b) {
    return a.getName() == b.getName();
  };
  members.erase(std::unique(members.begin(), members.end(), isSame),
                members.end());
  return mlir::DictionaryAttr::getWithSorted(context, members);
}
