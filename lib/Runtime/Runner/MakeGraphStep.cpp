//===- MakeGraphStep.cpp - The step of a graph of any framework -----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Runner/MakeGraphStep.h"
#include "Conversion/GraphToForward/GraphToForward.h"
#include "Conversion/KerasToStableHLO/TrainingConfig.h"
#include "Conversion/TensorFlowToStableHLO/InputScale.h"
#include "Conversion/TensorFlowToStableHLO/LowerTrainingStep.h"
#include "Dialect/StableHLO/IR/StableHLODialect.h"
#include "Dialect/StableHLO/Transforms/Passes.h"
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

namespace {
class StepMaker {
public:
  StepMaker(const StepRequest &request, mlir::MLIRContext &context,
            llvm::raw_ostream &err)
      : request(request), options(request.options), context(context), err(err) {
  }

  mlir::OwningOpRef<mlir::ModuleOp> make(GraphCompilation &graph);

  /// Of the graph whose step was made.
  std::optional<data::ImageScale> scale;

private:
  bool fail(const llvm::Twine &message) {
    err << "trainlint-run: " << printableLines(message.str()) << "\n";
    return false;
  }

  std::optional<step::StepOptions> stepOptions();
  std::optional<ForwardOptions> forwardOptions();
  std::optional<TrainingOptions> trainingOptions(const ImportedGraph &graph,
                                                 StringRef name);

  mlir::OwningOpRef<mlir::ModuleOp> makeOfTensorFlow(graph::ModelOp model,
                                                     GraphCompilation &graph);
  mlir::OwningOpRef<mlir::ModuleOp> makeOfModel(ImportedGraph &graph,
                                                StringRef name);

  const StepRequest &request;
  const GraphTrainingOptions &options;
  mlir::MLIRContext &context;
  llvm::raw_ostream &err;
};
} // namespace

//===----------------------------------------------------------------------===//
// Graphs of TensorFlow
//===----------------------------------------------------------------------===//

std::optional<step::StepOptions> StepMaker::stepOptions() {
  step::StepOptions out;
  out.trainOp = options.trainOp;
  out.loss = options.loss;
  out.foldedBatch = options.foldedBatch;
  out.replicas = request.replicas;
  if (request.batchSize)
    out.batchSize = *request.batchSize / request.replicas;
  for (StringRef text : options.inputShapes)
    if (llvm::Error error = step::readInputShape(text, out)) {
      fail("option `--input-shape` " + llvm::toString(std::move(error)));
      return std::nullopt;
    }
  for (StringRef text : options.feeds)
    if (llvm::Error error = step::readFeed(text, out)) {
      fail("option `--feed` " + llvm::toString(std::move(error)));
      return std::nullopt;
    }
  for (StringRef text : options.initialValues)
    if (llvm::Error error = step::readInitialValue(text, out)) {
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

mlir::OwningOpRef<mlir::ModuleOp>
StepMaker::makeOfTensorFlow(graph::ModelOp model, GraphCompilation &graph) {
  std::optional<step::StepOptions> wanted = stepOptions();
  if (!wanted)
    return nullptr;
  const graph::NodeReader &source = *graph.inferShapes().source;
  if (auto found = step::findInputScale(model, source))
    scale = {divisorOf(found->factor), found->shift};
  auto module = step::lowerTrainingStep(model, source, graph.ops(), *wanted);
  return failed(module) ? nullptr : std::move(*module);
}

//===----------------------------------------------------------------------===//
// Models of Keras and ONNX
//===----------------------------------------------------------------------===//

std::optional<ForwardOptions> StepMaker::forwardOptions() {
  ForwardOptions out;
  out.form = options.form;
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
  return out;
}

std::optional<TrainingOptions>
StepMaker::trainingOptions(const ImportedGraph &graph, StringRef name) {
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
    std::string problem;
    if (!given.has("optimizer"))
      problem = takeOptimizer(*graph.training, settings);
    if (problem.empty() && !given.has("loss"))
      problem = takeLoss(*graph.training, settings);
    if (!problem.empty()) {
      fail("`" + name + "` is compiled with what is not known: " + problem);
      return std::nullopt;
    }
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

mlir::OwningOpRef<mlir::ModuleOp> StepMaker::makeOfModel(ImportedGraph &graph,
                                                         StringRef name) {
  std::optional<ForwardOptions> sizes = forwardOptions();
  if (!sizes || failed(graphToForward(*graph.module, *graph.source, *sizes)))
    return nullptr;
  if (options.last == Phase::Forward)
    return std::move(graph.module);
  std::optional<TrainingOptions> training = trainingOptions(graph, name);
  if (!training || failed(makeStep(*graph.module, *training)))
    return nullptr;
  mlir::PassManager passes(&context);
  passes.addPass(stablehlo::createCanonicalize());
  if (failed(passes.run(*graph.module)))
    return nullptr;
  return std::move(graph.module);
}

mlir::OwningOpRef<mlir::ModuleOp> StepMaker::make(GraphCompilation &graph) {
  const SourceBuffer &buffer = graph.buffer();
  ImportedGraph &imported = graph.import();
  auto models = imported.module->getOps<graph::ModelOp>();
  if (models.empty()) {
    fail("`" + buffer.name() + "` holds no graph that is trained");
    return nullptr;
  }
  PhaseTrace trace("lowering", buffer.name());
  context.loadDialect<mlir::func::FuncDialect, stablehlo::StableHLODialect>();
  graph::ModelOp model = *models.begin();
  bool isOfTensorFlow = model.getFramework() == graph::Framework::TensorFlow;
  if (options.form == ModelForm::Inference &&
      model.getFramework() != graph::Framework::ONNX) {
    fail("option `--form=inference` is for ONNX models");
    return nullptr;
  }
  mlir::OwningOpRef<mlir::ModuleOp> made;
  {
    PrintFindings printing(&context, buffer, err);
    made = isOfTensorFlow && options.last == Phase::Step
               ? makeOfTensorFlow(model, graph)
               : makeOfModel(imported, buffer.name());
  }
  if (!made)
    fail("the " +
         StringRef(options.last == Phase::Step ? "step" : "forward module") +
         " of `" + buffer.name() + "` cannot be made");
  return made;
}

GraphStep run::makeGraphStep(GraphCompilation &graph,
                             const StepRequest &request,
                             mlir::MLIRContext &context,
                             llvm::raw_ostream &err) {
  StepMaker maker(request, context, err);
  mlir::OwningOpRef<mlir::ModuleOp> module = maker.make(graph);
  return {std::move(module), maker.scale};
}
