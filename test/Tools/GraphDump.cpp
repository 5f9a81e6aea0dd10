//===- GraphDump.cpp - All of a graph file as JSON ------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphDump.h"
#include "FileDumper.h"
#include "Frontend/TensorFlow/FunctionDetails.h"
#include "Frontend/TensorFlow/NodeDetails.h"
#include "Frontend/TensorFlow/TensorValue.h"
#include "KerasDump.h"
#include "OnnxDump.h"

using namespace trainlint;
using namespace trainlint::tensorflow;
using namespace trainlint::proto;
using llvm::StringRef;

namespace {
class Dumper : test::FileDumper {
public:
  Dumper(const GraphFile &file, llvm::json::OStream &out)
      : FileDumper(file.file, out), file(file) {}

  void dumpFile();

private:
  using FileDumper::dump;
  void dump(const MetaGraph &meta);
  void dump(const Graph &graph);
  void dump(const Versions &versions);
  void dump(const NodeEntry &node);
  void dump(const FunctionEntry &function);
  void dump(const Signature &signature);
  void dump(const Shape &shape);
  void dump(ReadContext &context, const FunctionDetails &function);
  void dump(ReadContext &context, const NodeDetails &node);
  void dump(ReadContext &context, llvm::ArrayRef<Attr> attrs);
  void dump(ReadContext &context, const AttrValue &value);
  void dump(ReadContext &context, const TensorValue &tensor);
  void dump(llvm::ArrayRef<Argument> arguments);
  void dump(llvm::ArrayRef<Result> results);
  void dump(llvm::ArrayRef<SignatureTensor> tensors);

  const GraphFile &file;
};
} // namespace

void Dumper::dump(const Shape &shape) {
  out.object([&] {
    out.attribute("unknown", shape.unknownRank);
    out.attributeArray("dims", [&] {
      for (const Dimension &dimension : shape.dimensions) {
        check(dimension.range);
        out.array([&] {
          out.value(dimension.size);
          out.value(dimension.name);
        });
      }
    });
  });
}

void Dumper::dump(ReadContext &context, const TensorValue &tensor) {
  check(tensor.typeRange);
  check(tensor.content);
  check(tensor.values);
  out.object([&] {
    out.attribute("type", static_cast<int64_t>(tensor.type));
    out.attributeBegin("shape");
    dump(tensor.shape);
    out.attributeEnd();
    dumpContent(tensor.content, tensor.contentBytes);
    out.attribute("count", tensor.valueCount);
    dumpElements(context, tensor);
  });
}

/// The name of the field of `AttrValue` that a kind is given in.
static StringRef kindName(AttrKind kind) {
  switch (kind) {
  case AttrKind::None:
    return "none";
  case AttrKind::String:
    return "s";
  case AttrKind::Int:
    return "i";
  case AttrKind::Float:
    return "f";
  case AttrKind::Bool:
    return "b";
  case AttrKind::Type:
    return "type";
  case AttrKind::Shape:
    return "shape";
  case AttrKind::Tensor:
    return "tensor";
  case AttrKind::Func:
    return "func";
  case AttrKind::List:
    return "list";
  case AttrKind::Placeholder:
    return "placeholder";
  }
  llvm_unreachable("unknown kind");
}

void Dumper::dump(ReadContext &context, const AttrValue &value) {
  check(value.range);
  out.array([&] {
    out.value(kindName(value.kind));
    switch (value.kind) {
    case AttrKind::None:
      break;
    case AttrKind::String:
      out.value(llvm::toHex(value.text, /*LowerCase=*/true));
      break;
    case AttrKind::Placeholder:
      out.value(value.text);
      break;
    case AttrKind::Int:
      out.value(value.integer());
      break;
    case AttrKind::Type:
      out.value(static_cast<int64_t>(value.type()));
      break;
    case AttrKind::Float:
      dumpDouble(value.floating());
      break;
    case AttrKind::Bool:
      out.value(value.boolean());
      break;
    case AttrKind::Shape: {
      Shape shape;
      readShape(context, value.message, shape);
      dump(shape);
      break;
    }
    case AttrKind::Tensor: {
      TensorValue tensor;
      readTensor(context, value.message, tensor);
      dump(context, tensor);
      break;
    }
    case AttrKind::Func: {
      FuncValue func;
      readFunc(context, value.message, func);
      dumpName(func.name);
      dump(context, func.attrs);
      break;
    }
    case AttrKind::List: {
      llvm::SmallVector<AttrValue> elements;
      readList(context, value, elements);
      for (const AttrValue &element : elements)
        dump(context, element);
      break;
    }
    }
  });
}

/// `[[name, value, begin, end], ...]`
void Dumper::dump(ReadContext &context, llvm::ArrayRef<Attr> attrs) {
  out.array([&] {
    for (const Attr &attr : attrs) {
      out.array([&] {
        dumpName(attr.name);
        dump(context, attr.value);
        dumpRange(attr.value.range);
      });
    }
  });
}

void Dumper::dump(ReadContext &context, const NodeDetails &node) {
  dump("device", node.device);
  check(node.name.range);
  check(node.op.range);
  out.attributeArray("inputs", [&] {
    for (const NodeInput &input : node.inputs) {
      out.array([&] {
        out.value(input.text);
        out.value(input.isControl);
        out.value(input.node);
        out.value(input.port);
        out.value(input.index);
        dumpRange(input.range);
      });
    }
  });
  out.attributeBegin("attrs");
  dump(context, node.attrs);
  out.attributeEnd();
}

void Dumper::dump(const NodeEntry &node) {
  out.object([&] {
    out.attribute("name", node.name);
    out.attribute("op", file.op(node));
    out.attributeBegin("range");
    dumpRange(node.range);
    out.attributeEnd();
    llvm::BumpPtrAllocator strings;
    ReadContext context = file.context(strings);
    NodeDetails details;
    readNode(context, node.range, details);
    dump(context, details);
    dumpProblem(context.problem);
  });
}

void Dumper::dump(llvm::ArrayRef<Argument> arguments) {
  out.array([&] {
    for (const Argument &argument : arguments) {
      check(argument.typeRange);
      out.array([&] {
        dumpName(argument.name);
        out.value(static_cast<int64_t>(argument.type));
        dumpName(argument.typeAttr);
        dumpName(argument.numberAttr);
        dumpName(argument.typeListAttr);
        out.value(argument.isReference);
      });
    }
  });
}

void Dumper::dump(llvm::ArrayRef<Result> results) {
  out.array([&] {
    for (const Result &result : results) {
      out.array([&] {
        dumpName(result.name);
        dumpName(result.value);
      });
    }
  });
}

void Dumper::dump(ReadContext &context, const FunctionDetails &function) {
  auto part = [&](StringRef key, auto dumpPart) {
    out.attributeBegin(key);
    dumpPart();
    out.attributeEnd();
  };
  part("inputs", [&] { dump(function.inputs); });
  part("outputs", [&] { dump(function.outputs); });
  dumpNames("controlOutputs", function.controlOutputs);
  out.attributeArray("declared", [&] {
    for (const AttrDeclaration &declaration : function.declaredAttrs) {
      out.array([&] {
        dumpName(declaration.name);
        dumpName(declaration.type);
      });
    }
  });
  out.attribute("stateful", function.isStateful);
  part("results", [&] { dump(function.results); });
  part("controlResults", [&] { dump(function.controlResults); });
  part("attrs", [&] { dump(context, function.attrs); });
}

void Dumper::dump(const FunctionEntry &function) {
  out.object([&] {
    dump("name", function.name);
    out.attributeBegin("range");
    dumpRange(function.range);
    out.attributeEnd();
    out.attributeArray("nodes", [&] {
      for (const NodeEntry &node : function.nodes)
        dump(node);
    });
    llvm::BumpPtrAllocator strings;
    ReadContext context = file.context(strings);
    FunctionDetails details;
    readFunction(context, function.range, details);
    dump(context, details);
    dumpProblem(context.problem);
  });
}

void Dumper::dump(const Versions &versions) {
  out.object([&] {
    auto number = [&](StringRef key, const Number &value) {
      check(value.range);
      out.attribute(key, value.value);
    };
    number("producer", versions.producer);
    number("minConsumer", versions.minConsumer);
    number("deprecated", versions.deprecated);
    out.attributeArray("bad", [&] {
      for (const Number &bad : versions.badConsumers) {
        check(bad.range);
        out.value(bad.value);
      }
    });
  });
}

void Dumper::dump(const Graph &graph) {
  out.object([&] {
    out.attributeBegin("versions");
    dump(graph.versions);
    out.attributeEnd();
    out.attributeArray("nodes", [&] {
      for (const NodeEntry &node : graph.nodes)
        dump(node);
    });
    out.attributeArray("functions", [&] {
      for (const FunctionEntry &function : graph.functions)
        dump(function);
    });
    out.attributeArray("gradients", [&] {
      for (const Gradient &gradient : graph.gradients) {
        out.array([&] {
          dumpName(gradient.function);
          dumpName(gradient.gradient);
        });
      }
    });
  });
}

void Dumper::dump(llvm::ArrayRef<SignatureTensor> tensors) {
  out.array([&] {
    for (const SignatureTensor &tensor : tensors) {
      check(tensor.typeRange);
      out.array([&] {
        dumpName(tensor.name);
        dumpName(tensor.tensor);
        out.value(static_cast<int64_t>(tensor.type));
        dump(tensor.shape);
      });
    }
  });
}

void Dumper::dump(const Signature &signature) {
  out.object([&] {
    dump("name", signature.name);
    dump("method", signature.method);
    out.attributeBegin("inputs");
    dump(signature.inputs);
    out.attributeEnd();
    out.attributeBegin("outputs");
    dump(signature.outputs);
    out.attributeEnd();
  });
}

void Dumper::dump(const MetaGraph &meta) {
  check(meta.range);
  out.object([&] {
    dump("version", meta.version);
    dump("tensorFlowVersion", meta.tensorFlowVersion);
    dump("tensorFlowGitVersion", meta.tensorFlowGitVersion);
    dumpNames("tags", meta.tags);
    dumpNames("strippedOps", meta.strippedOps);
    dumpNames("saver", {meta.saver.filenameTensor, meta.saver.saveTensor,
                        meta.saver.restoreOp});
    out.attributeArray("collections", [&] {
      for (const Collection &collection : meta.collections)
        dumpName(collection.name);
    });
    out.attributeArray("signatures", [&] {
      for (const Signature &signature : meta.signatures)
        dump(signature);
    });
    out.attributeBegin("graph");
    dump(meta.graph);
    out.attributeEnd();
  });
}

void Dumper::dumpFile() {
  out.object([&] {
    out.attribute("format", graph::formatName(file.format.format));
    out.attribute("encoding",
                  file.format.encoding == Encoding::Text ? "text" : "binary");
    check(file.schemaVersion.range);
    out.attribute("schemaVersion", file.schemaVersion.value);
    out.attributeArray("metaGraphs", [&] {
      for (const MetaGraph &meta : file.metaGraphs)
        dump(meta);
    });
    dumpProblem(file.problem);
  });
}

void test::dumpGraph(const GraphFile &file, llvm::json::OStream &out) {
  Dumper(file, out).dumpFile();
}

void test::dumpFile(StringRef file, std::optional<graph::DetectedFormat> format,
                    llvm::json::OStream &out) {
  graph::DetectedFormat found = format ? *format : graph::detectFormat(file);
  if (found.format == graph::GraphFormat::Onnx)
    dumpModel(*onnx::readModelFile(file, found.encoding), out);
  else if (graph::isKerasModel(found.format))
    dumpModel(*keras::readModelFile(file), out);
  else
    dumpGraph(*readGraphFile(file, found), out);
}
