//===- GradientRegistry.cpp - The gradients of ops ------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Transforms/GradientRegistry.h"
#include "Dialect/StableHLO/IR/Combiner.h"
#include "Dialect/StableHLO/IR/Splat.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Support/MLIR.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace trainlint;
using namespace trainlint::stablehlo;

//===----------------------------------------------------------------------===//
// The registry
//===----------------------------------------------------------------------===//

const GradientRegistry &GradientRegistry::all() {
  static const GradientRegistry registry = [] {
    GradientRegistry registry;
    addMathGradients(registry);
    addArithmeticGradients(registry);
    addSelectAndMinMaxGradients(registry);
    addDataMovementGradients(registry);
    addReductionGradients(registry);
    addWindowGradients(registry);
    addContractionGradients(registry);
    addConvolutionGradients(registry);
    addIndexingGradients(registry);
    addSortGradients(registry);
    addBranchGradients(registry);
    addLoopGradients(registry);
    addCollectiveGradients(registry);
    addNormalizationGradients(registry);
    registry.addZero<CeilOp, FloorOp, RoundNearestAfzOp, RoundNearestEvenOp,
                     SignOp, IsFiniteOp, CompareOp, ConstantOp, IotaOp,
                     DynamicIotaOp, RngOp, RngBitGeneratorOp, ReplicaIdOp,
                     PartitionIdOp, GetDimensionSizeOp>();
    return registry;
  }();
  return registry;
}

static bool isTensorOfKnownShape(Value value) {
  auto tensor = llvm::dyn_cast<mlir::RankedTensorType>(value.getType());
  return tensor && tensor.hasStaticShape();
}

static bool isComplex(Value value) {
  return llvm::isa<mlir::ComplexType>(
      mlir::getElementTypeOrSelf(value.getType()));
}

/// 2 / sqrt(pi) * exp(-x^2), of the operand that the error function is of.
static void differentiateErrorFunction(Operation *op, Pullback &p) {
  Value x = op->getOperand(0);
  p.accumulate(x, [&] {
    Value bell = p.exponential(p.negate(p.multiply(x, x)));
    return p.multiply(p.gradient(), p.scale(bell, 1.1283791670955126));
  });
}

LogicalResult GradientRegistry::apply(Operation *op, Pullback &p) const {
  if (derivative::of(op) == derivative::ErrorFunction) {
    differentiateErrorFunction(op, p);
    return llvm::success();
  }
  auto entry = gradients.find(op->getName().getStringRef());
  if (entry == gradients.end())
    return p.emitUnsupported("none is defined for this operation");
  llvm::SmallVector<Value> values(op->getOperands());
  llvm::append_range(values, op->getResults());
  for (Value value : values) {
    if (!p.wants(value))
      continue;
    if (!isTensorOfKnownShape(value))
      return p.emitUnsupported(
          "the sizes of its operands and results are not known");
    if (isComplex(value) && entry->second.elements == OfReals)
      return p.emitUnsupported("none is defined for complex numbers");
  }
  return entry->second.gradient(op, p);
}

//===----------------------------------------------------------------------===//
// Shared by gradients
//===----------------------------------------------------------------------===//

Value stablehlo::conjugate(ProgramBuilder &p, Value value) {
  if (!isComplex(value))
    return value;
  mlir::OpBuilder &b = p.builder();
  Value real = RealOp::create(b, p.location(), value);
  Value imaginary = ImagOp::create(b, p.location(), value);
  return ComplexOp::create(b, p.location(), real, p.negate(imaginary));
}

std::optional<Combination> stablehlo::combinationOf(mlir::Region &body) {
  Operation *op = combiningOp(body);
  if (!op)
    return std::nullopt;
  return llvm::TypeSwitch<Operation *, std::optional<Combination>>(op)
      .Case([](AddOp) { return Combination::Add; })
      .Case([](MultiplyOp) { return Combination::Multiply; })
      .Case([](MaximumOp) { return Combination::Maximum; })
      .Case([](MinimumOp) { return Combination::Minimum; })
      .Default(std::nullopt);
}

bool stablehlo::isLimit(Value value, Combination combination) {
  auto number = floatOf(value);
  bool isLow = combination == Combination::Maximum;
  return number && number->isNegative() == isLow &&
         (number->isInfinity() || number->isLargest());
}
