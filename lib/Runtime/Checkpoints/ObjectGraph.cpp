//===- ObjectGraph.cpp - The objects of a checkpoint ----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Checkpoints/ObjectGraph.h"
#include "Support/LLVM.h"
#include "Text/Protobuf/WireReader.h"

using namespace trainlint;
using namespace trainlint::checkpoints;
using proto::WireField;
using proto::WireReader;
using proto::WireType;

namespace {
/// The fields of TrackableObjectGraph, TrackableObject and SerializedTensor.
enum : uint32_t {
  GraphNodes = 1,
  NodeAttributes = 2,
  AttributeName = 1,
  AttributeFullName = 2,
  AttributeKey = 3,
};
} // namespace

/// The value of a variable, among what an object may keep.
static constexpr StringRef VariableValue = "VARIABLE_VALUE";
/// Between the path of an object in a key and what of it is kept.
static constexpr StringRef PathEnd = "/.ATTRIBUTES/";

namespace {
class ObjectGraphReader {
public:
  explicit ObjectGraphReader(StringRef text) : text(text) {}

  llvm::Expected<std::vector<ObjectVariable>> read();

private:
  void readNode(SourceRange range);
  void readAttribute(SourceRange range);

  StringRef text;
  proto::FirstProblem problem;
  std::vector<ObjectVariable> variables;
};
} // namespace

void ObjectGraphReader::readAttribute(SourceRange range) {
  StringRef name;
  ObjectVariable variable;
  WireReader reader(text, range, problem);
  WireField field;
  while (reader.next(field)) {
    if (field.type != WireType::Bytes)
      continue;
    StringRef value = text.slice(field.value.begin, field.value.end);
    if (field.number == AttributeName)
      name = value;
    if (field.number == AttributeFullName)
      variable.fullName = value;
    if (field.number == AttributeKey)
      variable.key = value;
  }
  if (name != VariableValue || variable.key.empty())
    return;
  auto [path, rest] = variable.key.rsplit(PathEnd);
  if (rest == VariableValue)
    variable.path = path;
  variables.push_back(variable);
}

void ObjectGraphReader::readNode(SourceRange range) {
  WireReader reader(text, range, problem);
  WireField field;
  while (reader.next(field))
    if (field.number == NodeAttributes && field.type == WireType::Bytes)
      readAttribute(field.value);
}

llvm::Expected<std::vector<ObjectVariable>> ObjectGraphReader::read() {
  if (text.size() > UINT32_MAX)
    return llvm::createStringError("it has more than 4 GiB");
  WireReader reader(text, {0, static_cast<uint32_t>(text.size())}, problem);
  WireField field;
  while (reader.next(field))
    if (field.number == GraphNodes && field.type == WireType::Bytes)
      readNode(field.value);
  if (problem)
    return llvm::createStringError(problem->message + " at byte " +
                                   llvm::Twine(problem->offset));
  return std::move(variables);
}

llvm::Expected<std::vector<ObjectVariable>>
checkpoints::readObjectGraph(StringRef text) {
  return ObjectGraphReader(text).read();
}
