//===- GraphFormatTest.cpp - Tests of telling graph formats apart ---------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Formats/GraphFormat.h"
#include "Encode.h"
#include "TestHelpers.h"

using namespace trainlint;
using namespace trainlint::graph;
using namespace trainlint::test;
using llvm::StringRef;

/// The name of a format, with the encoding of a message.
static std::string detected(StringRef file) {
  graph::DetectedFormat found = graph::detectFormat(file);
  std::string name = graph::formatName(found.format).str();
  if (graph::isTensorFlowGraph(found.format))
    name += found.encoding == proto::Encoding::Text ? ", text" : ", binary";
  return name;
}

static std::string node(StringRef name, StringRef op) {
  return bytes(1, bytes(1, name) + bytes(2, op));
}

TEST(GraphFormatTest, BinaryMessages) {
  std::string graph = node("x", "Const") + bytes(4, number(1, 26));
  std::string meta = bytes(1, bytes(4, "serve")) + bytes(2, graph);
  EXPECT_EQ(detected(graph), "GraphDef, binary");
  EXPECT_EQ(detected(meta), "MetaGraphDef, binary");
  EXPECT_EQ(detected(number(1, 1) + bytes(2, meta)), "SavedModel, binary");
  // Without the number of the schema, too.
  EXPECT_EQ(detected(bytes(2, meta)), "SavedModel, binary");
  EXPECT_EQ(detected(bytes(4, number(1, 26))), "GraphDef, binary");
}

TEST(GraphFormatTest, TheEndMayBeCutOff) {
  std::string graph = node("x", "Const") + node("y", "Identity");
  std::string model = bytes(2, bytes(1, bytes(4, "serve") + bytes(5, "2.9.1")) +
                                   bytes(2, graph));
  EXPECT_EQ(detected(StringRef(graph).drop_back(5)), "GraphDef, binary");
  EXPECT_EQ(detected(StringRef(model).drop_back(5)), "SavedModel, binary");
}

TEST(GraphFormatTest, ADamagedNameIsNoReason) {
  std::string graph;
  for (int i = 0; i < 20; ++i)
    graph += node("node" + std::to_string(i), "Const");
  EXPECT_EQ(detected(graph + node("\x01\x02", "Const")), "GraphDef, binary");
}

TEST(GraphFormatTest, OtherMessagesAreNotTensorFlow) {
  std::string onnx =
      number(1, 7) + bytes(2, "pytorch") +
      bytes(7, bytes(1, bytes(1, "x") + bytes(2, "y") + bytes(4, "Relu"))) +
      bytes(8, number(2, 13));
  EXPECT_EQ(detected(onnx), "ONNX");
  EXPECT_EQ(detected(number(1, 7) + bytes(7, bytes(2, "graph"))), "ONNX");
  // A description of a file of messages.
  EXPECT_EQ(detected(bytes(1, bytes(1, "a.proto") + bytes(2, "a") +
                                  bytes(4, bytes(1, "M")))),
            "");
  // The fingerprint beside a SavedModel.
  EXPECT_EQ(detected(number(1, 12345) + number(2, 6) + number(3, 7)), "");
  EXPECT_EQ(detected(""), "");
  EXPECT_EQ(detected(StringRef("\0\0\0\0", 4)), "");
}

TEST(GraphFormatTest, TextMessages) {
  EXPECT_EQ(detected("# a comment\nnode { name: 'x' op: 'Const' }"),
            "GraphDef, text");
  EXPECT_EQ(detected("\xEF\xBB\xBFnode: < op: 'Const' >"), "GraphDef, text");
  EXPECT_EQ(detected("version: 22 versions { producer: 22 }"),
            "GraphDef, text");
  EXPECT_EQ(detected("library { function { signature { name: 'f' } } }"),
            "GraphDef, text");
  EXPECT_EQ(detected("node [{ name: 'x' }]"), "GraphDef, text");
  EXPECT_EQ(detected("meta_info_def { tags: 'serve' }"), "MetaGraphDef, text");
  EXPECT_EQ(detected("saved_model_schema_version: 1"), "SavedModel, text");
  EXPECT_EQ(detected("ir_version: 7 graph { }"), "ONNX");
  // What follows may be malformed.
  EXPECT_EQ(detected("node { name: 'x' op: } }"), "GraphDef, text");
}

TEST(GraphFormatTest, OtherTextIsNotTensorFlow) {
  EXPECT_EQ(detected("node { calculator: 'x' }"), "");
  EXPECT_EQ(detected("node { }"), "");
  EXPECT_EQ(detected("node: 1"), "");
  EXPECT_EQ(detected("this is no graph"), "");
  EXPECT_EQ(detected("graph_def is a message"), "");
  EXPECT_EQ(detected("trainingInput:\n  scaleTier: BASIC\n"), "");
  EXPECT_EQ(detected("# node { name: 'x' }"), "");
}

TEST(GraphFormatTest, Mlir) {
  EXPECT_EQ(detected("// RUN\nmodule { %0 = \"tf.Const\"() : () -> () }"),
            "TensorFlow MLIR");
  EXPECT_EQ(detected("module attributes {tf.versions = {}} { }"),
            "TensorFlow MLIR");
  EXPECT_EQ(detected("#loc1 = loc(\"x\")\nmodule @jit { stablehlo.add }"),
            "StableHLO");
  EXPECT_EQ(detected("module { func.func @f() { return } }"), "");
  EXPECT_EQ(detected("ML\xEFR\x0DStableHLO_v1.0.0"), "StableHLO in bytecode");
  EXPECT_EQ(detected("ML\xEFR\x0DMLIR22.1"), "");
  EXPECT_EQ(detected("a text on module and stablehlo.add"), "");
}

TEST(GraphFormatTest, HloAndHdf5) {
  EXPECT_EQ(detected("/* generated */\n// x\nHloModule jit, entry={}\n"),
            "HLO");
  EXPECT_EQ(detected("/* HloModule x"), "");
  EXPECT_EQ(detected("\x89HDF\r\n\x1A\n"), "HDF5 without a Keras model");
  EXPECT_EQ(detected(std::string(512, '\0') + "\x89HDF\r\n\x1A\n"),
            "HDF5 without a Keras model");
}

TEST(GraphFormatTest, Keras) {
  EXPECT_EQ(detected(R"({"class_name": "Model", "config": {"name": "m"}})"),
            "Keras JSON");
  EXPECT_EQ(detected(R"({"config": [{"a": "}"}], "class_name": "Model"})"),
            "Keras JSON");
  EXPECT_EQ(detected(R"({"modelTopology": {"class_name": "M", "config": []}})"),
            "Keras JSON");
  EXPECT_EQ(detected(R"({"modelTopology": {"keras_version": "2"}})"),
            "Keras JSON");
  // A graph in JSON, what Keras is compiled with, and a string.
  EXPECT_EQ(detected(R"({"modelTopology": {"node": []}})"), "");
  EXPECT_EQ(detected(R"({"metrics": [{"class_name": "M", "config": {}}]})"),
            "");
  EXPECT_EQ(detected(R"("{\"class_name\": \"M\", \"config\": 1}")"), "");
  EXPECT_EQ(detected(R"({"class_name": "Model)"), "");
}

TEST(GraphFormatTest, Archives) {
  EXPECT_EQ(detected("PK\3\4...metadata.json...config.json"), "Keras archive");
  EXPECT_EQ(detected("PK\3\4...config.json"), "");
  // The directory is at the end of a large file.
  EXPECT_EQ(detected("PK\3\4" + std::string(1 << 20, 'x') +
                     "metadata.json config.json"),
            "Keras archive");
}
