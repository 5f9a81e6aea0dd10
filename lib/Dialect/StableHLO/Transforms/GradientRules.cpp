//===- GradientRules.cpp - How gradients pass an op -----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Transforms/GradientRules.h"
#include "Dialect/StableHLO/IR/CollectiveOps.h"
#include "Dialect/StableHLO/IR/DynamicOps.h"
#include "Dialect/StableHLO/IR/HostOps.h"
#include "Dialect/StableHLO/Transforms/Activity.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace trainlint;
using namespace trainlint::stablehlo;
using llvm::failed;
using llvm::LogicalResult;
using mlir::Operation;
using mlir::Value;

//===----------------------------------------------------------------------===//
// The way back
//===----------------------------------------------------------------------===//

void Reverse::add(mlir::Location loc, Value value, Value gradient) {
  if (!activity.isVaried(value))
    return;
  assert(value.getType() == gradient.getType() &&
         "a gradient has the type of what it is for");
  Value &sum = gradients[value];
  sum = sum ? ProgramBuilder(b, loc).add(sum, gradient) : gradient;
}

LogicalResult Reverse::run(llvm::ArrayRef<Operation *> ops) {
  for (Operation *op : llvm::reverse(ops)) {
    bool reachesLoss = llvm::any_of(
        op->getResults(), [&](Value result) { return bool(of(result)); });
    if (!reachesLoss)
      continue;
    Step step(*this, op, b);
    if (failed(activity.gradientRules().apply(op, step)))
      return llvm::failure();
  }
  return llvm::success();
}

LogicalResult Reverse::replay(mlir::Block &block, mlir::IRMapping &mapping,
                              mlir::ValueRange gradients) {
  for (Value argument : block.getArguments())
    if (activity.isVaried(argument) && mapping.contains(argument))
      activity.mark(mapping.lookup(argument));
  llvm::SmallVector<Operation *> copies;
  for (Operation &op : block.without_terminator()) {
    copies.push_back(b.clone(op, mapping));
    activity.visit(copies.back());
  }
  Operation *end = block.getTerminator();
  for (auto [returned, gradient] : llvm::zip(end->getOperands(), gradients))
    if (gradient)
      add(end->getLoc(), mapping.lookupOrDefault(returned), gradient);
  return run(copies);
}

//===----------------------------------------------------------------------===//
// One op
//===----------------------------------------------------------------------===//

Value Step::gradientOrZero(unsigned result) {
  Value known = gradient(result);
  return known ? known : zeros(op->getResult(result).getType());
}

bool Step::wants(Value operand) const { return way.activity.isVaried(operand); }

void Step::give(Value operand, llvm::function_ref<Value()> gradient) {
  if (wants(operand))
    way.add(location(), operand, gradient());
}

Value Step::zeros(mlir::Type type) {
  auto tensor = llvm::cast<mlir::RankedTensorType>(type);
  auto complex = llvm::dyn_cast<mlir::ComplexType>(tensor.getElementType());
  if (!complex)
    return splat(tensor, 0);
  llvm::APFloat zero = llvm::APFloat::getZero(
      llvm::cast<mlir::FloatType>(complex.getElementType())
          .getFloatSemantics());
  return constant(mlir::DenseElementsAttr::get(
      tensor, std::complex<llvm::APFloat>(zero, zero)));
}

llvm::SmallVector<Value> Step::wantedCaptures() const {
  llvm::SetVector<Value> captures;
  mlir::getUsedValuesDefinedAbove(op->getRegions(), captures);
  captures.remove_if([&](Value value) { return !wants(value); });
  return captures.takeVector();
}

LogicalResult Step::refuse(const llvm::Twine &reason) const {
  mlir::InFlightDiagnostic error = op->emitOpError()
                                   << "has no gradient: " << reason;
  if (auto function = op->getParentOfType<mlir::func::FuncOp>())
    error.attachNote(function.getLoc())
        << "the loss of this function depends on it";
  return error;
}

void Step::replaceWith(mlir::ValueRange values) {
  for (auto [result, value] : llvm::zip(op->getResults(), values))
    if (wants(result))
      way.activity.mark(value);
  op->replaceAllUsesWith(values);
  way.activity.forget(op);
  op->erase();
  op = nullptr;
}

//===----------------------------------------------------------------------===//
// The rules
//===----------------------------------------------------------------------===//

const GradientRules &GradientRules::all() {
  static const GradientRules rules = [] {
    GradientRules rules;
    addFunctionGradients(rules);
    addArithmeticGradients(rules);
    addChoiceGradients(rules);
    addMovementGradients(rules);
    addReductionGradients(rules);
    addWindowGradients(rules);
    addProductGradients(rules);
    addConvolutionGradients(rules);
    addIndexingGradients(rules);
    addSortGradients(rules);
    addBranchGradients(rules);
    addLoopGradients(rules);
    addCollectiveGradients(rules);
    addNormalizationGradients(rules);
    rules.addZero<CeilOp, FloorOp, RoundNearestAfzOp, RoundNearestEvenOp,
                  SignOp, IsFiniteOp, CompareOp, ConstantOp, IotaOp,
                  DynamicIotaOp, RngOp, RngBitGeneratorOp, ReplicaIdOp,
                  PartitionIdOp, GetDimensionSizeOp>();
    return rules;
  }();
  return rules;
}

static bool isTensorOfKnownShape(Value value) {
  auto tensor = llvm::dyn_cast<mlir::RankedTensorType>(value.getType());
  return tensor && tensor.hasStaticShape();
}

static bool isComplex(Value value) {
  return llvm::isa<mlir::ComplexType>(
      mlir::getElementTypeOrSelf(value.getType()));
}

LogicalResult GradientRules::apply(Operation *op, Step &step) const {
  auto entry = rules.find(op->getName().getStringRef());
  if (entry == rules.end())
    return step.refuse("there is no rule for such an operation");
  llvm::SmallVector<Value> values(op->getOperands());
  llvm::append_range(values, op->getResults());
  for (Value value : values) {
    if (!step.wants(value))
      continue;
    if (!isTensorOfKnownShape(value))
      return step.refuse("the sizes of its operands and results are not known");
    if (isComplex(value) && entry->second.elements == OfReals)
      return step.refuse("there is no rule for complex numbers");
  }
  return entry->second.rule(op, step);
}

//===----------------------------------------------------------------------===//
// What rules share
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
  mlir::Block &block = body.front();
  if (block.getNumArguments() != 2 || block.getOperations().size() != 2)
    return std::nullopt;
  Operation &op = block.front();
  if (op.getNumOperands() != 2 || op.getNumResults() != 1 ||
      block.back().getOperand(0) != op.getResult(0))
    return std::nullopt;
  // All of these may take their arguments in any order.
  bool takesBoth = llvm::is_contained(op.getOperands(), block.getArgument(0)) &&
                   llvm::is_contained(op.getOperands(), block.getArgument(1));
  if (!takesBoth)
    return std::nullopt;
  return llvm::TypeSwitch<Operation *, std::optional<Combination>>(&op)
      .Case([](AddOp) { return Combination::Add; })
      .Case([](MultiplyOp) { return Combination::Multiply; })
      .Case([](MaximumOp) { return Combination::Maximum; })
      .Case([](MinimumOp) { return Combination::Minimum; })
      .Default(std::nullopt);
}

bool stablehlo::isLimit(Value value, Combination combination) {
  mlir::DenseFPElementsAttr numbers;
  if (!mlir::matchPattern(value, mlir::m_Constant(&numbers)) ||
      !numbers.isSplat())
    return false;
  auto number = numbers.getSplatValue<llvm::APFloat>();
  bool isLow = combination == Combination::Maximum;
  return number.isNegative() == isLow &&
         (number.isInfinity() || number.isLargest());
}
