//===- ImageSampler.cpp - Pixels at places that are computed --------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/Keras/ImageSampler.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::keras;
using namespace trainlint::stablehlo;

FailureOr<ImageSampler> ImageSampler::read(LayerCall &call, bool mirrors) {
  ImageSampler sampler(call);
  StringRef mode = call.settings.word("fill_mode", "reflect");
  StringRef interpolation = call.settings.word("interpolation", "bilinear");
  if (mode == "wrap")
    sampler.mode = FillMode::Wrap;
  else if (mode == "constant")
    sampler.mode = FillMode::Constant;
  else if (mode == "mirror" && mirrors)
    sampler.mode = FillMode::Mirror;
  else if (mode == "nearest")
    sampler.mode = FillMode::Nearest;
  else if (mode != "reflect")
    return call.failSetting("fill_mode", mode);
  sampler.isNearest = interpolation == "nearest";
  if (!sampler.isNearest && interpolation != "bilinear")
    return call.failSetting("interpolation", interpolation);
  sampler.filling = call.settings.number("fill_value", 0);
  sampler.images = call.isChannelsFirst()
                       ? call.builder.transpose(call.input(), {0, 2, 3, 1})
                       : call.input();
  return sampler;
}

Value ImageSampler::places(Type element, bool areColumns) {
  return b.iota(RankedTensorType::get(placeShape(), element),
                areColumns ? 2 : 1);
}

Value ImageSampler::rest(Value places, double period) {
  Value whole = b.floor(b.scale(places, 1 / period));
  return b.subtract(places, b.scale(whole, period));
}

Value ImageSampler::inside(Value places, unsigned axis) {
  auto count = static_cast<double>(size(axis));
  switch (mode) {
  case FillMode::Constant:
    return places;
  case FillMode::Nearest:
    break;
  case FillMode::Wrap:
    if (areEdgesJoined)
      return places;
    places = rest(places, count);
    break;
  case FillMode::Mirror: {
    if (count == 1)
      break;
    Value there = rest(places, 2 * (count - 1));
    Value back = b.subtract(b.like(there, 2 * (count - 1)), there);
    places = b.minimum(there, back);
    break;
  }
  case FillMode::Reflect: {
    Value there = rest(places, 2 * count);
    Value back = b.subtract(b.like(there, 2 * count - 1), there);
    Value isBack =
        b.compare(there, b.like(there, count), ComparisonDirection::GE);
    places = b.select(isBack, back, there);
    break;
  }
  }
  return b.minimum(b.maximum(places, b.like(places, 0)),
                   b.like(places, count - 1));
}

Value ImageSampler::isInside(Value places, unsigned axis) {
  auto last = static_cast<double>(size(axis) - 1);
  return b.binary<AndOp>(
      b.compare(places, b.like(places, 0), ComparisonDirection::GE),
      b.compare(places, b.like(places, last), ComparisonDirection::LE));
}

Value ImageSampler::overChannels(Value numbers) {
  return b.broadcast(numbers, ProgramBuilder::shapeOf(images), {0, 1, 2});
}

Value ImageSampler::pixelsAt(Value rows, Value columns) {
  Shape shape = ProgramBuilder::shapeOf(images);
  bool isSmall = shape[0] * shape[1] * shape[2] < (int64_t(1) << 31);
  mlir::Type numbers =
      isSmall ? b.builder().getI32Type() : b.builder().getI64Type();
  auto whole = [&](Value places, unsigned axis) {
    if (mode == FillMode::Wrap && areEdgesJoined)
      places = rest(places, static_cast<double>(size(axis)));
    Value kept = b.minimum(b.maximum(places, b.like(places, 0)),
                           b.like(places, static_cast<double>(size(axis) - 1)));
    return b.convert(kept, numbers);
  };
  Value row = whole(rows, 0), column = whole(columns, 1);
  Value example = b.iota(ProgramBuilder::typeOf(row), 0);
  // Pixels of all images one after another.
  Value place = b.add(b.scale(example, static_cast<double>(shape[1])), row);
  place = b.add(b.scale(place, static_cast<double>(shape[2])), column);
  SmallVector<int64_t> vectors = placeShape();
  vectors.push_back(1);
  auto dimensions = GatherDimensionsAttr::get(
      b.builder().getContext(), /*offsetDims=*/{3}, /*collapsedSliceDims=*/{0},
      /*operandBatchingDims=*/{}, /*startIndicesBatchingDims=*/{},
      /*startIndexMap=*/{0}, /*indexVectorDim=*/3);
  Value flat = b.reshape(images, {shape[0] * shape[1] * shape[2], shape[3]});
  Value found = b.gather(flat, b.reshape(place, vectors), shape, dimensions,
                         {1, shape[3]});
  if (mode != FillMode::Constant)
    return found;
  Value isThere = b.binary<AndOp>(isInside(rows, 0), isInside(columns, 1));
  return b.select(overChannels(isThere), found, b.like(found, filling));
}

Value ImageSampler::sample(Value rows, Value columns) {
  Value row = inside(rows, 0), column = inside(columns, 1);
  Value result;
  if (isNearest) {
    auto nearest = [&](Value place) {
      return b.floor(b.add(place, b.like(place, 0.5)));
    };
    result = pixelsAt(nearest(row), nearest(column));
  } else {
    Value top = b.floor(row), left = b.floor(column);
    Value bottom = b.add(top, b.like(top, 1));
    Value right = b.add(left, b.like(left, 1));
    auto share = [&](Value place, Value before) {
      return overChannels(
          b.convert(b.subtract(place, before), call.computeType));
    };
    Value down = share(row, top), across = share(column, left);
    auto between = [&](Value first, Value second, Value share) {
      Value rest = b.subtract(b.like(share, 1), share);
      return b.add(b.multiply(first, rest), b.multiply(second, share));
    };
    result = between(
        between(pixelsAt(top, left), pixelsAt(top, right), across),
        between(pixelsAt(bottom, left), pixelsAt(bottom, right), across), down);
  }
  return call.isChannelsFirst() ? b.transpose(result, {0, 3, 1, 2}) : result;
}
