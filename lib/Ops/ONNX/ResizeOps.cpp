//===- ResizeOps.cpp - Operators of ONNX that resize tensors --------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/Common/Interpolation.h"
#include "Ops/ONNX/Operators.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::onnx;
using namespace trainlint::stablehlo;

//===----------------------------------------------------------------------===//
// What a node asks for
//===----------------------------------------------------------------------===//

static LogicalResult readInterpolation(OpCall &call,
                                       Interpolation &interpolation) {
  using Kind = Interpolation::Kind;
  StringRef mode = call.word("mode", "nearest");
  bool isOld = call.op == "Upsample" || call.version < 11;
  if (mode == "linear" || (isOld && mode == "bilinear"))
    interpolation.kind = Kind::Linear;
  else if (mode == "cubic" && !isOld)
    interpolation.kind = Kind::Cubic;
  else if (mode != "nearest")
    return call.fail(
        mismatch::word("mode", mode, {"nearest", "linear", "cubic"}));
  if (isOld) {
    interpolation.transformation = "asymmetric";
    interpolation.rounding = "simple";
    return llvm::success();
  }
  interpolation.transformation =
      call.word("coordinate_transformation_mode", "half_pixel");
  interpolation.rounding = call.word("nearest_mode", "round_prefer_floor");
  interpolation.cubic = call.number("cubic_coeff_a", -0.75);
  interpolation.excludesOutside = call.integer("exclude_outside", 0) != 0;
  interpolation.isSmooth = call.integer("antialias", 0) != 0;
  constexpr StringRef Transformations[] = {
      "half_pixel",           "half_pixel_symmetric", "pytorch_half_pixel",
      "align_corners",        "asymmetric",           "tf_crop_and_resize",
      "tf_half_pixel_for_nn",
  };
  constexpr StringRef Roundings[] = {"round_prefer_floor", "round_prefer_ceil",
                                     "floor", "ceil"};
  if (!llvm::is_contained(Transformations, interpolation.transformation))
    return call.fail(mismatch::word("coordinate_transformation_mode",
                                    interpolation.transformation,
                                    Transformations));
  if (!llvm::is_contained(Roundings, interpolation.rounding))
    return call.fail(
        mismatch::word("nearest_mode", interpolation.rounding, Roundings));
  return llvm::success();
}

/// True for an input that is there and is no list without elements.
static bool hasNumbers(OpCall &call, unsigned input) {
  return call.has(input) && elementCount(call.type(input).getShape()) != 0;
}

/// The scales, in whichever form the opset has them.
static std::optional<SmallVector<double>> readScales(OpCall &call,
                                                     unsigned input) {
  if (call.op != "Upsample" || call.version >= 9)
    return hasNumbers(call, input) ? call.knownNumbers(input) : std::nullopt;
  if (call.version >= 7)
    return call.numbers("scales");
  return SmallVector<double>{1, 1, call.number("height_scale", 1),
                             call.number("width_scale", 1)};
}

/// Sizes of the axes by `scales`.
static LogicalResult applyScales(OpCall &call, ArrayRef<double> scales,
                                 llvm::MutableArrayRef<ResizedAxis> axes) {
  if (scales.size() != axes.size())
    return call.fail("`scales` has " + llvm::Twine(scales.size()) +
                     " elements; " + llvm::Twine(axes.size()) +
                     " are required");
  for (auto [axis, scale] : llvm::zip_equal(axes, scales)) {
    if (!(scale > 0))
      return call.fail("a scale is " + llvm::Twine(std::to_string(scale)));
    axis.scale = scale;
    if (!isKnown(axis.input)) {
      axis.output = scale == 1 ? axis.input : ShapedType::kDynamic;
      continue;
    }
    // Runtimes multiply in the precision of scales.
    float size =
        std::floor(static_cast<float>(axis.input) * static_cast<float>(scale));
    if (!(size <= 0x1p30F))
      return call.failUnsupported("a scale is " +
                                  llvm::Twine(std::to_string(scale)));
    axis.output = static_cast<int64_t>(size);
  }
  return llvm::success();
}

/// Sizes that keep the ratio of those of the input.
static LogicalResult keepRatio(OpCall &call, bool isLarger,
                               llvm::MutableArrayRef<ResizedAxis> axes) {
  std::optional<double> common;
  bool areKnown = true;
  for (ResizedAxis &axis : axes) {
    areKnown &= isKnown(axis.input) && isKnown(axis.output) && axis.input > 0;
    if (!areKnown)
      break;
    double factor = axis.factor();
    common = !common    ? factor
             : isLarger ? std::max(*common, factor)
                        : std::min(*common, factor);
  }
  for (ResizedAxis &axis : axes) {
    if (!areKnown) {
      axis.output = ShapedType::kDynamic;
      continue;
    }
    axis.scale = common;
    double size = std::floor(*common * static_cast<double>(axis.input) + 0.5);
    if (!(size <= 0x1p30))
      return call.failUnsupported("an axis of the result is too large");
    axis.output = static_cast<int64_t>(size);
  }
  return llvm::success();
}

/// Sizes of the axes by `sizes`.
static LogicalResult applySizes(OpCall &call, Shape sizes,
                                llvm::MutableArrayRef<ResizedAxis> axes) {
  if (sizes.size() != axes.size())
    return call.fail("`sizes` " + mismatch::shapeText(sizes) + " has " +
                     llvm::Twine(sizes.size()) + " elements; " +
                     llvm::Twine(axes.size()) + " are required");
  for (auto [axis, size] : llvm::zip_equal(axes, sizes)) {
    if (!OpCall::maybeSize(size))
      return call.fail("`sizes` is " + mismatch::shapeText(sizes));
    axis.output = size;
  }
  StringRef policy = call.word("keep_aspect_ratio_policy", "stretch");
  if (policy == "stretch")
    return llvm::success();
  if (policy != "not_larger" && policy != "not_smaller")
    return call.fail(mismatch::word("keep_aspect_ratio_policy", policy,
                                    {"stretch", "not_larger", "not_smaller"}));
  return keepRatio(call, policy == "not_smaller", axes);
}

/// The parts of the axes that are shown.
static LogicalResult applyRegion(OpCall &call,
                                 llvm::MutableArrayRef<ResizedAxis> axes) {
  if (!hasNumbers(call, 1))
    return call.failMissing("`roi` is missing");
  std::optional<SmallVector<double>> region = call.knownNumbers(1);
  if (!region)
    return call.failNotConstant(1, "roi");
  if (region->size() != 2 * axes.size())
    return call.fail("`roi` has " + llvm::Twine(region->size()) +
                     " elements; " + llvm::Twine(2 * axes.size()) +
                     " are required");
  for (auto [number, axis] : llvm::enumerate(axes)) {
    axis.start = (*region)[number];
    axis.end = (*region)[axes.size() + number];
  }
  return llvm::success();
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// Puts a number where a place is outside of the input.
static Value extrapolate(ProgramBuilder &b, Value x, double number,
                         ArrayRef<ResizedAxis> axes, StringRef transformation) {
  for (const ResizedAxis &axis : axes) {
    SmallVector<bool> isInside;
    for (double place : axis.places(transformation))
      isInside.push_back(place >= 0 &&
                         place <= static_cast<double>(axis.input - 1));
    if (llvm::all_of(isInside, [](bool inside) { return inside; }))
      continue;
    auto type = RankedTensorType::get({axis.output}, b.builder().getI1Type());
    Value mask = b.constant(mlir::DenseElementsAttr::get(type, isInside));
    mask = b.broadcast(mask, ProgramBuilder::shapeOf(x), {axis.dimension});
    x = b.select(mask, x, b.like(x, number));
  }
  return x;
}

//===----------------------------------------------------------------------===//
// Resize
//===----------------------------------------------------------------------===//

static LogicalResult resizeTensor(OpCall &call) {
  Interpolation interpolation;
  if (failed(call.expectInputs(1)) ||
      failed(readInterpolation(call, interpolation)))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  int64_t rank = call.rank();
  IndexVector dimensions = call.integers("axes").value_or(
      llvm::to_vector(llvm::seq<int64_t>(0, rank)));
  SmallVector<ResizedAxis> axes;
  SmallVector<bool> isNamed(rank, false);
  for (int64_t number : dimensions) {
    std::optional<int64_t> dimension = OpCall::dimension(number, rank);
    if (!dimension || std::exchange(isNamed[*dimension], true))
      return call.fail(mismatch::axis(number, rank, "axes"));
    ResizedAxis axis;
    axis.dimension = *dimension;
    axis.input = call.shape()[*dimension];
    axes.push_back(axis);
  }
  bool isOld = call.op == "Upsample" || call.version < 11;
  unsigned scalesInput = isOld ? 1 : 2;
  bool bySizes = !isOld && hasNumbers(call, 3);
  std::optional<SmallVector<double>> scales;
  std::optional<IndexVector> sizes;
  if (bySizes)
    sizes = call.partialIntegers(3, "sizes");
  else
    scales = readScales(call, scalesInput);
  bool areGiven = bySizes || scales || hasNumbers(call, scalesInput);
  if (!areGiven)
    return call.fail("neither `scales` nor `sizes` is given");
  if (!scales && !sizes)
    return call.failNotConstant(bySizes ? 3 : scalesInput,
                                bySizes ? "sizes" : "scales", rank,
                                call.element());
  if (failed(scales ? applyScales(call, *scales, axes)
                    : applySizes(call, *sizes, axes)))
    return llvm::failure();
  SmallVector<int64_t> shape(call.shape());
  for (const ResizedAxis &axis : axes) {
    shape[axis.dimension] = axis.output;
    if (axis.input == 0 && isKnown(axis.output) && axis.output > 0)
      return call.fail(mismatch::resized(call.shape(), shape));
  }
  if (!b.buildsOps())
    return call.setResult(
        b.unknown(ProgramBuilder::typeOf(call.value(0)).clone(shape)));
  bool isCropped = interpolation.transformation == "tf_crop_and_resize";
  if (isCropped && failed(applyRegion(call, axes)))
    return llvm::failure();
  if (ForwardModule::isTooLarge(shape))
    return call.failUnsupported("the output shape " +
                                mismatch::shapeText(shape) + " is too large");
  for (const ResizedAxis &axis : axes) {
    if (isTooLarge(axis, interpolation))
      return call.failUnsupported(
          mismatch::resizedAxis(axis.input, axis.output));
  }
  Value result = resize(b, call.value(0), axes, interpolation);
  if (isCropped)
    result = extrapolate(b, result, call.number("extrapolation_value", 0), axes,
                         interpolation.transformation);
  return call.setResult(result);
}

void onnx::addResizeOps(OpTable &table) {
  table.add(resizeTensor, {"Resize", "Upsample"});
}
