//===- StepModule.cpp - What the trainer asks of a step -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A step module has two functions, `@init` and `@main`, whose arguments and
// results have roles and names as attributes. The analysis matches them: each
// state has an initial value, an argument and a result of one type. The module
// is split in two programs then, with one of the functions as `main` each, and
// without the attributes that devices need not know.
//
//===----------------------------------------------------------------------===//

#include "Runtime/Trainer/StepModule.h"
#include "Dialect/DevRT/IR/DevRT.h"
#include "Dialect/StableHLO/Builders/Roles.h"
#include "Dialect/StableHLO/IR/ProcessGroups.h"
#include "Dialect/StableHLO/IR/ProgramText.h"
#include "Dialect/StableHLO/IR/RegisterDialects.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Dialect/StableHLO/Transforms/ShardState.h"
#include "Support/LLVM.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/SourceMgr.h"

using namespace trainlint;
using namespace trainlint::trainer;
namespace role = trainlint::stablehlo::role;
using mlir::func::FuncOp;

//===----------------------------------------------------------------------===//
// The form
//===----------------------------------------------------------------------===//

namespace {
/// Reads the two functions and reports what breaks the form.
class StepReader {
public:
  StepReader(mlir::ModuleOp module, StepModule &step)
      : reader(module, "step"), module(module), step(step) {}

  bool run();

private:
  void readParts(FuncOp main);
  void readPart(FuncOp main, unsigned index, size_t state, mlir::Type whole);
  void readResults(FuncOp main);
  void readStateResult(FuncOp main, unsigned index);

  RoleReader reader;
  mlir::ModuleOp module;
  StepModule &step;
};
} // namespace

void StepReader::readPart(FuncOp main, unsigned index, size_t state,
                          mlir::Type whole) {
  mlir::Type type = main.getArgumentTypes()[index];
  auto tensor = llvm::dyn_cast<mlir::RankedTensorType>(whole);
  bool isPart = shapeOf(whole) && step.replicas &&
                stablehlo::shardTypeOf(tensor, *step.replicas) == type;
  if (!isPart) {
    auto error = reader.error(main.getArgument(index).getLoc());
    error << "the state `" << step.state[state].name << "` is a " << type
          << ", which is no part of a " << whole;
    if (step.replicas)
      error << " on " << *step.replicas << " replicas";
    else
      error << " as the module does not say `" << role::ReplicasAttribute
            << "`";
    return;
  }
  auto program = stablehlo::makeGatherProgram(tensor, *step.replicas);
  step.parts[state] = {*shapeOf(type), std::nullopt, printModule(*program)};
}

void StepReader::readParts(FuncOp main) {
  size_t state = 0;
  for (auto [index, argument] : llvm::enumerate(step.arguments)) {
    if (argument.role != Role::State)
      continue;
    auto whole =
        main.getArgAttrOfType<mlir::TypeAttr>(index, role::WholeAttribute);
    if (whole)
      readPart(main, index, state, whole.getValue());
    ++state;
  }
}

void StepReader::readStateResult(FuncOp main, unsigned index) {
  auto shape = shapeOf(main.getResultTypes()[index]);
  const pjrt::BufferShape &wanted = step.writtenShape(index);
  if (shape && *shape == wanted)
    return reader.checkStateTiles(main, index, step);
  reader.error(main.getLoc())
      << "result " << index << " of `main` is " << main.getResultTypes()[index]
      << ", and the state `" << step.state[index].name << "` is "
      << wanted.text();
}

void StepReader::readResults(FuncOp main) {
  unsigned count = main.getNumResults(), states = step.state.size();
  for (unsigned index = 0; index < count; ++index) {
    StringRef said = RoleReader::resultRole(main, index);
    StringRef wanted = index < states ? role::State : role::Metric;
    if (!said.empty() && said != wanted)
      reader.error(main.getLoc())
          << "result " << index << " of `main` is a " << wanted
          << " by its place and says `" << said << "`";
    if (index >= states) {
      if (auto metric = reader.readMetric(main, index)) {
        reader.checkReplicated(main, index, step,
                               "the metric `" + metric->name + "`");
        step.metrics.push_back(std::move(*metric));
      }
      continue;
    }
    readStateResult(main, index);
  }
  if (count < states)
    reader.error(main.getLoc())
        << "`main` gives " << count << " results for " << states << " states";
}

/// Whether a collective of one group with all replicas is part of each run, and
/// not within a branch or a loop.
static bool hasCollectiveOfAll(FuncOp main) {
  return llvm::any_of(main.getOps(), [](mlir::Operation &op) {
    return llvm::TypeSwitch<mlir::Operation *, bool>(&op)
        .Case<stablehlo::AllReduceOp, stablehlo::AllGatherOp,
              stablehlo::ReduceScatterOp>([](auto op) {
          return stablehlo::isGroupOfAll(op.getReplicaGroups());
        })
        .Default(false);
  });
}

/// Whether a metric depends on what partitions share: each of them gets it, and
/// waits for the others.
static bool hasMetricOfTiles(FuncOp main, const StepModule &step) {
  llvm::DenseSet<mlir::Value> reached;
  for (auto [index, argument] : llvm::enumerate(step.arguments)) {
    auto part = argument.role == Role::State ? step.parts.find(argument.index)
                                             : step.parts.end();
    bool hasTiles = part != step.parts.end() && part->second.tiles;
    if (hasTiles ||
        (argument.role == Role::Input && step.inputTiles.count(argument.index)))
      reached.insert(main.getArgument(index));
  }
  for (mlir::Operation &op : main.getBody().front()) {
    bool isReached = false;
    op.walk([&](mlir::Operation *inner) {
      isReached |= llvm::any_of(inner->getOperands(), [&](mlir::Value value) {
        return reached.contains(value);
      });
    });
    if (isReached)
      reached.insert(op.result_begin(), op.result_end());
  }
  mlir::Operation *end = main.getBody().front().getTerminator();
  return llvm::any_of(
      llvm::drop_begin(end->getOperands(), step.state.size()),
      [&](mlir::Value metric) { return reached.contains(metric); });
}

static bool keepsTogether(FuncOp main, const StepModule &step) {
  if (step.partitions == 1)
    return hasCollectiveOfAll(main);
  return (step.replicas == 1 || hasCollectiveOfAll(main)) &&
         hasMetricOfTiles(main, step);
}

bool StepReader::run() {
  // More than there are devices anywhere; numbers of examples are multiples.
  constexpr int64_t MostReplicas = 1 << 20;
  step.replicas = reader.readCount(role::ReplicasAttribute, MostReplicas);
  reader.readPartitions(step);
  FuncOp main = reader.find(role::StepFunction);
  FuncOp init = reader.find(role::InitFunction);
  if (main)
    reader.readArguments(main, step, /*isStep=*/true);
  if (main && reader.isRight())
    readParts(main);
  if (main && reader.isRight())
    reader.readTiles(main, step);
  if (main && reader.isRight())
    readResults(main);
  if (reader.isRight())
    reader.checkInit(init, step);
  step.keepsTogether = reader.isRight() && keepsTogether(main, step);
  return reader.isRight();
}

//===----------------------------------------------------------------------===//
// The two programs
//===----------------------------------------------------------------------===//

/// A hash of all that a module says but for how it is divided, which changes
/// nothing that is computed.
static std::string hashOf(mlir::ModuleOp rest,
                          ArrayRef<ConstantState> constants) {
  mlir::OwningOpRef<mlir::ModuleOp> undivided = rest.clone();
  auto count =
      rest->getAttrOfType<mlir::IntegerAttr>(role::PartitionsAttribute);
  if (count && count.getInt() != 1) {
    dropShardings(*undivided);
    (*undivided)
        ->setAttr(role::PartitionsAttribute,
                  mlir::IntegerAttr::get(count.getType(), 1));
  }
  llvm::BLAKE3 hash;
  hash.update(printModule(*undivided));
  for (const ConstantState &constant : constants) {
    hash.update(llvm::formatv("{0}:", constant.state).str());
    hash.update(llvm::toStringRef(constant.bytes));
  }
  return llvm::toHex(hash.final(), /*LowerCase=*/true);
}

std::optional<StepModule> trainer::analyzeStepModule(mlir::ModuleOp module) {
  StepModule step;
  if (!StepReader(module, step).run())
    return std::nullopt;
  step.name = module.getName().value_or("step").str();
  mlir::OwningOpRef<mlir::ModuleOp> rest = module.clone();
  step.constants = takeConstants(*rest);
  step.mainText = programOf(*rest, role::StepFunction, {role::InitFunction});
  step.initText = initProgramOf(*rest, {role::StepFunction});
  step.hash = hashOf(*rest, step.constants);
  return step;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

std::unique_ptr<SequentialContext> trainer::makeStepContext() {
  mlir::DialectRegistry registry;
  stablehlo::registerProgramDialects(registry);
  registry.insert<devrt::DevRTDialect>();
  auto context = std::make_unique<SequentialContext>(registry);
  context->loadDialect<devrt::DevRTDialect>();
  context->printOpOnDiagnostic(false);
  return context;
}

llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>>
trainer::readModuleText(StringRef text, StringRef fileName,
                        mlir::MLIRContext &context,
                        llvm::function_ref<bool(mlir::ModuleOp)> analyze) {
  llvm::SourceMgr manager;
  std::string diagnostics;
  llvm::raw_string_ostream stream(diagnostics);
  mlir::SourceMgrDiagnosticHandler handler(manager, &context, stream);
  mlir::OwningOpRef<mlir::ModuleOp> module =
      stablehlo::readModule(text, fileName, manager, &context);
  if (module && analyze(*module))
    return module;
  return llvm::createStringError(StringRef(diagnostics).rtrim());
}

llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>>
trainer::readStepModule(StringRef text, StringRef fileName,
                        mlir::MLIRContext &context, StepModule &step) {
  return readModuleText(text, fileName, context, [&](mlir::ModuleOp module) {
    std::optional<StepModule> read = analyzeStepModule(module);
    if (read)
      step = std::move(*read);
    return read.has_value();
  });
}
