//===- OnnxDump.cpp - All of an ONNX model as JSON ------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OnnxDump.h"
#include "FileDumper.h"
#include "Frontend/ONNX/NodeDetails.h"
#include "Frontend/ONNX/TensorValue.h"
#include "Frontend/ONNX/TypeValue.h"

using namespace trainlint;
using namespace trainlint::onnx;
using namespace trainlint::proto;
using llvm::StringRef;

namespace {
class Dumper : test::FileDumper {
public:
  Dumper(const ModelFile &file, llvm::json::OStream &out)
      : FileDumper(file.file, out), file(file), context(file.context(strings)) {
  }

  void dumpFile();

private:
  using FileDumper::dump;
  void dump(const Graph &graph);
  void dump(const FunctionEntry &function);
  void dump(const NodeEntry &entry, const Message &message);
  void dump(const Attribute &attribute);
  void dumpValue(const Attribute &attribute);
  void dumpMessage(AttributeType type, const Message &message);
  void dumpTensor(const Message &message);
  void dump(const TensorValue &tensor);
  void dumpSparse(const Message &message);
  void dumpType(const Message &message);
  void dump(const TypeValue &type);
  void dumpValueInfo(const Message &message);
  void dumpSets(StringRef key, llvm::ArrayRef<Opset> sets);

  const ModelFile &file;
  llvm::BumpPtrAllocator strings;
  /// One for the whole walk, as an importer has it.
  ReadContext context;
};
} // namespace

//===----------------------------------------------------------------------===//
// Tensors and types
//===----------------------------------------------------------------------===//

void Dumper::dump(const TensorValue &tensor) {
  check(tensor.typeRange);
  check(tensor.dimsRange);
  check(tensor.content);
  check(tensor.values);
  out.object([&] {
    dump("name", tensor.name);
    out.attribute("type", static_cast<int64_t>(tensor.type));
    dumpNumbers("dims", tensor.dims);
    if (std::optional<uint64_t> size = tensor.sizeInBytes())
      out.attribute("size", static_cast<int64_t>(*size));
    dumpContent(tensor.content, tensor.contentBytes);
    out.attribute("count", static_cast<int64_t>(tensor.valueCount));
    out.attribute("isExternal", tensor.isExternal);
    dump("location", tensor.external.location);
    dump("offset", tensor.external.offset);
    dump("length", tensor.external.length);
    dumpElements(context, tensor);
  });
}

void Dumper::dumpTensor(const Message &message) {
  TensorValue tensor;
  readTensor(context, message, tensor);
  dump(tensor);
}

void Dumper::dumpSparse(const Message &message) {
  SparseTensor tensor;
  readSparseTensor(context, message, tensor);
  out.object([&] {
    out.attributeBegin("values");
    dump(tensor.values);
    out.attributeEnd();
    out.attributeBegin("indices");
    dump(tensor.indices);
    out.attributeEnd();
    dumpNumbers("dims", tensor.dims);
  });
}

/// The field of `TypeProto` that a kind is given in.
static StringRef kindName(TypeKind kind) {
  switch (kind) {
  case TypeKind::None:
    return "";
  case TypeKind::Tensor:
    return "tensor_type";
  case TypeKind::SparseTensor:
    return "sparse_tensor_type";
  case TypeKind::Sequence:
    return "sequence_type";
  case TypeKind::Map:
    return "map_type";
  case TypeKind::Optional:
    return "optional_type";
  case TypeKind::Opaque:
    return "opaque_type";
  }
  llvm_unreachable("unknown kind");
}

void Dumper::dump(const TypeValue &type) {
  check(type.range);
  check(type.elementRange);
  out.array([&] {
    out.value(kindName(type.kind));
    out.value(static_cast<int64_t>(type.elementType));
    if (!type.hasShape) {
      out.value(nullptr);
    } else {
      out.array([&] {
        for (const Dimension &dimension : type.dimensions) {
          check(dimension.range);
          if (dimension.size)
            out.value(*dimension.size);
          else
            out.value(dimension.parameter);
        }
      });
    }
    if (type.element)
      dump(*type.element);
    else
      out.value(nullptr);
  });
}

void Dumper::dumpType(const Message &message) {
  TypeValue type;
  readType(context, message, type);
  dump(type);
}

void Dumper::dumpValueInfo(const Message &message) {
  ValueInfo value;
  readValueInfo(context, message, value);
  out.array([&] {
    dumpName(value.name);
    dump(value.type);
  });
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

void Dumper::dumpMessage(AttributeType type, const Message &message) {
  switch (type) {
  case AttributeType::Tensor:
  case AttributeType::Tensors:
    return dumpTensor(message);
  case AttributeType::SparseTensor:
  case AttributeType::SparseTensors:
    return dumpSparse(message);
  case AttributeType::TypeProto:
  case AttributeType::TypeProtos:
    return dumpType(message);
  default: {
    Graph graph;
    readGraph(context, message, graph);
    dump(graph);
  }
  }
}

void Dumper::dumpValue(const Attribute &attribute) {
  switch (attribute.type) {
  case AttributeType::Float:
    return dumpDouble(attribute.floating());
  case AttributeType::Int:
    return out.value(attribute.integer());
  case AttributeType::String:
    return out.value(llvm::toHex(attribute.text, /*LowerCase=*/true));
  case AttributeType::Tensor:
  case AttributeType::Graph:
  case AttributeType::SparseTensor:
  case AttributeType::TypeProto:
    return dumpMessage(attribute.type, attribute.content);
  default:
    break;
  }
  llvm::SmallVector<Number> ints;
  llvm::SmallVector<double> reals;
  llvm::SmallVector<Name> texts;
  llvm::SmallVector<Message> messages;
  readInts(context, attribute, ints);
  readReals(context, attribute, reals);
  readTexts(context, attribute, texts);
  readMessages(context, attribute, messages);
  out.array([&] {
    for (const Number &number : ints) {
      check(number.range);
      out.value(number.value);
    }
    for (double value : reals)
      dumpDouble(value);
    for (const Name &text : texts) {
      check(text.range);
      out.value(llvm::toHex(text.text, /*LowerCase=*/true));
    }
    for (const Message &message : messages)
      dumpMessage(attribute.type, message);
  });
}

/// `[name, type, reference, value, [begin, end]]`
void Dumper::dump(const Attribute &attribute) {
  check(attribute.typeRange);
  out.array([&] {
    dumpName(attribute.name);
    out.value(static_cast<int64_t>(attribute.type));
    dumpName(attribute.reference);
    dumpValue(attribute);
    dumpRange(attribute.range);
  });
}

void Dumper::dump(const NodeEntry &entry, const Message &message) {
  NodeDetails node;
  readNode(context, message, node);
  out.object([&] {
    out.attribute("name", entry.name);
    out.attribute("op", entry.op);
    out.attribute("domain", entry.domain);
    dump("overload", node.overload);
    out.attributeBegin("range");
    dumpRange(entry.range);
    out.attributeEnd();
    dumpNames("inputs", node.inputs);
    dumpNames("outputs", node.outputs);
    out.attributeArray("attributes", [&] {
      for (const Attribute &attribute : node.attributes)
        dump(attribute);
    });
  });
}

void Dumper::dump(const Graph &graph) {
  auto list = [&](StringRef key, llvm::ArrayRef<NamedEntry> entries,
                  auto dumpEntry) {
    out.attributeArray(key, [&] {
      for (const NamedEntry &entry : entries) {
        check(entry.name.range);
        dumpEntry(graph.message(entry.range));
      }
    });
  };
  auto dumpInfo = [&](const Message &message) { dumpValueInfo(message); };
  out.object([&] {
    dump("name", graph.name);
    out.attributeArray("nodes", [&] {
      for (const NodeEntry &node : graph.nodes)
        dump(node, graph.message(node.range));
    });
    list("initializers", graph.initializers,
         [&](const Message &message) { dumpTensor(message); });
    list("sparse", graph.sparseInitializers,
         [&](const Message &message) { dumpSparse(message); });
    list("inputs", graph.inputs, dumpInfo);
    list("outputs", graph.outputs, dumpInfo);
    list("values", graph.valueInfos, dumpInfo);
  });
}

//===----------------------------------------------------------------------===//
// Models
//===----------------------------------------------------------------------===//

void Dumper::dumpSets(StringRef key, llvm::ArrayRef<Opset> sets) {
  out.attributeArray(key, [&] {
    for (const Opset &set : sets) {
      check(set.range);
      check(set.version.range);
      out.array([&] {
        dumpName(set.domain);
        out.value(set.version.value);
      });
    }
  });
}

void Dumper::dump(const FunctionEntry &entry) {
  check(entry.range);
  FunctionDetails function;
  readFunction(context, entry, function);
  out.object([&] {
    dump("name", entry.name);
    dump("domain", entry.domain);
    dump("overload", entry.overload);
    dumpNames("inputs", function.inputs);
    dumpNames("outputs", function.outputs);
    dumpNames("attributes", function.attributes);
    out.attributeArray("defaults", [&] {
      for (const Attribute &attribute : function.defaults)
        dump(attribute);
    });
    dumpSets("opsets", function.opsets);
    out.attributeArray("values", [&] {
      for (const Message &message : function.valueInfos)
        dumpValueInfo(message);
    });
    out.attributeArray("nodes", [&] {
      for (const NodeEntry &node : entry.nodes)
        dump(node, entry.message(node));
    });
  });
}

void Dumper::dumpFile() {
  out.object([&] {
    out.attribute("format", "ONNX");
    out.attribute("encoding",
                  file.encoding == Encoding::Text ? "text" : "binary");
    check(file.irVersion.range);
    check(file.modelVersion.range);
    out.attribute("irVersion", file.irVersion.value);
    dump("producer", file.producer);
    dump("producerVersion", file.producerVersion);
    dump("domain", file.domain);
    out.attribute("modelVersion", file.modelVersion.value);
    dumpSets("opsets", file.opsets);
    out.attributeArray("metadata", [&] {
      for (const Property &property : file.metadata) {
        out.array([&] {
          dumpName(property.key);
          dumpName(property.value);
        });
      }
    });
    out.attributeBegin("graph");
    dump(file.graph);
    out.attributeEnd();
    out.attributeArray("functions", [&] {
      for (const FunctionEntry &function : file.functions)
        dump(function);
    });
    dumpProblem(file.problem ? file.problem : context.problem);
  });
}

void test::dumpModel(const ModelFile &file, llvm::json::OStream &out) {
  Dumper(file, out).dumpFile();
}
