//===- ElementwiseRules.cpp - Ops that work element by element ------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/TensorFlow/Types/NodeShapes.h"
#include "Support/LLVM.h"
#include "llvm/Support/MathExtras.h"

using namespace trainlint;
using namespace trainlint::graph;
using namespace trainlint::tensorflow;

/// One output like the first input.
static void inferLikeInput(NodeShapes &node) { node.set(0, node.shape(0)); }

/// The values of the inputs, as they are.
static void inferSame(NodeShapes &node) {
  for (unsigned i = 0; i != node.outputCount(); ++i)
    node.set(i, node.input(i));
}

/// Every output is the first input.
static void inferCopies(NodeShapes &node) {
  for (unsigned i = 0; i != node.outputCount(); ++i)
    node.set(i, node.input(0));
}

static bool isIntegerTensor(mlir::Type type) {
  mlir::Type element = elementTypeOf(type);
  return element && element.isInteger() && !element.isInteger(1);
}

static void inferCast(NodeShapes &node) {
  node.set(0, node.shape(0));
  // Narrowing changes the value, so elements go no further than they fit.
  mlir::Value input = node.node().getInputs().empty()
                          ? mlir::Value()
                          : node.node().getInputs().front();
  std::optional<PartialElements> elements = node.elements(0);
  mlir::Value output = node.node().getOutputs().empty()
                           ? mlir::Value()
                           : node.node().getOutputs().front();
  if (!input || !output || !elements || !isIntegerTensor(input.getType()) ||
      !isIntegerTensor(output.getType()))
    return;
  unsigned width = elementTypeOf(output.getType()).getIntOrFloatBitWidth();
  for (int64_t &element : *elements) {
    if (element != UnknownElement && !llvm::isIntN(width, element))
      element = UnknownElement;
  }
  node.setElements(0, *elements);
}

/// All inputs have one shape, as have values and their gradients.
static void inferAlike(NodeShapes &node) {
  std::optional<PartialShape> sizes;
  for (unsigned i = 0; i != node.inputCount(); ++i)
    sizes = meet(sizes, node.shape(i));
  node.set(0, sizes);
}

static std::optional<int64_t> floorDivided(int64_t value, int64_t by) {
  if (by == 0 || (by == -1 && value == INT64_MIN))
    return std::nullopt;
  int64_t quotient = value / by;
  return value % by != 0 && (value < 0) != (by < 0) ? quotient - 1 : quotient;
}

/// What an op gives for two integers; none if it is not known.
static std::optional<int64_t> compute(StringRef op, int64_t one,
                                      int64_t other) {
  int64_t result;
  if (op == "Add" || op == "AddV2")
    return llvm::AddOverflow(one, other, result) ? std::nullopt
                                                 : std::optional(result);
  if (op == "Sub")
    return llvm::SubOverflow(one, other, result) ? std::nullopt
                                                 : std::optional(result);
  if (op == "Mul")
    return llvm::MulOverflow(one, other, result) ? std::nullopt
                                                 : std::optional(result);
  if (op == "Maximum")
    return std::max(one, other);
  if (op == "Minimum")
    return std::min(one, other);
  std::optional<int64_t> quotient = floorDivided(one, other);
  if (!quotient || op == "FloorDiv")
    return quotient;
  if (op == "FloorMod")
    return one - *quotient * other;
  bool isExact = *quotient * other == one;
  return (op == "Div" || op == "TruncateDiv") && (isExact || *quotient >= 0)
             ? quotient
             : std::nullopt;
}

static void inferBroadcast(NodeShapes &node) {
  node.set(0, broadcast(node.shape(0), node.shape(1)));
  std::optional<PartialElements> first = node.elements(0),
                                 second = node.elements(1);
  if (!first || !second || node.node().getOutputs().empty() ||
      !isIntegerTensor(node.node().getOutputs().front().getType()))
    return;
  size_t count = std::max(first->size(), second->size());
  if (std::min(first->size(), second->size()) != 1 &&
      first->size() != second->size())
    return;
  PartialElements elements;
  for (size_t i = 0; i != count; ++i) {
    int64_t one = (*first)[first->size() == 1 ? 0 : i];
    int64_t other = (*second)[second->size() == 1 ? 0 : i];
    bool isKnown = one != UnknownElement && other != UnknownElement;
    std::optional<int64_t> result =
        isKnown ? compute(node.node().getOpName(), one, other) : std::nullopt;
    elements.push_back(result.value_or(UnknownElement));
  }
  if (count != 0)
    node.setElements(0, elements);
}

/// A condition and two values, all broadcast.
static void inferSelect(NodeShapes &node) {
  node.set(0,
           broadcast(node.shape(0), broadcast(node.shape(1), node.shape(2))));
}

/// The older one takes values of one shape, and a condition per row.
static void inferSelectRows(NodeShapes &node) {
  node.set(0, meet(node.shape(1), node.shape(2)));
}

static void inferEnsureShape(NodeShapes &node) {
  node.set(0, node.input(0));
  node.set(0, meet(node.shape(0), node.shapeAttribute("shape")));
}

/// Of two types of one width; of others the last size changes.
static void inferBitcast(NodeShapes &node) {
  if (node.node().getInputs().empty() || node.node().getOutputs().empty())
    return;
  mlir::Type from = elementTypeOf(node.node().getInputs().front().getType());
  mlir::Type to = elementTypeOf(node.node().getOutputs().front().getType());
  if (from && to && from.isIntOrFloat() && to.isIntOrFloat() &&
      from.getIntOrFloatBitWidth() == to.getIntOrFloatBitWidth())
    node.set(0, node.shape(0));
}

static void inferScalars(NodeShapes &node) {
  for (unsigned i = 0; i != node.outputCount(); ++i)
    node.set(i, PartialShape());
}

void tensorflow::addElementwiseRules(ShapeRules &rules) {
  addRule(rules,
          {"Abs",
           "Acos",
           "Acosh",
           "AsString",
           "Asin",
           "Asinh",
           "Atan",
           "Atanh",
           "BesselI0e",
           "BesselI1e",
           "BiasAdd",
           "BiasAddV1",
           "Bucketize",
           "Ceil",
           "CheckNumerics",
           "CheckNumericsV2",
           "ClipByValue",
           "ComplexAbs",
           "Conj",
           "Cos",
           "Cosh",
           "Cumprod",
           "Cumsum",
           "DecodeBase64",
           "Digamma",
           "Elu",
           "EncodeBase64",
           "Erf",
           "Erfc",
           "Erfinv",
           "Exp",
           "Expm1",
           "FakeQuantWithMinMaxArgs",
           "FakeQuantWithMinMaxVars",
           "FakeQuantWithMinMaxVarsPerChannel",
           "Floor",
           "Imag",
           "Inv",
           "Invert",
           "IsFinite",
           "IsInf",
           "IsNan",
           "LRN",
           "LeakyRelu",
           "Lgamma",
           "Log",
           "Log1p",
           "LogSoftmax",
           "LogicalNot",
           "Ndtri",
           "Neg",
           "OnesLike",
           "Print",
           "PrintV2",
           "QuantizeAndDequantize",
           "QuantizeAndDequantizeV2",
           "QuantizeAndDequantizeV3",
           "Real",
           "Reciprocal",
           "Relu",
           "Relu6",
           "Reverse",
           "ReverseSequence",
           "ReverseV2",
           "Rint",
           "Roll",
           "Round",
           "Rsqrt",
           "Selu",
           "Sigmoid",
           "Sign",
           "Sin",
           "Sinh",
           "Softmax",
           "Softplus",
           "Softsign",
           "Sqrt",
           "Square",
           "StaticRegexFullMatch",
           "RegexFullMatch",
           "StaticRegexReplace",
           "StringLength",
           "StringLower",
           "StringStrip",
           "StringToHashBucket",
           "StringToHashBucketFast",
           "StringToHashBucketStrong",
           "StringToNumber",
           "StringUpper",
           "Tan",
           "Tanh",
           "ZerosLike",
           "BatchNormWithGlobalNormalization"},
          inferLikeInput);
  addRule(rules,
          {"AllReduce",
           "CollectiveReduce",
           "CollectiveReduceV2",
           "CrossReplicaSum",
           "DeepCopy",
           "Enter",
           "Exit",
           "Identity",
           "IdentityN",
           "LoopCond",
           "NcclAllReduce",
           "NextIteration",
           "PreventGradient",
           "RefEnter",
           "RefExit",
           "RefIdentity",
           "RefNextIteration",
           "Snapshot",
           "StopGradient",
           "XlaSharding"},
          inferSame);
  addRule(rules, {"Switch", "RefSwitch", "TPUReplicatedOutput", "_SwitchN"},
          inferCopies);
  addRule(rules, {"Cast"}, inferCast);
  addRule(rules,
          {"AddN", "AccumulateNV2", "EluGrad", "InvGrad", "LeakyReluGrad",
           "ReciprocalGrad", "Relu6Grad", "ReluGrad", "RsqrtGrad", "SeluGrad",
           "SigmoidGrad", "SoftplusGrad", "SoftsignGrad", "SqrtGrad",
           "TanhGrad", "LRNGrad"},
          inferAlike);
  addRule(rules,
          {"Add",
           "AddV2",
           "ApproximateEqual",
           "Atan2",
           "BitwiseAnd",
           "BitwiseOr",
           "BitwiseXor",
           "Complex",
           "Div",
           "DivNoNan",
           "Equal",
           "FloorDiv",
           "FloorMod",
           "Greater",
           "GreaterEqual",
           "LeftShift",
           "Less",
           "LessEqual",
           "LogicalAnd",
           "LogicalOr",
           "Maximum",
           "Minimum",
           "Mod",
           "Mul",
           "MulNoNan",
           "NextAfter",
           "NotEqual",
           "Pow",
           "RealDiv",
           "RightShift",
           "SquaredDifference",
           "Sub",
           "TruncateDiv",
           "TruncateMod",
           "Xdivy",
           "Xlog1py",
           "Xlogy"},
          inferBroadcast);
  addRule(rules, {"SelectV2"}, inferSelect);
  addRule(rules, {"Select"}, inferSelectRows);
  addRule(rules, {"EnsureShape"}, inferEnsureShape);
  addRule(rules, {"Bitcast"}, inferBitcast);
  addRule(rules,
          {"HistogramSummary", "ImageSummary", "IsVariableInitialized",
           "L2Loss", "LookupTableSizeV2", "MergeSummary", "ReadFile",
           "ScalarSummary", "ShardedFilename", "VarIsInitializedOp"},
          inferScalars);
}
