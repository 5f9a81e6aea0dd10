//===- Operators.cpp - Which operators are lowered ------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/OnnxToStableHLO/OnnxLowering.h"
#include "llvm/ADT/StringMap.h"

using namespace trainlint;
using namespace trainlint::onnx;

LoweringFunction onnx::findLowering(llvm::StringRef op) {
  static const llvm::StringMap<LoweringFunction> operators = [] {
    llvm::StringMap<LoweringFunction> result;
    auto add = [&](LoweringFunction lower,
                   std::initializer_list<llvm::StringRef> names) {
      for (llvm::StringRef name : names)
        result[name] = lower;
    };
    add(lowerUnary,
        {"Abs",       "Ceil",        "Celu",      "Cos",
         "Elu",       "Erf",         "Exp",       "Floor",
         "Gelu",      "HardSigmoid", "HardSwish", "Identity",
         "LeakyRelu", "Log",         "Mish",      "Neg",
         "Not",       "Reciprocal",  "Relu",      "Selu",
         "Sigmoid",   "Sign",        "Sin",       "Softplus",
         "Softsign",  "Sqrt",        "Tanh",      "ThresholdedRelu"});
    add(lowerBinary, {"Add", "And", "Div", "Equal", "Greater", "GreaterOrEqual",
                      "Less", "LessOrEqual", "Max", "Mean", "Min", "Mul", "Or",
                      "PRelu", "Pow", "Sub", "Sum"});
    add(lowerWhere, {"Where"});
    add(lowerClip, {"Clip"});
    add(lowerCast, {"Cast"});
    add(lowerDropout, {"Dropout"});
    add(lowerSoftmax, {"LogSoftmax", "Softmax"});
    add(lowerReduction,
        {"ReduceL1", "ReduceL2", "ReduceLogSum", "ReduceLogSumExp", "ReduceMax",
         "ReduceMean", "ReduceMin", "ReduceSum", "ReduceSumSquare"});
    add(lowerMatMul, {"MatMul"});
    add(lowerGemm, {"Gemm"});
    add(lowerConv, {"Conv"});
    add(lowerConvTranspose, {"ConvTranspose"});
    add(lowerPool, {"AveragePool", "MaxPool"});
    add(lowerGlobalPool, {"GlobalAveragePool", "GlobalMaxPool"});
    add(lowerBatchNormalization, {"BatchNormalization"});
    add(lowerLayerNormalization, {"LayerNormalization"});
    add(lowerGroupNormalization,
        {"GroupNormalization", "InstanceNormalization"});
    add(lowerLRN, {"LRN"});
    add(lowerRecurrent, {"GRU", "LSTM", "RNN"});
    add(lowerTile, {"Tile"});
    add(lowerResize, {"Resize", "Upsample"});
    add(lowerDepthToSpace, {"DepthToSpace", "SpaceToDepth"});
    add(lowerReshape, {"Reshape"});
    add(lowerFlatten, {"Flatten"});
    add(lowerSqueeze, {"Squeeze", "Unsqueeze"});
    add(lowerTranspose, {"Transpose"});
    add(lowerConcat, {"Concat"});
    add(lowerSplit, {"Split"});
    add(lowerSlice, {"Slice"});
    add(lowerExpand, {"Expand"});
    add(lowerPad, {"Pad"});
    add(lowerGather, {"Gather"});
    add(lowerConstant, {"Constant", "ConstantOfShape"});
    return result;
  }();
  return operators.lookup(op);
}
