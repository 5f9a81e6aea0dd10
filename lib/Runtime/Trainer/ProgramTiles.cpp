//===- ProgramTiles.cpp - How partitions share a program ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// States and inputs may be in tiles, which their shardings say; a state has the
// same ones before and after a step. All else that the host gives and takes is
// on each partition.
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/Roles.h"
#include "Dialect/StableHLO/IR/ShardingReader.h"
#include "Dialect/StableHLO/Transforms/ShardModel.h"
#include "Runtime/Trainer/ModelProgram.h"
#include "Support/LLVM.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"

using namespace trainlint;
using namespace trainlint::trainer;
namespace role = trainlint::stablehlo::role;
using mlir::func::FuncOp;

std::optional<int64_t> RoleReader::readCount(StringRef attribute,
                                             int64_t most) {
  auto value = module->getAttrOfType<mlir::IntegerAttr>(attribute);
  if (!value)
    return std::nullopt;
  int64_t count = value.getValue().getSExtValue();
  if (count >= 1 && count <= most)
    return count;
  error(module.getLoc()) << "`" << attribute << "` is " << count
                         << ", and is a number from 1 to " << most;
  return std::nullopt;
}

void RoleReader::readPartitions(ModelProgram &program) {
  program.partitions =
      readCount(role::PartitionsAttribute, stablehlo::MostPartitions)
          .value_or(1);
}

void RoleReader::readStateTiles(FuncOp main, unsigned index, size_t state,
                                const stablehlo::Sharding &sharding,
                                ModelProgram &program) {
  const NamedShape &named = program.state[state];
  auto whole =
      llvm::cast<mlir::RankedTensorType>(main.getArgumentTypes()[index]);
  if (main.getArgAttr(index, role::WholeAttribute)) {
    error(main.getArgument(index).getLoc())
        << "the state `" << named.name << "` has `" << role::WholeAttribute
        << "` and a sharding, and either replicas or partitions have parts of "
           "it";
    return;
  }
  pjrt::BufferShape part = named.shape;
  part.dims.assign(sharding.getPartShape(part.dims));
  auto gather = stablehlo::makeJoinProgram(whole, sharding);
  program.parts[state] = {std::move(part), sharding, printModule(*gather)};
}

void RoleReader::readTiles(FuncOp main, ModelProgram &program) {
  if (program.partitions == 1)
    return;
  stablehlo::ShardingReader shardings(module, program.partitions);
  for (auto [index, argument] : llvm::enumerate(program.arguments)) {
    auto sharding = shardings.ofArgument(main, index);
    if (failed(sharding)) {
      hasErrors = true;
      continue;
    }
    if (sharding->isReplicated())
      continue;
    if (argument.role == Role::State)
      readStateTiles(main, index, argument.index, *sharding, program);
    else if (argument.role == Role::Input)
      program.inputTiles.emplace(argument.index, *sharding);
    else
      error(main.getArgument(index).getLoc())
          << (argument.role == Role::Seed ? "the seed is" : "the weights are")
          << " divided into " << sharding->text()
          << " tiles, and each partition takes all";
  }
}

/// For messages.
static std::string describe(const stablehlo::Sharding &sharding) {
  return sharding.isReplicated() ? "whole on each partition"
                                 : "divided into " + sharding.text() + " tiles";
}

void RoleReader::checkStateTiles(FuncOp main, unsigned result,
                                 const ModelProgram &program) {
  if (program.partitions == 1)
    return;
  auto found = stablehlo::ShardingReader(module, program.partitions)
                   .ofResult(main, result);
  if (failed(found)) {
    hasErrors = true;
    return;
  }
  auto part = program.parts.find(result);
  bool hasTiles = part != program.parts.end() && part->second.tiles;
  stablehlo::Sharding wanted =
      hasTiles ? *part->second.tiles
               : stablehlo::Sharding::replicated(found->getRank(),
                                                 program.partitions);
  if (*found == wanted)
    return;
  auto argument = llvm::find_if(
      program.arguments, [&](const ModelProgram::Argument &argument) {
        return argument.role == Role::State && argument.index == result;
      });
  unsigned index = argument - program.arguments.begin();
  auto diagnostic = error(main.getLoc());
  diagnostic << "result " << result << " of `main` is " << describe(*found)
             << ", and the state `" << program.state[result].name << "` is "
             << describe(wanted);
  if (found->text() == wanted.text())
    diagnostic << " on other partitions";
  diagnostic.attachNote(main.getArgument(index).getLoc())
      << "the state is argument " << index;
}

void RoleReader::checkReplicated(FuncOp function, unsigned result,
                                 const ModelProgram &program,
                                 const llvm::Twine &what) {
  if (program.partitions == 1)
    return;
  auto found = stablehlo::ShardingReader(module, program.partitions)
                   .ofResult(function, result);
  if (failed(found))
    hasErrors = true;
  else if (!found->isReplicated())
    error(function.getLoc()) << what << " is " << describe(*found)
                             << ", and is to be whole on each partition";
}
