//===- JsonLines.cpp - An object of JSON in each line ---------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Data/JsonLines.h"
#include "Support/LLVM.h"
#include "Support/Printable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FormatVariadic.h"

using namespace trainlint;
using namespace trainlint::data;
using pjrt::abi::Buffer_Type;

/// The most values of a line, each of which takes many times its text.
static constexpr size_t MostValues = 1 << 20;

llvm::Error JsonLines::findLines(File &file) const {
  bool isInLine = false, isBlank = true;
  uint64_t begin = 0;
  auto visit = [&](uint64_t offset, StringRef part) -> llvm::Error {
    for (size_t at = 0; at < part.size(); ++at) {
      if (!isInLine) {
        begin = offset + at;
        isInLine = isBlank = true;
      }
      if (offset + at - begin >= MostLineBytes)
        return errorAt(file, begin, "the line has more than 4 MiB");
      if (part[at] == '\n') {
        isInLine = false;
      } else if (isBlank && !StringRef(" \t\r").contains(part[at])) {
        isBlank = false;
        file.places.push_back(begin);
      }
    }
    return llvm::Error::success();
  };
  if (llvm::Error error = forEachPart(file.bytes, visit))
    return error;
  file.places.push_back(file.bytes.size());
  return llvm::Error::success();
}

/// The sizes of an array of arrays. Returns what it is instead of numbers.
static StringRef shapeOf(const json::Value &value,
                         llvm::SmallVectorImpl<int64_t> &dims) {
  switch (value.kind) {
  case json::Kind::Number:
  case json::Kind::Bool:
    return "";
  case json::Kind::Null:
    return "it has no value in the first line";
  case json::Kind::String:
    return "it is a string";
  case json::Kind::Object:
    return "it is an object";
  case json::Kind::Array:
    break;
  }
  dims.push_back(value.elements.size());
  return value.elements.empty() ? "" : shapeOf(value.elements.front(), dims);
}

llvm::Error JsonLines::takeKeys(const File &file) {
  if (file.places.size() < 2)
    return llvm::Error::success();
  Scratch scratch;
  auto line = lineOf(file, 0, scratch);
  if (!line)
    return line.takeError();
  llvm::BumpPtrAllocator arena;
  std::optional<json::Problem> problem;
  auto value = json::parse(line->rtrim(), arena, problem, MostValues);
  if (!value)
    return errorAt(file, file.places.front() + problem->offset,
                   problem->message);
  if (!value->isObject())
    return errorAt(file, file.places.front() + value->range.begin,
                   "a line is an object");
  llvm::StringSet<> names;
  for (const json::Member &member : value->members) {
    if (!names.insert(member.key).second)
      return errorAt(file, file.places.front() + member.keyRange.begin,
                     "duplicate key `" + printable(member.key) + "`");
    Key &key = keys.emplace_back();
    key.name = member.key.str();
    key.problem = shapeOf(member.value, key.dims).str();
  }
  return llvm::Error::success();
}

llvm::Error JsonLines::add(const std::string &path, FileBytes bytes) {
  File file{path, std::move(bytes)};
  if (llvm::Error error = findLines(file))
    return error;
  if (keys.empty())
    if (llvm::Error error = takeKeys(file))
      return error;
  addFile(std::move(file));
  return llvm::Error::success();
}

std::vector<Column> JsonLines::columnsOf(std::shared_ptr<JsonLines> table) {
  std::vector<Column> out;
  for (const auto &[number, key] : llvm::enumerate(table->keys)) {
    Column &column = out.emplace_back();
    column.name = key.name;
    column.file = table->files.front().path;
    column.kind = ValueKind::Text;
    column.shape = {Buffer_Type::F64, {table->size()}};
    llvm::append_range(column.shape.dims, key.dims);
    column.problem = key.problem;
    column.table = table;
    column.fields = {static_cast<unsigned>(number)};
  }
  return out;
}

namespace {
/// Appends the numbers of a value that has the sizes of its column.
class NumberReader {
public:
  NumberReader(Buffer_Type type, Scratch &out) : type(type), out(out) {}

  const json::Value *wrong = nullptr;
  std::string message;

  bool read(const json::Value &value, llvm::ArrayRef<int64_t> dims) {
    if (value.isArray()) {
      if (dims.empty())
        return fail(value, "this is an array, and a number in the first line");
      if (value.elements.size() != static_cast<size_t>(dims.front()))
        return fail(value,
                    llvm::formatv("the array has {0} elements, and {1} in the "
                                  "first line",
                                  value.elements.size(), dims.front()));
      return llvm::all_of(value.elements, [&](const json::Value &element) {
        return read(element, dims.drop_front());
      });
    }
    if (value.isNull())
      return fail(value, "there is no value");
    if (!dims.empty())
      return fail(value, "this is no array, and one in the first line");
    if (value.kind == json::Kind::Bool) {
      appendNumber(*value.boolean() ? "1" : "0", type, out);
      return true;
    }
    if (value.kind != json::Kind::Number)
      return fail(value, "this is no number");
    std::string problem = appendNumber(value.text, type, out);
    return problem.empty() || fail(value, std::move(problem));
  }

private:
  bool fail(const json::Value &value, std::string why) {
    wrong = &value;
    message = std::move(why);
    return false;
  }

  Buffer_Type type;
  Scratch &out;
};
} // namespace

std::optional<LineTable::Problem>
JsonLines::parse(StringRef line, llvm::ArrayRef<FieldUse> fields, Scratch &out,
                 llvm::SmallVectorImpl<size_t> &ends) const {
  llvm::BumpPtrAllocator arena;
  std::optional<json::Problem> problem;
  auto value = json::parse(line.rtrim(), arena, problem, MostValues);
  if (!value)
    return Problem{problem->offset, problem->message};
  if (!value->isObject())
    return Problem{value->range.begin, "a line is an object"};
  for (const FieldUse &field : fields) {
    const Key &key = keys[field.number];
    const json::Value *found = value->find(key.name);
    if (!found)
      return Problem{value->range.begin,
                     "the object has no `" + printable(key.name) + "`"};
    NumberReader reader(field.type, out);
    if (!reader.read(*found, key.dims))
      return Problem{reader.wrong->range.begin,
                     "`" + printable(key.name) + "`: " + reader.message};
    ends.push_back(out.size());
  }
  return std::nullopt;
}
