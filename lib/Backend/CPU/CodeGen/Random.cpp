//===- Random.cpp - Random numbers ----------------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/CodeGen/Elements.h"
#include "Backend/CPU/CodeGen/Lowering.h"
#include "Backend/CPU/CodeGen/Scalars.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Dialect/StableHLO/IR/TypeSupport.h"
#include "Support/LLVM.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/TypeSwitch.h"

namespace arith = mlir::arith;
using namespace trainlint;
using namespace trainlint::stablehlo;

namespace trainlint::cpu {

static LogicalResult lowerRandomBits(Lowering &lowering, RngBitGeneratorOp op) {
  Location loc = op.getLoc();
  Type element = elementTypeIn(op.getOutput()),
       stateElement = elementTypeIn(op.getInitialState());
  int64_t stateBits = tensorTypeOf(op.getInitialState()).getNumElements() *
                      int64_t(bitsOf(stateElement));
  if (stateBits != 128 && stateBits != 192)
    return lowering.emitUnsupported(op,
                                    "its state does not have 128 or 192 bits");
  if (bitsOf(element) < 8)
    return lowering.emitUnsupported(op,
                                    "its numbers have less than eight bits");
  Value state = lowering.bufferOf(op.getInitialState());
  Value next = lowering.allocateResult(op.getOutputState());
  Value output = lowering.allocateResult(op.getOutput());
  int64_t algorithm =
      op.getRngAlgorithm() == RngAlgorithm::PHILOX || stateBits == 192 ? 2 : 1;
  int64_t bytes =
      tensorTypeOf(op.getOutput()).getNumElements() * bitsOf(element) / 8;
  callRuntime(lowering.b, loc, "trainlint_cpu_random_bits",
              {lowering.index(loc, algorithm),
               lowering.index(loc, stateBits / 64),
               lowering.address(loc, state), lowering.address(loc, next),
               lowering.address(loc, output), lowering.index(loc, bytes)});
  return success();
}

/// Uniform numbers lie in [a, b); for integers and booleans too. Normal
/// ones have mean a and deviation b.
static LogicalResult lowerRng(Lowering &lowering, RngOp op) {
  mlir::OpBuilder &b = lowering.b;
  Location loc = op.getLoc();
  Type element = elementTypeIn(op.getResult()), f64 = b.getF64Type();
  bool isNormal = op.getRngDistribution() == RngDistribution::NORMAL;
  auto scalar = [&](Value tensor) {
    Value value = lowering.load(loc, lowering.bufferOf(tensor), {}, element);
    return emitConvert(b, loc, value, element, f64);
  };
  Value first = scalar(op.getA()), second = scalar(op.getB());
  Value result = lowering.allocateResult(op.getResult());
  lowering.loops(loc, shapeOf(op.getResult()), [&](ValueRange at) {
    Value drawn = callRuntime(b, loc,
                              isNormal ? "trainlint_cpu_next_normal"
                                       : "trainlint_cpu_next_uniform",
                              {}, f64);
    Value width =
        isNormal ? second : Value(arith::SubFOp::create(b, loc, second, first));
    Value value = arith::AddFOp::create(
        b, loc, first, arith::MulFOp::create(b, loc, drawn, width));
    if (!llvm::isa<mlir::FloatType>(element))
      value = mlir::math::FloorOp::create(b, loc, value);
    value = roundTo(b, loc, emitConvert(b, loc, value, f64, element), element);
    lowering.store(loc, value, result, at, element);
  });
  return success();
}

Lowered lowerRandom(Lowering &lowering, Operation *op) {
  return llvm::TypeSwitch<Operation *, Lowered>(op)
      .Case([&](RngBitGeneratorOp bits) {
        return lowerRandomBits(lowering, bits);
      })
      .Case([&](RngOp rng) { return lowerRng(lowering, rng); })
      .Default(Lowered());
}

} // namespace trainlint::cpu
