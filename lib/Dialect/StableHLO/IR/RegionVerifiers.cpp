//===- RegionVerifiers.cpp - Checks of the regions of ops -----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/RegionVerifiers.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Support/MLIR.h"

namespace trainlint::stablehlo {

std::optional<mlir::OperandRange> returnedBy(Emit emit, mlir::Region &region,
                                             StringRef name) {
  if (!region.hasOneBlock() || region.front().empty() ||
      !llvm::isa<ReturnOp>(region.front().back())) {
    emit() << "has a " << name << " that does not end with stablehlo.return";
    return std::nullopt;
  }
  return llvm::cast<ReturnOp>(region.front().back()).getResults();
}

LogicalResult checkArguments(Emit emit, mlir::Region &region, StringRef name,
                             StringRef constraint, mlir::TypeRange types) {
  if (region.getNumArguments() != types.size())
    return emit() << "has a " << name << " that takes "
                  << region.getNumArguments() << " arguments instead of "
                  << types.size() << " (" << constraint << ")";
  for (auto [i, pair] :
       llvm::enumerate(llvm::zip(region.getArgumentTypes(), types))) {
    auto [actual, expected] = pair;
    if (!areCompatible(actual, expected))
      return emit() << "has a " << name << " whose argument " << i
                    << " has type " << actual << " instead of " << expected
                    << " (" << constraint << ")";
  }
  return success();
}

static Type scalarOf(Type element) {
  return mlir::RankedTensorType::get({}, element);
}

LogicalResult checkReducer(Emit emit, mlir::Region &region, StringRef name,
                           StringRef constraint,
                           SmallVectorImpl<Type> &elements) {
  if (region.empty())
    return success();
  size_t count = elements.size();
  if (region.getNumArguments() != 2 * count)
    return emit() << "has a " << name << " that takes "
                  << region.getNumArguments() << " arguments instead of "
                  << 2 * count << " (" << constraint << ")";
  std::optional<mlir::OperandRange> returned = returnedBy(emit, region, name);
  if (!returned)
    return failure();
  if (returned->size() != count)
    return emit() << "has a " << name << " that returns " << returned->size()
                  << " values instead of " << count << " (" << constraint
                  << ")";
  SmallVector<Type> results(returned->getTypes());
  for (auto [i, result] : llvm::enumerate(results)) {
    if (!isTensorOf(result, kAnyElement | kPerTensor, 0))
      return emit() << "has a " << name << " that returns " << result
                    << ", which is no scalar tensor (" << constraint << ")";
    if (!isPromotable(elements[i], elementOf(result)))
      return emit() << "has a " << name << " that returns " << result
                    << ", which elements of " << elements[i]
                    << " cannot be promoted to (" << constraint << ")";
  }
  SmallVector<Type> arguments(results);
  llvm::append_range(arguments, results);
  if (failed(checkArguments(emit, region, name, constraint, arguments)))
    return failure();
  for (auto [element, result] : llvm::zip(elements, results))
    element = elementOf(result);
  return success();
}

LogicalResult checkPredicate(Emit emit, mlir::Region &region, StringRef name,
                             StringRef constraint, ArrayRef<Type> elements) {
  if (region.empty())
    return success();
  SmallVector<Type> arguments = llvm::map_to_vector(elements, scalarOf);
  if (failed(checkArguments(emit, region, name, constraint, arguments)))
    return failure();
  std::optional<mlir::OperandRange> returned = returnedBy(emit, region, name);
  if (!returned)
    return failure();
  if (returned->size() != 1 ||
      !isTensorOf(returned->front().getType(), kBoolean, 0)) {
    auto error = emit() << "has a " << name << " that returns ";
    if (returned->size() == 1)
      error << returned->front().getType();
    else
      error << returned->size() << " values";
    return error << " instead of tensor<i1> (" << constraint << ")";
  }
  return success();
}

} // namespace trainlint::stablehlo
