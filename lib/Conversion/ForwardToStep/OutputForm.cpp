//===- OutputForm.cpp - What the outputs of a model are -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/ForwardToStep/OutputForm.h"
#include "Diagnostics/Messages/Lowering.h"
#include "Diagnostics/Report.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"

using namespace trainlint;
using namespace trainlint::stablehlo;
using mlir::Operation;
using mlir::Value;

namespace {
enum class OutputForm : uint8_t { Other, Linear, Sigmoid, Softmax, LogSoftmax };
} // namespace

/// What makes a value, without ops that change its shape or type only.
static Operation *makerOf(Value value) {
  Operation *op = value.getDefiningOp();
  while (llvm::isa_and_nonnull<ReshapeOp, TransposeOp, ConvertOp>(op))
    op = op->getOperand(0).getDefiningOp();
  return op;
}

/// The same, without broadcasts as well.
static Operation *wideMakerOf(Value value) {
  Operation *op = makerOf(value);
  while (llvm::isa_and_nonnull<BroadcastInDimOp>(op))
    op = makerOf(op->getOperand(0));
  return op;
}

/// True for an argument or a constant, whatever is made of its shape.
static bool isGiven(Value value) {
  Operation *op = wideMakerOf(value);
  return !op || op->hasTrait<mlir::OpTrait::ConstantLike>();
}

/// A product with weights.
static bool isLinear(Operation *op) {
  return llvm::isa_and_nonnull<DotGeneralOp, ConvolutionOp>(op) &&
         llvm::any_of(op->getOperands(), isGiven);
}

static bool isSum(Operation *op) {
  auto reduce = llvm::dyn_cast_or_null<ReduceOp>(op);
  return reduce && !reduce.getBody().empty() &&
         !reduce.getBody().front().empty() &&
         llvm::isa<AddOp>(reduce.getBody().front().front());
}

/// x / sum(x) of exponentials.
static bool isSoftmax(DivideOp op) {
  Operation *numbers = makerOf(op.getLhs()), *sum = wideMakerOf(op.getRhs());
  return llvm::isa_and_nonnull<ExponentialOp>(numbers) && isSum(sum) &&
         makerOf(sum->getOperand(0)) == numbers;
}

/// x - log(sum(exp(x))).
static bool isLogSoftmax(SubtractOp op) {
  Operation *logarithm = wideMakerOf(op.getRhs());
  if (!llvm::isa_and_nonnull<LogOp>(logarithm))
    return false;
  Operation *sum = wideMakerOf(logarithm->getOperand(0));
  return isSum(sum) &&
         llvm::isa_and_nonnull<ExponentialOp>(makerOf(sum->getOperand(0)));
}

static OutputForm formOf(Value output) {
  Operation *op = makerOf(output);
  if (isLinear(op))
    return OutputForm::Linear;
  // With a bias, on either side. What another branch of the model adds may be
  // anything.
  if (auto add = llvm::dyn_cast_or_null<AddOp>(op)) {
    bool isBiased =
        (isLinear(makerOf(add.getLhs())) && isGiven(add.getRhs())) ||
        (isLinear(makerOf(add.getRhs())) && isGiven(add.getLhs()));
    return isBiased ? OutputForm::Linear : OutputForm::Other;
  }
  if (llvm::isa_and_nonnull<LogisticOp>(op))
    return OutputForm::Sigmoid;
  auto quotient = llvm::dyn_cast_or_null<DivideOp>(op);
  if (quotient && isSoftmax(quotient))
    return OutputForm::Softmax;
  auto difference = llvm::dyn_cast_or_null<SubtractOp>(op);
  if (difference && isLogSoftmax(difference))
    return OutputForm::LogSoftmax;
  return OutputForm::Other;
}

static void checkOutput(StringRef name, Value output, const LossOptions &loss) {
  mlir::Location place = output.getLoc();
  OutputForm form = formOf(output);
  if (!loss.isFromLogits && form == OutputForm::Linear) {
    Report report = diag::LossOfOtherOutputs::logits(place, name);
    report.help("`--training from_logits=true` says that they are logits");
    return;
  }
  if (!loss.isFromLogits && form == OutputForm::LogSoftmax) {
    Report report = diag::LossOfOtherOutputs::function(
        place, name, "probabilities", "log-softmax");
    report.help("`--training from_logits=true` takes them as logits");
    return;
  }
  bool isProbability =
      form == OutputForm::Sigmoid || form == OutputForm::Softmax;
  if (!loss.isFromLogits || !isProbability)
    return;
  Report report = diag::LossOfOtherOutputs::function(
      place, name, "logits",
      form == OutputForm::Sigmoid ? "sigmoid" : "softmax");
  report.help(
      "`--training from_logits=false` says that they are probabilities");
}

void trainlint::checkOutputs(const ForwardFunction &forward,
                             const LossOptions &loss) {
  if (!isClassification(loss.kind))
    return;
  mlir::func::FuncOp function = forward.function;
  Operation *end = function.getBody().front().getTerminator();
  for (const NamedValue &output : forward.outputs)
    checkOutput(output.name, end->getOperand(output.number), loss);
}
