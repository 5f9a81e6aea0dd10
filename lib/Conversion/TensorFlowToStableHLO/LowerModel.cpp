//===- LowerModel.cpp - The model of a training graph ---------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/TensorFlowToStableHLO/LowerModel.h"
#include "Conversion/TensorFlowToStableHLO/ExampleAxes.h"
#include "Conversion/TensorFlowToStableHLO/FindModel.h"
#include "Conversion/TensorFlowToStableHLO/FindStep.h"
#include "Conversion/TensorFlowToStableHLO/NodeKind.h"
#include "Conversion/TensorFlowToStableHLO/ProgramFunctions.h"
#include "Diagnostics/Messages/Lowering.h"
#include "Dialect/StableHLO/Builders/Roles.h"
#include "Dialect/StableHLO/IR/StableHLODialect.h"
#include "Support/MLIR.h"
#include "mlir/IR/Verifier.h"

using namespace trainlint;
using namespace trainlint::tensorflow;
using graph::NodeOp;
using stablehlo::ProgramBuilder;
namespace role = trainlint::stablehlo::role;

namespace {
/// A tensor that somebody asks for.
struct NamedTensor {
  Value value;
  std::string name;
};

class ModelLowering {
public:
  ModelLowering(StepContext context, mlir::ModuleOp module,
                const EvaluationForm &form)
      : context(context), init(context, module),
        main(context, module, init, form),
        interpreter(context.model, context.partition, context.source,
                    context.problems, main, main.getBuilder()) {}

  /// Runs the nodes of all values that are asked for below, in one order.
  void run(const FoundModel &found, llvm::ArrayRef<NamedTensor> tensors,
           ModelUse use);
  /// Outputs whose labels and values fit the loss that they are compared in.
  void lowerOutputs(const FoundModel &found, ModelUse use);
  /// Tensors that are asked for, whatever they are compared with.
  void lowerTensors(llvm::ArrayRef<NamedTensor> tensors);
  void lowerLoss(const FoundModel &found);
  void finish();

  std::optional<stablehlo::LossOptions> loss;

private:
  /// The value of the program; null if it could not be lowered, which was
  /// reported.
  Value valueOf(Value value);
  Value alongPath(ProgramBuilder &p, const LossPath &path, Value value);
  Value withCoefficient(ProgramBuilder &p, const FoundModel &found,
                        unsigned coefficient, Value value);
  void lowerCoefficients(const FoundModel &found);
  ExampleAxes &axes();
  /// A value with its examples along dimension 0; null if they are not known to
  /// be along one.
  Value examplesFirst(Value value);
  std::string placeProblem(Value value);
  /// Adds an output that a node of the graph gives; false, which was reported,
  /// if it has no examples.
  bool addOutput(Value tensor, StringRef name);
  void addMeasured(const FoundOutput &output);
  /// The losses of the examples of a term, [batch].
  Value examplesOf(ProgramBuilder &p, const LossTerm &term, NodeOp node);

  StepContext context;
  InitFunction init;
  MainFunction main;
  Interpreter interpreter;
  llvm::SmallVector<ModelResult> results;
  std::optional<ExampleAxes> exampleAxes;
  /// Coefficients of several terms, by their numbers.
  llvm::DenseMap<unsigned, Value> shared;
};
} // namespace

Value ModelLowering::valueOf(Value value) {
  StepValue known = interpreter.valueOf(value);
  if (known.isPartial()) {
    context.problems.add(known.maker, ProblemKind::DataDependentShape);
    return {};
  }
  return known.isTensor() ? interpreter.materialize(known, value.getLoc())
                          : Value();
}

void ModelLowering::run(const FoundModel &found,
                        llvm::ArrayRef<NamedTensor> tensors, ModelUse use) {
  llvm::SmallVector<NodeOp> roots;
  auto add = [&](Value value) {
    if (auto node = value.getDefiningOp<NodeOp>())
      roots.push_back(node);
  };
  for (const NamedTensor &tensor : tensors)
    add(tensor.value);
  for (const FoundOutput &output : found.outputs) {
    add(output.output);
    if (use == ModelUse::Evaluation)
      add(output.labels);
  }
  if (use == ModelUse::Evaluation) {
    for (const LossTerm &term : found.terms)
      add(term.value);
    for (const Coefficient &coefficient : found.coefficients) {
      for (const LossPath &path : coefficient.paths)
        if (path.factor)
          add(path.factor);
    }
  }
  interpreter.run(roots);
}

//===----------------------------------------------------------------------===//
// Examples
//===----------------------------------------------------------------------===//

ExampleAxes &ModelLowering::axes() {
  if (exampleAxes)
    return *exampleAxes;
  llvm::SmallVector<mlir::BlockArgument> inputs = main.inputArguments();
  exampleAxes.emplace(*main.getBuilder().getInsertionBlock());
  for (mlir::BlockArgument input : inputs)
    exampleAxes->addInput(input);
  return *exampleAxes;
}

Value ModelLowering::examplesFirst(Value value) {
  int64_t batch = axes().batchSize();
  llvm::ArrayRef<int64_t> shape = ProgramBuilder::shapeOf(value);
  const ExamplePlace &place = axes().placeOf(value);
  if (place.kind == ExamplePlace::Kind::Axis) {
    ProgramBuilder p(main.getBuilder(), value.getLoc());
    return withExamplesFirst(p, value, place.axis, batch);
  }
  bool isBatch = batch != 0 && !shape.empty() && shape.front() == batch;
  return isBatch ? value : Value();
}

/// Why a value has no dimension of examples.
std::string ModelLowering::placeProblem(Value value) {
  std::string text = " for each example";
  if (int64_t batch = axes().batchSize())
    text += " of a batch of " + std::to_string(batch);
  const ExamplePlace &place = axes().placeOf(value);
  if (place.kind == ExamplePlace::Kind::Constant)
    return text + ": no example has a part in it";
  auto named = place.mixer
                   ? llvm::dyn_cast<mlir::NameLoc>(place.mixer->getLoc())
                   : mlir::NameLoc();
  if (!named)
    return text + ": no dimension of it runs over examples";
  return text + ": `" + named.getName().str() + "` combines what examples have";
}

//===----------------------------------------------------------------------===//
// Outputs
//===----------------------------------------------------------------------===//

bool ModelLowering::addOutput(Value tensor, StringRef name) {
  Value value = valueOf(tensor);
  if (!value)
    return false;
  if (Value first = examplesFirst(value)) {
    results.push_back({first, role::Output, name.str()});
    return true;
  }
  context.problems.add(tensor.getDefiningOp<NodeOp>(),
                       "an output of " + mismatch::typeText(value.getType()) +
                           " is not one" + placeProblem(value));
  return false;
}

void ModelLowering::lowerTensors(llvm::ArrayRef<NamedTensor> tensors) {
  for (const NamedTensor &tensor : tensors)
    (void)addOutput(tensor.value, tensor.name);
}

/// Adds an output with its labels, if both have examples and belong together.
void ModelLowering::addMeasured(const FoundOutput &output) {
  Value value = valueOf(output.output), labels = valueOf(output.labels);
  value = value ? examplesFirst(value) : value;
  labels = labels ? examplesFirst(labels) : labels;
  if (!value || !labels)
    return;
  mlir::RankedTensorType wanted =
      stablehlo::labelsType(output.loss, ProgramBuilder::typeOf(value));
  if (!wanted || ProgramBuilder::shapeOf(labels) != wanted.getShape())
    return;
  ProgramBuilder p(main.getBuilder(), output.output.getLoc());
  loss = output.loss;
  results.push_back({value, role::Output, output.name});
  results.push_back(
      {p.convert(labels, wanted.getElementType()), role::Label, output.name});
}

void ModelLowering::lowerOutputs(const FoundModel &found, ModelUse use) {
  for (const FoundOutput &output : found.outputs) {
    // Outputs of several losses are compared in one way.
    if (loss && loss->kind != output.loss.kind)
      continue;
    if (use == ModelUse::Evaluation)
      addMeasured(output);
    else if (addOutput(output.output, output.name))
      loss = output.loss;
  }
}

//===----------------------------------------------------------------------===//
// The loss
//===----------------------------------------------------------------------===//

/// A value times what a path multiplies with.
Value ModelLowering::alongPath(ProgramBuilder &p, const LossPath &path,
                               Value value) {
  if (path.factor) {
    Value number = valueOf(path.factor);
    if (!number)
      return {};
    number = p.convert(number, ProgramBuilder::elementOf(value));
    if (ProgramBuilder::typeOf(number).getNumElements() != 1) {
      context.problems.add(path.factor.getDefiningOp<NodeOp>(),
                           "the loss is a multiple of it, and it has type " +
                               mismatch::typeText(number.getType()) +
                               "; a scalar is required");
      return {};
    }
    number =
        p.broadcastTo(p.reshape(number, {}), ProgramBuilder::shapeOf(value));
    value =
        path.isDivisor ? p.divide(value, number) : p.multiply(value, number);
  }
  return path.isNegative ? p.negate(value) : value;
}

/// True for a coefficient that is computed once, for all that it is a part of.
static bool isShared(const Coefficient &coefficient) {
  constexpr unsigned LongestChain = 32;
  return coefficient.paths.size() > 1 ||
         (coefficient.depth != 0 && coefficient.depth % LongestChain == 0);
}

/// A value times a coefficient, of which those that are shared are known.
Value ModelLowering::withCoefficient(ProgramBuilder &p, const FoundModel &found,
                                     unsigned coefficient, Value value) {
  llvm::SmallVector<const LossPath *> paths;
  while (!found.coefficients[coefficient].paths.empty() &&
         !shared.contains(coefficient)) {
    paths.push_back(&found.coefficients[coefficient].paths.front());
    coefficient = paths.back()->from;
  }
  if (Value scale = shared.lookup(coefficient)) {
    scale = p.convert(scale, ProgramBuilder::elementOf(value));
    value =
        p.multiply(value, p.broadcastTo(scale, ProgramBuilder::shapeOf(value)));
  }
  for (const LossPath *path : llvm::reverse(paths)) {
    value = alongPath(p, *path, value);
    if (!value)
      return {};
  }
  return value;
}

/// Computes the coefficients that are shared: sums over the paths to them.
void ModelLowering::lowerCoefficients(const FoundModel &found) {
  bool isDouble = llvm::any_of(found.terms, [](const LossTerm &term) {
    mlir::Type element = graph::elementTypeOf(term.value.getType());
    return element && element.isF64();
  });
  mlir::Builder &types = main.getBuilder();
  mlir::Type element = isDouble ? mlir::Type(types.getF64Type())
                                : mlir::Type(types.getF32Type());
  for (auto [number, coefficient] : llvm::enumerate(found.coefficients)) {
    if (!isShared(coefficient))
      continue;
    ProgramBuilder p(main.getBuilder(), context.model.getLoc());
    Value sum;
    for (const LossPath &path : coefficient.paths) {
      Value part = withCoefficient(p, found, path.from, p.scalar(element, 1));
      part = part ? alongPath(p, path, part) : part;
      if (!part)
        return;
      sum = sum ? p.add(sum, part) : part;
    }
    shared[number] = sum;
  }
}

Value ModelLowering::examplesOf(ProgramBuilder &p, const LossTerm &term,
                                NodeOp node) {
  Value whole = valueOf(term.value);
  if (!whole)
    return {};
  Value losses = examplesFirst(whole);
  if (!losses) {
    context.problems.add(node,
                         "its losses of " +
                             mismatch::typeText(ProgramBuilder::typeOf(whole)) +
                             " are not one" + placeProblem(whole));
    return {};
  }
  llvm::ArrayRef<int64_t> shape = ProgramBuilder::shapeOf(losses);
  Integers others;
  for (int64_t i = 1; i < int64_t(shape.size()); ++i)
    others.push_back(i);
  if (term.kind == TermKind::Mean)
    return others.empty() ? losses : p.mean(losses, others);
  // The mean over examples of what is summed up is to be the sum.
  Value sums = others.empty() ? losses : p.sum(losses, others);
  return p.scale(sums, double(shape.front()));
}

void ModelLowering::lowerLoss(const FoundModel &found) {
  lowerCoefficients(found);
  Value examples;
  for (const LossTerm &term : found.terms) {
    auto node = term.value.getDefiningOp<NodeOp>();
    if (!node)
      continue;
    ProgramBuilder p(main.getBuilder(), node.getLoc());
    bool isPenalty = term.kind == TermKind::Penalty;
    Value value = isPenalty ? valueOf(term.value) : examplesOf(p, term, node);
    if (value)
      value = withCoefficient(p, found, term.coefficient, value);
    if (!value)
      continue;
    if (isPenalty) {
      if (ProgramBuilder::typeOf(value).getNumElements() == 1)
        results.push_back(
            {p.reshape(value, {}), role::Loss, context.source.name(node)});
      continue;
    }
    mlir::Type element = ProgramBuilder::elementOf(value);
    examples =
        examples ? p.add(examples,
                         p.convert(value, ProgramBuilder::elementOf(examples)))
                 : p.convert(value, accumulationType(element));
  }
  if (examples)
    results.push_back({examples, role::ExampleLoss, ""});
}

void ModelLowering::finish() {
  if (!context.problems.empty())
    return;
  main.finishModel(results);
  init.finish(main.state());
}

//===----------------------------------------------------------------------===//
// What is lowered
//===----------------------------------------------------------------------===//

/// The tensors that the options name. Reports those that are not there.
static llvm::FailureOr<llvm::SmallVector<NamedTensor>>
namedOutputs(const FlatGraph &flat, const graph::NodeReader &source,
             const StepOptions &options) {
  llvm::SmallVector<NamedTensor> tensors;
  bool hasAll = true;
  for (StringRef name : options.outputs) {
    Value value = flat.findTensor(name);
    if (auto other = options.tensorNames.find(name);
        !value && other != options.tensorNames.end())
      value = flat.findTensor(other->second);
    if (!value || !value.getDefiningOp<NodeOp>()) {
      (void)reportUnknownName(
          flat, source, name, "--outputs",
          llvm::SmallVector<StringRef>(options.tensorNames.keys()));
      hasAll = false;
      continue;
    }
    // The first output of a node is the node.
    (void)name.consume_back(":0");
    tensors.push_back({value, name.str()});
  }
  if (!hasAll)
    return llvm::failure();
  return tensors;
}

/// The model that the loss tells.
static llvm::FailureOr<FoundModel>
modelOfLoss(const FlatGraph &flat, const graph::NodeReader &source,
            const HostDevicePartition &partition, const StepOptions &options,
            ModelUse use) {
  llvm::FailureOr<FoundStep> step = findStep(flat, source, partition, options);
  if (failed(step))
    return llvm::failure();
  mlir::Location place =
      source.location(step->roots.front(), graph::NodePart::Op);
  if (!step->loss)
    return diag::LossWithoutExamples::none(place).help(
        use == ModelUse::Prediction
            ? "`--loss NODE` names it, or `--outputs NODE` what to predict"
            : "`--loss NODE` names it");
  llvm::FailureOr<FoundModel> found = findModel(step->loss, source, partition);
  if (failed(found))
    return llvm::failure();
  auto lossNode = step->loss.getDefiningOp<NodeOp>();
  if (use == ModelUse::Prediction && found->outputs.empty())
    return diag::LossWithoutExamples::outputs(
               source.location(lossNode, graph::NodePart::Op),
               source.name(lossNode))
        .help("`--outputs NODE` names what to predict");
  return found;
}

/// An output of the loss as a tensor has it: as it is compared, or as the
/// probabilities of what is compared. None of other tensors.
static std::optional<FoundOutput> measuredAs(const FoundOutput &output,
                                             const NamedTensor &tensor) {
  FoundOutput measured = output;
  measured.name = tensor.name;
  Value value = behindIdentities(tensor.value);
  Value compared = behindIdentities(output.output);
  if (value == compared)
    return measured;
  auto node = value.getDefiningOp<NodeOp>();
  StringRef function =
      stablehlo::isBinary(output.loss.kind) ? "Sigmoid" : "Softmax";
  if (!node || !output.loss.isFromLogits || !node.is(function) ||
      node.getInputs().empty() ||
      behindIdentities(node.getInputs().front()) != compared)
    return std::nullopt;
  measured.output = value;
  measured.loss.isFromLogits = false;
  return measured;
}

/// Leaves the outputs of a model that tensors name. Reports those that the loss
/// compares with no labels.
static LogicalResult chooseOutputs(FoundModel &found,
                                   llvm::ArrayRef<NamedTensor> tensors,
                                   const graph::NodeReader &source) {
  llvm::SmallVector<FoundOutput> chosen;
  for (const NamedTensor &tensor : tensors) {
    size_t before = chosen.size();
    for (const FoundOutput &output : found.outputs) {
      if (auto measured = measuredAs(output, tensor);
          measured && chosen.size() == before)
        chosen.push_back(*measured);
    }
    if (chosen.size() != before)
      continue;
    auto node = tensor.value.getDefiningOp<NodeOp>();
    Report report = diag::LossWithoutExamples::uncompared(
        source.location(node, graph::NodePart::Op), tensor.name);
    if (!found.outputs.empty())
      report.help("it compares `" + found.outputs.front().name + "`");
    return report;
  }
  found.outputs = std::move(chosen);
  return llvm::success();
}

//===----------------------------------------------------------------------===//
// All of it
//===----------------------------------------------------------------------===//

llvm::FailureOr<LoweredModel>
tensorflow::lowerModel(graph::ModelOp original, const graph::NodeReader &source,
                       tensorflow::OpRegistry &ops, const StepOptions &options,
                       ModelUse use) {
  mlir::MLIRContext *mlirContext = original.getContext();
  mlirContext
      ->loadDialect<mlir::func::FuncDialect, stablehlo::StableHLODialect>();
  HostDevicePartition partition(ops, source);
  FlatGraph flat(original, source, partition, FlatUse::Model);
  llvm::FailureOr<llvm::SmallVector<NamedTensor>> tensors =
      namedOutputs(flat, source, options);
  if (failed(tensors))
    return llvm::failure();
  llvm::FailureOr<FoundModel> found = FoundModel();
  // Who asks for tensors to predict needs no loss.
  bool needsLoss = use == ModelUse::Evaluation || tensors->empty();
  if (needsLoss)
    found = modelOfLoss(flat, source, partition, options, use);
  else if (!hasNames(flat, source, options))
    return llvm::failure();
  if (failed(found))
    return llvm::failure();
  if (use == ModelUse::Evaluation && !tensors->empty()) {
    if (failed(chooseOutputs(*found, *tensors, source)))
      return llvm::failure();
    tensors->clear();
  }

  EvaluationForm form(flat.getMain(), source);
  LoweringDiagnostics problems(source);
  StepContext context{flat.getModel(), source,   partition,
                      options,         problems, ops};
  LoweredModel lowered;
  lowered.module = mlir::ModuleOp::create(original.getLoc(), "model");
  ModelLowering lowering(context, *lowered.module, form);
  lowering.run(*found, *tensors, use);
  if (use == ModelUse::Evaluation)
    lowering.lowerLoss(*found);
  lowering.lowerTensors(*tensors);
  lowering.lowerOutputs(*found, use);
  lowering.finish();
  lowered.loss = lowering.loss;
  if (!problems.empty()) {
    problems.emit();
    return llvm::failure();
  }
  if (failed(mlir::verify(*lowered.module)))
    return llvm::failure();
  return lowered;
}
