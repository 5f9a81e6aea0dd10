//===- DetectText.cpp - Telling text formats apart ------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Formats/Detect.h"
#include "Frontend/Formats/TensorFlowFields.h"
#include "Support/LLVM.h"
#include "llvm/ADT/StringSwitch.h"
#include <limits>

using namespace trainlint;
using namespace trainlint::graph;
using namespace trainlint::proto;

//===----------------------------------------------------------------------===//
// Messages of Protobuf
//===----------------------------------------------------------------------===//

/// The format that has a field of this name at its top, if no other has.
static GraphFormat formatOf(StringRef name) {
  return llvm::StringSwitch<GraphFormat>(name)
      .Cases({"saved_model_schema_version", "meta_graphs"},
             GraphFormat::SavedModel)
      .Cases({"meta_info_def", "graph_def", "saver_def", "collection_def",
              "signature_def", "asset_file_def", "object_graph_def"},
             GraphFormat::MetaGraphDef)
      .Cases({"ir_version", "opset_import"}, GraphFormat::Onnx)
      .Default(GraphFormat::Unknown);
}

/// How many fields of a message are looked at.
static constexpr unsigned FieldLimit = 16;

/// True if the fields from an offset on are those of a type, until a bracket
/// or something else ends them.
static bool hasFieldsOf(StringRef file, uint32_t begin,
                        const MessageType &type) {
  FirstProblem problem;
  TextReader reader(file, {begin, static_cast<uint32_t>(file.size())}, problem);
  unsigned found = 0;
  TextField field;
  while (found < FieldLimit && reader.next(field)) {
    if (field.name.starts_with("experimental_"))
      continue;
    if (!type.field(field.name))
      return false;
    ++found;
  }
  return found > 0;
}

GraphFormat detection::detectTextMessage(StringRef file) {
  file = file.take_front(std::numeric_limits<uint32_t>::max());
  uint32_t begin = file.starts_with(ByteOrderMark) ? ByteOrderMark.size() : 0;
  FirstProblem problem;
  TextReader reader(file, {begin, static_cast<uint32_t>(file.size())}, problem);
  TextField field;
  // One message may be the whole file, so its name is looked at first.
  for (unsigned i = 0; i < FieldLimit && reader.peek(field); ++i) {
    GraphFormat format = formatOf(field.name);
    if (format != GraphFormat::Unknown)
      return format;
    const FieldType *type = tensorflow::fields::GraphDef.field(field.name);
    if (type && type->message && field.kind == TextKind::Message &&
        hasFieldsOf(file, field.value.begin, *type->message))
      return GraphFormat::GraphDef;
    if (!reader.next(field))
      break;
  }
  return GraphFormat::Unknown;
}

//===----------------------------------------------------------------------===//
// Keras
//===----------------------------------------------------------------------===//

/// How much of a file is searched for keys.
static constexpr size_t KeySearchLimit = 1 << 20;

namespace {
/// Collects the keys at the top of a JSON text and, below `modelTopology`, one
/// level further down.
class KeyFinder {
public:
  explicit KeyFinder(StringRef text) : rest(text) {}
  bool findsModel();

private:
  void takeString();
  void takeKey(StringRef key);

  StringRef rest;
  unsigned depth = 0;
  bool inTopology = false;
  bool hasClassName = false;
  bool hasConfig = false;
  bool hasModel = false;
};
} // namespace

void KeyFinder::takeKey(StringRef key) {
  if (depth == 1)
    inTopology = key == "modelTopology";
  if (depth != 1 && !(depth == 2 && inTopology))
    return;
  hasClassName |= key == "class_name";
  hasConfig |= key == "config";
  // The keys of what Keras stores beside the layers.
  hasModel |= depth == 2 && (key == "model_config" || key == "keras_version");
}

void KeyFinder::takeString() {
  size_t end = 1;
  while (end < rest.size() && rest[end] != '"')
    end += rest[end] == '\\' ? 2 : 1;
  StringRef text = rest.take_front(end).drop_front();
  rest = rest.drop_front(std::min(end + 1, rest.size())).ltrim();
  if (rest.starts_with(":"))
    takeKey(text);
}

bool KeyFinder::findsModel() {
  while (!rest.empty()) {
    char c = rest.front();
    if (c == '"') {
      takeString();
      if (hasModel || (hasClassName && hasConfig))
        return true;
      continue;
    }
    if (c == '{' || c == '[')
      ++depth;
    if ((c == '}' || c == ']') && (depth == 0 || --depth == 0))
      return false;
    rest = rest.drop_front();
  }
  return false;
}

bool detection::isKerasJson(StringRef file) {
  StringRef text = file.take_front(KeySearchLimit).ltrim();
  return text.starts_with("{") && KeyFinder(text).findsModel();
}
