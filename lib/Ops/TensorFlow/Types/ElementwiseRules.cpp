//===- ElementwiseRules.cpp - Ops that work element by element ------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/TensorFlow/Types/NodeShapes.h"
#include "Support/LLVM.h"

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

static void inferBroadcast(NodeShapes &node) {
  node.set(0, broadcast(node.shape(0), node.shape(1)));
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
          {"Acos",
           "Acosh",
           "AsString",
           "Asin",
           "Asinh",
           "Atan",
           "Atanh",
           "BesselI0e",
           "BesselI1e",
           "Bucketize",
           "ComplexAbs",
           "Conj",
           "Cumprod",
           "DecodeBase64",
           "Digamma",
           "EncodeBase64",
           "Erfinv",
           "FakeQuantWithMinMaxArgs",
           "FakeQuantWithMinMaxVars",
           "FakeQuantWithMinMaxVarsPerChannel",
           "Imag",
           "Lgamma",
           "MaxPoolGradWithArgmax",
           "Ndtri",
           "PrintV2",
           "QuantizeAndDequantize",
           "QuantizeAndDequantizeV2",
           "QuantizeAndDequantizeV3",
           "Real",
           "Reverse",
           "Roll",
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
  addRule(
      rules,
      {"ApproximateEqual", "Complex", "LeftShift", "NextAfter", "RightShift"},
      inferBroadcast);
  addRule(rules, {"Bitcast"}, inferBitcast);
  addRule(rules,
          {"HistogramSummary", "ImageSummary", "IsVariableInitialized",
           "LookupTableSizeV2", "MergeSummary", "ReadFile", "ScalarSummary",
           "ShardedFilename", "VarIsInitializedOp"},
          inferScalars);
}
