//===- ControlFlowVerifiers.cpp - Constraints of control flow -------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/RegionVerifiers.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::stablehlo;

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

/// Checks that branches take nothing and return the same types, which are the
/// results.
static LogicalResult inferBranches(Emit emit, mlir::RegionRange branches,
                                   StringRef argumentConstraint,
                                   StringRef typeConstraint,
                                   SmallVectorImpl<Type> &types) {
  for (auto [i, branch] : llvm::enumerate(branches)) {
    std::string name = ("branch " + llvm::Twine(i)).str();
    if (branch->getNumArguments() != 0)
      return emit() << "has a " << name << " that takes "
                    << branch->getNumArguments() << " arguments ("
                    << argumentConstraint << ")";
    std::optional<mlir::OperandRange> returned =
        returnedBy(emit, *branch, name);
    if (!returned)
      return failure();
    if (i == 0) {
      llvm::append_range(types, returned->getTypes());
      continue;
    }
    if (areCompatible(returned->getTypes(), mlir::TypeRange(types)))
      continue;
    auto error = emit() << "has a branch 0 that returns (";
    llvm::interleaveComma(types, error);
    error << "), but a " << name << " that returns (";
    llvm::interleaveComma(returned->getTypes(), error);
    return error << ") (" << typeConstraint << ")";
  }
  return success();
}

LogicalResult IfOp::infer(Emit emit, Adaptor op, SmallVectorImpl<Type> &types) {
  return inferBranches(emit, op.getRegions(), "C1", "C2", types);
}

LogicalResult CaseOp::infer(Emit emit, Adaptor op,
                            SmallVectorImpl<Type> &types) {
  if (op.getRegions().empty())
    return emit() << "has no branches (C1)";
  return inferBranches(emit, op.getRegions(), "C2", "C3", types);
}

LogicalResult WhileOp::infer(Emit emit, Adaptor op,
                             SmallVectorImpl<Type> &types) {
  llvm::append_range(types, op.getOperands().getTypes());
  mlir::Region &cond = op.getCond();
  mlir::Region &body = op.getBody();
  if (cond.empty() || body.empty())
    return success();
  if (failed(checkArguments(emit, cond, "condition", "C1", types)) ||
      failed(checkArguments(emit, body, "body", "C2", types)))
    return failure();
  std::optional<mlir::OperandRange> holds = returnedBy(emit, cond, "condition");
  std::optional<mlir::OperandRange> next = returnedBy(emit, body, "body");
  if (!holds || !next)
    return failure();
  if (holds->size() != 1 ||
      !isTensorOf(holds->front().getType(), kBoolean, 0)) {
    auto error = emit() << "has a condition that returns (";
    llvm::interleaveComma(holds->getTypes(), error);
    return error << ") instead of tensor<i1> (C1)";
  }
  if (areCompatible(next->getTypes(), mlir::TypeRange(types)))
    return success();
  auto error = emit() << "has a body that returns (";
  llvm::interleaveComma(next->getTypes(), error);
  error << ") instead of (";
  llvm::interleaveComma(types, error);
  return error << ") (C2)";
}

LogicalResult OptimizationBarrierOp::infer(Emit, Adaptor op,
                                           SmallVectorImpl<Type> &types) {
  llvm::append_range(types, op.getOperand().getTypes());
  return success();
}

//===----------------------------------------------------------------------===//
// Tokens and tuples
//===----------------------------------------------------------------------===//

LogicalResult TupleOp::verify() {
  mlir::TypeRange types = getOperandTypes();
  if (types == mlir::TypeRange(getType().getTypes()))
    return success();
  auto error = emitOpError() << "makes a tuple of (";
  llvm::interleaveComma(types, error);
  return error << "), but gives " << getType() << " (C1)";
}

LogicalResult GetTupleElementOp::infer(Emit emit, Adaptor op,
                                       SmallVectorImpl<Type> &types) {
  auto tuple = cast<mlir::TupleType>(op.getOperand().getType());
  int32_t index = op.getIndex();
  if (index < 0 || static_cast<size_t>(index) >= tuple.size())
    return emit() << "takes element " << index << " of a tuple of "
                  << tuple.size() << " (C1)";
  types.push_back(tuple.getType(index));
  return success();
}
