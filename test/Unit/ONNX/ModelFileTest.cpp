//===- ModelFileTest.cpp - Tests of reading ONNX models -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/ONNX/ModelFile.h"
#include "Encode.h"
#include "Frontend/ONNX/ExternalFile.h"
#include "Frontend/ONNX/NodeDetails.h"
#include "Frontend/ONNX/TypeValue.h"
#include "TestHelpers.h"
#include <sys/stat.h>
#include <unistd.h>

using namespace trainlint;
using namespace trainlint::onnx;
using namespace trainlint::test;
using llvm::StringRef;
using proto::Encoding;

namespace {
/// A model with its index.
struct ReadModel {
  ReadModel(std::string given, Encoding encoding)
      : bytes(std::move(given)), file(readModelFile(bytes, encoding)),
        context(file->context(strings)) {}
  /// A model in text.
  explicit ReadModel(std::string text)
      : ReadModel(std::move(text), Encoding::Text) {}

  StringRef text(SourceRange range) const {
    return StringRef(bytes).slice(range.begin, range.end);
  }
  std::string problem() const { return describe(file->problem); }
  /// The problem of what was read beyond the index.
  std::string laterProblem() const { return describe(context.problem); }

  NodeDetails node(unsigned index) {
    NodeDetails details;
    const Graph &graph = file->graph;
    readNode(context, graph.message(graph.nodes[index].range), details);
    return details;
  }
  TensorValue tensor(unsigned index) {
    TensorValue tensor;
    const Graph &graph = file->graph;
    readTensor(context, graph.message(graph.initializers[index].range), tensor);
    return tensor;
  }

  std::string bytes;
  std::unique_ptr<ModelFile> file;
  llvm::BumpPtrAllocator strings;
  proto::ReadContext context;

private:
  static std::string describe(const proto::FirstProblem &problem) {
    return problem ? std::to_string(problem->offset) + ": " + problem->message
                   : "";
  }
};
} // namespace

TEST(ModelFileTest, TextHasThePlacesOfValues) {
  ReadModel model("ir_version: 7\n"
                  "opset_import { domain: 'd' version: 13 }\n"
                  "graph { node { op_type: 'Relu' input: 'x' name: 'n'\n"
                  "  attribute { name: 'axes' ints: [1, 2] type: INTS } } }");
  EXPECT_EQ(model.problem(), "");
  EXPECT_EQ(model.text(model.file->irVersion.range), "7");
  EXPECT_EQ(model.file->opsets[0].version.value, 13);
  EXPECT_EQ(model.text(model.file->opsets[0].domain.range), "'d'");
  NodeDetails node = model.node(0);
  EXPECT_EQ(model.text(node.op.range), "'Relu'");
  EXPECT_EQ(model.text(node.inputs[0].range), "'x'");
  const Attribute *axes = node.attribute("axes");
  ASSERT_TRUE(axes);
  EXPECT_EQ(model.text(axes->range), "1, 2");
  EXPECT_EQ(model.text(axes->typeRange), "INTS");
  EXPECT_EQ(node.attribute("axis"), nullptr);
}

TEST(ModelFileTest, AProblemEndsTheIndex) {
  std::string good = bytes(7, bytes(1, bytes(4, "Relu")));
  ReadModel cut(good + bytes(7, bytes(1, bytes(4, "Add"))).substr(0, 5),
                Encoding::Binary);
  EXPECT_EQ(cut.problem(), "11: the value is longer than what holds it");
  EXPECT_EQ(cut.file->graph.nodes.size(), 1u);
  ReadModel word("ir_version: seven");
  EXPECT_EQ(word.problem(), "12: the value does not match the field "
                            "`ir_version`");
}

TEST(ModelFileTest, NodesAreReadLater) {
  // An attribute that is cut off does not disturb the index.
  std::string attribute = bytes(5, bytes(5, bytes(1, "value") + "\x2a\x09"));
  ReadModel model(bytes(7, bytes(1, bytes(4, "Constant") + attribute)),
                  Encoding::Binary);
  EXPECT_EQ(model.problem(), "");
  model.node(0);
  EXPECT_EQ(model.laterProblem(), "");
  ReadModel bad(bytes(7, bytes(1, bytes(4, "X") + bytes(5, "\x0a\x7f"))),
                Encoding::Binary);
  EXPECT_EQ(bad.problem(), "");
  bad.node(0);
  EXPECT_EQ(bad.laterProblem(), "10: the value is longer than what holds it");
}

TEST(ModelFileTest, GraphsNestOnlySoDeep) {
  std::string graph = bytes(1, bytes(4, "If"));
  for (unsigned i = 0; i < 40; ++i)
    graph =
        bytes(1, bytes(4, "If") + bytes(5, bytes(6, graph) + number(20, 5)));
  ReadModel model(bytes(7, graph), Encoding::Binary);
  EXPECT_EQ(model.problem(), "");
  Graph current;
  proto::Message message = {{{0, static_cast<uint32_t>(model.bytes.size())}},
                            0};
  std::vector<NodeEntry> nodes = model.file->graph.nodes;
  message = model.file->graph.message(nodes[0].range);
  unsigned levels = 0;
  while (true) {
    NodeDetails node;
    if (!readNode(model.context, message, node) || node.attributes.empty())
      break;
    current = Graph();
    if (!readGraph(model.context, node.attributes[0].content, current))
      break;
    ++levels;
    message = current.message(current.nodes[0].range);
  }
  EXPECT_LT(levels, 40u);
  EXPECT_NE(model.laterProblem().find("messages nest too deeply"),
            std::string::npos);
}

TEST(ModelFileTest, OfSeveralTypesTheLastHolds) {
  ReadModel model("graph { input { name: 'x' type {\n"
                  "  tensor_type { elem_type: 1 shape { dim { dim_value: 2 "
                  "dim_param: 'N' } } } } } }");
  ValueInfo value;
  const Graph &graph = model.file->graph;
  ASSERT_TRUE(readValueInfo(model.context, graph.message(graph.inputs[0].range),
                            value));
  ASSERT_EQ(value.type.dimensions.size(), 1u);
  EXPECT_FALSE(value.type.dimensions[0].size);
  EXPECT_EQ(value.type.dimensions[0].parameter, "N");
}

TEST(ModelFileTest, SizesOfTensors) {
  ReadModel model("graph {\n"
                  "initializer { dims: 3 dims: 5 data_type: 22 }\n"
                  "initializer { data_type: 10 }\n"
                  "initializer { dims: 2 data_type: 8 }\n"
                  "initializer { dims: 4294967296 dims: 4294967296 data_type: 1"
                  "}\n initializer { dims: 0 dims: 7 data_type: 1 } }");
  // Fifteen elements of half a byte.
  EXPECT_EQ(model.tensor(0).sizeInBytes(), 8u);
  EXPECT_EQ(model.tensor(1).sizeInBytes(), 2u);
  EXPECT_EQ(model.tensor(2).sizeInBytes(), std::nullopt);
  EXPECT_EQ(model.tensor(3).sizeInBytes(), std::nullopt);
  EXPECT_EQ(model.tensor(4).sizeInBytes(), 0u);
}

static std::string entry(StringRef key, StringRef value) {
  return ("external_data { key: '" + key + "' value: '" + value + "' } ").str();
}

/// The external data of a tensor beside a file of ten bytes, or why there is
/// none.
static std::string mapExternal(const std::string &entries) {
  TempFolder folder;
  folder.write("weights.bin", "0123456789");
  ReadModel model("graph { initializer { data_location: EXTERNAL " + entries +
                  " } }");
  auto bytes = mapExternalData(folder.path(), model.tensor(0));
  return bytes ? (*bytes)->getBuffer().str()
               : llvm::toString(bytes.takeError());
}

TEST(ExternalFileTest, MapsThePartThatIsNamed) {
  EXPECT_EQ(mapExternal(entry("location", "weights.bin")), "0123456789");
  EXPECT_EQ(
      mapExternal(entry("location", "weights.bin") + entry("offset", "7")),
      "789");
  EXPECT_EQ(mapExternal(entry("location", "weights.bin") +
                        entry("offset", "2") + entry("length", "3")),
            "234");
}

TEST(ExternalFileTest, RefusesWhatIsNotThere) {
  EXPECT_EQ(
      mapExternal(entry("location", "weights.bin") + entry("offset", "11")),
      "the external data `weights.bin` has no such offset");
  EXPECT_EQ(
      mapExternal(entry("location", "weights.bin") + entry("offset", "-1")),
      "the external data `weights.bin` has no such offset");
  EXPECT_EQ(mapExternal(entry("location", "weights.bin") +
                        entry("offset", "8") + entry("length", "3")),
            "the external data `weights.bin` is shorter than the tensor says");
  EXPECT_EQ(mapExternal(entry("location", "../weights.bin")),
            "the external data `../weights.bin` does not lie below the model");
  EXPECT_EQ(mapExternal(entry("location", "/etc/hostname")),
            "the external data `/etc/hostname` does not lie below the model");
  EXPECT_EQ(mapExternal(""),
            "the external data `` does not lie below the model");
  EXPECT_EQ(mapExternal(entry("location", "other.bin")),
            "the external data `other.bin` cannot be read: No such file or "
            "directory");
}

TEST(ExternalFileTest, RefusesWhatLeadsElsewhere) {
  TempFolder folder;
  folder.write("secret", "others");
  folder.write("model/deep/weights.bin", "0123456789");
  auto link = [&](StringRef target, StringRef name) {
    ASSERT_EQ(::symlink(target.str().c_str(), folder.path(name).c_str()), 0);
  };
  link("../secret", "model/out.bin");
  link("/dev/zero", "model/zero.bin");
  link("..", "model/up");
  link("deep/weights.bin", "model/in.bin");
  ASSERT_EQ(::mkfifo(folder.path("model/pipe.bin").c_str(), 0600), 0);
  auto read = [&](StringRef location) {
    ReadModel model("graph { initializer { data_location: EXTERNAL " +
                    entry("location", location) + " } }");
    auto bytes = mapExternalData(folder.path("model"), model.tensor(0));
    return bytes ? (*bytes)->getBuffer().str()
                 : llvm::toString(bytes.takeError());
  };
  // A link within is no harm.
  EXPECT_EQ(read("in.bin"), "0123456789");
  EXPECT_EQ(read("deep/weights.bin"), "0123456789");
  std::string leadsOut = "` is a link that leads out of the model's folder";
  EXPECT_EQ(read("out.bin"), "the external data `out.bin" + leadsOut);
  EXPECT_EQ(read("up/secret"), "the external data `up/secret" + leadsOut);
  EXPECT_EQ(read("zero.bin"), "the external data `zero.bin" + leadsOut);
  EXPECT_EQ(read("pipe.bin"), "the external data `pipe.bin` cannot be read: a "
                              "pipe, not a regular file");
  EXPECT_EQ(read("deep"), "the external data `deep` cannot be read: a folder, "
                          "not a file");
}
