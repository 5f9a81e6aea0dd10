//===- Traits.h - Traits of the operations ----------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_IR_TRAITS_H
#define TRAINLINT_DIALECT_STABLEHLO_IR_TRAITS_H

#include "Dialect/StableHLO/IR/TypeSupport.h"
#include "mlir/IR/OpDefinition.h"

namespace trainlint::stablehlo {

/// Checks the quantized types of operands and results.
llvm::LogicalResult verifyWellFormedTypes(mlir::Operation *op);

/// Checks that operands and results have the same type but for the parameters
/// of quantization, where sizes may be unknown.
llvm::LogicalResult verifySameBaselineType(mlir::Operation *op);

/// Gives the type that operands of the same baseline type share: every size
/// that one of them knows.
llvm::LogicalResult
inferSameBaselineType(Emit emit, mlir::TypeRange operands,
                      llvm::SmallVectorImpl<mlir::Type> &types);

/// Checks that operands and results have the same shape.
llvm::LogicalResult verifySameShape(mlir::Operation *op);

/// Checks the types of the results against inferred ones. Different element
/// types and shapes are reported under the given constraints. Parameters of
/// quantization may differ for baseline types.
llvm::LogicalResult verifyResults(mlir::Operation *op, mlir::TypeRange inferred,
                                  llvm::StringRef elementConstraint,
                                  llvm::StringRef shapeConstraint,
                                  bool ofBaselineTypes);

template <typename ConcreteOp>
class WellFormedTypes
    : public mlir::OpTrait::TraitBase<ConcreteOp, WellFormedTypes> {
public:
  static llvm::LogicalResult verifyTrait(mlir::Operation *op) {
    return verifyWellFormedTypes(op);
  }
};

template <typename ConcreteOp>
class SameShape : public mlir::OpTrait::TraitBase<ConcreteOp, SameShape> {
public:
  static llvm::LogicalResult verifyTrait(mlir::Operation *op) {
    return verifySameShape(op);
  }
};

template <typename ConcreteOp>
class SameBaselineType
    : public mlir::OpTrait::TraitBase<ConcreteOp, SameBaselineType> {
public:
  static llvm::LogicalResult verifyTrait(mlir::Operation *op) {
    return verifySameBaselineType(op);
  }

  static llvm::LogicalResult
  inferReturnTypes(mlir::MLIRContext *, std::optional<mlir::Location> loc,
                   mlir::ValueRange operands, mlir::DictionaryAttr,
                   mlir::OpaqueProperties, mlir::RegionRange,
                   llvm::SmallVectorImpl<mlir::Type> &types) {
    auto emit = [&] { return emitAt(loc); };
    return inferSameBaselineType(emit, operands.getTypes(), types);
  }
};

/// Connects an op's function `infer` with the verifier and MLIR's interface.
template <typename ConcreteOp>
class InferredResults
    : public mlir::OpTrait::TraitBase<ConcreteOp, InferredResults> {
public:
  // Regions may take part, so they have to be valid by then.
  static llvm::LogicalResult verifyRegionTrait(mlir::Operation *op) {
    auto emit = [op] { return op->emitOpError(); };
    llvm::SmallVector<mlir::Type> types;
    typename ConcreteOp::Adaptor adaptor(llvm::cast<ConcreteOp>(op));
    if (llvm::failed(ConcreteOp::infer(emit, adaptor, types)))
      return llvm::failure();
    return verifyResults(op, types, ConcreteOp::elementConstraint,
                         ConcreteOp::shapeConstraint,
                         ConcreteOp::ofBaselineTypes);
  }

  static llvm::LogicalResult
  inferReturnTypes(mlir::MLIRContext *, std::optional<mlir::Location> loc,
                   mlir::ValueRange operands, mlir::DictionaryAttr attributes,
                   mlir::OpaqueProperties properties, mlir::RegionRange regions,
                   llvm::SmallVectorImpl<mlir::Type> &types) {
    auto emit = [&] { return emitAt(loc); };
    typename ConcreteOp::Adaptor adaptor(operands, attributes, properties,
                                         regions);
    return ConcreteOp::infer(emit, adaptor, types);
  }
};

} // namespace trainlint::stablehlo

#endif // TRAINLINT_DIALECT_STABLEHLO_IR_TRAITS_H
