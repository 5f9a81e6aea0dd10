//===- FunctionTable.cpp - The functions of a model by name ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Graph/IR/FunctionTable.h"
#include "llvm/ADT/StringSwitch.h"

using namespace trainlint;

llvm::ArrayRef<llvm::StringLiteral>
graph::functionAttributes(llvm::StringRef op) {
  static constexpr llvm::StringLiteral Called[] = {"f"};
  static constexpr llvm::StringLiteral Loop[] = {"cond", "body"};
  static constexpr llvm::StringLiteral Branches[] = {"then_branch",
                                                     "else_branch"};
  static constexpr llvm::StringLiteral Cases[] = {"branches"};
  return llvm::StringSwitch<llvm::ArrayRef<llvm::StringLiteral>>(op)
      .Cases({"PartitionedCall", "StatefulPartitionedCall"}, Called)
      .Cases({"While", "StatelessWhile"}, Loop)
      .Cases({"If", "StatelessIf"}, Branches)
      .Cases({"Case", "StatelessCase"}, Cases)
      .Default({});
}
