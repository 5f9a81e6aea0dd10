//===- ImageSampler.h - Pixels at places that are computed ------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_OPS_KERAS_IMAGESAMPLER_H
#define TRAINLINT_OPS_KERAS_IMAGESAMPLER_H

#include "Ops/Keras/ImageLayers.h"

namespace trainlint::keras {

/// What is where there is no image.
enum class FillMode : uint8_t {
  Reflect,
  /// Without the pixels at the edges once more.
  Mirror,
  Wrap,
  Constant,
  Nearest
};

/// Looks up pixels of the images of a call, between which it interpolates.
class ImageSampler {
public:
  /// Reads the settings of the layer. Fails for those that it does not have;
  /// `mirrors` says whether it has that mode.
  static llvm::FailureOr<ImageSampler> read(LayerCall &call,
                                            bool mirrors = false);

  void setMode(FillMode wanted) { mode = wanted; }
  /// Between the last pixel and the first one that comes behind it both count,
  /// rather than the last one alone.
  void joinEdges() { areEdgesJoined = true; }

  /// [batch, height, width] of the result.
  llvm::SmallVector<int64_t> placeShape() const {
    return llvm::SmallVector<int64_t>(
        stablehlo::ProgramBuilder::shapeOf(images).drop_back());
  }
  /// The number of the row of each pixel of the result, or of its column.
  mlir::Value places(mlir::Type element, bool areColumns);

  /// The images with the pixels that are at rows and columns, [batch, height,
  /// width] each.
  mlir::Value sample(mlir::Value rows, mlir::Value columns);

private:
  explicit ImageSampler(LayerCall &call) : call(call), b(call.builder) {}

  int64_t size(unsigned axis) const {
    return stablehlo::ProgramBuilder::shapeOf(images)[axis + 1];
  }
  /// A place that is in the image, unless outside is a constant.
  mlir::Value inside(mlir::Value places, unsigned axis);
  mlir::Value isInside(mlir::Value places, unsigned axis);
  /// What is left of a division by a period.
  mlir::Value rest(mlir::Value places, double period);
  /// The pixels at whole places.
  mlir::Value pixelsAt(mlir::Value rows, mlir::Value columns);
  /// A number for each pixel, for all its channels.
  mlir::Value overChannels(mlir::Value numbers);

  LayerCall &call;
  stablehlo::ProgramBuilder &b;
  mlir::Value images;
  FillMode mode = FillMode::Reflect;
  double filling = 0;
  bool isNearest = false;
  bool areEdgesJoined = false;
};

} // namespace trainlint::keras

#endif // TRAINLINT_OPS_KERAS_IMAGESAMPLER_H
