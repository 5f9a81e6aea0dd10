//===- ChannelGroups.h - Norms of groups of channels ------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_BACKEND_CPU_CODEGEN_CHANNELGROUPS_H
#define TRAINLINT_BACKEND_CPU_CODEGEN_CHANNELGROUPS_H

#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Support/LLVM.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/SetVector.h"
#include <vector>

namespace trainlint::cpu {

/// What a norm of groups of channels, or its gradient, computes with tensors of
/// `N x groups x rest`, which are reshaped images of `N x C x places`:
/// elementwise ops, broadcasts of what each group has, and sums of each group.
class ChannelGroups {
public:
  /// All of a program. Nothing else takes or gives the tensors of one.
  static std::vector<ChannelGroups> findAll(mlir::ModuleOp program);

  /// The images that are reshaped, where they are taken, and those that are
  /// reshaped back to.
  SmallVector<mlir::OpOperand *> getTakenImages() const;
  SmallVector<mlir::Value> getGivenImages() const;

  /// Computes the same with images in place of the tensors.
  void becomeImages();

private:
  explicit ChannelGroups(stablehlo::ReshapeOp first);

  bool collect(mlir::Value first);
  bool hasRows(mlir::Value value) const;
  bool isImageTaken(mlir::Operation *op) const;
  bool isImageGiven(mlir::Operation *op) const;
  bool takesAll(mlir::Operation *op);
  bool isGiven(mlir::Value value);
  bool isTaken(mlir::Operation *user);
  mlir::Value ofImages(stablehlo::BroadcastInDimOp op) const;
  mlir::Value ofImages(stablehlo::ReduceOp op) const;

  mlir::RankedTensorType image;
  SmallVector<int64_t> shape;
  llvm::SetVector<mlir::Value> tensors;
};

} // namespace trainlint::cpu

#endif // TRAINLINT_BACKEND_CPU_CODEGEN_CHANNELGROUPS_H
