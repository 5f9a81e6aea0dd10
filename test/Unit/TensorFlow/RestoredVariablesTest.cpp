//===- RestoredVariablesTest.cpp - Where variables are kept ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/TensorFlow/RestoredVariables.h"
#include "TensorFlow/GraphHelpers.h"

using namespace trainlint;
using namespace trainlint::tensorflow;
using namespace trainlint::test;
using llvm::StringRef;

using Keys = std::map<std::string, std::string>;

/// The main graph of a SavedModel that restores two variables.
static constexpr StringRef Main = R"(
  node { name: 'v' op: 'VarHandleOp'
    attr { key: 'shared_name' value { s: 'kernel' } } }
  node { name: 'u' op: 'VarHandleOp' }
  node { name: 'prefix' op: 'Placeholder' }
  node { name: 'restore' op: 'StatefulPartitionedCall'
    input: 'prefix' input: 'v' input: 'u'
    attr { key: 'f' value { func { name: 'f' } } } })";

static constexpr StringRef Arguments = R"(signature { name: 'f'
    input_arg { name: 'prefix' } input_arg { name: 'a' }
    input_arg { name: 'b' } })";

/// The nodes of the function; the first key is its own.
static std::string body(StringRef strings) {
  return R"(node_def { name: 'keys' op: 'Const' attr { key: 'value' value {
      tensor { dtype: DT_STRING tensor_shape { dim { size: 2 } } )" +
         strings.str() + R"( } } } }
    node_def { name: 'r' op: 'RestoreV2' input: 'prefix'
      input: 'keys:output:0' input: 'keys:output:0' }
    node_def { name: 'i' op: 'Identity' input: 'r:tensors:1' }
    node_def { name: 'one' op: 'AssignVariableOp' input: 'a'
      input: 'r:tensors:0' }
    node_def { name: 'two' op: 'AssignVariableOp' input: 'b'
      input: 'i:output:0' })";
}

static Keys restored(StringRef graph, StringRef function, StringRef saver) {
  std::string text =
      ("meta_info_def { } graph_def {" + graph + " library { function { " +
       function + " } } } saver_def { " + saver + " }")
          .str();
  ReadGraph read(text, graph::GraphFormat::MetaGraphDef, proto::Encoding::Text);
  EXPECT_EQ(read.problem(), "");
  return restoredVariables(*read.file);
}

static constexpr StringRef Strings = "string_val: 'k1' string_val: 'k2'";
static constexpr StringRef RestoredBy = "restore_op_name: 'restore'";

TEST(RestoredVariablesTest, VariablesHaveTheKeysOfTheFunctionThatRestoresThem) {
  std::string function = Arguments.str() + body(Strings);
  EXPECT_EQ(restored(Main, function, RestoredBy),
            (Keys{{"kernel", "k1"}, {"u", "k2"}}));
}

TEST(RestoredVariablesTest, WhatIsCopiedIsRestoredWithItsCopy) {
  std::string function = Arguments.str() + body(Strings);
  std::string graph = Main.str() + R"(
    node { name: 'original' op: 'VarHandleOp'
      attr { key: 'shared_name' value { s: 'dense/kernel' } } }
    node { name: 'read' op: 'ReadVariableOp' input: 'original' }
    node { name: 'v/Assign' op: 'AssignVariableOp' input: 'v' input: 'read' }
    node { name: 'other' op: 'VarHandleOp' }
    node { name: 'other/Assign' op: 'AssignVariableOp' input: 'other'
      input: 'read' })";
  EXPECT_EQ(restored(graph, function, RestoredBy),
            (Keys{{"dense/kernel", "k1"}, {"kernel", "k1"}, {"u", "k2"}}));
}

TEST(RestoredVariablesTest, WhatIsNotSaidIsNotKnown) {
  std::string function = Arguments.str() + body(Strings);
  EXPECT_EQ(restored(Main, function, ""), Keys());
  EXPECT_EQ(restored(Main, function, "restore_op_name: 'gone'"), Keys());
  EXPECT_EQ(restored(Main, function, "restore_op_name: 'v'"), Keys());
  EXPECT_EQ(restored(Main, "signature { name: 'g' }", RestoredBy), Keys());
  EXPECT_EQ(restored(Main, Arguments, RestoredBy), Keys());
  // Numbers are no keys.
  EXPECT_EQ(restored(Main, Arguments.str() + body("dtype: DT_INT32 int_val: 1"),
                     RestoredBy),
            Keys());
  EXPECT_EQ(restoredVariables(*ReadGraph("").file), Keys());
}
