//===- InputTypes.cpp - Sizes of a model's inputs -------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/Common/InputTypes.h"
#include "Diagnostics/Messages/Lowering.h"
#include "Dialect/Graph/IR/Graph.h"
#include "Dialect/StableHLO/Builders/ForwardModule.h"
#include "Dialect/StableHLO/IR/TypeSupport.h"
#include "Support/MLIR.h"
#include "mlir/IR/Diagnostics.h"

using namespace trainlint;

/// The element type of an input; null for one that no program has.
static mlir::Type elementOf(mlir::Type declared) {
  auto tensor = llvm::dyn_cast<mlir::TensorType>(declared);
  mlir::Type element = tensor ? tensor.getElementType() : mlir::Type();
  bool isNumber = element && element.isIntOrFloat();
  return isNumber ? element : mlir::Type();
}

static bool isText(mlir::Type declared) {
  auto tensor = llvm::dyn_cast<mlir::TensorType>(declared);
  auto element =
      tensor ? llvm::dyn_cast<graph::ElementType>(tensor.getElementType())
             : graph::ElementType();
  return element && element.getName() == "string";
}

llvm::FailureOr<RankedTensorType>
trainlint::resolveInput(StringRef name, mlir::Type declared,
                        const ForwardOptions &options, mlir::Location loc,
                        bool isFirstBatch) {
  mlir::Type element = elementOf(declared);
  auto ranked = llvm::dyn_cast<RankedTensorType>(declared);
  auto given = options.inputShapes.find(name);
  if (isText(declared))
    return mlir::emitError(loc)
           << "input `" << name
           << "` is text, which no device takes; the host makes numbers of it";
  if (!element && !(given != options.inputShapes.end() && !ranked))
    return mlir::emitError(loc)
           << "input `" << name << "` has unsupported type " << declared;
  if (!element)
    element = mlir::Float32Type::get(declared.getContext());
  auto typed =
      [&](llvm::ArrayRef<int64_t> shape) -> llvm::FailureOr<RankedTensorType> {
    if (stablehlo::ForwardModule::isTooLarge(shape))
      return mlir::emitError(loc)
             << "input `" << name << "` of shape "
             << stablehlo::shapeText(shape) << " is too large";
    return RankedTensorType::get(shape, element);
  };
  if (given != options.inputShapes.end())
    return typed(given->second);
  if (!ranked)
    return diag::UnknownShape::shape(loc, name).help(
        "`--input-shape` gives it");
  SmallVector<int64_t> shape(ranked.getShape());
  bool isOpen = !shape.empty() && mlir::ShapedType::isDynamic(shape.front());
  if (!shape.empty() && options.batchSize > 0 && (isOpen || isFirstBatch))
    shape.front() = options.batchSize;
  else if (isOpen && options.openBatchSize > 0)
    shape.front() = options.openBatchSize;
  for (auto [number, size] : llvm::enumerate(shape)) {
    if (size != mlir::ShapedType::kDynamic)
      continue;
    if (number == 0)
      return diag::UnknownShape::batch(loc, name).help(
          "`--batch-size` gives it");
    return diag::UnknownShape::size(loc, name, number)
        .help("`--input-shape` gives it");
  }
  return typed(shape);
}
