//===- EvaluationModule.cpp - What evaluates and predicts -----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Trainer/EvaluationModule.h"
#include "Dialect/StableHLO/Builders/Roles.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::trainer;
namespace role = trainlint::stablehlo::role;
using mlir::func::FuncOp;

/// Null of a module that predicts.
static FuncOp findMetrics(mlir::ModuleOp module) {
  auto function = module.lookupSymbol<FuncOp>(role::MetricsFunction);
  return function && function.isPublic() && !function.isDeclaration()
             ? function
             : FuncOp();
}

namespace {
class EvaluationReader {
public:
  EvaluationReader(mlir::ModuleOp module, EvaluationModule &out)
      : reader(module, "evaluation"), module(module), out(out) {}

  bool run();

private:
  void readResult(FuncOp main, unsigned index, StringRef wanted);
  void readMetrics(FuncOp function);

  RoleReader reader;
  mlir::ModuleOp module;
  EvaluationModule &out;
};
} // namespace

void EvaluationReader::readResult(FuncOp main, unsigned index,
                                  StringRef wanted) {
  mlir::Type type = main.getResultTypes()[index];
  auto shape = shapeOf(type);
  StringRef role = RoleReader::resultRole(main, index);
  std::string name = reader.resultName(main, index);
  if (role != wanted)
    reader.error(main.getLoc())
        << "result " << index << " of `main` has the role `" << role
        << "`, and `" << wanted << "` is expected";
  bool isSum = wanted == role::Sum;
  if (!shape || (isSum && !data::isFloating(shape->type))) {
    reader.error(main.getLoc())
        << "the " << wanted << " `" << name << "` is " << type
        << (isSum ? " instead of a tensor of floats"
                  : ", which no device gives");
    return;
  }
  bool hasBatch = !shape->dims.empty() && shape->dims.front() == out.batch();
  if (!isSum && !hasBatch)
    reader.error(main.getLoc())
        << "the output `" << name << "` is " << shape->text()
        << ", whose dimension 0 is not the batch of " << out.batch();
  reader.checkReplicated(main, index, out, "the " + wanted + " `" + name + "`");
  out.results.push_back({std::move(name), std::move(*shape)});
}

void EvaluationReader::readMetrics(FuncOp function) {
  bool fits = function.getNumArguments() == out.results.size();
  for (unsigned index = 0; fits && index < out.results.size(); ++index) {
    auto shape = shapeOf(function.getArgumentTypes()[index]);
    fits = shape && *shape == out.results[index].shape;
  }
  if (!fits)
    reader.error(function.getLoc())
        << "the arguments of `metrics` are not the sums of `main`";
  for (unsigned index = 0; index < function.getNumResults(); ++index) {
    if (auto metric = reader.readMetric(function, index))
      out.metrics.push_back(std::move(*metric));
  }
}

bool EvaluationReader::run() {
  FuncOp main = reader.find(role::StepFunction);
  FuncOp init = reader.find(role::InitFunction);
  if (!main || !init)
    return false;
  FuncOp metrics = findMetrics(module);
  reader.readPartitions(out);
  reader.readArguments(main, out, /*isStep=*/false);
  if (reader.isRight())
    reader.readTiles(main, out);
  if (!reader.isRight())
    return false;
  if (metrics && !out.takes(Role::Weights))
    reader.error(main.getLoc())
        << "`main` takes no weights, without which the examples that fill up a "
           "batch would count";
  if (main.getNumResults() == 0)
    reader.error(main.getLoc()) << "`main` gives nothing";
  for (unsigned index = 0; index < main.getNumResults(); ++index)
    readResult(main, index, metrics ? role::Sum : role::Output);
  reader.checkInit(init, out);
  if (reader.isRight() && metrics)
    readMetrics(metrics);
  return reader.isRight();
}

std::optional<EvaluationModule>
trainer::analyzeEvaluationModule(mlir::ModuleOp module) {
  EvaluationModule out;
  if (!EvaluationReader(module, out).run())
    return std::nullopt;
  out.name = module.getName().value_or("evaluation").str();
  SmallVector<StringRef> functions = {role::StepFunction, role::InitFunction};
  if (findMetrics(module))
    functions.push_back(role::MetricsFunction);
  mlir::OwningOpRef<mlir::ModuleOp> rest = module.clone();
  out.constants = takeConstants(*rest);
  auto othersThan = [&](StringRef kept) {
    SmallVector<StringRef> others(functions);
    llvm::erase(others, kept);
    return others;
  };
  auto textOf = [&](StringRef kept) {
    return programOf(*rest, kept, othersThan(kept));
  };
  out.mainText = textOf(role::StepFunction);
  out.initText = initProgramOf(*rest, othersThan(role::InitFunction));
  if (functions.size() > 2)
    out.metricsText = textOf(role::MetricsFunction);
  return out;
}
