//===- MakeGraphStep.cpp - The step of a graph of any framework -----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Runner/MakeGraphStep.h"
#include "Conversion/ForwardToEvaluation/ForwardToEvaluation.h"
#include "Conversion/ForwardToStep/ForwardToStep.h"
#include "Conversion/ForwardToStep/OutputForm.h"
#include "Conversion/GraphToForward/GraphToForward.h"
#include "Conversion/TensorFlowToStableHLO/InputScale.h"
#include "Conversion/TensorFlowToStableHLO/LowerModel.h"
#include "Conversion/TrainingSettings/TrainingConfig.h"
#include "Diagnostics/Messages/Lowering.h"
#include "Dialect/StableHLO/Builders/Updates.h"
#include "Dialect/StableHLO/IR/StableHLODialect.h"
#include "Dialect/StableHLO/Transforms/Passes.h"
#include "Frontend/Keras/Import/LayerNodeReader.h"
#include "Frontend/TensorFlow/GraphFile.h"
#include "Frontend/TensorFlow/RestoredVariables.h"
#include "Runtime/Checkpoints/NamedVariables.h"
#include "Runtime/Runner/FileWeights.h"
#include "Runtime/Runner/PrintFindings.h"
#include "Support/LLVM.h"
#include "Support/NamedShape.h"
#include "Support/PhaseTrace.h"
#include "Support/Printable.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace trainlint;
using namespace trainlint::run;

/// The examples of a batch of a model that is used, if nothing says it.
static constexpr int64_t OpenBatchSize = 32;

static bool simplify(mlir::ModuleOp module) {
  mlir::PassManager passes(module.getContext());
  passes.addPass(stablehlo::createCanonicalize());
  return succeeded(passes.run(module));
}

namespace {
class StepMaker {
public:
  StepMaker(const StepRequest &request, mlir::MLIRContext &context,
            llvm::raw_ostream &err)
      : request(request), options(request.options), context(context), err(err) {
  }

  GraphStep make(GraphCompilation &graph);

private:
  bool fail(const llvm::Twine &message) {
    err << "trainlint-run: " << printableLines(message.str()) << "\n";
    return false;
  }

  std::optional<tensorflow::StepOptions> stepOptions();
  std::optional<ForwardOptions> forwardOptions();
  std::optional<TrainingOptions> trainingOptions(const ImportedGraph &graph);

  bool makeOfTensorFlow(graph::ModelOp model, GraphCompilation &graph,
                        GraphStep &out);
  bool makeOfModel(ImportedGraph &graph, StringRef name, GraphStep &out);
  mlir::OwningOpRef<mlir::ModuleOp>
  lower(mlir::ModuleOp module, const ImportedGraph &graph, ModelForm form);
  bool makeStepOf(const ImportedGraph &graph, GraphStep &out);
  bool makeEvaluationOf(tensorflow::LoweredModel &lowered);
  bool makeEvaluationOf(mlir::ModuleOp forward, const ImportedGraph &graph,
                        StringRef name);

  const StepRequest &request;
  const GraphTrainingOptions &options;
  mlir::MLIRContext &context;
  llvm::raw_ostream &err;
  /// The file of the graph.
  const SourceBuffer *file = nullptr;
};
} // namespace

//===----------------------------------------------------------------------===//
// Graphs of TensorFlow
//===----------------------------------------------------------------------===//

std::optional<tensorflow::StepOptions> StepMaker::stepOptions() {
  tensorflow::StepOptions out;
  if (!options.dimensions.empty()) {
    fail("option `--dimension` is for ONNX models, whose inputs have names for "
         "sizes; `" +
         file->name() + "` is a graph of TensorFlow");
    return std::nullopt;
  }
  out.trainOp = options.trainOp;
  out.loss = options.loss;
  out.outputs = options.outputs;
  out.foldedBatch = options.foldedBatch;
  out.replicas = request.replicas;
  if (request.batchSize)
    out.batchSize = *request.batchSize / request.replicas;
  for (StringRef text : options.inputShapes)
    if (llvm::Error error = tensorflow::readInputShape(text, out)) {
      fail("option `--input-shape` " + llvm::toString(std::move(error)));
      return std::nullopt;
    }
  for (StringRef text : options.feeds)
    if (llvm::Error error = tensorflow::readFeed(text, out)) {
      fail("option `--feed` " + llvm::toString(std::move(error)));
      return std::nullopt;
    }
  for (StringRef text : options.initialValues)
    if (llvm::Error error = tensorflow::readInitialValue(text, out)) {
      fail("option `--initial` " + llvm::toString(std::move(error)));
      return std::nullopt;
    }
  return out;
}

/// A factor that is the inverse of a whole number, as far as 32 bits tell,
/// stands for a division by it.
static double divisorOf(double factor) {
  double divisor = 1 / factor, whole = std::round(divisor);
  bool isWhole =
      whole != 0 && static_cast<float>(1 / whole) == static_cast<float>(factor);
  return isWhole ? whole : divisor;
}

/// The tensors that signatures name, by these names. What is served goes first
/// where two signatures use a name.
static void addSignatures(const tensorflow::GraphFile &file,
                          llvm::StringMap<std::string> &names) {
  if (file.metaGraphs.empty())
    return;
  const auto &signatures = file.metaGraphs.front().signatures;
  for (bool isServed : {true, false}) {
    for (const tensorflow::Signature &signature : signatures) {
      StringRef name = signature.name.text;
      if ((name == "serving_default") != isServed)
        continue;
      for (const tensorflow::SignatureTensor &output : signature.outputs) {
        std::string tensor = output.tensor.text.str();
        names.try_emplace(output.name.text, tensor);
        names.try_emplace((name + "/" + output.name.text).str(), tensor);
      }
    }
  }
}

/// Tells which variables begin with values out of a checkpoint. What is wrong
/// with it shows when they are read.
static void takeInitialState(StringRef path,
                             const checkpoints::RestoredKeys &restored,
                             tensorflow::StepOptions &wanted) {
  std::string prefix = checkpoints::findTensorBundle(path);
  if (prefix.empty())
    return;
  auto bundle = checkpoints::TensorBundle::open(prefix);
  if (!bundle)
    return llvm::consumeError(bundle.takeError());
  auto variables = checkpoints::NamedVariables::create(**bundle, restored);
  if (!variables)
    return llvm::consumeError(variables.takeError());
  std::shared_ptr<checkpoints::TensorBundle> kept = std::move(*bundle);
  wanted.isGiven = [kept, variables = std::move(*variables)](StringRef name) {
    return !variables.keyOf(name).empty();
  };
}

bool StepMaker::makeOfTensorFlow(graph::ModelOp model, GraphCompilation &graph,
                                 GraphStep &out) {
  std::optional<tensorflow::StepOptions> wanted = stepOptions();
  if (!wanted)
    return false;
  const graph::NodeReader &source = *graph.inferShapes().source;
  if (auto read = graph.parse()) {
    if (!wanted->outputs.empty())
      addSignatures(*read, wanted->tensorNames);
    out.restoredKeys = tensorflow::restoredVariables(*read);
  }
  takeInitialState(options.init, out.restoredKeys, *wanted);
  if (auto found = tensorflow::findInputScale(model, source))
    out.scale = {divisorOf(found->factor), found->shift};
  bool isShown = options.last == Phase::Forward;
  if (isShown && options.form != ModelForm::Evaluation)
    return fail("`" + file->name() +
                "` is a graph of TensorFlow, which is lowered as a whole to "
                "train it; `--form=evaluation` shows its model");
  if (options.tasks.trains && !isShown) {
    auto module =
        tensorflow::lowerTrainingStep(model, source, graph.ops(), *wanted);
    if (failed(module))
      return false;
    out.module = std::move(*module);
  }
  // What is only used has no batch of its own.
  if (!options.tasks.trains && !wanted->foldedBatch && !wanted->batchSize)
    wanted->batchSize = OpenBatchSize;
  auto lower = [&](tensorflow::ModelUse use) {
    return tensorflow::lowerModel(model, source, graph.ops(), *wanted, use);
  };
  if (isShown) {
    // Tensors that are asked for need no loss.
    llvm::FailureOr<tensorflow::LoweredModel> lowered =
        lower(wanted->outputs.empty() ? tensorflow::ModelUse::Evaluation
                                      : tensorflow::ModelUse::Prediction);
    if (failed(lowered))
      return false;
    out.module = std::move(lowered->module);
    return true;
  }
  if (options.tasks.evaluates) {
    llvm::FailureOr<tensorflow::LoweredModel> lowered =
        lower(tensorflow::ModelUse::Evaluation);
    if (failed(lowered) || !makeEvaluationOf(*lowered))
      return false;
    out.evaluation = std::move(lowered->module);
  }
  if (options.tasks.predicts) {
    llvm::FailureOr<tensorflow::LoweredModel> lowered =
        lower(tensorflow::ModelUse::Prediction);
    if (failed(lowered) || failed(makePrediction(*lowered->module)) ||
        !simplify(*lowered->module))
      return false;
    out.prediction = std::move(lowered->module);
  }
  return true;
}

bool StepMaker::makeEvaluationOf(tensorflow::LoweredModel &lowered) {
  EvaluationOptions how;
  auto metrics = request.given.metrics();
  if (metrics)
    how.metrics = std::move(*metrics);
  if (lowered.loss) {
    how.loss = *lowered.loss;
    if (!metrics && isClassification(how.loss.kind))
      how.metrics.push_back({stablehlo::MetricKind::Accuracy});
  } else if (!how.metrics.empty()) {
    return fail("metric `" + how.metrics.front().name() +
                "` needs outputs and labels, which the loss of `" +
                file->name() + "` does not tell");
  }
  return succeeded(makeEvaluation(*lowered.module, how)) &&
         simplify(*lowered.module);
}

//===----------------------------------------------------------------------===//
// Models of Keras and ONNX
//===----------------------------------------------------------------------===//

std::optional<ForwardOptions> StepMaker::forwardOptions() {
  ForwardOptions out;
  if (request.batchSize)
    out.batchSize = *request.batchSize / request.replicas;
  for (StringRef text : options.inputShapes) {
    auto shape = parseNamedShape(text);
    if (!shape) {
      fail("option `--input-shape` " + llvm::toString(shape.takeError()));
      return std::nullopt;
    }
    out.inputShapes[shape->name] = std::move(shape->sizes);
  }
  out.dimensions = options.dimensions;
  return out;
}

std::optional<TrainingOptions>
StepMaker::trainingOptions(const ImportedGraph &graph) {
  TrainingSettings given = request.given;
  if (!options.loss.empty())
    if (std::string problem = given.set("loss", options.loss);
        !problem.empty()) {
      fail("option `--loss`: " + problem);
      return std::nullopt;
    }
  // What the file says counts where nobody says otherwise. Numbers of one
  // optimizer mean nothing to another.
  TrainingSettings settings;
  if (graph.training) {
    const auto &source =
        static_cast<const keras::LayerNodeReader &>(*graph.source);
    auto take = [&](StringRef setting, const keras::Name &named, auto read) {
      if (given.has(setting))
        return true;
      std::string problem = read(*graph.training, settings);
      if (!problem.empty())
        diag::CompiledWithUnknown::training(source.locate(named.range),
                                            problem);
      return problem.empty();
    };
    if (!take("optimizer", graph.training->optimizer, takeOptimizer) ||
        !take("loss", graph.training->loss, takeLoss))
      return std::nullopt;
  }
  settings.overlay(given);
  TrainingOptions out;
  if (std::string problem = settings.apply(out); !problem.empty()) {
    fail(problem);
    return std::nullopt;
  }
  out.replicas = request.replicas;
  return out;
}

/// The forward module of a model, which stays as it is.
mlir::OwningOpRef<mlir::ModuleOp> StepMaker::lower(mlir::ModuleOp module,
                                                   const ImportedGraph &graph,
                                                   ModelForm form) {
  std::optional<ForwardOptions> sizes = forwardOptions();
  if (!sizes)
    return nullptr;
  sizes->form = form;
  // What is only used has no batch of its own.
  if (!options.tasks.trains && options.last == Phase::Step)
    sizes->openBatchSize = OpenBatchSize;
  mlir::OwningOpRef<mlir::ModuleOp> copy = module.clone();
  if (failed(graphToForward(*copy, *graph.source, *sizes)))
    return nullptr;
  if (!graph.kerasModel)
    return copy;
  if (llvm::Error error =
          takeFileWeights(*copy, file->text(), *graph.kerasModel)) {
    fail("the weights of `" + file->name() +
         "` cannot be used: " + llvm::toString(std::move(error)));
    return nullptr;
  }
  return copy;
}

/// What a forward module keeps, by name.
static std::vector<std::string> statesOf(const ForwardFunction &forward) {
  std::vector<std::string> names;
  for (const auto *kept : {&forward.parameters, &forward.states})
    for (const NamedValue &value : *kept)
      names.push_back(value.name);
  return names;
}

/// Makes the step of a forward module, in its place.
bool StepMaker::makeStepOf(const ImportedGraph &graph, GraphStep &out) {
  llvm::FailureOr<ForwardFunction> forward = readForwardModule(*out.module);
  if (failed(forward))
    return false;
  out.modelStates = statesOf(*forward);
  std::optional<TrainingOptions> training = trainingOptions(graph);
  if (!training)
    return false;
  if (training->optimizer.keepsMeans)
    for (const NamedValue &parameter : forward->parameters)
      out.means[parameter.name] =
          parameter.name + "/" + stablehlo::MeanSlot.str();
  // What is simpler has simpler gradients.
  return simplify(*out.module) && succeeded(makeStep(*out.module, *training)) &&
         simplify(*out.module);
}

/// The metrics that a Keras file names and that can be taken of the outputs. Of
/// others a warning says that they are left out.
static std::vector<stablehlo::Metric>
fileMetrics(const ImportedGraph &graph, const ForwardFunction &forward,
            const stablehlo::LossOptions &loss) {
  const auto &source =
      static_cast<const keras::LayerNodeReader &>(*graph.source);
  std::vector<stablehlo::Metric> metrics;
  // The loss may be another one, of the command line.
  for (FileMetric &file :
       metricsOf(*graph.training, loss, measuredOutputs(forward))) {
    if (file.problem.empty())
      metrics.push_back(std::move(*file.metric));
    else
      diag::MetricLeftOut::metric(source.locate(file.name.range),
                                  file.name.text, file.problem);
  }
  return metrics;
}

bool StepMaker::makeEvaluationOf(mlir::ModuleOp forward,
                                 const ImportedGraph &graph, StringRef name) {
  std::optional<TrainingOptions> training = trainingOptions(graph);
  if (!training)
    return false;
  if (!training->loss)
    return fail("`" + name +
                "` says no loss to evaluate it by; name one, such as `--loss "
                "sparse_categorical_crossentropy`");
  llvm::FailureOr<ForwardFunction> read = readForwardModule(forward);
  if (failed(read))
    return false;
  // A training has said it already.
  if (!options.tasks.trains)
    checkOutputs(*read, *training->loss);
  EvaluationOptions how;
  how.loss = *training->loss;
  how.l2 = training->l2;
  if (auto metrics = request.given.metrics())
    how.metrics = std::move(*metrics);
  else if (graph.training)
    how.metrics = fileMetrics(graph, *read, how.loss);
  if (how.metrics.empty() && isClassification(how.loss.kind))
    how.metrics.push_back({stablehlo::MetricKind::Accuracy});
  return succeeded(makeEvaluation(forward, how)) && simplify(forward);
}

bool StepMaker::makeOfModel(ImportedGraph &graph, StringRef name,
                            GraphStep &out) {
  const ModelTasks &tasks = options.tasks;
  mlir::ModuleOp model = *graph.module;
  if (options.last == Phase::Forward) {
    out.module = lower(model, graph, options.form);
    return static_cast<bool>(out.module);
  }
  if (tasks.trains) {
    out.module = lower(model, graph, ModelForm::Training);
    if (!out.module || !makeStepOf(graph, out))
      return false;
  }
  if (tasks.evaluates) {
    out.evaluation = lower(model, graph, ModelForm::Evaluation);
    if (!out.evaluation || !makeEvaluationOf(*out.evaluation, graph, name))
      return false;
  }
  if (tasks.predicts) {
    out.prediction = lower(model, graph, ModelForm::Evaluation);
    if (!out.prediction || failed(makePrediction(*out.prediction)) ||
        !simplify(*out.prediction))
      return false;
  }
  return true;
}

GraphStep StepMaker::make(GraphCompilation &graph) {
  const SourceBuffer &buffer = graph.buffer();
  file = &buffer;
  ImportedGraph &imported = graph.import();
  auto models = imported.module->getOps<graph::ModelOp>();
  if (models.empty()) {
    fail("`" + buffer.name() + "` holds no graph that is trained");
    return {};
  }
  PhaseTrace trace("lowering", buffer.name());
  context.loadDialect<mlir::func::FuncDialect, stablehlo::StableHLODialect>();
  graph::ModelOp model = *models.begin();
  bool isOfTensorFlow = model.getFramework() == graph::Framework::TensorFlow;
  if (!options.outputs.empty() && !isOfTensorFlow) {
    fail("option `--outputs` is for graphs of TensorFlow");
    return {};
  }
  if (options.form == ModelForm::Inference &&
      model.getFramework() != graph::Framework::ONNX) {
    fail("option `--form=inference` is for ONNX models");
    return {};
  }
  GraphStep made;
  {
    PrintFindings printing(&context, buffer, err);
    made.isWhole = isOfTensorFlow ? makeOfTensorFlow(model, graph, made)
                                  : makeOfModel(imported, buffer.name(), made);
  }
  if (!made.isWhole) {
    StringRef what = options.last != Phase::Step ? "forward module"
                     : options.tasks.trains      ? "step"
                                                 : "evaluation";
    fail("the " + what + " of `" + buffer.name() + "` cannot be made");
  }
  return made;
}

GraphStep run::makeGraphStep(GraphCompilation &graph,
                             const StepRequest &request,
                             mlir::MLIRContext &context,
                             llvm::raw_ostream &err) {
  return StepMaker(request, context, err).make(graph);
}
