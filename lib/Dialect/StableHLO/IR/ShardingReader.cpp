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
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"

using namespace trainlint;
using namespace trainlint::stablehlo;
using mlir::func::FuncOp;

/// The text of an attribute of another dialect, which is carried as text.
static StringRef textOf(mlir::Attribute attribute) {
  auto opaque = llvm::dyn_cast_if_present<mlir::OpaqueAttr>(attribute);
  return opaque ? opaque.getAttrData() : StringRef();
}

mlir::RankedTensorType stablehlo::tileableType(mlir::Type type) {
  auto tensor = llvm::dyn_cast<mlir::RankedTensorType>(type);
  return tensor && tensor.hasStaticShape() && !tensor.getEncoding()
             ? tensor
             : mlir::RankedTensorType();
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

Sharding ShardingReader::shared(Sharding sharding) {
  if (sharding.isManual() || sharding.isReplicated())
    return sharding;
  SmallVector<Tiling> dims(sharding.getDims());
  for (Tiling &dim : dims) {
    if (!dim.isTiled())
      continue;
    auto &equal = tilings[llvm::hash_value(dim.getTiles())];
    Tiling *found = llvm::find(equal, dim);
    if (found != equal.end())
      dim = *found;
    else
      equal.push_back(dim);
  }
  return Sharding(std::move(dims), partitions);
}

FailureOr<Sharding>
ShardingReader::readOnce(StringRef text, size_t rank,
                         llvm::function_ref<FailureOr<Sharding>()> read) {
  std::string key = std::to_string(rank) + text.str();
  auto found = known.find(key);
  if (found != known.end())
    return found->second;
  auto sharding = read();
  if (failed(sharding))
    return failure();
  return known.try_emplace(key, shared(std::move(*sharding))).first->second;
}

FailureOr<Sharding> ShardingReader::parseHlo(Emit emit, StringRef text,
                                             size_t rank) {
  return readOnce(text, rank, [&] {
    return parseHloSharding(emit, text, rank, partitions);
  });
}

FailureOr<Sharding> ShardingReader::parseSdy(Emit emit, StringRef text,
                                             size_t rank, FindMesh find) {
  return readOnce(text, rank, [&] {
    return parseSdySharding(emit, text, find, rank, partitions);
  });
}

FailureOr<Sharding> ShardingReader::parse(Emit emit, StringRef text,
                                          size_t rank) {
  auto find = [&](StringRef name) { return findMesh(emit, name); };
  return parseSdy(emit, text, rank, find);
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
  if (!tileableType(type))
    return emit() << "only tensors of known shape have shardings, and it is "
                  << type;
  FailureOr<Sharding> sharding;
  if (sdy) {
    sharding = parse(emit, textOf(sdy), tensor.getRank());
  } else {
    auto text = llvm::dyn_cast<mlir::StringAttr>(hlo);
    if (!text)
      return emit() << "its `mhlo.sharding` is no string";
    sharding = parseHlo(emit, text.getValue(), tensor.getRank());
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

SmallVector<std::optional<Sharding>>
ShardingReader::ofResults(mlir::Operation *op) {
  SmallVector<std::optional<Sharding>> shardings(op->getNumResults());
  mlir::ScopedDiagnosticHandler quiet(
      op->getContext(), [](mlir::Diagnostic &) { return success(); });
  auto dropped = [&] { return mlir::emitError(op->getLoc()); };
  // Looked for once, however many ops name it.
  auto find = [&](StringRef name) -> const DeviceMesh * {
    if (unusable.contains(name))
      return nullptr;
    const DeviceMesh *mesh = findMesh(dropped, name);
    if (!mesh)
      unusable.insert(name);
    return mesh;
  };
  SmallVector<StringRef> texts;
  bool isHlo = false;
  if (llvm::isa<sdy::ShardingConstraintOp, sdy::ReshardOp>(op)) {
    texts.push_back(op->getAttrOfType<mlir::StringAttr>("sharding").getValue());
  } else if (mlir::Attribute sdy = op->getAttr(SdyShardingAttribute)) {
    auto list = splitSdyShardings(dropped, textOf(sdy));
    if (succeeded(list))
      texts = std::move(*list);
  } else if (auto text =
                 op->getAttrOfType<mlir::StringAttr>(HloShardingAttribute);
             text && op->getNumResults() == 1) {
    isHlo = true;
    texts.push_back(text.getValue());
  }
  for (auto [result, text, sharding] :
       llvm::zip(op->getResults(), texts, shardings)) {
    mlir::RankedTensorType tensor = tileableType(result);
    if (!tensor)
      continue;
    auto read = isHlo ? parseHlo(dropped, text, tensor.getRank())
                      : parseSdy(dropped, text, tensor.getRank(), find);
    if (succeeded(read) && read->dividesEvenly(tensor.getShape()))
      sharding = std::move(*read);
  }
  return shardings;
}
