//===- MicrosoftOps.cpp - Fused operators of exported transformers --------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators of the domain com.microsoft, which optimizers of models put in
// place of several nodes: each means what those meant.
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/Activations.h"
#include "Ops/ONNX/Composition.h"
#include "Ops/ONNX/Operators.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::onnx;
using namespace trainlint::stablehlo;

static LogicalResult expectFloat(OpCall &call, unsigned input) {
  mlir::Type element = call.element(input);
  if (llvm::isa<mlir::FloatType>(element))
    return llvm::success();
  return call.fail(mismatch::notFloat(element));
}

/// A value broadcast to the shape of another one, as NumPy does it.
static FailureOr<Value> spread(OpCall &call, Value value, Value like) {
  Shape wanted = ProgramBuilder::shapeOf(like);
  SmallVector<int64_t> common(wanted);
  bool fits = ProgramBuilder::shapeOf(value).size() <= wanted.size() &&
              broadcastWith(common, ProgramBuilder::shapeOf(value));
  for (auto [size, before] : llvm::zip(common, wanted))
    fits &= !disagree(size, before) || !isKnown(before);
  if (!fits)
    return call.fail(
        mismatch::broadcastTo(ProgramBuilder::shapeOf(value), wanted));
  if (ProgramBuilder::elementOf(value) != ProgramBuilder::elementOf(like))
    return call.fail(mismatch::elements(ProgramBuilder::elementOf(like),
                                        ProgramBuilder::elementOf(value)));
  return call.builder.broadcastTo(value, wanted);
}

static FailureOr<Value> added(OpCall &call, Value x, unsigned input) {
  if (!call.has(input))
    return x;
  FailureOr<Value> other = spread(call, call.value(input), x);
  if (failed(other))
    return llvm::failure();
  return call.builder.add(x, *other);
}

//===----------------------------------------------------------------------===//
// Activations
//===----------------------------------------------------------------------===//

static LogicalResult activation(OpCall &call) {
  if (failed(call.expectInputs(call.op == "BiasGelu" ? 2 : 1)) ||
      failed(expectFloat(call, 0)))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  Value x = call.value(0);
  if (call.op == "QuickGelu")
    return call.setResult(
        b.multiply(x, b.logistic(b.scale(x, call.number("alpha", 1.702)))));
  FailureOr<Value> sum = added(call, x, 1);
  if (failed(sum))
    return llvm::failure();
  return call.setResult(gelu(b, *sum, call.op == "FastGelu"));
}

/// Applies the function that an attribute names to what a fused node computed.
static LogicalResult activate(OpCall &call, const Operand &x,
                              ArrayRef<double> numbers) {
  StringRef function = call.word("activation", "");
  if (function.empty() || x.isUnknown)
    return call.setResult(x);
  ProgramBuilder &b = call.builder;
  if (function == "Clip" && numbers.size() == 2)
    return call.setResult(clip(b, x.value, numbers[0], numbers[1]));
  if (function == "HardSigmoid" && numbers.size() >= 2)
    return call.setResult(hardSigmoid(b, x.value, numbers[0], numbers[1]));
  if (function == "LeakyRelu" && !numbers.empty())
    return call.setResult(leakyRelu(b, x.value, numbers[0]));
  if (function == "Relu")
    return call.setResult(relu(b, x.value));
  if (function == "Sigmoid")
    return call.setResult(b.logistic(x.value));
  if (function == "Tanh")
    return call.setResult(b.tanh(x.value));
  return call.failUnsupported("activation `" + function + "` is not supported");
}

//===----------------------------------------------------------------------===//
// Products and convolutions
//===----------------------------------------------------------------------===//

static LogicalResult fusedMatMul(OpCall &call) {
  if (failed(call.expectInputs(2)))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  SmallVector<Operand> inputs;
  for (auto [number, key, batchKey] :
       {std::tuple(0U, "transA", "transBatchA"),
        std::tuple(1U, "transB", "transBatchB")}) {
    if (call.integer(batchKey, 0) != 0)
      return call.failUnsupported("`" + llvm::Twine(batchKey) +
                                  "` is not supported");
    Value value = call.value(number);
    int64_t rank = call.rank(number);
    // A vector stays as it is.
    if (call.integer(key, 0) != 0 && rank > 1) {
      SmallVector<int64_t> order = llvm::to_vector(llvm::seq<int64_t>(0, rank));
      std::swap(order[rank - 1], order[rank - 2]);
      value = b.transpose(value, order);
    }
    inputs.push_back(operandOf(value));
  }
  FailureOr<Operand> product =
      apply(call, "MatMul", inputs, b.builder().getDictionaryAttr({}));
  if (failed(product))
    return llvm::failure();
  if (product->isUnknown)
    return call.setResult(*product);
  return call.setResult(b.scale(product->value, call.number("alpha", 1)));
}

static LogicalResult fusedGemm(OpCall &call) {
  FailureOr<Operand> product =
      apply(call, "Gemm", call.inputs, call.attributes);
  if (failed(product))
    return llvm::failure();
  SmallVector<double> numbers;
  for (const char *key : {"activation_alpha", "activation_beta"}) {
    if (call.attributes.contains(key))
      numbers.push_back(call.number(key, 0));
  }
  return activate(call, *product, numbers);
}

static LogicalResult fusedConv(OpCall &call) {
  if (failed(call.expectInputs(2)))
    return llvm::failure();
  SmallVector<Operand> inputs(call.inputs.begin(),
                              call.inputs.begin() +
                                  std::min<size_t>(3, call.inputs.size()));
  FailureOr<Operand> image = apply(call, "Conv", inputs, call.attributes);
  if (failed(image))
    return llvm::failure();
  if (!image->isUnknown && call.has(3)) {
    FailureOr<Value> sum = added(call, image->value, 3);
    if (failed(sum))
      return llvm::failure();
    image->value = *sum;
  }
  std::optional<SmallVector<double>> numbers =
      call.numbers("activation_params");
  return activate(call, *image, numbers ? *numbers : SmallVector<double>());
}

/// What has a standard operator of the same name.
static LogicalResult standard(OpCall &call) {
  FailureOr<Operand> result =
      apply(call, call.op, call.inputs, call.attributes);
  if (failed(result))
    return llvm::failure();
  return call.setResult(*result);
}

//===----------------------------------------------------------------------===//
// Normalizations
//===----------------------------------------------------------------------===//

/// Normalizes, and multiplies and adds the inputs of these numbers.
static LogicalResult finishNormalization(OpCall &call, Value x, double epsilon,
                                         bool isSimplified, unsigned scale,
                                         unsigned offset, Normalized &parts) {
  ProgramBuilder &b = call.builder;
  if (ProgramBuilder::shapeOf(x).empty())
    return call.fail(mismatch::rankBelow({}, 1));
  parts = normalizeLast(b, x, epsilon, isSimplified);
  FailureOr<Value> factor = spread(call, call.value(scale), x);
  if (failed(factor))
    return llvm::failure();
  Value result = b.multiply(parts.value, *factor);
  if (call.has(offset)) {
    FailureOr<Value> summand = spread(call, call.value(offset), x);
    if (failed(summand))
      return llvm::failure();
    result = b.add(result, *summand);
  }
  parts.value = result;
  return llvm::success();
}

static LogicalResult microsoftLayerNormalization(OpCall &call) {
  bool isSimplified = call.op == "SimplifiedLayerNormalization";
  if (failed(call.expectInputs(2)) || failed(expectFloat(call, 0)))
    return llvm::failure();
  int64_t rank = call.rank();
  std::optional<int64_t> axis =
      OpCall::dimension(call.integer("axis", -1), rank);
  if (!axis)
    return call.fail(mismatch::axis(call.integer("axis", -1), rank));
  if (*axis != rank - 1)
    return call.failUnsupported("only the last axis is normalized");
  Normalized parts;
  // A simplified one has no offset.
  unsigned offset = isSimplified ? call.inputs.size() : 2;
  if (failed(finishNormalization(call, call.value(0),
                                 call.number("epsilon", 1e-5), isSimplified, 1,
                                 offset, parts)))
    return llvm::failure();
  call.addResult(parts.value);
  if (!isSimplified)
    call.addResult(parts.mean);
  call.addResult(parts.inverseDeviation);
  return llvm::success();
}

/// Normalizes the sum of an input, what skipped a layer and a bias.
static LogicalResult skipLayerNormalization(OpCall &call) {
  bool isSimplified = call.op == "SkipSimplifiedLayerNormalization";
  if (failed(call.expectInputs(3)) || failed(expectFloat(call, 0)))
    return llvm::failure();
  if (call.rank() != 2 && call.rank() != 3)
    return call.fail(mismatch::rank(call.shape(), 3));
  FailureOr<Value> sum = added(call, call.value(0), 1);
  if (succeeded(sum))
    sum = added(call, *sum, isSimplified ? 3 : 4);
  if (failed(sum))
    return llvm::failure();
  Normalized parts;
  unsigned offset = isSimplified ? call.inputs.size() : 3;
  if (failed(finishNormalization(call, *sum, call.number("epsilon", 1e-12),
                                 isSimplified, 2, offset, parts)))
    return llvm::failure();
  call.addResult(parts.value);
  call.addResult(parts.mean);
  call.addResult(parts.inverseDeviation);
  call.addResult(*sum);
  return llvm::success();
}

/// The normalized sum of the embeddings of words, positions and segments.
static LogicalResult embedLayerNormalization(OpCall &call) {
  if (failed(call.expectInputs(1)))
    return llvm::failure();
  for (unsigned i : {2, 3, 5, 6}) {
    if (!call.has(i))
      return call.failMissing("input " + llvm::Twine(i) + " is missing");
  }
  if (call.rank() != 2)
    return call.fail(mismatch::rank(call.shape(), 2, "input_ids"));
  ProgramBuilder &b = call.builder;
  FailureOr<Operand> words = rowsAt(call, call.inputs[2], call.inputs[0]);
  if (failed(words))
    return llvm::failure();
  if (words->isUnknown)
    return call.setUnknown();
  Value sum = words->value;
  auto add = [&](unsigned table, const Operand &indices) {
    FailureOr<Operand> rows = rowsAt(call, call.inputs[table], indices);
    if (failed(rows))
      return false;
    FailureOr<Value> wide = spread(call, rows->value, sum);
    if (succeeded(wide))
      sum = b.add(sum, *wide);
    return succeeded(wide);
  };
  Operand positions;
  if (call.has(8))
    positions = call.inputs[8];
  else
    positions.value = b.iota(
        RankedTensorType::get({call.shape()[1]}, b.builder().getI64Type()), 0);
  if (!add(3, positions))
    return llvm::failure();
  if (call.has(1) && call.has(4) && !add(4, call.inputs[1]))
    return llvm::failure();
  Normalized parts;
  if (failed(finishNormalization(call, sum, call.number("epsilon", 1e-12),
                                 /*isSimplified=*/false, 5, 6, parts)))
    return llvm::failure();
  call.addResult(parts.value);
  // How many words of each example the mask lets take part.
  auto counts =
      RankedTensorType::get({call.shape()[0]}, b.builder().getI32Type());
  if (!call.has(7))
    call.addResult(b.splat(counts, 0));
  else if (call.rank(7) != 2)
    return call.fail(mismatch::rank(call.shape(7), 2, "mask"));
  else
    call.addResult(
        b.convert(b.sum(call.value(7), {1}), b.builder().getI32Type()));
  call.addResult(sum);
  return llvm::success();
}

void onnx::addMicrosoftOps(OpTable &table) {
  table.add(activation, {"com.microsoft.Gelu", "com.microsoft.FastGelu",
                         "com.microsoft.QuickGelu", "com.microsoft.BiasGelu"});
  table.add(fusedMatMul,
            {"com.microsoft.FusedMatMul", "com.microsoft.TransposeMatMul"});
  table.add(fusedGemm, {"com.microsoft.FusedGemm"});
  table.add(fusedConv, {"com.microsoft.FusedConv"});
  table.add(standard,
            {"com.microsoft.QuantizeLinear", "com.microsoft.DequantizeLinear"});
  table.add(microsoftLayerNormalization,
            {"com.microsoft.LayerNormalization",
             "com.microsoft.SimplifiedLayerNormalization",
             "SimplifiedLayerNormalization"});
  table.add(skipLayerNormalization,
            {"com.microsoft.SkipLayerNormalization",
             "com.microsoft.SkipSimplifiedLayerNormalization"});
  table.add(embedLayerNormalization, {"com.microsoft.EmbedLayerNormalization"});
  table.refuse("its states have no lowering",
               {"com.microsoft.LinearAttention", "LinearAttention"});
}
