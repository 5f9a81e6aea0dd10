//===- ConvolutionOps.cpp - Convolutions and their gradients --------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/Common/Broadcasting.h"
#include "Ops/TensorFlow/Operators.h"
#include "Ops/TensorFlow/Windows.h"
#include "Support/MLIR.h"
#include "Support/Text.h"

using namespace trainlint;
using namespace trainlint::tensorflow;
using stablehlo::ConvDimensionsAttr;
using stablehlo::ConvolutionOptions;

namespace {
/// A convolution of images with a kernel whose last dimensions are the features
/// that it takes and gives. `Depthwise` ones give several features for each
/// that they take.
struct Convolution {
  ImageWindows windows;
  Integers input;
  Integers kernel;
  Integers output;
  int64_t groups = 1;
  bool isDepthwise = false;

  int64_t dimensions() const { return windows.spatial.size(); }
  int64_t inputFeatures() const { return input[windows.featureAxis]; }
  /// The kernel as a convolution in groups takes it: the features of one group,
  /// and all that are given.
  Integers groupedKernel() const {
    Integers shape(kernel);
    if (isDepthwise) {
      shape[dimensions()] = 1;
      shape[dimensions() + 1] = kernel[dimensions()] * kernel.back();
    }
    return shape;
  }
};
} // namespace

static bool isDepthwise(OpCall &node) {
  return node.op().starts_with("Depthwise");
}

static std::optional<Convolution>
convolutionOf(OpCall &node, llvm::ArrayRef<int64_t> input,
              llvm::ArrayRef<int64_t> kernel) {
  auto fail = [&](const std::string &reason) {
    (void)node.fail(reason);
    return std::nullopt;
  };
  if (kernel.size() < 3)
    return fail(mismatch::rankBelow(kernel, 3, "kernel"));
  if (kernel.size() != input.size())
    return fail(mismatch::rank(kernel, input.size(), "kernel"));
  Convolution c;
  c.input.assign(input.begin(), input.end());
  c.kernel.assign(kernel.begin(), kernel.end());
  std::optional<ImageWindows> windows =
      imageWindows(node, input, kernel.drop_back(2));
  if (!windows)
    return std::nullopt;
  c.windows = *windows;
  c.isDepthwise = isDepthwise(node);
  int64_t features = c.inputFeatures();
  int64_t taken = kernel[kernel.size() - 2];
  bool areKnown = stablehlo::isKnown(features) && stablehlo::isKnown(taken);
  if ((stablehlo::isKnown(taken) && taken < 1) ||
      (areKnown && features % taken != 0) ||
      (c.isDepthwise && disagree(taken, features)))
    return fail("the kernel has " + pluralize(taken, "input channel") +
                "; the input has " + std::to_string(features));
  // Groups follow from both numbers.
  if (areKnown)
    c.groups = c.isDepthwise ? features : features / taken;
  int64_t given = kernel.back();
  if (c.isDepthwise)
    given = productOf(stablehlo::isKnown(taken) ? taken : features, given);
  if (stablehlo::isKnown(given) && given % c.groups != 0)
    return fail(mismatch::groups(given, c.groups, "output channels"));
  c.output.assign(input.begin(), input.end());
  c.output[c.windows.featureAxis] = given;
  for (const SpatialWindow &window : c.windows.spatial)
    c.output[window.axis] = window.output;
  return c;
}

namespace {
/// Which dimension of a tensor plays which role.
struct Roles {
  int64_t first, second;
  Integers spatial;
};
} // namespace

/// Batch and features of images.
static Roles imageRoles(const Convolution &c) {
  Roles roles{c.windows.batchAxis, c.windows.featureAxis, {}};
  for (const SpatialWindow &window : c.windows.spatial)
    roles.spatial.push_back(window.axis);
  return roles;
}

/// The features that a kernel takes, and those that it gives.
static Roles kernelRoles(const Convolution &c) {
  Roles roles{c.dimensions(), c.dimensions() + 1, {}};
  for (int64_t i = 0; i != c.dimensions(); ++i)
    roles.spatial.push_back(i);
  return roles;
}

static Roles swapped(Roles roles) {
  std::swap(roles.first, roles.second);
  return roles;
}

static ConvDimensionsAttr dimensionsOf(OpCall &node, const Roles &lhs,
                                       const Roles &rhs, const Roles &result) {
  return ConvDimensionsAttr::get(node.builder.builder().getContext(), lhs.first,
                                 lhs.second, lhs.spatial, rhs.first, rhs.second,
                                 rhs.spatial, result.first, result.second,
                                 result.spatial);
}

/// How many dimensions the images and kernels of an op have.
static int64_t imageRank(OpCall &node) {
  return node.op().starts_with("Conv3D") ? 5 : 4;
}

/// The sizes that an input gives for a gradient, as far as they are known.
static std::optional<Integers> givenSizes(OpCall &node, unsigned input) {
  std::optional<Integers> sizes = node.partial(input);
  if (!sizes) {
    (void)node.failUnknown(input, unknownSizes(imageRank(node)));
    return std::nullopt;
  }
  for (int64_t &size : *sizes)
    size = size < 0 ? mlir::ShapedType::kDynamic : size;
  return sizes;
}

static LogicalResult convolve(OpCall &node) {
  for (unsigned i : {0, 1})
    node.assumeRank(i, imageRank(node));
  std::optional<Convolution> c =
      convolutionOf(node, node.shape(0), node.shape(1));
  if (!c) {
    node.expectSizes(0, unknownSizes(imageRank(node)));
    return llvm::failure();
  }
  if (node.elementsDiffer(0, 1))
    return node.fail(mismatch::elements(node.element(0), node.element(1)));
  if (!node.builder.buildsOps())
    return node.setSizes(0, c->output);
  ConvolutionOptions options;
  options.dimensions =
      dimensionsOf(node, imageRoles(*c), kernelRoles(*c), imageRoles(*c));
  options.featureGroups = c->groups;
  for (const SpatialWindow &window : c->windows.spatial) {
    options.strides.push_back(window.stride);
    options.padding.push_back({window.low, window.high});
    options.rhsDilation.push_back(window.dilation);
  }
  Value kernel = node.builder.reshape(node.input(1), c->groupedKernel());
  return node.set(node.builder.convolution(node.input(0), kernel, options));
}

/// A kernel of groups, with the features of each group that it gives where it
/// had those that it takes.
static Value turnGroups(OpCall &node, const Convolution &c, Value kernel) {
  if (c.groups == 1)
    return kernel;
  Integers shape = c.groupedKernel();
  int64_t d = c.dimensions(), taken = shape[d], given = shape[d + 1] / c.groups;
  Integers split(shape.begin(), shape.begin() + d);
  split.append({taken, c.groups, given});
  Integers order;
  for (int64_t i = 0; i != d; ++i)
    order.push_back(i);
  order.append({d, d + 1, d + 2});
  // [..., taken, group, given] -> [..., group * taken, given], whose first
  // dimension is then what is given.
  std::swap(order[d], order[d + 1]);
  Value moved =
      node.builder.transpose(node.builder.reshape(kernel, split), order);
  Integers joined(shape.begin(), shape.begin() + d);
  joined.append({c.groups * taken, given});
  return node.builder.reshape(moved, joined);
}

/// Fails unless the gradient, input 2, is one of the output, and its elements
/// are those of the other tensor.
static LogicalResult checkGradient(OpCall &node, const Convolution &c,
                                   unsigned other) {
  if (!stablehlo::mayEqual(node.shape(2), c.output))
    return node.failShape("the gradient", 2, c.output);
  if (node.elementsDiffer(other, 2))
    return node.fail(mismatch::elements(node.element(other), node.element(2)));
  return llvm::success();
}

/// The gradient for the images: the gradient of the output, spread out by the
/// strides, convolved with the kernel turned round.
static LogicalResult inputGradient(OpCall &node) {
  std::optional<Integers> sizes = givenSizes(node, 0);
  if (!sizes)
    return llvm::failure(node.problem.has_value());
  for (unsigned i : {1, 2})
    node.assumeRank(i, imageRank(node));
  llvm::ArrayRef<int64_t> gradient = node.shape(2);
  // Newer graphs give the spatial sizes alone.
  if (sizes->size() + 2 == gradient.size() && !gradient.empty()) {
    bool featuresFirst = node.word("data_format", "NHWC") == "NCHW";
    int64_t features = node.shape(1)[gradient.size() - 2];
    sizes->insert(sizes->begin(), gradient[0]);
    sizes->insert(featuresFirst ? sizes->begin() + 1 : sizes->end(), features);
  }
  if (!sizes->empty())
    sizes->front() = node.context.batchFor(sizes->front());
  std::optional<Convolution> c = convolutionOf(node, *sizes, node.shape(1));
  if (!c) {
    node.expectSizes(0, *sizes);
    return llvm::failure();
  }
  if (failed(checkGradient(node, *c, 1)))
    return llvm::failure();
  if (!node.builder.buildsOps())
    return node.setSizes(0, *sizes);
  ConvolutionOptions options;
  options.dimensions = dimensionsOf(node, imageRoles(*c),
                                    swapped(kernelRoles(*c)), imageRoles(*c));
  options.featureGroups = c->groups;
  for (const SpatialWindow &window : c->windows.spatial) {
    int64_t spread = (window.output - 1) * window.stride + 1;
    int64_t low = window.reach() - 1 - window.low;
    int64_t high = window.input + window.reach() - 1 - spread - low;
    options.padding.push_back({low, high});
    options.lhsDilation.push_back(window.stride);
    options.rhsDilation.push_back(window.dilation);
  }
  Value kernel = node.builder.reshape(node.input(1), c->groupedKernel());
  kernel = node.builder.reverse(turnGroups(node, *c, kernel),
                                kernelRoles(*c).spatial);
  return node.set(node.builder.convolution(node.input(2), kernel, options));
}

/// The gradient for the kernel: the images convolved with the gradient of the
/// output, where examples take the part of features.
static LogicalResult kernelGradient(OpCall &node) {
  std::optional<Integers> sizes = givenSizes(node, 1);
  if (!sizes)
    return llvm::failure(node.problem.has_value());
  for (unsigned i : {0, 2})
    node.assumeRank(i, imageRank(node));
  std::optional<Convolution> c = convolutionOf(node, node.shape(0), *sizes);
  if (!c) {
    node.expectSizes(0, *sizes);
    return llvm::failure();
  }
  if (failed(checkGradient(node, *c, 0)))
    return llvm::failure();
  if (!node.builder.buildsOps())
    return node.setSizes(0, *sizes);
  ConvolutionOptions options;
  options.dimensions = dimensionsOf(node, swapped(imageRoles(*c)),
                                    imageRoles(*c), kernelRoles(*c));
  options.batchGroups = c->groups;
  for (const SpatialWindow &window : c->windows.spatial) {
    int64_t spread = (window.output - 1) * window.stride + 1;
    int64_t high = window.reach() - 1 - (window.input + window.low - spread);
    options.padding.push_back({window.low, high});
    options.strides.push_back(window.dilation);
    options.rhsDilation.push_back(window.stride);
  }
  Value result =
      node.builder.convolution(node.input(0), node.input(2), options);
  return node.set(node.builder.reshape(result, c->kernel));
}

void tensorflow::addConvolutionOps(OpTable &table) {
  table.addPartial(2, 0, convolve,
                   {"Conv2D", "Conv3D", "DepthwiseConv2dNative"});
  table.addPartial(3, 0, inputGradient,
                   {"Conv2DBackpropInput", "Conv3DBackpropInputV2",
                    "DepthwiseConv2dNativeBackpropInput"});
  table.addPartial(3, 0, kernelGradient,
                   {"Conv2DBackpropFilter", "Conv3DBackpropFilterV2",
                    "DepthwiseConv2dNativeBackpropFilter"});
}
