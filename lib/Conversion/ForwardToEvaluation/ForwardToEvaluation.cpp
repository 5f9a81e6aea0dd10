//===- ForwardToEvaluation.cpp - Models that are measured and used --------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/ForwardToEvaluation/ForwardToEvaluation.h"
#include "Conversion/ForwardToStep/Labels.h"
#include "Dialect/StableHLO/Builders/ForwardModule.h"
#include "Dialect/StableHLO/Builders/Roles.h"
#include "Support/LLVM.h"
#include "mlir/IR/IRMapping.h"

using namespace trainlint;
using namespace trainlint::stablehlo;
using mlir::RankedTensorType;
using mlir::Type;
using mlir::Value;
using mlir::func::FuncOp;

/// The name of the sum of all weights.
static constexpr StringRef ExamplesName = "examples";

namespace {
/// A function that is built, with what its arguments and results are for.
class RoleFunction {
public:
  RoleFunction(mlir::ModuleOp module, mlir::Location loc, StringRef name)
      : builder(module.getContext()) {
    builder.setInsertionPointToEnd(module.getBody());
    function =
        FuncOp::create(builder, loc, name, builder.getFunctionType({}, {}));
    builder.setInsertionPointToEnd(function.addEntryBlock());
  }

  Value addArgument(Type type, StringRef role, StringRef name) {
    return addArgument(type, describeRole(builder, role, name));
  }
  Value addArgument(Type type, mlir::DictionaryAttr attributes) {
    argumentAttributes.push_back(attributes);
    return function.getBody().front().addArgument(type, function.getLoc());
  }
  void addResult(Value value, StringRef role, StringRef name) {
    results.push_back(value);
    resultAttributes.push_back(describeRole(builder, role, name));
  }
  void finish() {
    mlir::func::ReturnOp::create(builder, function.getLoc(), results);
    function.setFunctionType(builder.getFunctionType(
        function.getBody().front().getArgumentTypes(),
        llvm::to_vector(mlir::ValueRange(results).getTypes())));
    function.setArgAttrsAttr(builder.getArrayAttr(argumentAttributes));
    function.setResAttrsAttr(builder.getArrayAttr(resultAttributes));
  }

  mlir::OpBuilder builder;
  FuncOp function;

private:
  SmallVector<mlir::Attribute> argumentAttributes, resultAttributes;
  SmallVector<Value> results;
};

/// A metric of an output, as sums that follow one another.
struct MetricPlace {
  /// What goes before the names of its numbers.
  std::string prefix;
  Metric metric;
  size_t firstSum, sumCount;
  /// The sum of what counts.
  size_t countSum;
};

/// The loss of an output of which not all steps count.
struct MaskedLoss {
  size_t output;
  Value total;
  size_t lossSum, countSum;
};

class EvaluationBuilder {
public:
  EvaluationBuilder(mlir::ModuleOp module, ForwardFunction forward)
      : module(module), forward(std::move(forward)),
        main(module, this->forward.function.getLoc(), role::StepFunction) {}

  LogicalResult evaluate(const EvaluationOptions &options);
  void predict();

private:
  /// The values that the model keeps, and its inputs, as arguments of `@main`.
  void addModelArguments();
  void addSeed();
  void cloneModel();
  Value resultOf(const NamedValue &value) {
    mlir::Operation *end = forward.function.getBody().front().getTerminator();
    return mapping.lookupOrDefault(end->getOperand(value.number));
  }
  void addSum(StringRef name, Value value) {
    sumNames.push_back(name.str());
    sums.push_back(value);
  }
  /// The labels of the outputs: those that the model computes, or arguments.
  LogicalResult addLabels(const LossOptions &loss);
  Value dataLoss(ProgramBuilder &b, const LossOptions &loss,
                 ArrayRef<Value> outputs, ArrayRef<Value> labels,
                 ArrayRef<Value> weights, Value examples);
  bool isMasked(size_t output) const {
    return forward.masks.contains(forward.outputs[output].name);
  }
  /// The weights of the steps of an output, or those of its examples.
  Value stepWeights(ProgramBuilder &b, size_t output, Value weights);
  Value withPenalties(ProgramBuilder &b, Value total, double l2,
                      Value examples);
  /// The name of something of an output.
  std::string nameOf(size_t output, StringRef name) const {
    return forward.outputs.size() > 1
               ? forward.outputs[output].name + "/" + name.str()
               : name.str();
  }
  void buildMetrics();
  void finish();

  mlir::ModuleOp module;
  ForwardFunction forward;
  RoleFunction main;
  mlir::IRMapping mapping;
  SmallVector<std::string> sumNames;
  SmallVector<Value> sums;
  std::vector<MetricPlace> metrics;
  /// Of labels that are arguments.
  SmallVector<Value> givenLabels;
  int64_t batch = 0;
  SmallVector<MaskedLoss> maskedLosses;
};
} // namespace

void EvaluationBuilder::addModelArguments() {
  mlir::Block &body = forward.function.getBody().front();
  auto add = [&](const NamedValue &value, StringRef role) {
    mapping.map(body.getArgument(value.number),
                main.addArgument(value.type, role, value.name));
  };
  for (const NamedValue &value : forward.parameters)
    add(value, role::State);
  for (const NamedValue &value : forward.states)
    add(value, role::State);
  for (const NamedValue &value : forward.inputs)
    add(value, role::Input);
}

void EvaluationBuilder::addSeed() {
  if (!forward.seed)
    return;
  mapping.map(forward.function.getArgument(forward.seed->number),
              main.addArgument(forward.seed->type, role::Seed, ""));
}

void EvaluationBuilder::cloneModel() {
  mlir::Block &body = forward.function.getBody().front();
  for (mlir::Operation &op : body.without_terminator())
    main.builder.clone(op, mapping);
}

/// The initial values are those of the states, in their order.
static void orderInit(const ForwardFunction &forward) {
  FuncOp init = forward.init;
  mlir::Operation *end = init.getBody().front().getTerminator();
  SmallVector<Value> values;
  SmallVector<std::string> names;
  for (const auto *kept : {&forward.parameters, &forward.states}) {
    for (const NamedValue &value : *kept) {
      values.push_back(end->getOperand(forward.initial.lookup(value.name)));
      names.push_back(value.name);
    }
  }
  setInitialValues(init, values, names);
}

void EvaluationBuilder::finish() {
  main.finish();
  orderInit(forward);
  forward.function.erase();
}

//===----------------------------------------------------------------------===//
// Prediction
//===----------------------------------------------------------------------===//

void EvaluationBuilder::predict() {
  addModelArguments();
  addSeed();
  cloneModel();
  for (const NamedValue &output : forward.outputs)
    main.addResult(resultOf(output), role::Output, output.name);
  finish();
}

//===----------------------------------------------------------------------===//
// Evaluation
//===----------------------------------------------------------------------===//

/// Sums of many numbers need the digits.
static Type sumType(Type element) {
  return element.isF64() ? element
                         : mlir::Float32Type::get(element.getContext());
}

/// The sum of the losses of examples.
Value EvaluationBuilder::dataLoss(ProgramBuilder &b, const LossOptions &loss,
                                  ArrayRef<Value> outputs,
                                  ArrayRef<Value> labels,
                                  ArrayRef<Value> weights, Value examples) {
  Type element = ProgramBuilder::elementOf(examples);
  Value total = b.scalar(element, 0);
  for (auto [number, output] : llvm::enumerate(outputs)) {
    Value weight = weights[number];
    if (isOfWholeBatch(loss, ProgramBuilder::typeOf(output).getRank())) {
      // A batch counts by its examples.
      Value counted =
          b.compare(weight, b.like(weight, 0), ComparisonDirection::NE);
      Value mean = buildLoss(b, loss, labels[number], output, {counted});
      total = b.add(total, b.multiply(b.convert(mean, element), examples));
      continue;
    }
    Value losses = buildExampleLosses(b, loss, labels[number], output);
    Value sum = buildWeightedSum(b, losses, weight);
    if (loss.reduction == LossReduction::Sum) {
      auto inEach = static_cast<double>(
          ProgramBuilder::typeOf(losses).getNumElements() /
          std::max<int64_t>(ProgramBuilder::typeOf(weight).getNumElements(),
                            1));
      sum = b.multiply(b.scale(sum, inEach),
                       b.convert(examples, ProgramBuilder::elementOf(sum)));
    } else if (isMasked(number)) {
      maskedLosses.push_back({number, sum, 0, 0});
      continue;
    }
    total = b.add(total, b.convert(sum, element));
  }
  return total;
}

/// Adds what the model adds to the loss by itself, which is the same for each
/// example.
Value EvaluationBuilder::withPenalties(ProgramBuilder &b, Value total,
                                       double l2, Value examples) {
  Type element = ProgramBuilder::elementOf(total);
  forEachPenalty(b, forward, l2, mapping, [&](Value term) {
    total = b.add(total, b.multiply(b.convert(term, element), examples));
  });
  return total;
}

Value EvaluationBuilder::stepWeights(ProgramBuilder &b, size_t output,
                                     Value weights) {
  if (!isMasked(output))
    return weights;
  Value mask = resultOf(forward.masks.lookup(forward.outputs[output].name));
  return b.multiply(b.convert(mask, ProgramBuilder::elementOf(weights)),
                    alongFirst(b, weights, ProgramBuilder::typeOf(mask)));
}

LogicalResult EvaluationBuilder::addLabels(const LossOptions &loss) {
  if (forward.exampleLoss) {
    batch =
        llvm::cast<RankedTensorType>(forward.exampleLoss->type).getDimSize(0);
    return llvm::success();
  }
  llvm::FailureOr<SmallVector<LabelArgument>> labels = labelsOf(forward, loss);
  if (failed(labels))
    return llvm::failure();
  for (const LabelArgument &label : *labels)
    givenLabels.push_back(
        main.addArgument(label.type, label.attributes(main.builder)));
  batch = labels->front().type.getDimSize(0);
  return llvm::success();
}

LogicalResult EvaluationBuilder::evaluate(const EvaluationOptions &options) {
  addModelArguments();
  if (failed(addLabels(options.loss)))
    return llvm::failure();
  const NamedValue &first =
      forward.exampleLoss ? *forward.exampleLoss : forward.outputs.front();
  Type element =
      sumType(llvm::cast<RankedTensorType>(first.type).getElementType());
  Value weights = main.addArgument(RankedTensorType::get({batch}, element),
                                   role::Weights, "");
  addSeed();
  cloneModel();

  ProgramBuilder b(main.builder, forward.function.getLoc());
  SmallVector<Value> outputs, given = givenLabels;
  for (const NamedValue &output : forward.outputs) {
    Value value = resultOf(output);
    outputs.push_back(
        b.convert(value, sumType(ProgramBuilder::elementOf(value))));
    if (forward.exampleLoss)
      given.push_back(resultOf(forward.labels.lookup(output.name)));
  }
  for (auto [output, label] : llvm::zip_equal(outputs, given)) {
    output = withAxisLast(b, options.loss, output);
    if (!areLabelsIndices(options.loss.kind))
      label = withAxisLast(b, options.loss, label);
  }
  // Losses are means over the last dimension, which is not to be the batch.
  for (auto [output, label] : llvm::zip_equal(outputs, given)) {
    ArrayRef<int64_t> shape = ProgramBuilder::shapeOf(output);
    if (shape.size() > 1)
      continue;
    int64_t size = shape.front();
    output = b.reshape(output, {size, 1});
    label = b.reshape(label, {size, 1});
  }
  Value examples = b.sumOfAll(weights);
  addSum(ExamplesName, examples);
  SmallVector<Value> counted;
  for (size_t number = 0; number < outputs.size(); ++number)
    counted.push_back(stepWeights(b, number, weights));
  Value total =
      forward.exampleLoss
          ? buildWeightedSum(
                b, b.convert(resultOf(*forward.exampleLoss), element), weights)
          : dataLoss(b, options.loss, outputs, given, counted, examples);
  addSum("loss", withPenalties(b, total, options.l2, examples));
  for (MaskedLoss &masked : maskedLosses) {
    masked.lossSum = sums.size();
    addSum(nameOf(masked.output, "masked_loss"), masked.total);
  }
  for (size_t number = 0; number < outputs.size(); ++number) {
    size_t countSum = 0;
    if (isMasked(number)) {
      countSum = sums.size();
      addSum(nameOf(number, "steps"), b.sumOfAll(counted[number]));
    }
    for (MaskedLoss &masked : maskedLosses) {
      if (masked.output == number)
        masked.countSum = countSum;
    }
    for (const Metric &metric : options.metrics) {
      std::string name = nameOf(number, metric.name());
      size_t first = sums.size();
      for (const MetricSum &sum :
           buildMetricSums(b, metric, options.loss, given[number],
                           outputs[number], counted[number]))
        addSum(sum.name.empty() ? name : name + "/" + sum.name.str(),
               sum.value);
      metrics.push_back(
          {nameOf(number, ""), metric, first, sums.size() - first, countSum});
    }
  }
  for (auto [name, value] : llvm::zip_equal(sumNames, sums))
    main.addResult(value, role::Sum, name);
  finish();
  buildMetrics();
  return llvm::success();
}

void EvaluationBuilder::buildMetrics() {
  mlir::Location loc = main.function.getLoc();
  RoleFunction made(module, loc, role::MetricsFunction);
  SmallVector<Value> totals;
  for (auto [name, value] : llvm::zip_equal(sumNames, sums))
    totals.push_back(made.addArgument(value.getType(), role::Sum, name));
  ProgramBuilder b(made.builder, loc);
  Value loss = b.divide(totals[1], totals[0]);
  for (const MaskedLoss &masked : maskedLosses) {
    Value sum = totals[masked.lossSum];
    Value steps =
        b.convert(totals[masked.countSum], ProgramBuilder::elementOf(sum));
    Value mean = b.divide(sum, b.maximum(steps, b.like(steps, 1)));
    loss = b.add(loss, b.convert(mean, ProgramBuilder::elementOf(loss)));
  }
  made.addResult(loss, role::Metric, "loss");
  for (const MetricPlace &place : metrics) {
    ArrayRef<Value> own =
        ArrayRef(totals).slice(place.firstSum, place.sumCount);
    Value count = b.convert(totals[place.countSum],
                            ProgramBuilder::elementOf(own.front()));
    for (const MetricNumber &number : buildMetric(b, place.metric, own, count))
      made.addResult(number.value, role::Metric, place.prefix + number.name);
  }
  made.finish();
}

std::vector<MeasuredOutput>
trainlint::measuredOutputs(const ForwardFunction &forward) {
  std::vector<MeasuredOutput> outputs;
  for (const NamedValue &output : forward.outputs) {
    MeasuredOutput &made = outputs.emplace_back();
    made.name = output.name;
    if (auto type = llvm::dyn_cast<RankedTensorType>(output.type))
      made.shape.assign(type.getShape().begin(), type.getShape().end());
  }
  return outputs;
}

LogicalResult trainlint::makeEvaluation(mlir::ModuleOp module,
                                        const EvaluationOptions &options) {
  llvm::FailureOr<ForwardFunction> forward = readForwardModule(module);
  if (failed(forward))
    return llvm::failure();
  std::vector<MeasuredOutput> outputs = measuredOutputs(*forward);
  for (const Metric &metric : options.metrics) {
    std::string problem = problemOf(metric, options.loss, outputs);
    if (!problem.empty())
      return forward->function.emitError()
             << "metric `" << metric.name() << "` " << problem;
  }
  EvaluationBuilder builder(module, std::move(*forward));
  return builder.evaluate(options);
}

LogicalResult trainlint::makePrediction(mlir::ModuleOp module) {
  llvm::FailureOr<ForwardFunction> forward = readForwardModule(module);
  if (failed(forward))
    return llvm::failure();
  EvaluationBuilder(module, std::move(*forward)).predict();
  return llvm::success();
}
