//===- Module.cpp - The program to run ------------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Runner/Module.h"
#include "Dialect/StableHLO/Builders/Roles.h"
#include "Dialect/StableHLO/IR/ProgramText.h"
#include "Dialect/StableHLO/IR/RegisterDialects.h"
#include "Dialect/StableHLO/IR/ShardingReader.h"
#include "Dialect/StableHLO/IR/TypeSupport.h"
#include "Support/LLVM.h"
#include "Support/SequentialContext.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace trainlint;
using namespace trainlint::run;

static llvm::Expected<std::vector<pjrt::BufferShape>>
shapesOf(llvm::ArrayRef<mlir::Type> types, StringRef what) {
  std::vector<pjrt::BufferShape> out;
  for (const auto &[index, type] : llvm::enumerate(types)) {
    auto tensor = mlir::dyn_cast<mlir::RankedTensorType>(type);
    // The interface has the same names.
    auto element =
        tensor
            ? pjrt::elementNamed(stablehlo::typeText(tensor.getElementType()))
            : std::nullopt;
    if (!tensor || !tensor.hasStaticShape() || !element)
      return llvm::createStringError(
          (what + " " + llvm::Twine(index) + " of `main` is " +
           stablehlo::typeText(type) +
           ", and only tensors of known size can be given to a device")
              .str());
    out.push_back(
        {*element, {tensor.getShape().begin(), tensor.getShape().end()}});
  }
  return out;
}

/// How many processes an attribute asks for.
static int64_t countOf(mlir::ModuleOp module, StringRef name) {
  auto value = module->getAttrOfType<mlir::IntegerAttr>(name);
  return value && value.getInt() > 0 ? value.getInt() : 1;
}

static Division divisionOf(const pjrt::BufferShape &shape,
                           const stablehlo::Sharding &sharding) {
  Division out{shape, shape, sharding};
  out.part.dims.assign(sharding.getPartShape(shape.dims));
  return out;
}

/// Finds out how a program that is divided by its shardings takes its arguments
/// and gives its results.
static llvm::LogicalResult readDivision(mlir::func::FuncOp main,
                                        ArrayRef<pjrt::BufferShape> outputs,
                                        ModuleSummary &out) {
  auto module = main->getParentOfType<mlir::ModuleOp>();
  if (out.partitions <= 1 || !stablehlo::ShardingReader::hasShardings(module))
    return success();
  if (out.partitions > stablehlo::MostPartitions)
    return module.emitError()
           << "a program is divided into " << stablehlo::MostPartitions
           << " partitions at most, not " << out.partitions;
  out.isDivided = true;
  stablehlo::ShardingReader reader(module, out.partitions);
  for (unsigned index = 0; index < main.getNumArguments(); ++index) {
    auto sharding = reader.ofArgument(main, index);
    if (failed(sharding))
      return failure();
    out.inputShardings.push_back(std::move(*sharding));
  }
  for (auto [index, shape] : llvm::enumerate(outputs)) {
    auto sharding = reader.ofResult(main, index);
    if (failed(sharding))
      return failure();
    out.outputParts.push_back(divisionOf(shape, *sharding));
  }
  return success();
}

llvm::Expected<ModuleSummary>
run::readModule(StringRef text, StringRef fileName,
                std::optional<int64_t> replicas,
                std::optional<int64_t> partitions) {
  mlir::DialectRegistry registry;
  stablehlo::registerProgramDialects(registry);
  SequentialContext context(registry);
  context.printOpOnDiagnostic(false);
  llvm::SourceMgr manager;
  std::string diagnostics;
  llvm::raw_string_ostream os(diagnostics);
  mlir::SourceMgrDiagnosticHandler handler(manager, &context, os);
  mlir::OwningOpRef<mlir::ModuleOp> module =
      stablehlo::readModule(text, fileName, manager, &context);
  if (!module)
    return llvm::createStringError(StringRef(diagnostics).rtrim());

  auto main = module->lookupSymbol<mlir::func::FuncOp>("main");
  if (!main)
    return llvm::createStringError(fileName +
                                   ": there is no function `main` to run");
  ModuleSummary out;
  auto inputs = shapesOf(main.getArgumentTypes(), "argument");
  if (!inputs)
    return inputs.takeError();
  auto outputs = shapesOf(main.getResultTypes(), "result");
  if (!outputs)
    return outputs.takeError();
  out.inputs = std::move(*inputs);
  out.replicas =
      replicas.value_or(countOf(*module, stablehlo::role::ReplicasAttribute));
  out.partitions = partitions.value_or(
      countOf(*module, stablehlo::role::PartitionsAttribute));
  if (failed(readDivision(main, *outputs, out)))
    return llvm::createStringError(StringRef(diagnostics).rtrim());
  llvm::raw_string_ostream textStream(out.text);
  module->print(textStream);
  textStream << "\n";
  return out;
}
