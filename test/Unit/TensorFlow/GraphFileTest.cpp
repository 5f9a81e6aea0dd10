//===- GraphFileTest.cpp - Tests of the index of a graph ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/TensorFlow/GraphFile.h"
#include "Encode.h"
#include "Frontend/Formats/SavedModel.h"
#include "Frontend/TensorFlow/FunctionDetails.h"
#include "TensorFlow/GraphHelpers.h"

using namespace trainlint;
using namespace trainlint::tensorflow;
using namespace trainlint::test;
using llvm::StringRef;
using proto::Encoding;

static std::string nodeDef(StringRef name, StringRef op) {
  return bytes(1, name) + bytes(2, op);
}

/// `name:op` of all nodes.
static std::string namesOf(const ReadGraph &read) {
  std::string names;
  for (const NodeEntry &node : read.graph().nodes)
    names += (node.name + ":" + read.file->op(node) + " ").str();
  return names;
}

TEST(GraphFileTest, NodesHaveNamesOpsAndRanges) {
  std::string first = nodeDef("x", "Const");
  ReadGraph binary(bytes(1, first) + bytes(1, nodeDef("y", "Add")) +
                       bytes(1, nodeDef("z", "Const")) +
                       bytes(4, number(1, 26) + number(2, 12) + number(3, 5)),
                   graph::GraphFormat::GraphDef, Encoding::Binary);
  EXPECT_EQ(binary.problem(), "");
  EXPECT_EQ(namesOf(binary), "x:Const y:Add z:Const ");
  EXPECT_EQ(binary.text(binary.graph().nodes[0].range), first);
  EXPECT_EQ(binary.file->ops.size(), 2u);
  EXPECT_EQ(binary.graph().versions.producer.value, 26);
  EXPECT_EQ(binary.graph().versions.minConsumer.value, 12);
  ASSERT_EQ(binary.graph().versions.badConsumers.size(), 1u);

  ReadGraph text("node { name: 'x' op: 'Const' } node: < op: 'Add' name: 'y' >"
                 "node [{name:'z' op:'Const'}] versions { producer: 26 }");
  EXPECT_EQ(text.problem(), "");
  EXPECT_EQ(namesOf(text), "x:Const y:Add z:Const ");
  EXPECT_EQ(text.text(text.graph().nodes[1].range), " op: 'Add' name: 'y' ");
  EXPECT_EQ(text.text(text.graph().versions.producer.range), "26");
}

TEST(GraphFileTest, TheLastOfSeveralValuesHolds) {
  ReadGraph read("node { name: 'x' op: 'A' name: 'y' op: 'B' } "
                 "versions { producer: 1 } versions { min_consumer: 2 } "
                 "versions { producer: 3 }");
  EXPECT_EQ(namesOf(read), "y:B ");
  EXPECT_EQ(read.graph().versions.producer.value, 3);
  EXPECT_EQ(read.graph().versions.minConsumer.value, 2);
}

TEST(GraphFileTest, PartsOfAGraphArePutTogether) {
  std::string one = bytes(1, nodeDef("x", "A"));
  std::string two =
      bytes(1, nodeDef("y", "B")) + bytes(2, bytes(1, bytes(1, bytes(1, "f"))));
  ReadGraph read(bytes(2, one) + bytes(1, bytes(4, "serve")) + bytes(2, two) +
                     bytes(1, bytes(4, "gpu") + bytes(5, "2.9")),
                 graph::GraphFormat::MetaGraphDef, Encoding::Binary);
  EXPECT_EQ(read.problem(), "");
  EXPECT_EQ(namesOf(read), "x:A y:B ");
  const MetaGraph &meta = read.file->metaGraphs.front();
  ASSERT_EQ(meta.tags.size(), 2u);
  EXPECT_EQ(meta.tags[1].text, "gpu");
  EXPECT_EQ(meta.tensorFlowVersion.text, "2.9");
  ASSERT_EQ(meta.graph.functions.size(), 1u);
  EXPECT_EQ(meta.graph.functions[0].name.text, "f");
}

TEST(GraphFileTest, EscapedNamesAreDecoded) {
  ReadGraph read("node { name: 'a\\x62' 'c' op: 'A' }");
  EXPECT_EQ(namesOf(read), "abc:A ");
}

TEST(GraphFileTest, WhatIsBeforeAProblemIsRead) {
  ReadGraph text("node { name: 'x' op: 'A' } node { name: 1 } node { }");
  EXPECT_EQ(namesOf(text), "x:A ");
  EXPECT_EQ(text.problem(), "40: the value does not match the field `name`");
  ReadGraph binary(bytes(1, nodeDef("x", "A")) + "\x0A\x09\x0A",
                   graph::GraphFormat::GraphDef, Encoding::Binary);
  EXPECT_EQ(namesOf(binary), "x:A ");
  EXPECT_EQ(binary.problem(), "9: the value is longer than what holds it");
}

TEST(GraphFileTest, OtherFormatsHaveNoGraph) {
  auto file = readGraphFile("HloModule x\n");
  EXPECT_EQ(file->format.format, graph::GraphFormat::HloText);
  EXPECT_TRUE(file->metaGraphs.empty());
  EXPECT_FALSE(file->problem);
}

TEST(GraphFileTest, FilesOfMoreThanFourGigabytesAreRefused) {
  // Of the size alone: nothing is looked at.
  graph::DetectedFormat format = {graph::GraphFormat::GraphDef,
                                  Encoding::Binary};
  char byte = 0;
  auto file = readGraphFile(StringRef(&byte, uint64_t(1) << 32), format);
  ASSERT_TRUE(file->problem);
  EXPECT_EQ(file->problem->message, "files of more than 4 GiB are not read");
}

TEST(GraphFileTest, AMarkAtTheStartOfTextIsSkipped) {
  ReadGraph read("\xEF\xBB\xBFnode { name: 'x' op: 'A' }");
  EXPECT_EQ(read.problem(), "");
  EXPECT_EQ(namesOf(read), "x:A ");
}

TEST(GraphFileTest, SavedModels) {
  ReadGraph read(R"(
    saved_model_schema_version: 1
    meta_graphs {
      meta_info_def {
        tags: "serve"
        stripped_op_list { op { name: "Add" } op { name: "Const" } }
      }
      graph_def { node { name: "x" op: "Const" } }
      saver_def { filename_tensor_name: "f:0" restore_op_name: "r" }
      collection_def { key: "vars" value { node_list { value: "x" } } }
      signature_def {
        key: "default"
        value {
          inputs { key: "in" value { name: "x:0" dtype: DT_FLOAT
            tensor_shape { dim { size: -1 } dim { size: 3 } } } }
          outputs { key: "out" value { name: "y:0" dtype: DT_INT64
            tensor_shape { unknown_rank: true } } }
          method_name: "predict"
        }
      }
    }
    meta_graphs { meta_info_def { tags: "train" } })",
                 graph::GraphFormat::SavedModel, Encoding::Text);
  EXPECT_EQ(read.problem(), "");
  EXPECT_EQ(read.file->schemaVersion.value, 1);
  ASSERT_EQ(read.file->metaGraphs.size(), 2u);
  const MetaGraph &meta = read.file->metaGraphs[0];
  EXPECT_EQ(read.text(meta.tags[0].range), "\"serve\"");
  ASSERT_EQ(meta.strippedOps.size(), 2u);
  EXPECT_EQ(meta.strippedOps[1].text, "Const");
  EXPECT_EQ(meta.saver.filenameTensor.text, "f:0");
  EXPECT_EQ(meta.saver.restoreOp.text, "r");
  ASSERT_EQ(meta.collections.size(), 1u);
  EXPECT_EQ(meta.collections[0].name.text, "vars");
  ASSERT_EQ(meta.signatures.size(), 1u);
  const Signature &signature = meta.signatures[0];
  EXPECT_EQ(signature.method.text, "predict");
  ASSERT_EQ(signature.inputs.size(), 1u);
  EXPECT_EQ(signature.inputs[0].tensor.text, "x:0");
  EXPECT_EQ(signature.inputs[0].type, DataType::Float);
  ASSERT_EQ(signature.inputs[0].shape.dimensions.size(), 2u);
  EXPECT_EQ(signature.inputs[0].shape.dimensions[0].size, -1);
  EXPECT_TRUE(signature.outputs[0].shape.unknownRank);
  EXPECT_EQ(read.file->metaGraphs[1].tags[0].text, "train");
}

TEST(GraphFileTest, OfEqualKeysTheLastEntryHolds) {
  ReadGraph read(R"(
    signature_def { key: "s" value { method_name: "one"
        inputs { key: "a" value { name: "1" } }
        inputs { key: "b" value { name: "2" } }
        inputs { key: "a" value { dtype: DT_INT8 } } } }
    signature_def { key: "t" value { method_name: "two" } }
    collection_def { key: "c" } collection_def { key: "c" }
    signature_def { key: "t" value { } })",
                 graph::GraphFormat::MetaGraphDef, Encoding::Text);
  EXPECT_EQ(read.problem(), "");
  const MetaGraph &meta = read.file->metaGraphs[0];
  EXPECT_EQ(meta.collections.size(), 1u);
  ASSERT_EQ(meta.signatures.size(), 2u);
  EXPECT_EQ(meta.signatures[1].method.text, "");
  const auto &inputs = meta.signatures[0].inputs;
  ASSERT_EQ(inputs.size(), 2u);
  EXPECT_EQ(inputs[0].name.text, "b");
  EXPECT_EQ(inputs[1].type, DataType::Int8);
  EXPECT_EQ(inputs[1].tensor.text, "");
}

TEST(GraphFileTest, Functions) {
  ReadGraph read(R"(
    library {
      function {
        signature {
          name: "f"
          input_arg { name: "x" type: DT_FLOAT_REF is_ref: true }
          input_arg { name: "xs" type_attr: "T" number_attr: "N" }
          output_arg { name: "y" type_list_attr: "Ts" }
          attr { name: "T" type: "type" }
          is_stateful: true
          control_output: "done"
        }
        node_def { name: "n" op: "Neg" input: "x" }
        ret { key: "y" value: "n:y:0" }
        control_ret { key: "done" value: "n" }
        attr { key: "_XlaCompile" value { b: true } }
      }
      gradient { function_name: "f" gradient_func: "g" }
    })");
  EXPECT_EQ(read.problem(), "");
  ASSERT_EQ(read.graph().functions.size(), 1u);
  const FunctionEntry &entry = read.graph().functions[0];
  EXPECT_EQ(entry.name.text, "f");
  ASSERT_EQ(entry.nodes.size(), 1u);
  EXPECT_EQ(read.file->op(entry.nodes[0]), "Neg");
  EXPECT_EQ(read.graph().gradients[0].gradient.text, "g");

  FunctionDetails function;
  ASSERT_TRUE(readFunction(read.context, entry.range, function));
  ASSERT_EQ(function.inputs.size(), 2u);
  EXPECT_TRUE(isReference(function.inputs[0].type));
  EXPECT_EQ(withoutReference(function.inputs[0].type), DataType::Float);
  EXPECT_TRUE(function.inputs[0].isReference);
  EXPECT_EQ(function.inputs[1].numberAttr.text, "N");
  EXPECT_EQ(function.outputs[0].typeListAttr.text, "Ts");
  EXPECT_EQ(function.declaredAttrs[0].type.text, "type");
  EXPECT_TRUE(function.isStateful);
  EXPECT_EQ(function.controlOutputs[0].text, "done");
  EXPECT_EQ(function.results[0].value.text, "n:y:0");
  EXPECT_EQ(read.text(function.results[0].value.range), "\"n:y:0\"");
  EXPECT_EQ(function.controlResults[0].value.text, "n");
  ASSERT_EQ(function.attrs.size(), 1u);
  EXPECT_TRUE(function.attrs[0].value.boolean());
}

TEST(GraphFileTest, FoldersOfSavedModels) {
  TempFolder folder;
  EXPECT_NE(messageOf(findGraphFile(folder.path("")))
                .find("holds no saved_model.pb and no saved_model.pbtxt"),
            std::string::npos);
  folder.write("saved_model.pbtxt", "saved_model_schema_version: 1");
  EXPECT_TRUE(StringRef(llvm::cantFail(findGraphFile(folder.path(""))))
                  .ends_with("saved_model.pbtxt"));
  folder.write("saved_model.pb", number(1, 1));
  std::string binary = llvm::cantFail(findGraphFile(folder.path("")));
  EXPECT_TRUE(StringRef(binary).ends_with("saved_model.pb"));
  auto mapped = mapFile(binary);
  ASSERT_TRUE(static_cast<bool>(mapped));
  EXPECT_EQ(mapped->bytes->getBuffer(), number(1, 1));
  // What is no folder is the file itself, whether it is there or not.
  EXPECT_EQ(llvm::cantFail(findGraphFile("nowhere.pb")), "nowhere.pb");
}
