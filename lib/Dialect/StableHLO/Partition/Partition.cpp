//===- Partition.cpp - The program of one partition -----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Partition/Partition.h"
#include "Dialect/StableHLO/IR/StableHLODialect.h"
#include "Dialect/StableHLO/Partition/InlineCalls.h"
#include "Dialect/StableHLO/Partition/Partitioner.h"
#include "Dialect/StableHLO/Partition/Passes.h"
#include "Support/MLIR.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/STLExtras.h"

using namespace trainlint;
using namespace trainlint::stablehlo;
using mlir::func::FuncOp;

namespace trainlint::stablehlo {
#define GEN_PASS_DEF_PARTITION
#include "Dialect/StableHLO/Partition/Passes.h.inc"
} // namespace trainlint::stablehlo

static constexpr StringRef AliasAttribute = "tf.aliasing_output";

/// The shardings of what a function takes and gives.
static FailureOr<SmallVector<Sharding>> readSignature(ShardingReader &reader,
                                                      FuncOp main) {
  SmallVector<Sharding> shardings;
  auto add = [&](FailureOr<Sharding> sharding, Type type) {
    if (failed(sharding))
      return failure();
    shardings.push_back(tileableType(type)
                            ? std::move(*sharding)
                            : Sharding::replicated(0, reader.getPartitions()));
    return success();
  };
  for (auto [index, type] : llvm::enumerate(main.getArgumentTypes()))
    if (failed(add(reader.ofArgument(main, index), type)))
      return failure();
  for (auto [index, type] : llvm::enumerate(main.getResultTypes()))
    if (failed(add(reader.ofResult(main, index), type)))
      return failure();
  return shardings;
}

/// Drops what is said of whole tensors. A part that differs from its argument
/// cannot take its place.
static void fitSignature(FuncOp main, ArrayRef<Type> inputs,
                         ArrayRef<Type> results) {
  mlir::Builder builder(main.getContext());
  main.setType(builder.getFunctionType(inputs, results));
  for (unsigned i = 0; i < main.getNumArguments(); ++i) {
    main.removeArgAttr(i, HloShardingAttribute);
    main.removeArgAttr(i, SdyShardingAttribute);
    auto alias = main.getArgAttrOfType<mlir::IntegerAttr>(i, AliasAttribute);
    if (!alias)
      continue;
    int64_t result = alias.getInt();
    if (result >= 0 && result < static_cast<int64_t>(results.size()) &&
        results[result] != inputs[i])
      main.removeArgAttr(i, AliasAttribute);
  }
  for (unsigned i = 0; i < main.getNumResults(); ++i) {
    main.removeResultAttr(i, builder.getStringAttr(HloShardingAttribute));
    main.removeResultAttr(i, builder.getStringAttr(SdyShardingAttribute));
  }
}

/// A function that is divided has other arguments than its callers give it.
static LogicalResult checkCallers(FuncOp main, mlir::ModuleOp module) {
  auto uses = mlir::SymbolTable::getSymbolUses(main.getSymNameAttr(), module);
  if (!uses || uses->empty())
    return success();
  return uses->begin()->getUser()->emitError()
         << "`" << main.getName()
         << "` is divided by its shardings, and cannot be called";
}

LogicalResult stablehlo::partitionModule(mlir::ModuleOp module,
                                         const ProcessCounts &options) {
  auto main = module.lookupSymbol<FuncOp>(options.entry);
  if (options.partitions <= 1 || !main || main.isExternal())
    return success();
  if (options.partitions > MostPartitions || options.replicas < 1 ||
      options.replicas > MostPartitions / options.partitions)
    return module.emitError()
           << options.replicas << " replicas of " << options.partitions
           << " partitions are more than " << MostPartitions << " processes";
  if (!llvm::hasSingleElement(main.getBody()))
    return main.emitError("a function of several blocks cannot be divided");
  if (failed(checkCallers(main, module)))
    return failure();
  // A program may have nothing of the dialect but its shardings.
  module.getContext()->getOrLoadDialect<StableHLODialect>();
  ShardingReader reader(module, options.partitions);
  auto shardings = readSignature(reader, main);
  if (failed(shardings))
    return failure();
  inlineCalls(main, module);

  mlir::Block &whole = main.getBody().front();
  ArrayRef<Sharding> given = *shardings;
  ArrayRef<Sharding> wanted = given.drop_front(main.getNumArguments());
  Operation *end = whole.getTerminator();
  ShardingPropagation hints(reader);
  for (auto [argument, sharding] : llvm::zip(whole.getArguments(), given))
    hints.fix(argument, sharding);
  hints.run(whole, wanted);

  mlir::Region body;
  mlir::Block &target = body.emplaceBlock();
  SmallVector<Type> inputs, results;
  Partitioner partitioner(reader, hints, target, module.getContext(),
                          options.replicas);
  for (auto [argument, sharding] : llvm::zip(whole.getArguments(), given)) {
    inputs.push_back(partTypeOf(argument.getType(), sharding));
    partitioner.define(argument, sharding,
                       target.addArgument(inputs.back(), argument.getLoc()));
  }
  if (failed(partitioner.copyBody(whole)))
    return failure();
  SmallVector<Value> returned;
  for (auto [value, sharding] : llvm::zip_equal(end->getOperands(), wanted)) {
    returned.push_back(partitioner.partOf(value, sharding));
    results.push_back(returned.back().getType());
  }
  mlir::func::ReturnOp::create(partitioner.getBuilder(), end->getLoc(),
                               returned);
  main.getBody().takeBody(body);
  fitSignature(main, inputs, results);
  mlir::IRRewriter rewriter(module.getContext());
  (void)mlir::runRegionDCE(rewriter, main->getRegions());
  return success();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
class Partition : public impl::PartitionBase<Partition> {
public:
  using PartitionBase::PartitionBase;

  void runOnOperation() override {
    mlir::ModuleOp module = getOperation();
    ProcessCounts how;
    how.partitions = countOf(partitions, "mhlo.num_partitions");
    how.replicas = countOf(replicas, "mhlo.num_replicas");
    if (failed(partitionModule(module, how)))
      signalPassFailure();
  }

private:
  int64_t countOf(int64_t given, StringRef name) {
    auto said = getOperation()->getAttrOfType<mlir::IntegerAttr>(name);
    if (given > 0 || !said)
      return std::max<int64_t>(given, 1);
    return std::max<int64_t>(said.getInt(), 1);
  }
};
} // namespace
