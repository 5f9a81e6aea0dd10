//===- RefusedOps.cpp - ONNX operators that no program has ----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators on what is no tensor of numbers, and those of models that are not
// trained by gradients.
//
//===----------------------------------------------------------------------===//

#include "Ops/ONNX/Operators.h"

using namespace trainlint;
using namespace trainlint::onnx;

void onnx::addRefusedOps(OpTable &table) {
  table.refuse(
      "strings are not computed with",
      {"RegexFullMatch", "StringConcat", "StringNormalizer", "StringSplit"});
  table.refuse("sequences of words or numbers are not counted",
               {"TfIdfVectorizer"});
  table.refuse("encoded images are not read", {"ImageDecoder"});
  table.refuse("strings and maps are not computed with",
               {"ai.onnx.ml.CastMap", "ai.onnx.ml.CategoryMapper",
                "ai.onnx.ml.DictVectorizer", "ai.onnx.ml.LabelEncoder",
                "ai.onnx.ml.OneHotEncoder", "ai.onnx.ml.ZipMap"});
  table.refuse("features are prepared before a program gets them",
               {"ai.onnx.ml.ArrayFeatureExtractor", "ai.onnx.ml.Binarizer",
                "ai.onnx.ml.FeatureVectorizer", "ai.onnx.ml.Imputer",
                "ai.onnx.ml.Normalizer", "ai.onnx.ml.Scaler"});
  table.refuse("decision trees have no gradients",
               {"ai.onnx.ml.TreeEnsemble", "ai.onnx.ml.TreeEnsembleClassifier",
                "ai.onnx.ml.TreeEnsembleRegressor"});
  table.refuse("support vector machines are not trained by gradients",
               {"ai.onnx.ml.SVMClassifier", "ai.onnx.ml.SVMRegressor"});
  table.refuse("linear models are lowered as MatMul or Gemm only",
               {"ai.onnx.ml.LinearClassifier", "ai.onnx.ml.LinearRegressor"});
}
