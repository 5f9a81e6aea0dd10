//===- ChannelsLast.cpp - Channels behind places --------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Convolutions are fastest where the channels of a place lie next to each
// other: a vector has channels of one place, whatever the sizes of the image,
// and the library's kernels take such tensors as they are. Programs of PyTorch
// and ONNX have channels before places. Tensors that ops take and give
// dimension by dimension change their order together; transposes are left only
// where something asks for the order of the program, such as an argument, a
// result or a reshape that is not a norm's of groups of channels
// (ChannelGroups.cpp). They change it where convolutions read and write more
// than the transposes do.
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/CodeGen/ChannelGroups.h"
#include "Backend/CPU/CodeGen/Convolutions.h"
#include "Backend/CPU/CodeGen/Rewrites.h"
#include "Dialect/StableHLO/Builders/ProgramBuilder.h"
#include "Dialect/StableHLO/IR/Elementwise.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Support/LLVM.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace trainlint;
using namespace trainlint::stablehlo;
using mlir::Operation;
using mlir::OpOperand;
using mlir::RankedTensorType;
using mlir::Value;

namespace trainlint::cpu {

//===----------------------------------------------------------------------===//
// The order of dimensions
//===----------------------------------------------------------------------===//

/// Channels are the second dimension of a program's tensors.
static constexpr int64_t Channels = 1;

/// The dimensions in their new order, as numbers of the old one.
static SmallVector<int64_t> newOrder(int64_t rank) {
  SmallVector<int64_t> order = {0};
  llvm::append_range(order, llvm::seq<int64_t>(Channels + 1, rank));
  order.push_back(Channels);
  return order;
}

/// The new number of a dimension.
static int64_t placeOf(int64_t dimension, int64_t rank) {
  if (dimension == Channels)
    return rank - 1;
  return dimension > Channels ? dimension - 1 : dimension;
}

static SmallVector<int64_t> placesOf(ArrayRef<int64_t> dimensions,
                                     int64_t rank) {
  return llvm::map_to_vector(dimensions,
                             [&](int64_t d) { return placeOf(d, rank); });
}

template <typename T>
static SmallVector<T> reorder(ArrayRef<T> items) {
  return mlir::applyPermutation(items, newOrder(items.size()));
}

static RankedTensorType reordered(RankedTensorType type) {
  return type.clone(reorder(type.getShape()));
}

/// Has channels and places of known sizes.
static bool isImage(Value value) {
  auto type = llvm::dyn_cast<RankedTensorType>(value.getType());
  return type && type.getRank() >= 3 && type.getRank() <= 5 &&
         type.hasStaticShape();
}

/// Whether elements stay where they are if dimensions change their order.
static bool staysInPlace(RankedTensorType type, ArrayRef<int64_t> order) {
  auto moves = [&](int64_t d) { return type.getDimSize(d) != 1; };
  return type.getNumElements() == 0 ||
         llvm::is_sorted(llvm::filter_to_vector(order, moves));
}

//===----------------------------------------------------------------------===//
// What ops ask of it
//===----------------------------------------------------------------------===//

namespace {

/// Operands and results of an op that have the same dimensions, as far as they
/// are images. Others, such as bounds and initial values, count for nothing.
struct Alike {
  SmallVector<OpOperand *> operands;
  SmallVector<Value> results;
};

} // namespace

static Alike wholeOp(Operation *op) {
  Alike all;
  for (OpOperand &operand : op->getOpOperands())
    all.operands.push_back(&operand);
  llvm::append_range(all.results, op->getResults());
  return all;
}

/// Whether the dimensions that are left keep their order.
static bool keepsOrder(ReduceOp op) {
  int64_t rank = ProgramBuilder::typeOf(op.getInputs().front()).getRank();
  auto isLeft = [&](int64_t d) {
    return !llvm::is_contained(op.getDimensions(), d);
  };
  return !isLeft(Channels) ||
         llvm::none_of(llvm::seq<int64_t>(Channels + 1, rank), isLeft);
}

/// The tensors of an op that may change their order, each list together. All
/// others stay as the program has them.
static SmallVector<Alike> alikeOf(Operation *op) {
  auto operand = [&](unsigned number) { return &op->getOpOperand(number); };
  if (isElementwise(op))
    return {wholeOp(op)};
  return llvm::TypeSwitch<Operation *, SmallVector<Alike>>(op)
      .Case<PadOp, SliceOp, ReverseOp, ConcatenateOp, ReduceWindowOp,
            SelectAndScatterOp>(
          [](auto op) { return SmallVector<Alike>{wholeOp(op)}; })
      .Case<BroadcastInDimOp, IotaOp>([](auto op) {
        return SmallVector<Alike>{{{}, {op.getResult()}}};
      })
      .Case([](ConstantOp op) {
        auto elements = llvm::dyn_cast<mlir::DenseElementsAttr>(op.getValue());
        return elements && elements.isSplat()
                   ? SmallVector<Alike>{{{}, {op.getResult()}}}
                   : SmallVector<Alike>();
      })
      .Case([](ReduceOp op) {
        Alike inputs = wholeOp(op);
        inputs.results.clear();
        return keepsOrder(op) ? SmallVector<Alike>{inputs}
                              : SmallVector<Alike>();
      })
      .Case<BatchNormInferenceOp, BatchNormTrainingOp>([&](Operation *) {
        return SmallVector<Alike>{{{operand(0)}, {op->getResult(0)}}};
      })
      .Case([&](BatchNormGradOp) {
        return SmallVector<Alike>{
            {{operand(0), operand(4)}, {op->getResult(0)}}};
      })
      .Case<ConvolutionOp, TransposeOp>([&](Operation *) {
        SmallVector<Alike> each;
        for (OpOperand &one : op->getOpOperands())
          each.push_back({{&one}, {}});
        each.push_back({{}, {op->getResult(0)}});
        return each;
      })
      .Default([](Operation *) { return SmallVector<Alike>(); });
}

/// The operands and results of a convolution that are images rather than
/// kernels, channels first. Both operands of a kernel's gradient are images.
static SmallVector<Value> imagesOf(ConvolutionOp op) {
  Value lhs = op.getLhs(), rhs = op.getRhs(), result = op.getResult();
  if (!isImage(lhs) || !isImage(rhs) || !isImage(result))
    return {};
  ConvDimensionsAttr n = op.getDimensionNumbers();
  SmallVector<Value> images;
  auto add = [&](Value tensor, ArrayRef<int64_t> spatial) {
    int64_t first = Channels + 1;
    if (ProgramBuilder::shapeOf(tensor)[Channels] > 1 &&
        llvm::equal(spatial, llvm::seq(first, first + int64_t(spatial.size()))))
      images.push_back(tensor);
  };
  add(lhs, n.getInputSpatialDimensions());
  if (hasLargeWindow(n, rhs, result))
    add(rhs, n.getKernelSpatialDimensions());
  else
    add(result, n.getOutputSpatialDimensions());
  return images;
}

//===----------------------------------------------------------------------===//
// What changes
//===----------------------------------------------------------------------===//

namespace {

/// Finds the tensors that are better off with channels last.
class Choice {
public:
  /// Norms count as if they worked with images.
  explicit Choice(mlir::ModuleOp program, ArrayRef<ChannelGroups> norms = {});

  ArrayRef<Value> getChanged() const { return changed.getArrayRef(); }
  bool isChanged(Value value) const { return changed.contains(value); }
  /// Whether the op that gives a value can give it in the new order.
  bool isGivenSo(Value value) const { return given.contains(value); }
  bool isTakenSo(OpOperand &use) const { return taken.contains(&use); }

private:
  void join(const Alike &alike);
  double gainOf(Value value) const;

  /// In the order of the program.
  llvm::SetVector<Value> images, changed;
  /// Those that change together.
  llvm::EquivalenceClasses<Value> classes;
  llvm::DenseSet<Value> given;
  llvm::DenseSet<OpOperand *> taken;
  /// How many operands and results of convolutions a tensor is.
  llvm::DenseMap<Value, int64_t> convolutions;
};

} // namespace

void Choice::join(const Alike &alike) {
  Value first;
  auto add = [&](Value value) {
    images.insert(value);
    if (first)
      classes.unionSets(first, value);
    else
      classes.insert(first = value);
  };
  for (OpOperand *operand : alike.operands) {
    if (!isImage(operand->get()))
      continue;
    add(operand->get());
    taken.insert(operand);
  }
  for (Value result : alike.results) {
    if (!isImage(result))
      continue;
    add(result);
    given.insert(result);
  }
}

/// The elements that convolutions read and write, less those that transposes
/// do.
double Choice::gainOf(Value value) const {
  RankedTensorType type = ProgramBuilder::typeOf(value);
  int64_t gain = convolutions.lookup(value);
  if (!staysInPlace(type, newOrder(type.getRank()))) {
    gain -= !isGivenSo(value);
    gain -= llvm::any_of(value.getUses(),
                         [&](OpOperand &use) { return !isTakenSo(use); });
  }
  // Of all tensors together they may be more than an integer holds.
  return static_cast<double>(gain) * static_cast<double>(type.getNumElements());
}

static bool hasConvolution(mlir::ModuleOp program) {
  return program
      .walk([](ConvolutionOp) { return mlir::WalkResult::interrupt(); })
      .wasInterrupted();
}

Choice::Choice(mlir::ModuleOp program, ArrayRef<ChannelGroups> norms) {
  for (const ChannelGroups &norm : norms)
    join({norm.getTakenImages(), norm.getGivenImages()});
  program.walk([&](Operation *op) {
    for (const Alike &alike : alikeOf(op))
      join(alike);
    if (auto convolution = llvm::dyn_cast<ConvolutionOp>(op))
      for (Value image : imagesOf(convolution))
        ++convolutions[image];
  });
  llvm::DenseMap<Value, double> gains;
  for (Value value : images)
    gains[classes.getLeaderValue(value)] += gainOf(value);
  for (Value value : images)
    if (gains.lookup(classes.getLeaderValue(value)) > 0)
      changed.insert(value);
}

//===----------------------------------------------------------------------===//
// Ops in the new order
//===----------------------------------------------------------------------===//

/// An attribute that has an item for each dimension.
static void reorderItems(Operation *op, StringRef name) {
  if (auto items = op->getAttrOfType<mlir::DenseI64ArrayAttr>(name))
    op->setAttr(name, mlir::DenseI64ArrayAttr::get(
                          op->getContext(), reorder(items.asArrayRef())));
}

/// The same of padding, which has two for each.
static void reorderPadding(Operation *op) {
  auto padding = op->getAttrOfType<mlir::DenseIntElementsAttr>("padding");
  if (!padding)
    return;
  auto numbers = llvm::to_vector(padding.getValues<int64_t>());
  SmallVector<int64_t> turned;
  for (int64_t d : newOrder(numbers.size() / 2))
    turned.append({numbers[2 * d], numbers[2 * d + 1]});
  op->setAttr("padding",
              mlir::DenseIntElementsAttr::get(padding.getType(), turned));
}

static void reorderWindow(Operation *op) {
  for (StringRef name : {"window_dimensions", "window_strides",
                         "base_dilations", "window_dilations"})
    reorderItems(op, name);
  reorderPadding(op);
}

static void renumber(ConvolutionOp op, const Choice &choice) {
  ConvDimensionsAttr n = op.getDimensionNumbers();
  auto placer = [&](Value tensor) {
    bool isChanged = choice.isChanged(tensor);
    int64_t rank = ProgramBuilder::typeOf(tensor).getRank();
    return [=](int64_t d) { return isChanged ? placeOf(d, rank) : d; };
  };
  auto input = placer(op.getLhs()), kernel = placer(op.getRhs()),
       output = placer(op.getResult());
  op.setDimensionNumbersAttr(ConvDimensionsAttr::get(
      op.getContext(), input(n.getInputBatchDimension()),
      input(n.getInputFeatureDimension()),
      llvm::map_to_vector(n.getInputSpatialDimensions(), input),
      kernel(n.getKernelInputFeatureDimension()),
      kernel(n.getKernelOutputFeatureDimension()),
      llvm::map_to_vector(n.getKernelSpatialDimensions(), kernel),
      output(n.getOutputBatchDimension()),
      output(n.getOutputFeatureDimension()),
      llvm::map_to_vector(n.getOutputSpatialDimensions(), output)));
}

static void renumber(TransposeOp op, const Choice &choice) {
  SmallVector<int64_t> permutation(op.getPermutation());
  if (choice.isChanged(op.getOperand()))
    permutation = placesOf(permutation, permutation.size());
  if (choice.isChanged(op.getResult()))
    permutation = reorder(ArrayRef(permutation));
  op.setPermutation(permutation);
}

/// Lets an op say the same of tensors that are in the new order.
static void renumber(Operation *op, int64_t rank, const Choice &choice) {
  llvm::TypeSwitch<Operation *>(op)
      .Case<ConvolutionOp, TransposeOp>([&](auto op) { renumber(op, choice); })
      .Case([](PadOp op) {
        for (StringRef name :
             {"edge_padding_low", "edge_padding_high", "interior_padding"})
          reorderItems(op, name);
      })
      .Case([](SliceOp op) {
        for (StringRef name : {"start_indices", "limit_indices", "strides"})
          reorderItems(op, name);
      })
      .Case<ReduceWindowOp, SelectAndScatterOp>(
          [](auto op) { reorderWindow(op); })
      .Case([&](ReverseOp op) {
        op.setDimensions(placesOf(op.getDimensions(), rank));
      })
      .Case([&](ReduceOp op) {
        auto dimensions = placesOf(op.getDimensions(), rank);
        llvm::sort(dimensions);
        op.setDimensions(dimensions);
      })
      .Case([&](ConcatenateOp op) {
        op.setDimension(placeOf(op.getDimension(), rank));
      })
      .Case([&](BroadcastInDimOp op) {
        op.setBroadcastDimensions(placesOf(op.getBroadcastDimensions(), rank));
      })
      .Case([&](IotaOp op) {
        op.setIotaDimension(placeOf(op.getIotaDimension(), rank));
      })
      .Case<BatchNormGradOp, BatchNormInferenceOp, BatchNormTrainingOp>(
          [&](auto op) {
            op.setFeatureIndex(placeOf(op.getFeatureIndex(), rank));
          })
      .Case([](ConstantOp op) {
        auto elements = llvm::cast<mlir::DenseElementsAttr>(op.getValue());
        op.setValueAttr(
            elements.reshape(reordered(ProgramBuilder::typeOf(op))));
      });
}

/// The tensor that an op works with in the new order; null if there is none.
static Value changedTensorOf(Operation *op, const Choice &choice) {
  for (OpOperand &operand : op->getOpOperands())
    if (choice.isTakenSo(operand) && choice.isChanged(operand.get()))
      return operand.get();
  for (Value result : op->getResults())
    if (choice.isGivenSo(result) && choice.isChanged(result))
      return result;
  return {};
}

/// A tensor in another order.
static Value transposed(Value tensor, ArrayRef<int64_t> order) {
  mlir::OpBuilder place(tensor.getContext());
  place.setInsertionPointAfterValue(tensor);
  ProgramBuilder b(place, tensor.getLoc());
  RankedTensorType type = ProgramBuilder::typeOf(tensor);
  if (staysInPlace(type, order))
    return b.reshape(tensor, mlir::applyPermutation(type.getShape(), order));
  return b.transpose(tensor, order);
}

/// Changes the order of a tensor, and transposes it for whoever has or wants it
/// as it was.
static void change(Value tensor, const Choice &choice) {
  RankedTensorType type = ProgramBuilder::typeOf(tensor);
  SmallVector<int64_t> order = newOrder(type.getRank());
  if (!choice.isGivenSo(tensor)) {
    Value turned = transposed(tensor, order);
    tensor.replaceUsesWithIf(
        turned, [&](OpOperand &use) { return choice.isTakenSo(use); });
    return;
  }
  tensor.setType(reordered(type));
  SmallVector<OpOperand *> asBefore;
  for (OpOperand &use : tensor.getUses())
    if (!choice.isTakenSo(use))
      asBefore.push_back(&use);
  if (asBefore.empty())
    return;
  Value back = transposed(tensor, mlir::invertPermutationVector(order));
  for (OpOperand *use : asBefore)
    use->set(back);
}

/// Lets norms work with images where that lets images change their order.
static void changeNorms(mlir::ModuleOp program) {
  std::vector<ChannelGroups> norms = ChannelGroups::findAll(program);
  if (norms.empty())
    return;
  Choice choice(program, norms);
  llvm::erase_if(norms, [&](const ChannelGroups &norm) {
    return !choice.isChanged(norm.getTakenImages().front()->get());
  });
  for (ChannelGroups &norm : norms)
    norm.becomeImages();
}

void putChannelsLast(mlir::ModuleOp program) {
  if (!hasConvolution(program))
    return;
  changeNorms(program);
  Choice choice(program);
  if (choice.getChanged().empty())
    return;
  // What ops say has to change while operands still are the tensors that the
  // choice knows.
  program.walk([&](Operation *op) {
    if (Value tensor = changedTensorOf(op, choice))
      renumber(op, ProgramBuilder::typeOf(tensor).getRank(), choice);
  });
  for (Value tensor : choice.getChanged())
    change(tensor, choice);
}

} // namespace trainlint::cpu
