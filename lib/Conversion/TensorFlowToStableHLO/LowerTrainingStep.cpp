//===- LowerTrainingStep.cpp - A training graph as a step -----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/TensorFlowToStableHLO/LowerTrainingStep.h"
#include "Conversion/TensorFlowToStableHLO/FindStep.h"
#include "Conversion/TensorFlowToStableHLO/ProgramFunctions.h"
#include "Dialect/StableHLO/Builders/Roles.h"
#include "Dialect/StableHLO/IR/StableHLODialect.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace trainlint;
using namespace trainlint::tensorflow;
using graph::NodeOp;
namespace role = trainlint::stablehlo::role;

/// How many replicas the graph was built for; 1 if it does not say.
static int64_t replicasOf(graph::ModelOp model,
                          const graph::NodeReader &source) {
  for (graph::FunctionOp function : model.getFunctions()) {
    for (NodeOp node : function.getNodes()) {
      if (!node.is("TPUReplicateMetadata"))
        continue;
      auto count = llvm::dyn_cast_or_null<mlir::IntegerAttr>(
          source.attribute(node, "num_replicas"));
      if (count && count.getInt() > 0)
        return count.getInt();
    }
  }
  return 1;
}

/// Leaves out what nothing uses, and computes once what is computed twice.
static void simplify(mlir::ModuleOp module) {
  mlir::IRRewriter rewriter(module.getContext());
  (void)mlir::runRegionDCE(rewriter, module->getRegions());
  mlir::DominanceInfo dominance(module);
  for (auto function : module.getOps<mlir::func::FuncOp>())
    mlir::eliminateCommonSubExpressions(rewriter, dominance, function);
}

llvm::FailureOr<mlir::OwningOpRef<mlir::ModuleOp>>
tensorflow::lowerTrainingStep(graph::ModelOp original,
                              const graph::NodeReader &source,
                              tensorflow::OpRegistry &ops,
                              const StepOptions &options) {
  mlir::MLIRContext *mlirContext = original.getContext();
  mlirContext
      ->loadDialect<mlir::func::FuncDialect, stablehlo::StableHLODialect>();

  HostDevicePartition partition(ops, source);
  FlatGraph flat(original, source, partition, FlatUse::Training);
  graph::ModelOp model = flat.getModel();
  llvm::FailureOr<FoundStep> found = findStep(flat, source, partition, options);
  if (failed(found))
    return llvm::failure();
  int64_t replicas = options.replicas.value_or(replicasOf(model, source));
  mlir::Builder attributes(mlirContext);
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::ModuleOp::create(model.getLoc(), "step");
  (*module)->setAttr(role::ReplicasAttribute,
                     attributes.getI32IntegerAttr(int32_t(replicas)));
  (*module)->setAttr(role::PartitionsAttribute,
                     attributes.getI32IntegerAttr(1));

  LoweringDiagnostics problems(source);
  StepContext context{model, source, partition, options, problems, ops};
  InitFunction init(context, *module);
  MainFunction main(context, *module, init, replicas,
                    usesOp(model, "CrossReplicaSum"));
  Interpreter interpreter(model, partition, source, problems, main,
                          main.getBuilder());
  llvm::SmallVector<NodeOp> roots = found->roots;
  NodeOp lossNode;
  if (found->loss)
    lossNode = found->loss.getDefiningOp<NodeOp>();
  if (lossNode)
    roots.push_back(lossNode);
  interpreter.run(roots);
  mlir::Value loss;
  if (lossNode) {
    StepValue value = interpreter.valueOf(found->loss);
    if (value.isTensor())
      loss = interpreter.materialize(value, lossNode.getLoc());
    if (loss && !stablehlo::ProgramBuilder::shapeOf(loss).empty())
      loss = {};
  }
  if (problems.empty()) {
    main.finish(loss, loss ? source.name(lossNode) : std::string());
    init.finish(main.state());
  }
  if (!problems.empty()) {
    problems.emit();
    return llvm::failure();
  }
  simplify(*module);
  if (failed(mlir::verify(*module)))
    return llvm::failure();
  return module;
}
