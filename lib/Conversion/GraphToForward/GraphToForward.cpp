//===- GraphToForward.cpp - Graphs as forward modules ---------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/GraphToForward/GraphToForward.h"
#include "Conversion/KerasToStableHLO/KerasToStableHLO.h"
#include "Conversion/OnnxToStableHLO/OnnxToStableHLO.h"
#include "Dialect/StableHLO/IR/StableHLODialect.h"
#include "Support/LLVM.h"
#include "Support/NamedShape.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassRegistry.h"

using namespace trainlint;

LogicalResult trainlint::graphToForward(mlir::ModuleOp module,
                                        const graph::NodeReader &source,
                                        const ForwardOptions &options) {
  auto models = llvm::to_vector(module.getOps<graph::ModelOp>());
  if (models.size() != 1)
    return module.emitError()
           << "the module has " << models.size() << " graphs; 1 is required";
  graph::ModelOp model = models.front();
  LogicalResult lowered = llvm::failure();
  switch (model.getFramework()) {
  case graph::Framework::Keras:
    lowered = lowerKeras(model, source, options, module);
    break;
  case graph::Framework::ONNX:
    lowered = lowerOnnx(model, source, options, module);
    break;
  case graph::Framework::TensorFlow:
    return model.emitError() << "graphs of TensorFlow have no forward module";
  }
  if (failed(lowered))
    return llvm::failure();
  model.erase();
  return llvm::success();
}

namespace {

class GraphToForward
    : public mlir::PassWrapper<GraphToForward,
                               mlir::OperationPass<mlir::ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(GraphToForward)

  explicit GraphToForward(const graph::NodeReader *const &source)
      : source(&source) {}
  GraphToForward(const GraphToForward &other)
      : PassWrapper(other), source(other.source) {}

  StringRef getArgument() const override { return "graph-to-forward"; }
  StringRef getDescription() const override {
    return "turn a model into the functions that compute it";
  }

  void getDependentDialects(mlir::DialectRegistry &registry) const override {
    registry.insert<stablehlo::StableHLODialect, mlir::func::FuncDialect>();
  }

  void runOnOperation() override {
    ForwardOptions options;
    options.batchSize = batchSize;
    options.form = form;
    for (const std::string &text : inputShapes) {
      auto shape = parseNamedShape(text);
      if (!shape) {
        getOperation().emitError()
            << "`input-shape` " << llvm::toString(shape.takeError());
        return signalPassFailure();
      }
      options.inputShapes[shape->name] = std::move(shape->sizes);
    }
    for (StringRef text : dimensions) {
      llvm::Expected<NamedSize> size = parseNamedSize(text);
      if (!size) {
        getOperation().emitError()
            << "`dimension` " << llvm::toString(size.takeError());
        return signalPassFailure();
      }
      options.dimensions[size->name] = size->size;
    }
    if (failed(graphToForward(getOperation(), **source, options)))
      signalPassFailure();
  }

private:
  const graph::NodeReader *const *source;
  Option<int64_t> batchSize{*this, "batch-size",
                            llvm::cl::desc("First dimension of inputs"),
                            llvm::cl::init(0)};
  Option<ModelForm> form{
      *this, "form", llvm::cl::desc("What is done with the model"),
      llvm::cl::init(ModelForm::Training),
      llvm::cl::values(clEnumValN(ModelForm::Training, "training", "it learns"),
                       clEnumValN(ModelForm::Evaluation, "evaluation",
                                  "it is used while it learns"),
                       clEnumValN(ModelForm::Inference, "inference",
                                  "it is used with the weights of its file"))};
  ListOption<std::string> inputShapes{
      *this, "input-shape", llvm::cl::desc("NAME=SIZExSIZE of an input")};
  ListOption<std::string> dimensions{
      *this, "dimension", llvm::cl::desc("NAME=SIZE of a named size")};
};

} // namespace

void trainlint::registerGraphToForwardPass(
    const graph::NodeReader *const &source) {
  mlir::registerPass(
      [&source] { return std::make_unique<GraphToForward>(source); });
}
