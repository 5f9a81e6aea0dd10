//===- InputRules.cpp - What comes from outside of the graph --------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/TensorFlow/Types/NodeShapes.h"

using namespace trainlint;
using namespace trainlint::graph;
using namespace trainlint::tensorflow;

/// The first version of graphs in which an empty shape is that of a scalar and
/// not one that nobody gave.
static constexpr int64_t FirstWithScalars = 24;

static void inferPlaceholder(NodeShapes &node) {
  std::optional<PartialShape> sizes = node.shapeAttribute("shape");
  if (sizes && (!sizes->empty() || node.producer() >= FirstWithScalars))
    node.set(0, sizes);
}

/// The attribute `shape` says it.
static void inferByAttribute(NodeShapes &node) {
  node.set(0, node.shapeAttribute("shape"));
}

/// A list of shapes says it.
static void inferByList(NodeShapes &node) {
  llvm::StringRef list =
      node.node().is("InfeedDequeueTuple") ? "shapes" : "output_shapes";
  auto shapes = node.shapeList(list);
  for (auto [number, shape] : llvm::enumerate(shapes))
    node.set(number, shape);
}

/// Handles, and what holds something that is no tensor.
static void inferScalarHandle(NodeShapes &node) { node.set(0, PartialShape()); }

/// Each record becomes an element of each column.
static void inferRecords(NodeShapes &node) {
  for (unsigned i = 0; i != node.outputCount(); ++i)
    node.set(i, node.shape(0));
}

void tensorflow::addInputRules(ShapeRules &rules) {
  addRule(rules, {"Placeholder", "PlaceholderV2"}, inferPlaceholder);
  addRule(rules, {"PlaceholderWithDefault", "InfeedDequeue", "TPUDummyInput"},
          inferByAttribute);
  addRule(rules,
          {"IteratorGetNext", "IteratorGetNextSync", "InfeedDequeueTuple",
           "MultiDeviceIteratorGetNextFromShard", "OptionalGetValue",
           "DatasetToSingleElement", "ReduceDataset"},
          inferByList);
  addRule(rules, {"BatchDataset",       "BatchDatasetV2",
                  "CacheDataset",       "ConcatenateDataset",
                  "FilterDataset",      "FlatMapDataset",
                  "InterleaveDataset",  "Iterator",
                  "IteratorV2",         "MapAndBatchDataset",
                  "MapDataset",         "OneShotIterator",
                  "OptionalFromValue",  "OptionalNone",
                  "OptionsDataset",     "ParallelInterleaveDatasetV4",
                  "ParallelMapDataset", "ParallelMapDatasetV2",
                  "PrefetchDataset",    "RangeDataset",
                  "RepeatDataset",      "ShuffleDataset",
                  "ShuffleDatasetV3",   "TFRecordDataset",
                  "TakeDataset",        "TensorDataset",
                  "TensorSliceDataset", "TextLineDataset",
                  "ZipDataset"},
          inferScalarHandle);
  addRule(rules, {"DecodeCSV"}, inferRecords);
}
