//===- FileWeights.cpp - Initial values out of a model's file -------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Runner/FileWeights.h"
#include "Conversion/ForwardToStep/ForwardFunction.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Frontend/Keras/StoredWeights.h"
#include "Support/LLVM.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace trainlint;
using namespace trainlint::run;

/// The floats that a model keeps, with the results of `@init` that they are.
static std::vector<keras::WantedWeight>
wantedWeights(const ForwardFunction &forward,
              llvm::SmallVectorImpl<mlir::OpOperand *> &places) {
  std::vector<keras::WantedWeight> out;
  mlir::Operation *end =
      mlir::func::FuncOp(forward.init).getBody().back().getTerminator();
  for (const auto *kept : {&forward.parameters, &forward.states})
    for (const NamedValue &value : *kept) {
      auto type = llvm::cast<mlir::RankedTensorType>(value.type);
      if (!llvm::isa<mlir::FloatType>(type.getElementType()) ||
          type.getNumElements() == 0)
        continue;
      out.push_back(
          {value.name, {type.getShape().begin(), type.getShape().end()}});
      places.push_back(&end->getOpOperand(forward.initial.lookup(value.name)));
    }
  return out;
}

/// What made the old values is of no use any more.
static void eraseUnused(mlir::Block &block) {
  for (mlir::Operation &op :
       llvm::make_early_inc_range(llvm::reverse(block.getOperations())))
    if (mlir::isOpTriviallyDead(&op))
      op.erase();
}

llvm::Error run::takeFileWeights(mlir::ModuleOp module, StringRef file,
                                 const keras::Model &model) {
  auto weights = keras::StoredWeights::open(file, model);
  if (!weights)
    return weights.takeError();
  if (!*weights)
    return llvm::Error::success();
  llvm::FailureOr<ForwardFunction> forward = readForwardModule(module);
  if (failed(forward))
    return llvm::createStringError("its forward module is invalid");
  llvm::SmallVector<mlir::OpOperand *> places;
  std::vector<keras::WantedWeight> wanted = wantedWeights(*forward, places);
  auto found = (*weights)->find(wanted);
  if (!found)
    return found.takeError();
  mlir::Block &init = forward->init.getBody().back();
  mlir::OpBuilder builder(init.getTerminator());
  for (auto [place, stored] : llvm::zip_equal(places, *found)) {
    auto type = llvm::cast<mlir::RankedTensorType>(place->get().getType());
    auto element = llvm::cast<mlir::FloatType>(type.getElementType());
    std::string storage;
    auto bytes = (*weights)->read(stored, element.getFloatSemantics(), storage);
    if (!bytes)
      return bytes.takeError();
    auto elements = mlir::DenseElementsAttr::getFromRawBuffer(
        type, llvm::ArrayRef(bytes->data(), bytes->size()));
    place->set(stablehlo::ConstantOp::create(builder, forward->init.getLoc(),
                                             elements));
  }
  eraseUnused(init);
  return llvm::Error::success();
}
