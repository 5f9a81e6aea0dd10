//===- GraphCompilation.cpp - A graph and how far it came -----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/Graphs/GraphCompilation.h"
#include "Conversion/TensorFlowToStableHLO/FindUnlowered.h"
#include "Dialect/StableHLO/Checks/ProgramChecks.h"
#include "Dialect/StableHLO/IR/StableHLODialect.h"
#include "Driver/Graphs/CheckTraining.h"
#include "Ops/Inference/InferTypes.h"
#include "Support/Cancellation.h"
#include "Support/PhaseTrace.h"
#include "Support/WorkCounter.h"

using namespace trainlint;

GraphCompilation *trainlint::graphOf(Compilation &compilation) {
  return static_cast<GraphCompilation *>(compilation.graph());
}

std::shared_ptr<const tensorflow::GraphFile> GraphCompilation::parse() {
  std::call_once(isParsed, [this] {
    PhaseTrace trace("reading", source.name());
    bool isIndexed =
        graph::isTensorFlowGraph(found.detected.format) || !found.isReadable;
    if (isIndexed)
      file = tensorflow::readGraphFile(source.text(), found.detected);
  });
  return file;
}

ImportedGraph &GraphCompilation::import() {
  if (imported)
    return *imported;
  std::shared_ptr<const tensorflow::GraphFile> index = parse();
  PhaseTrace trace("importing", source.name());
  work::GraphImports.add();
  FindingCollector collector(&mlirContext(), sources);
  imported.emplace(importGraphs(source, found, &mlirContext(), ops(),
                                /*options=*/{}, std::move(index)));
  reported.add(collector);
  // The attributes of its ops say how convolutions and the like go.
  if (!imported->module->getOps<graph::ModelOp>().empty())
    mlirContext().getOrLoadDialect<stablehlo::StableHLODialect>();
  return *imported;
}

ImportedGraph &GraphCompilation::inferShapes() {
  ImportedGraph &graphs = import();
  PhaseTrace trace("inferring the shapes of", source.name());
  for (auto model : graphs.module->getOps<graph::ModelOp>()) {
    if (inferred.contains(model))
      continue;
    // What is found on the way is a finding of the checks, which may come later
    // and do not infer again.
    FindingCollector collector(&mlirContext(), sources);
    inferTypes(model, *graphs.source);
    reported.add(collector);
    if (!isCancelled())
      inferred.insert(model);
  }
  return graphs;
}

void GraphCompilation::checkProgram(const stablehlo::ProgramFile &program,
                                    const graph::Target &target) {
  if (!program.isValid())
    return;
  auto locate = [&](mlir::Operation *op) { return program.locate(op); };
  stablehlo::checkMemory(
      program.module(), target, locate,
      [&](mlir::BlockArgument argument) { return program.locate(argument); });
  stablehlo::checkPadding(program.module(), target, tables, locate);
  stablehlo::checkPrecision(program.module(), target, locate);
}

void GraphCompilation::check(llvm::ArrayRef<GraphUse> uses) {
  ImportedGraph &graphs = import();
  PhaseTrace trace("checking", source.name());
  FindingCollector collector(&mlirContext(), sources);
  for (const GraphUse &use : uses) {
    if (isCancelled())
      break;
    if (graphs.program)
      checkProgram(*graphs.program, use.target);
    graph::CheckContext against;
    against.inferTypes = inferTypes;
    against.findUnlowered = tensorflow::findUnlowered;
    against.tables = &tables;
    against.source = graphs.source.get();
    against.ops = &ops();
    against.target = use.target;
    against.values = use.values;
    against.inferred = &inferred;
    for (auto model : graphs.module->getOps<graph::ModelOp>()) {
      if (failed(context.check(model, against)))
        reported.failures.push_back("the checks of a graph failed");
    }
    checkTraining(graphs, use.target);
  }
  reported.add(collector);
}
