//===- ShardModel.cpp - Tensors that partitions share ---------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names are looked up in all modules at once: a training and its evaluation
// have the parameters in common, and only the former has an optimizer.
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Transforms/ShardModel.h"
#include "Dialect/StableHLO/Builders/Roles.h"
#include "Dialect/StableHLO/IR/PrintSharding.h"
#include "Dialect/StableHLO/IR/ShardingReader.h"
#include "Support/LLVM.h"
#include "Support/MLIR.h"
#include "Support/NearMatch.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FormatVariadic.h"

using namespace trainlint;
using namespace trainlint::stablehlo;
using mlir::func::FuncOp;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

namespace {
/// A state or an input of a function.
struct NamedArgument {
  FuncOp main;
  unsigned index;
  StringRef name;
  RankedTensorType type;
  /// The number of the result that takes its place; none of an input, and of a
  /// state that is only read.
  std::optional<unsigned> result;
  bool isState;

  /// The request that names it, or that its parameter has; null without one.
  const DimensionSharding *wanted = nullptr;
};
} // namespace

static std::string quote(const DimensionSharding &wanted) {
  return llvm::formatv("`--shard {0}={1}`", wanted.name, wanted.dimension);
}

static bool isPattern(StringRef name) { return name.contains('*'); }

/// Whether a pattern with `*` for any letters is like a word.
static bool matches(StringRef pattern, StringRef word) {
  auto [first, rest] = pattern.split('*');
  if (!isPattern(pattern))
    return pattern == word;
  if (!word.consume_front(first))
    return false;
  // What is found first leaves most for what follows.
  while (isPattern(rest)) {
    auto [piece, others] = rest.split('*');
    size_t at = word.find(piece);
    if (at == StringRef::npos)
      return false;
    word = word.drop_front(at + piece.size());
    rest = others;
  }
  return word.ends_with(rest);
}

static std::vector<NamedArgument>
argumentsOf(ArrayRef<mlir::ModuleOp> modules) {
  std::vector<NamedArgument> out;
  for (mlir::ModuleOp module : modules) {
    auto main = module.lookupSymbol<FuncOp>(role::StepFunction);
    unsigned states = 0;
    for (unsigned index = 0; main && index < main.getNumArguments(); ++index) {
      auto textOf = [&](StringRef attribute) {
        auto text = main.getArgAttrOfType<mlir::StringAttr>(index, attribute);
        return text ? text.getValue() : StringRef();
      };
      StringRef what = textOf(role::RoleAttribute);
      auto type =
          llvm::dyn_cast<RankedTensorType>(main.getArgumentTypes()[index]);
      bool isState = what == role::State;
      if (!type || (!isState && what != role::Input))
        continue;
      bool isDonated = main.getArgAttr(index, role::AliasAttribute) ||
                       main.getArgAttr(index, role::DonorAttribute);
      std::optional<unsigned> result;
      if (isState && isDonated && states < main.getNumResults())
        result = states;
      states += isState;
      out.push_back(
          {main, index, textOf(role::NameAttribute), type, result, isState});
    }
  }
  return out;
}

//===----------------------------------------------------------------------===//
// Requests
//===----------------------------------------------------------------------===//

static llvm::Error noMatch(const DimensionSharding &wanted,
                           ArrayRef<NamedArgument> arguments) {
  if (isPattern(wanted.name))
    return llvm::createStringError(
        quote(wanted) + ": no state or input that has such a dimension is "
                        "named so; `--emit=stablehlo` shows their names");
  std::vector<StringRef> names;
  for (const NamedArgument &argument : arguments)
    if (!llvm::is_contained(names, argument.name))
      names.push_back(argument.name);
  auto near = findNearMatch(wanted.name, names);
  return llvm::createStringError(
      quote(wanted) + ": the model has no state or input `" + wanted.name +
      "`; " +
      (near ? "it has `" + near->word.str() + "`"
            : "`--emit=stablehlo` shows their names"));
}

/// Finds what the requests name. Whole names are looked up first.
static llvm::Error findNamed(ArrayRef<DimensionSharding> all,
                             std::vector<NamedArgument> &arguments) {
  for (bool arePatterns : {false, true}) {
    // What whole names have said stays said.
    llvm::SmallVector<bool> isSaid;
    for (const NamedArgument &argument : arguments)
      isSaid.push_back(argument.wanted);
    for (const DimensionSharding &wanted : all) {
      if (isPattern(wanted.name) != arePatterns)
        continue;
      bool isFound = false;
      for (auto [argument, said] : llvm::zip_equal(arguments, isSaid)) {
        if (!matches(wanted.name, argument.name))
          continue;
        // A pattern means those that have the dimension.
        if (arePatterns && wanted.dimension >= argument.type.getRank())
          continue;
        isFound = true;
        if (said)
          continue;
        if (argument.wanted && argument.wanted->dimension != wanted.dimension)
          return llvm::createStringError(
              quote(*argument.wanted) + " and " + quote(wanted) + " name `" +
              argument.name + "` with different dimensions");
        argument.wanted = &wanted;
      }
      if (!isFound)
        return noMatch(wanted, arguments);
    }
  }
  return llvm::Error::success();
}

/// Lets the states of an optimizer follow their parameters.
static void followParameters(std::vector<NamedArgument> &arguments) {
  // Those that are named, and not those that follow.
  llvm::StringMap<const NamedArgument *> named;
  for (const NamedArgument &argument : arguments)
    if (argument.isState && argument.wanted)
      named[argument.name] = &argument;
  for (NamedArgument &argument : arguments) {
    if (!argument.isState || argument.wanted)
      continue;
    // The longest name counts.
    StringRef prefix = argument.name;
    while (!argument.wanted && prefix.contains('/')) {
      prefix = prefix.rsplit('/').first;
      const NamedArgument *parameter = named.lookup(prefix);
      if (parameter && parameter->type.getShape() == argument.type.getShape())
        argument.wanted = parameter->wanted;
    }
  }
}

static llvm::Error checkDimension(const NamedArgument &argument,
                                  int64_t partitions) {
  const DimensionSharding &wanted = *argument.wanted;
  auto refuse = [&](const llvm::Twine &why) {
    std::string type;
    llvm::raw_string_ostream(type) << argument.type;
    return llvm::createStringError(quote(wanted) + ": `" + argument.name +
                                   "` is " + type + why);
  };
  if (wanted.dimension >= argument.type.getRank())
    return refuse(" and has no dimension " + llvm::Twine(wanted.dimension));
  FuncOp main = argument.main;
  if (main.getArgAttr(argument.index, HloShardingAttribute) ||
      main.getArgAttr(argument.index, SdyShardingAttribute))
    return refuse(" and has a sharding already");
  int64_t size = argument.type.getDimSize(wanted.dimension);
  if (size % partitions == 0)
    return llvm::Error::success();
  return refuse(", whose dimension " + llvm::Twine(wanted.dimension) + " of " +
                llvm::Twine(size) + " cannot be shared evenly by " +
                llvm::Twine(partitions) + " partitions");
}

llvm::Error stablehlo::shardModel(ArrayRef<mlir::ModuleOp> modules,
                                  int64_t partitions,
                                  ArrayRef<DimensionSharding> wanted) {
  std::vector<NamedArgument> arguments = argumentsOf(modules);
  if (llvm::Error error = findNamed(wanted, arguments))
    return error;
  followParameters(arguments);
  llvm::erase_if(arguments, [](const NamedArgument &argument) {
    return !argument.wanted;
  });
  for (const NamedArgument &argument : arguments)
    if (llvm::Error error = checkDimension(argument, partitions))
      return error;
  for (mlir::ModuleOp module : modules)
    module->setAttr(
        role::PartitionsAttribute,
        mlir::Builder(module.getContext()).getI32IntegerAttr(partitions));
  if (partitions == 1)
    return llvm::Error::success();
  auto order = llvm::to_vector(llvm::seq<int32_t>(0, int32_t(partitions)));
  for (const NamedArgument &argument : arguments) {
    SmallVector<Tiling> dims(argument.type.getRank());
    dims[argument.wanted->dimension] =
        Tiling(partitions, {order.begin(), order.end()});
    auto text = mlir::StringAttr::get(
        argument.type.getContext(),
        printHloSharding(Sharding(std::move(dims), partitions)));
    FuncOp main = argument.main;
    main.setArgAttr(argument.index, HloShardingAttribute, text);
    if (argument.result)
      main.setResultAttr(*argument.result, HloShardingAttribute, text);
  }
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

mlir::OwningOpRef<mlir::ModuleOp>
stablehlo::makeJoinProgram(RankedTensorType whole, const Sharding &sharding) {
  mlir::OpBuilder builder(whole.getContext());
  mlir::Location loc = builder.getUnknownLoc();
  mlir::OwningOpRef<mlir::ModuleOp> module = mlir::ModuleOp::create(loc);
  (*module)->setAttr(
      role::PartitionsAttribute,
      builder.getI32IntegerAttr(int32_t(sharding.getPartitions())));
  builder.setInsertionPointToEnd(module->getBody());
  auto main = FuncOp::create(builder, loc, "main",
                             builder.getFunctionType(whole, whole));
  builder.setInsertionPointToEnd(main.addEntryBlock());
  mlir::func::ReturnOp::create(builder, loc, main.getArgument(0));
  main.setArgAttr(0, HloShardingAttribute,
                  builder.getStringAttr(printHloSharding(sharding)));
  main.setResultAttr(0, HloShardingAttribute,
                     builder.getStringAttr("{replicated}"));
  return module;
}
