//===- OneDnnConvolutions.cpp - Convolutions by oneDNN --------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// oneDNN knows convolutions by what training does with them. A program has
// one operation for all, so the roles of its operands are found out first: gaps
// between the elements of the left operand make it a gradient of the source,
// and a window larger than the result a gradient of the kernel.
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/CodeGen/Contractions.h"
#include "Backend/CPU/CodeGen/Convolutions.h"
#include "Backend/CPU/CodeGen/Elements.h"
#include "Backend/CPU/Interface/RuntimeCalls.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Support/LLVM.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "llvm/Support/Debug.h"

#define DEBUG_TYPE "cpu-onednn"

using namespace trainlint;
using namespace trainlint::stablehlo;

namespace trainlint::cpu {

namespace {

/// A tensor with the dimensions that play the first two roles, and the others.
struct Roles {
  Value tensor;
  int64_t first, second;
  ArrayRef<int64_t> spatial;

  int64_t size(int64_t dimension) const { return shapeOf(tensor)[dimension]; }
};

struct Call {
  ConvolutionKind kind;
  Roles source, kernel, result;
  int64_t groups = 1;
  SmallVector<ConvolutionWindow> windows;
  /// The kernel that is computed lies the other way round.
  bool isTurned = false;
};

} // namespace

static void appendDistances(const Roles &roles,
                            llvm::SmallVectorImpl<int64_t> &numbers) {
  // Elements between neighbors in each dimension.
  SmallVector<int64_t> distances = mlir::computeStrides(shapeOf(roles.tensor));
  numbers.push_back(distances[roles.first]);
  numbers.push_back(distances[roles.second]);
  for (int64_t d : roles.spatial)
    numbers.push_back(distances[d]);
}

/// Elements between the groups of a kernel. They come first among its outputs,
/// or among its channels for the gradient of the data.
static int64_t groupDistance(const Call &call) {
  int64_t dimension = call.kind == ConvolutionKind::BackwardData
                          ? call.kernel.second
                          : call.kernel.first;
  return mlir::computeStrides(shapeOf(call.kernel.tensor))[dimension] *
         (call.kernel.size(dimension) / call.groups);
}

static SmallVector<int64_t> numbersOf(const Call &call, bool isBFloat16) {
  SmallVector<int64_t> numbers = {static_cast<int64_t>(call.kind),
                                  int64_t(call.windows.size()),
                                  call.source.size(call.source.first),
                                  call.source.size(call.source.second),
                                  call.result.size(call.result.second),
                                  call.groups,
                                  groupDistance(call),
                                  isBFloat16};
  for (const ConvolutionWindow &window : call.windows)
    llvm::append_range(
        numbers, ArrayRef<int64_t>{window.source, window.kernel, window.result,
                                   window.stride, window.dilation,
                                   window.paddingLow, window.paddingHigh});
  for (const Roles *roles : {&call.source, &call.kernel, &call.result})
    appendDistances(*roles, numbers);
  return numbers;
}

/// Sizes of the windows, and the padding above that makes them fit.
static void completeWindows(Call &call) {
  for (auto [i, window] : llvm::enumerate(call.windows)) {
    window.source = call.source.size(call.source.spatial[i]);
    window.kernel = call.kernel.size(call.kernel.spatial[i]);
    window.result = call.result.size(call.result.spatial[i]);
    window.paddingHigh = (window.result - 1) * window.stride +
                         (window.kernel - 1) * window.dilation + 1 -
                         window.source - window.paddingLow;
  }
}

static Call forwardCall(const Convolution &c) {
  ConvDimensionsAttr n = c.numbers;
  Call call{ConvolutionKind::Forward,
            {c.lhs, n.getInputBatchDimension(), n.getInputFeatureDimension(),
             n.getInputSpatialDimensions()},
            {c.rhs, n.getKernelOutputFeatureDimension(),
             n.getKernelInputFeatureDimension(),
             n.getKernelSpatialDimensions()},
            {c.result, n.getOutputBatchDimension(),
             n.getOutputFeatureDimension(), n.getOutputSpatialDimensions()},
            c.featureGroups,
            {}};
  for (const Window &window : c.windows)
    call.windows.push_back(
        {0, 0, 0, window.stride, window.windowDilation, window.paddingLow, 0});
  return call;
}

/// The left operand is the gradient of a result, the right one a kernel that is
/// turned round.
static Call dataCall(const Convolution &c) {
  ConvDimensionsAttr n = c.numbers;
  Call call{ConvolutionKind::BackwardData,
            {c.result, n.getOutputBatchDimension(),
             n.getOutputFeatureDimension(), n.getOutputSpatialDimensions()},
            {c.rhs, n.getKernelInputFeatureDimension(),
             n.getKernelOutputFeatureDimension(),
             n.getKernelSpatialDimensions()},
            {c.lhs, n.getInputBatchDimension(), n.getInputFeatureDimension(),
             n.getInputSpatialDimensions()},
            c.featureGroups,
            {}};
  for (const Window &window : c.windows)
    call.windows.push_back(
        {0, 0, 0, window.baseDilation, window.windowDilation,
         (window.size - 1) * window.windowDilation - window.paddingLow, 0});
  return call;
}

/// The left operand is a source with batch and channels exchanged, the right
/// one the gradient of a result.
static Call weightsCall(const Convolution &c) {
  ConvDimensionsAttr n = c.numbers;
  Call call{ConvolutionKind::BackwardWeights,
            {c.lhs, n.getInputFeatureDimension(), n.getInputBatchDimension(),
             n.getInputSpatialDimensions()},
            {c.result, n.getOutputFeatureDimension(),
             n.getOutputBatchDimension(), n.getOutputSpatialDimensions()},
            {c.rhs, n.getKernelInputFeatureDimension(),
             n.getKernelOutputFeatureDimension(),
             n.getKernelSpatialDimensions()},
            c.batchGroups,
            {}};
  for (const Window &window : c.windows)
    call.windows.push_back(
        {0, 0, 0, window.windowDilation, window.stride, window.paddingLow, 0});
  return call;
}

/// The same of a transposed convolution: the left operand, with gaps, is in the
/// place of the gradient of a result, and the right one in that of the source.
static Call transposedWeightsCall(const Convolution &c) {
  ConvDimensionsAttr n = c.numbers;
  Call call{ConvolutionKind::BackwardWeights,
            {c.rhs, n.getKernelInputFeatureDimension(),
             n.getKernelOutputFeatureDimension(),
             n.getKernelSpatialDimensions()},
            {c.result, n.getOutputBatchDimension(),
             n.getOutputFeatureDimension(), n.getOutputSpatialDimensions()},
            {c.lhs, n.getInputFeatureDimension(), n.getInputBatchDimension(),
             n.getInputSpatialDimensions()},
            1,
            {}};
  for (auto [window, d] : llvm::zip(c.windows, n.getOutputSpatialDimensions()))
    call.windows.push_back({0, 0, 0, window.baseDilation, 1,
                            shapeOf(c.result)[d] - 1 - window.paddingLow, 0});
  call.isTurned = true;
  return call;
}

bool hasLargeWindow(ConvDimensionsAttr numbers, Value kernel, Value result) {
  auto count = [](Value tensor, ArrayRef<int64_t> spatial) {
    int64_t count = 1;
    for (int64_t d : spatial)
      count *= shapeOf(tensor)[d];
    return count;
  };
  return count(kernel, numbers.getKernelSpatialDimensions()) >
         count(result, numbers.getOutputSpatialDimensions());
}

static std::optional<Call> chooseCall(const Convolution &c) {
  bool hasGaps = llvm::any_of(
      c.windows, [](const Window &w) { return w.baseDilation > 1; });
  bool moves =
      llvm::any_of(c.windows, [](const Window &w) { return w.stride > 1; });
  bool isSpread = llvm::any_of(
      c.windows, [](const Window &w) { return w.windowDilation > 1; });
  bool isReversed = llvm::is_contained(c.reversal, true);
  bool isLarge = hasLargeWindow(c.numbers, c.rhs, c.result);
  bool isOfWeights = isLarge && c.featureGroups == 1 && !isReversed;
  if (hasGaps) {
    if (moves || c.batchGroups > 1)
      return std::nullopt;
    return isOfWeights && !isSpread ? transposedWeightsCall(c) : dataCall(c);
  }
  if (isOfWeights)
    return weightsCall(c);
  // Groups of the batch are those of a gradient.
  bool isForward = c.batchGroups == 1 && (!isLarge || c.featureGroups > 1);
  return isForward ? std::optional(forwardCall(c)) : std::nullopt;
}

[[maybe_unused]] static const char *kindName(ConvolutionKind kind) {
  switch (kind) {
  case ConvolutionKind::Forward:
    return "forward";
  case ConvolutionKind::BackwardData:
    return "backward data";
  case ConvolutionKind::BackwardWeights:
    return "backward weights";
  }
  return "";
}

/// The elements of a buffer as oneDNN takes them.
static Value widened(Lowering &lowering, Location loc, Value buffer,
                     Type element) {
  if (element.isF32())
    return buffer;
  int64_t count =
      llvm::cast<mlir::MemRefType>(buffer.getType()).getNumElements();
  return reordered(lowering, loc, lowering.reshape(loc, buffer, count), element,
                   ArrayRef<int64_t>{0});
}

/// Copies elements to the other end of some dimensions.
static void turnRound(Lowering &lowering, Location loc, Value from, Value to,
                      ArrayRef<int64_t> dimensions) {
  ArrayRef<int64_t> shape =
      llvm::cast<mlir::MemRefType>(from.getType()).getShape();
  lowering.loops(loc, shape, [&](ValueRange indices) {
    SmallVector<Value> place(indices);
    for (int64_t d : dimensions)
      place[d] = lowering.linear(loc, place[d], -1, shape[d] - 1);
    lowering.move(loc, from, place, to, indices);
  });
}

bool emitOneDnnConvolution(Lowering &lowering, const Convolution &c) {
  auto isComputedInF32 = [](Value tensor) {
    return computedType(elementTypeIn(tensor)).isF32();
  };
  auto decline = [&]([[maybe_unused]] const char *why) {
    LLVM_DEBUG(llvm::dbgs() << "convolution at " << c.loc
                            << " does not go to oneDNN: " << why << "\n");
    return false;
  };
  if (!lowering.options.supportsConvolution)
    return decline("it is switched off");
  if (!llvm::all_of(ArrayRef<Value>{c.lhs, c.rhs, c.result}, isComputedInF32))
    return decline("an element type is not computed in f32");
  if (c.lhs == c.rhs)
    return decline("its operands are the same tensor");
  if (c.windows.empty() || c.windows.size() > 3)
    return decline("it has not one to three spatial dimensions");
  std::optional<Call> call = chooseCall(c);
  if (!call)
    return decline("it is no forward, data or weights convolution");
  completeWindows(*call);
  for (const ConvolutionWindow &window : call->windows)
    if (window.paddingLow < 0 || window.source == 0 || window.result == 0)
      return decline("a padding is negative or a size is 0");
  // The library multiplies bf16 as it is, where it has a kernel for it.
  bool isNarrow =
      llvm::all_of(ArrayRef<Value>{c.lhs, c.rhs, c.result},
                   [](Value tensor) { return elementTypeIn(tensor).isBF16(); });
  SmallVector<int64_t> numbers = numbersOf(*call, isNarrow);
  if (isNarrow && !lowering.options.supportsConvolution(numbers)) {
    isNarrow = false;
    numbers = numbersOf(*call, isNarrow);
  }
  if (!lowering.options.supportsConvolution(numbers))
    return decline("the library has no fast kernel for its shape");
  LLVM_DEBUG(llvm::dbgs() << "convolution at " << c.loc << " goes to oneDNN: "
                          << kindName(call->kind) << "\n");
  Location loc = c.loc;
  SmallVector<bool> turns(c.reversal);
  if (call->kind == ConvolutionKind::BackwardData)
    for (bool &turn : turns)
      turn = !turn;
  Value lhs = lowering.bufferOf(c.lhs);
  Value rhs = turned(lowering, c, turns);
  if (!isNarrow) {
    lhs = widened(lowering, loc, lhs, elementTypeIn(c.lhs));
    rhs = widened(lowering, loc, rhs, elementTypeIn(c.rhs));
  }
  Value result = isNarrow ? lowering.allocateResult(c.result)
                          : lowering.allocateWide(c.result);
  Value computed = result;
  if (call->isTurned)
    computed =
        lowering.allocate(loc, llvm::cast<mlir::MemRefType>(result.getType()));
  auto addressOf = [&](const Roles &roles) {
    return lowering.address(loc, roles.tensor == c.result ? computed
                                 : roles.tensor == c.lhs  ? lhs
                                                          : rhs);
  };
  callRuntime(lowering.b, loc, "trainlint_cpu_convolve",
              {lowering.context, lowering.constantNumbers(loc, numbers),
               addressOf(call->source), addressOf(call->kernel),
               addressOf(call->result)});
  if (call->isTurned)
    turnRound(lowering, loc, computed, result, call->kernel.spatial);
  lowering.storeWide(result, c.result);
  return true;
}

} // namespace trainlint::cpu

#undef DEBUG_TYPE
