//===- Operators.cpp - Which operators are legalised ----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/OnnxToStableHLO/NodeCall.h"
#include "llvm/ADT/StringMap.h"

using namespace trainlint;
using namespace trainlint::onnx;

Legalise onnx::findLegalisation(llvm::StringRef op) {
  static const llvm::StringMap<Legalise> operators = [] {
    llvm::StringMap<Legalise> result;
    auto add = [&](Legalise legalise,
                   std::initializer_list<llvm::StringRef> names) {
      for (llvm::StringRef name : names)
        result[name] = legalise;
    };
    add(legaliseUnary,
        {"Abs",       "Ceil",        "Celu",      "Cos",
         "Elu",       "Erf",         "Exp",       "Floor",
         "Gelu",      "HardSigmoid", "HardSwish", "Identity",
         "LeakyRelu", "Log",         "Mish",      "Neg",
         "Not",       "Reciprocal",  "Relu",      "Selu",
         "Sigmoid",   "Sign",        "Sin",       "Softplus",
         "Softsign",  "Sqrt",        "Tanh",      "ThresholdedRelu"});
    add(legaliseBinary, {"Add", "And", "Div", "Equal", "Greater",
                         "GreaterOrEqual", "Less", "LessOrEqual", "Max", "Mean",
                         "Min", "Mul", "Or", "PRelu", "Pow", "Sub", "Sum"});
    add(legaliseWhere, {"Where"});
    add(legaliseClip, {"Clip"});
    add(legaliseCast, {"Cast"});
    add(legaliseDropout, {"Dropout"});
    add(legaliseSoftmax, {"LogSoftmax", "Softmax"});
    add(legaliseReduction,
        {"ReduceL1", "ReduceL2", "ReduceLogSum", "ReduceLogSumExp", "ReduceMax",
         "ReduceMean", "ReduceMin", "ReduceSum", "ReduceSumSquare"});
    add(legaliseMatMul, {"MatMul"});
    add(legaliseGemm, {"Gemm"});
    add(legaliseConv, {"Conv"});
    add(legaliseConvTranspose, {"ConvTranspose"});
    add(legalisePool, {"AveragePool", "MaxPool"});
    add(legaliseGlobalPool, {"GlobalAveragePool", "GlobalMaxPool"});
    add(legaliseBatchNormalization, {"BatchNormalization"});
    add(legaliseLayerNormalization, {"LayerNormalization"});
    add(legaliseGroupNormalization,
        {"GroupNormalization", "InstanceNormalization"});
    add(legaliseLRN, {"LRN"});
    add(legaliseRecurrent, {"GRU", "LSTM", "RNN"});
    add(legaliseTile, {"Tile"});
    add(legaliseResize, {"Resize", "Upsample"});
    add(legaliseDepthToSpace, {"DepthToSpace", "SpaceToDepth"});
    add(legaliseReshape, {"Reshape"});
    add(legaliseFlatten, {"Flatten"});
    add(legaliseSqueeze, {"Squeeze", "Unsqueeze"});
    add(legaliseTranspose, {"Transpose"});
    add(legaliseConcat, {"Concat"});
    add(legaliseSplit, {"Split"});
    add(legaliseSlice, {"Slice"});
    add(legaliseExpand, {"Expand"});
    add(legalisePad, {"Pad"});
    add(legaliseGather, {"Gather"});
    add(legaliseConstant, {"Constant", "ConstantOfShape"});
    return result;
  }();
  return operators.lookup(op);
}
