//===- EinsumLayers.cpp - Dense layers by an equation ---------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/Common/Einsum.h"
#include "Ops/Keras/Layers.h"
#include "Support/MLIR.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::keras;
using namespace trainlint::stablehlo;

namespace {
/// The equation of a layer: its input, its kernel, and its result, of which an
/// ellipsis in front or at the end stands for what is no letter.
struct Equation {
  StringRef input;
  StringRef kernel;
  StringRef result;
  bool isFrontOpen = false;
  bool isEndOpen = false;

  static std::optional<Equation> read(StringRef text);
};
} // namespace

std::optional<Equation> Equation::read(StringRef text) {
  Equation equation;
  auto [terms, result] = text.split("->");
  std::tie(equation.input, equation.kernel) = terms.split(',');
  equation.result = result;
  equation.isFrontOpen = equation.input.consume_front("...");
  equation.isEndOpen = equation.input.consume_back("...");
  bool isAlike = equation.isFrontOpen == equation.result.consume_front("...") &&
                 equation.isEndOpen == equation.result.consume_back("...") &&
                 !(equation.isFrontOpen && equation.isEndOpen);
  auto areLetters = [](StringRef term) {
    return !term.empty() && llvm::all_of(term, [](char letter) {
      return llvm::isAlpha(letter);
    });
  };
  if (!isAlike || !areLetters(equation.input) || !areLetters(equation.kernel) ||
      !areLetters(equation.result))
    return std::nullopt;
  return equation;
}

/// The sizes of `output_shape`, of which those that are `null` are unknown.
static std::optional<SmallVector<int64_t>> partialShape(LayerCall &call) {
  mlir::Attribute value = call.settings.get("output_shape");
  if (std::optional<int64_t> one = integerOf(value))
    return SmallVector<int64_t>{*one};
  std::optional<llvm::ArrayRef<mlir::Attribute>> list = listOf(value);
  if (!list)
    return std::nullopt;
  SmallVector<int64_t> shape;
  for (mlir::Attribute size : *list) {
    std::optional<int64_t> known = integerOf(size);
    if (!known && !llvm::isa<mlir::UnitAttr>(size))
      return std::nullopt;
    shape.push_back(known.value_or(mlir::ShapedType::kDynamic));
  }
  return shape;
}

namespace {
/// What the letters of an equation stand for.
class LetterSizes {
public:
  LetterSizes(LayerCall &call, const Equation &equation)
      : call(call), equation(equation) {}

  LogicalResult read();
  FailureOr<SmallVector<int64_t>> kernelShape() const;
  /// Of a bias along some letters of the result, for broadcasts.
  FailureOr<SmallVector<int64_t>> biasShape(StringRef along) const;

private:
  LayerCall &call;
  const Equation &equation;
  /// How many dimensions the ellipsis stands for.
  int64_t elided = 0;
  llvm::MapVector<char, int64_t> sizes;
};
} // namespace

LogicalResult LetterSizes::read() {
  Shape input = call.shape();
  elided = call.rank() - int64_t(equation.input.size());
  bool isOpen = equation.isFrontOpen || equation.isEndOpen;
  if (isOpen ? elided < 0 : elided != 0)
    return call.fail("`equation` names " + llvm::Twine(equation.input.size()) +
                     " dimensions of the input shape " +
                     mismatch::shapeText(input));
  std::optional<SmallVector<int64_t>> given = partialShape(call);
  if (!given)
    return call.failUnsupported("`output_shape` is not a list of integers");
  // Neither examples nor what an ellipsis in front stands for are part of it.
  bool hasBatch = !equation.isFrontOpen || elided == 0;
  size_t named = equation.result.size() - (hasBatch ? 1 : 0);
  if (given->size() != named)
    return call.fail("`output_shape` has " + llvm::Twine(given->size()) +
                     " sizes, and `equation` has " + llvm::Twine(named) +
                     " for them");
  for (auto [number, letter] : llvm::enumerate(equation.result)) {
    bool isBatch = hasBatch && number == 0;
    sizes[letter] = isBatch ? input[0] : (*given)[number - (hasBatch ? 1 : 0)];
  }
  for (auto [number, letter] : llvm::enumerate(equation.input)) {
    int64_t size = input[number + (equation.isFrontOpen ? elided : 0)];
    auto [known, isNew] = sizes.insert({letter, size});
    if (disagree(known->second, size))
      return call.fail("`" + llvm::Twine(letter) + "` has size " +
                       llvm::Twine(size) + " in the input and " +
                       llvm::Twine(known->second) + " in `output_shape`");
    if (!isKnown(known->second))
      known->second = size;
  }
  for (char letter : equation.result) {
    if (!equation.input.contains(letter) && !equation.kernel.contains(letter))
      return call.fail("the result names `" + llvm::Twine(letter) +
                       "`, which neither input nor kernel has");
  }
  return llvm::success();
}

FailureOr<SmallVector<int64_t>> LetterSizes::kernelShape() const {
  SmallVector<int64_t> shape;
  for (char letter : equation.kernel) {
    const auto *known = sizes.find(letter);
    if (known == sizes.end())
      return call.fail("the kernel names `" + llvm::Twine(letter) +
                       "`, which neither input nor result has");
    if (!isKnown(known->second) && !equation.input.contains(letter))
      return call.fail("`output_shape` has no size of `" + llvm::Twine(letter) +
                       "`");
    shape.push_back(known->second);
  }
  return shape;
}

FailureOr<SmallVector<int64_t>> LetterSizes::biasShape(StringRef along) const {
  size_t first = equation.result.find_first_of(along);
  for (char letter : along) {
    if (!equation.result.contains(letter))
      return call.fail("`bias_axes` names `" + llvm::Twine(letter) +
                       "`, which the result does not have");
  }
  SmallVector<int64_t> shape;
  for (char letter : equation.result.drop_front(first))
    shape.push_back(along.contains(letter) ? sizes.lookup(letter) : 1);
  if (equation.isEndOpen)
    shape.append(elided, 1);
  return shape;
}

static FailureOr<Values> einsumDense(LayerCall &call) {
  StringRef text = call.settings.word("equation", "");
  std::optional<Equation> equation = Equation::read(text);
  if (!equation)
    return call.fail("`equation` \"" + text +
                     "\" is not that of an input and a kernel");
  if (call.settings.get("lora_rank") && failed(call.failWeights("lora_rank")))
    return llvm::failure();
  LetterSizes sizes(call, *equation);
  if (failed(sizes.read()))
    return llvm::failure();
  FailureOr<SmallVector<int64_t>> shape = sizes.kernelShape();
  if (failed(shape))
    return llvm::failure();
  FailureOr<Value> kernel =
      call.weight("kernel", *shape, "kernel", "glorot_uniform");
  if (failed(kernel))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  Einsum product(b, text, {call.input(), *kernel});
  if (std::string problem = product.read(); !problem.empty())
    return call.fail(problem);
  Value result = product.compute();
  StringRef along = call.settings.word("bias_axes", "");
  if (!along.empty()) {
    FailureOr<SmallVector<int64_t>> biasShape = sizes.biasShape(along);
    if (failed(biasShape))
      return llvm::failure();
    FailureOr<Value> bias = call.weight("bias", *biasShape, "bias", "zeros");
    if (failed(bias))
      return llvm::failure();
    result =
        b.add(result, b.broadcastTo(*bias, ProgramBuilder::shapeOf(result)));
  }
  FailureOr<Value> activated = call.activate(result);
  if (failed(activated))
    return llvm::failure();
  return Values{*activated};
}

void keras::addEinsumLayers(LayerTable &table) {
  table.add(einsumDense, {"EinsumDense"});
}
