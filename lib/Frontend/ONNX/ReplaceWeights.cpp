//===- ReplaceWeights.cpp - ONNX models with other weights ----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Three messages are written anew, as their lengths change: the tensors, the
// graph around them, and the model. What else they hold is copied as it is
// encoded, fields that nobody knows included.
//
//===----------------------------------------------------------------------===//

#include "Frontend/ONNX/ReplaceWeights.h"
#include "Frontend/Formats/OnnxFields.h"
#include "Frontend/ONNX/ExternalFile.h"
#include "Support/LLVM.h"
#include "Text/Protobuf/WireReader.h"

using namespace trainlint;
using namespace trainlint::onnx;
using proto::WireField;
using proto::WireReader;
using proto::WireType;

static llvm::Error damaged(const proto::Problem &problem) {
  return llvm::createStringError(problem.message + " at byte " +
                                 llvm::Twine(problem.offset));
}

static StringRef textAt(StringRef file, SourceRange range) {
  return file.substr(range.begin, range.end - range.begin);
}

/// Calls `visit` with the fields of a message, until it fails.
static llvm::Error
forEachField(StringRef file, SourceRange range,
             llvm::function_ref<llvm::Error(const WireField &)> visit,
             unsigned depth = 0) {
  proto::FirstProblem problem;
  WireReader reader(file, range, problem, depth);
  WireField field;
  while (reader.next(field))
    if (llvm::Error error = visit(field))
      return error;
  return problem ? damaged(*problem) : llvm::Error::success();
}

static bool isMessage(const WireField &field, uint32_t number) {
  return field.number == number && field.type == WireType::Bytes;
}

static std::string lengthPrefix(uint32_t number, uint64_t length) {
  std::string out;
  auto add = [&](uint64_t bits) {
    for (; bits >= 0x80; bits >>= 7)
      out.push_back(static_cast<char>(bits | 0x80));
    out.push_back(static_cast<char>(bits));
  };
  add(number << 3 | static_cast<uint32_t>(WireType::Bytes));
  add(length);
  return out;
}

/// The name of a tensor, the last one if there are several.
static llvm::Expected<StringRef> nameOf(StringRef file, SourceRange tensor) {
  StringRef name;
  if (llvm::Error error =
          forEachField(file, tensor, [&](const WireField &field) {
            if (isMessage(field, fields::tensor_proto::Name))
              name = textAt(file, field.value);
            return llvm::Error::success();
          }))
    return error;
  return name;
}

/// True for the fields that hold elements, or say where they are.
static bool holdsElements(const WireField &field) {
  switch (field.number) {
  case fields::tensor_proto::RawData:
  case fields::tensor_proto::FloatValues:
  case fields::tensor_proto::Int32Values:
  case fields::tensor_proto::StringValues:
  case fields::tensor_proto::Int64Values:
  case fields::tensor_proto::DoubleValues:
  case fields::tensor_proto::UInt64Values:
  case fields::tensor_proto::ExternalData:
  case fields::tensor_proto::DataLocation:
    return true;
  default:
    return false;
  }
}

llvm::Expected<llvm::StringSet<>> onnx::initializersOf(StringRef file) {
  llvm::StringSet<> names;
  auto addTensor = [&](const WireField &field) -> llvm::Error {
    if (!isMessage(field, fields::graph_proto::Initializer))
      return llvm::Error::success();
    auto name = nameOf(file, field.value);
    if (!name)
      return name.takeError();
    names.insert(*name);
    return llvm::Error::success();
  };
  SourceRange whole = {0, static_cast<uint32_t>(file.size())};
  llvm::Error error = forEachField(file, whole, [&](const WireField &field) {
    return isMessage(field, fields::model_proto::Graph)
               ? forEachField(file, field.value, addTensor)
               : llvm::Error::success();
  });
  if (error)
    return error;
  return names;
}

namespace {
/// Puts the parts of messages one behind the other. The length of a message is
/// known after its parts, and goes before them.
class ModelWriter {
public:
  ModelWriter(StringRef file, const llvm::StringMap<StringRef> &values,
              StringRef folder)
      : file(file), values(values), folder(folder) {}

  llvm::Expected<ModelText> run();

private:
  void copy(const WireField &field) { add(textAt(file, field.range)); }
  void add(StringRef part) {
    out.parts.push_back(part);
    size += part.size();
  }
  void own(std::string text) {
    out.owned.push_back(std::move(text));
    add(out.owned.back());
  }
  llvm::Error writeMessage(uint32_t number,
                           llvm::function_ref<llvm::Error()> write);
  llvm::Error writeTensor(const WireField &tensor, StringRef bytes);
  llvm::Error writeGraph(const WireField &graph);
  llvm::Error writeWhole(const WireField &field, const proto::FieldType *type,
                         unsigned depth);
  llvm::Error writeExternal(const WireField &tensor, unsigned depth);

  StringRef file;
  const llvm::StringMap<StringRef> &values;
  /// Empty if elements in other files are left there.
  StringRef folder;
  ModelText out;
  uint64_t size = 0;
};
} // namespace

llvm::Error ModelWriter::writeMessage(uint32_t number,
                                      llvm::function_ref<llvm::Error()> write) {
  size_t place = out.parts.size();
  out.parts.emplace_back();
  uint64_t before = size;
  if (llvm::Error error = write())
    return error;
  out.owned.push_back(lengthPrefix(number, size - before));
  out.parts[place] = out.owned.back();
  size += out.owned.back().size();
  return llvm::Error::success();
}

llvm::Error ModelWriter::writeTensor(const WireField &tensor, StringRef bytes) {
  return writeMessage(tensor.number, [&]() -> llvm::Error {
    if (llvm::Error error =
            forEachField(file, tensor.value, [&](const WireField &field) {
              if (!holdsElements(field))
                copy(field);
              return llvm::Error::success();
            }))
      return error;
    own(lengthPrefix(fields::tensor_proto::RawData, bytes.size()));
    add(bytes);
    return llvm::Error::success();
  });
}

llvm::Error ModelWriter::writeGraph(const WireField &graph) {
  return writeMessage(graph.number, [&] {
    return forEachField(
        file, graph.value, [&](const WireField &field) -> llvm::Error {
          if (!isMessage(field, fields::graph_proto::Initializer))
            return writeWhole(field, fields::GraphProto.field(field.number),
                              /*depth=*/1);
          auto name = nameOf(file, field.value);
          if (!name)
            return name.takeError();
          auto found = values.find(*name);
          if (found != values.end())
            return writeTensor(field, found->second);
          return writeWhole(field, fields::GraphProto.field(field.number),
                            /*depth=*/1);
        });
  });
}

/// Writes a field with the elements of all tensors in it.
llvm::Error ModelWriter::writeWhole(const WireField &field,
                                    const proto::FieldType *type,
                                    unsigned depth) {
  bool isWalked =
      !folder.empty() && type && type->message && field.type == WireType::Bytes;
  if (!isWalked) {
    copy(field);
    return llvm::Error::success();
  }
  if (type->message == &fields::TensorProto)
    return writeExternal(field, depth);
  return writeMessage(field.number, [&] {
    return forEachField(
        file, field.value,
        [&](const WireField &inner) {
          return writeWhole(inner, type->message->field(inner.number),
                            depth + 1);
        },
        depth);
  });
}

llvm::Error ModelWriter::writeExternal(const WireField &tensor,
                                       unsigned depth) {
  llvm::BumpPtrAllocator strings;
  proto::ReadContext context(file, proto::Encoding::Binary, strings);
  TensorValue value;
  if (!readTensor(context, {{tensor.value}, depth}, value))
    return damaged(*context.problem);
  if (!value.isExternal) {
    copy(tensor);
    return llvm::Error::success();
  }
  auto bytes = mapExternalData(folder, value);
  if (!bytes)
    return bytes.takeError();
  out.external.push_back(std::move(*bytes));
  // Without a length the elements go on to the end of the file.
  std::optional<uint64_t> most = value.sizeInBytes();
  return writeTensor(
      tensor, out.external.back()->getBuffer().take_front(most.value_or(0)));
}

llvm::Expected<ModelText> ModelWriter::run() {
  SourceRange whole = {0, static_cast<uint32_t>(file.size())};
  if (llvm::Error error =
          forEachField(file, whole, [&](const WireField &field) -> llvm::Error {
            if (isMessage(field, fields::model_proto::Graph))
              return writeGraph(field);
            return writeWhole(field, fields::ModelProto.field(field.number),
                              /*depth=*/0);
          }))
    return error;
  constexpr uint64_t MostBytes = INT32_MAX;
  if (size > MostBytes)
    return llvm::createStringError("the model would have " + llvm::Twine(size) +
                                   " bytes, and Protobuf allows 2147483647");
  return std::move(out);
}

llvm::Expected<ModelText>
onnx::replaceWeights(StringRef file, const llvm::StringMap<StringRef> &values,
                     StringRef externalFolder) {
  return ModelWriter(file, values, externalFolder).run();
}
