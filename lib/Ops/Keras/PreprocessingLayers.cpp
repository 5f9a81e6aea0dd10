//===- PreprocessingLayers.cpp - What happens to data before --------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/Keras/Layers.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::keras;
using namespace trainlint::stablehlo;

/// Numbers in place of text, and hashes. No program computes them; what follows
/// is known all the same.
static FailureOr<Values> lookUp(LayerCall &call) {
  StringRef name = call.className;
  (void)call.failUnsupported(
      name.starts_with("Hash") ? "it hashes text, which hosts do"
      : name == "StringLookup" ? "it looks up text, which hosts do"
                               : "it splits and looks up text, which hosts "
                                 "do");
  if (call.builder.buildsOps())
    return llvm::failure();
  if (call.settings.word("output_mode", "int") != "int")
    return Values{Value()};
  SmallVector<int64_t> shape(call.shape());
  if (name == "TextVectorization") {
    // As many words as are asked for, of one text in each example.
    int64_t words = call.settings.integer("output_sequence_length", -1);
    shape = {shape.front(), words > 0 ? words : mlir::ShapedType::kDynamic};
  }
  auto type = RankedTensorType::get(shape, call.builder.builder().getI64Type());
  return Values{call.builder.unknown(type)};
}

/// A function of the user, which may say what it returns.
static FailureOr<Values> lambda(LayerCall &call) {
  (void)call.failClass();
  if (call.builder.buildsOps())
    return llvm::failure();
  std::optional<SmallVector<int64_t>> sizes =
      call.settings.list("output_shape");
  bool isShape = sizes && !sizes->empty() &&
                 llvm::all_of(*sizes, [](int64_t size) { return size >= 0; });
  if (!isShape)
    return Values{Value()};
  SmallVector<int64_t> shape = {call.shape().front()};
  shape.append(*sizes);
  return Values{
      call.builder.unknown(RankedTensorType::get(shape, call.computeType))};
}

/// The numbers of a list, or of lists in it; none if something else is there.
static bool appendNumbers(mlir::Attribute value, SmallVector<double> &numbers) {
  if (std::optional<double> number = numberOf(value)) {
    numbers.push_back(*number);
    return true;
  }
  std::optional<llvm::ArrayRef<mlir::Attribute>> items = listOf(value);
  return items && llvm::all_of(*items, [&](mlir::Attribute item) {
           return appendNumbers(item, numbers);
         });
}

/// A statistic that a layer was given, or that it found in data.
static FailureOr<Value> statistic(LayerCall &call, StringRef name, Shape sizes,
                                  double initial) {
  mlir::Attribute given = call.settings.get(name);
  if (!given)
    return call.state(name, sizes, initial);
  SmallVector<double> numbers;
  auto type = RankedTensorType::get(sizes, call.computeType);
  if (!appendNumbers(given, numbers))
    return call.failUnsupported("`" + name + "` is not a list of numbers");
  if (!call.builder.buildsOps())
    return call.builder.unknown(type);
  if (numbers.size() == 1)
    return call.builder.splat(type, numbers.front());
  if (int64_t(numbers.size()) != type.getNumElements())
    return call.fail("`" + name + "` has " + llvm::Twine(numbers.size()) +
                     " numbers; " + llvm::Twine(type.getNumElements()) +
                     " are required");
  return call.builder.reals(numbers, type);
}

/// Takes out a mean and a variance that training does not change.
static FailureOr<Values> presetNormalization(LayerCall &call) {
  // `null` stands for all dimensions.
  bool isWhole =
      call.settings.all().contains("axis") && !call.settings.get("axis");
  FailureOr<SmallVector<int64_t>> kept =
      isWhole ? SmallVector<int64_t>() : call.dimensions("axis");
  if (failed(kept))
    return llvm::failure();
  SmallVector<int64_t> sizes = call.sizesOf(*kept);
  FailureOr<Value> mean = statistic(call, "mean", sizes, 0);
  FailureOr<Value> variance = statistic(call, "variance", sizes, 1);
  if (failed(mean) || failed(variance))
    return llvm::failure();
  // The examples that it has seen are a weight as well.
  if (!call.builder.buildsOps() && !call.settings.get("mean"))
    call.context.count.add({}, /*isTrained=*/false);
  ProgramBuilder &b = call.builder;
  Value x = b.convert(call.input(), call.computeType);
  Value deviation = b.sqrt(*variance);
  deviation = b.maximum(deviation, b.like(deviation, 1e-7));
  Value center = b.broadcast(*mean, call.shape(), *kept);
  Value scale = b.broadcast(deviation, call.shape(), *kept);
  if (call.settings.getBool("invert", false))
    return Values{b.add(center, b.multiply(x, scale))};
  return Values{b.divide(b.subtract(x, center), scale)};
}

/// Images stay as they are. What changes are bounding boxes in a dictionary,
/// whose order of results is that of the library that flattens it.
static FailureOr<Values> limitBoxes(LayerCall &call) {
  if (call.inputs.size() != 1)
    return call.failUnsupported("its results are a dictionary");
  if (call.rank() != 3 && call.rank() != 4)
    return call.fail("the input shape " + mismatch::shapeText(call.shape()) +
                     " has rank " + llvm::Twine(call.rank()) +
                     "; 3 or 4 is required");
  return call.inputs;
}

void keras::addPreprocessingLayers(LayerTable &table) {
  table.add(lookUp,
            {"HashedCrossing", "Hashing", "StringLookup", "TextVectorization"},
            LayerTraits::TakesIntegers);
  table.add(lambda,
            {"Lambda", "SlicingOpLambda", "TFOpLambda", "TensorFlowOpLayer"},
            LayerTraits::TakesIntegers);
  table.add(presetNormalization, {"Normalization"});
  table.add(limitBoxes, {"MaxNumBoundingBoxes"}, LayerTraits::TakesIntegers);
}
