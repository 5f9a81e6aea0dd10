//===- ShardingReader.cpp - The shardings of a program --------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/ShardingReader.h"
#include "Dialect/StableHLO/IR/SdyDialect.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::stablehlo;
using mlir::func::FuncOp;

/// The text of an attribute of another dialect, which is carried as text.
static StringRef textOf(mlir::Attribute attribute) {
  auto opaque = llvm::dyn_cast_if_present<mlir::OpaqueAttr>(attribute);
  return opaque ? opaque.getAttrData() : StringRef();
}

bool ShardingReader::hasShardings(mlir::ModuleOp module) {
  auto isSaid = [](mlir::NamedAttribute attribute) {
    return attribute.getName() == HloShardingAttribute ||
           attribute.getName() == SdyShardingAttribute;
  };
  auto result = module.walk([&](mlir::Operation *op) {
    bool found = llvm::any_of(op->getDiscardableAttrs(), isSaid) ||
                 llvm::isa<sdy::ShardingConstraintOp, sdy::ReshardOp,
                           sdy::ManualComputationOp>(op);
    if (auto function = llvm::dyn_cast<FuncOp>(op)) {
      for (unsigned i = 0; i < function.getNumArguments() && !found; ++i)
        found = llvm::any_of(
            mlir::function_interface_impl::getArgAttrs(function, i), isSaid);
      for (unsigned i = 0; i < function.getNumResults() && !found; ++i)
        found = llvm::any_of(
            mlir::function_interface_impl::getResultAttrs(function, i), isSaid);
    }
    return found ? mlir::WalkResult::interrupt() : mlir::WalkResult::advance();
  });
  return result.wasInterrupted();
}

const DeviceMesh *ShardingReader::findMesh(Emit emit, StringRef name) {
  std::unique_ptr<DeviceMesh> &known = meshes[name];
  if (known)
    return known.get();
  auto op = llvm::dyn_cast_if_present<sdy::MeshOp>(
      mlir::SymbolTable::lookupSymbolIn(module, name));
  if (!op) {
    emit() << "there is no mesh @" << name;
    return nullptr;
  }
  auto mesh = parseMesh(emit, op.getMesh());
  if (failed(mesh))
    return nullptr;
  known = std::make_unique<DeviceMesh>(std::move(*mesh));
  return known.get();
}

FailureOr<Sharding> ShardingReader::parse(Emit emit, StringRef text,
                                          size_t rank) {
  auto find = [&](StringRef name) { return findMesh(emit, name); };
  return parseSdySharding(emit, text, find, rank, partitions);
}

FailureOr<Sharding> ShardingReader::ofAttributes(mlir::Location loc,
                                                 const std::string &what,
                                                 mlir::Type type,
                                                 mlir::Attribute hlo,
                                                 mlir::Attribute sdy) {
  auto tensor = llvm::dyn_cast<mlir::RankedTensorType>(type);
  if (!hlo && !sdy)
    return Sharding::replicated(tensor ? tensor.getRank() : 0, partitions);
  auto emit = [&] { return mlir::emitError(loc) << what << ": "; };
  if (!tensor || !tensor.hasStaticShape())
    return emit() << "only tensors of known shape have shardings, and it is "
                  << type;
  FailureOr<Sharding> sharding;
  if (sdy) {
    sharding = parse(emit, textOf(sdy), tensor.getRank());
  } else {
    auto text = llvm::dyn_cast<mlir::StringAttr>(hlo);
    if (!text)
      return emit() << "its `mhlo.sharding` is no string";
    sharding =
        parseHloSharding(emit, text.getValue(), tensor.getRank(), partitions);
  }
  if (failed(sharding))
    return failure();
  if (sharding->isManual())
    return emit() << "`manual` shardings are for values within a program";
  if (!sharding->dividesEvenly(tensor.getShape()))
    return emit() << type << " cannot be divided evenly into "
                  << sharding->text() << " tiles";
  return sharding;
}

FailureOr<Sharding> ShardingReader::ofArgument(FuncOp function,
                                               unsigned index) {
  return ofAttributes(function.getArgument(index).getLoc(),
                      "argument " + std::to_string(index) + " of `" +
                          function.getName().str() + "`",
                      function.getArgumentTypes()[index],
                      function.getArgAttr(index, HloShardingAttribute),
                      function.getArgAttr(index, SdyShardingAttribute));
}

FailureOr<Sharding> ShardingReader::ofResult(FuncOp function, unsigned index) {
  return ofAttributes(function.getLoc(),
                      "result " + std::to_string(index) + " of `" +
                          function.getName().str() + "`",
                      function.getResultTypes()[index],
                      function.getResultAttr(index, HloShardingAttribute),
                      function.getResultAttr(index, SdyShardingAttribute));
}

std::optional<Sharding> ShardingReader::ofOp(mlir::Operation *op,
                                             unsigned result) {
  auto tensor =
      llvm::dyn_cast<mlir::RankedTensorType>(op->getResult(result).getType());
  if (!tensor || !tensor.hasStaticShape())
    return std::nullopt;
  auto dropped = [] { return mlir::InFlightDiagnostic(); };
  FailureOr<Sharding> sharding = failure();
  if (llvm::isa<sdy::ShardingConstraintOp, sdy::ReshardOp>(op)) {
    auto text = op->getAttrOfType<mlir::StringAttr>("sharding");
    sharding = parse(dropped, text.getValue(), tensor.getRank());
  } else if (mlir::Attribute sdy = op->getAttr(SdyShardingAttribute)) {
    auto list = splitSdyShardings(dropped, textOf(sdy));
    if (failed(list) || result >= list->size())
      return std::nullopt;
    sharding = parse(dropped, (*list)[result], tensor.getRank());
  } else if (auto text =
                 op->getAttrOfType<mlir::StringAttr>(HloShardingAttribute);
             text && op->getNumResults() == 1) {
    sharding = parseHloSharding(dropped, text.getValue(), tensor.getRank(),
                                partitions);
  }
  if (failed(sharding) || !sharding->dividesEvenly(tensor.getShape()))
    return std::nullopt;
  return *sharding;
}
