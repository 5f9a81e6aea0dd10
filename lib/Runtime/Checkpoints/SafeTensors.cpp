//===- SafeTensors.cpp - Files of named tensors ---------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The safetensors format: the length of a header, the header as JSON, and the
// bytes of the tensors. The header comes from anywhere: its length and the
// number of its values are limited before it is parsed, and the ranges of the
// tensors have to fill the rest of the file without gaps.
//
//===----------------------------------------------------------------------===//

#include "Runtime/Checkpoints/SafeTensors.h"
#include "Runtime/Tensor/InputFile.h"
#include "Support/LLVM.h"
#include "Support/Text.h"
#include "Text/Json/Json.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

using namespace trainlint;
using namespace trainlint::checkpoints;
using pjrt::abi::Buffer_Type;

namespace {
struct DtypeName {
  StringRef name;
  Buffer_Type type;
};
} // namespace

static constexpr DtypeName Dtypes[] = {
    {"BOOL", Buffer_Type::PRED},
    {"U8", Buffer_Type::U8},
    {"I8", Buffer_Type::S8},
    {"F8_E5M2", Buffer_Type::F8E5M2},
    {"F8_E4M3", Buffer_Type::F8E4M3FN},
    {"F8_E8M0", Buffer_Type::F8E8M0FNU},
    {"I16", Buffer_Type::S16},
    {"U16", Buffer_Type::U16},
    {"F16", Buffer_Type::F16},
    {"BF16", Buffer_Type::BF16},
    {"I32", Buffer_Type::S32},
    {"U32", Buffer_Type::U32},
    {"F32", Buffer_Type::F32},
    {"F64", Buffer_Type::F64},
    {"I64", Buffer_Type::S64},
    {"U64", Buffer_Type::U64},
    {"C64", Buffer_Type::C64},
};

static constexpr StringRef MetadataKey = "__metadata__";
static constexpr size_t LengthSize = 8;
/// The longest header that other readers take.
static constexpr uint64_t LongestHeader = 100'000'000;
/// As many as NumPy has at most.
static constexpr size_t MostDimensions = 64;

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

namespace {
/// A tensor and the range of its bytes.
struct Entry {
  std::string name;
  pjrt::BufferShape shape;
  uint64_t begin = 0;
  uint64_t end = 0;
};
} // namespace

static llvm::Error wrong(StringRef name, const llvm::Twine &what) {
  return llvm::createStringError("tensor " + quoted(name) + " " + what);
}

/// Reads the shape and checks that the bytes are as many as it takes.
static llvm::Error readShape(const json::Value &shape, Entry &entry) {
  for (const json::Value &element : shape.elements.take_front(MostDimensions))
    entry.shape.dims.push_back(element.integer().value_or(-1));
  std::optional<int64_t> bytes = entry.shape.checkedByteSize();
  if (!bytes || shape.elements.size() > MostDimensions)
    return wrong(entry.name, "has a shape that none can have");
  if (entry.end - entry.begin != static_cast<uint64_t>(*bytes))
    return wrong(entry.name,
                 llvm::formatv("is {0}, and {1} bytes are given for it",
                               entry.shape.text(), entry.end - entry.begin)
                     .str());
  return llvm::Error::success();
}

static llvm::Expected<Entry> readEntry(StringRef name,
                                       const json::Value &value) {
  Entry entry;
  entry.name = name.str();
  const json::Value *dtype = value.find("dtype");
  const json::Value *shape = value.find("shape");
  const json::Value *offsets = value.find("data_offsets");
  if (!dtype || !dtype->isString() || !shape || !shape->isArray() || !offsets ||
      !offsets->isArray() || offsets->elements.size() != 2)
    return wrong(name, "lacks `dtype`, `shape` or `data_offsets`");
  const auto *known = llvm::find_if(Dtypes, [&](const DtypeName &record) {
    return record.name == dtype->text;
  });
  if (known == std::end(Dtypes))
    return wrong(name, "has the element type " + quoted(dtype->text) +
                           ", which is not known");
  entry.shape.type = known->type;
  std::optional<int64_t> begin = offsets->elements[0].integer();
  std::optional<int64_t> end = offsets->elements[1].integer();
  if (!begin || !end || *begin < 0 || *end < *begin)
    return wrong(name, "has offsets that are no range");
  entry.begin = *begin;
  entry.end = *end;
  if (llvm::Error error = readShape(*shape, entry))
    return error;
  return entry;
}

static llvm::Error readMetadata(const json::Value &value, TensorFile &out) {
  if (!value.isObject())
    return llvm::createStringError("its metadata is no object");
  for (const json::Member &member : value.members) {
    if (!member.value.isString())
      return llvm::createStringError("its metadata holds what is no string");
    out.metadata[member.key.str()] = member.value.text.str();
  }
  return llvm::Error::success();
}

/// Sorts the tensors by place, and checks that they fill `bytes`.
static llvm::Error place(std::vector<Entry> &entries, StringRef bytes,
                         TensorFile &out) {
  llvm::stable_sort(entries, [](const Entry &a, const Entry &b) {
    return std::pair(a.begin, a.end) < std::pair(b.begin, b.end);
  });
  uint64_t at = 0;
  for (Entry &entry : entries) {
    if (entry.begin != at)
      return wrong(
          entry.name,
          llvm::formatv("begins at byte {0} instead of {1}", entry.begin, at)
              .str());
    if (entry.end > bytes.size())
      return wrong(entry.name, "is cut off");
    at = entry.end;
    TensorView view{entry.shape, bytes.slice(entry.begin, entry.end)};
    if (!out.tensors.try_emplace(entry.name, std::move(view)).second)
      return wrong(entry.name, "is defined twice");
  }
  if (at != bytes.size())
    return llvm::createStringError(llvm::formatv(
        "{0} bytes behind the tensors belong to none", bytes.size() - at));
  return llvm::Error::success();
}

/// At least as many as the values of a JSON text: each follows one of these,
/// or is a key. Characters within texts count, too.
static size_t countValues(StringRef text) {
  return llvm::count_if(text, [](char c) {
    return c == ',' || c == '{' || c == '[' || c == ':';
  });
}

llvm::Expected<TensorFile> checkpoints::readTensorFile(StringRef text) {
  if (text.size() < LengthSize)
    return llvm::createStringError("it is no safetensors file");
  uint64_t length = llvm::support::endian::read64le(text.data());
  text = text.drop_front(LengthSize);
  if (length > LongestHeader || !text.starts_with("{"))
    return llvm::createStringError("it is no safetensors file");
  if (length > text.size())
    return llvm::createStringError("its header is cut off");
  if (countValues(text.take_front(length)) > MostValues)
    return llvm::createStringError(
        llvm::formatv("its header has more than {0} values", MostValues));
  llvm::BumpPtrAllocator arena;
  std::optional<json::Problem> problem;
  std::optional<json::Value> header =
      json::parse(text.take_front(length), arena, problem);
  if (!header || !header->isObject())
    return llvm::createStringError(
        "its header is no JSON object" +
        (problem ? ": " + problem->message : std::string()));
  TensorFile out;
  std::vector<Entry> entries;
  for (const json::Member &member : header->members) {
    if (member.key == MetadataKey) {
      if (llvm::Error error = readMetadata(member.value, out))
        return error;
      continue;
    }
    auto entry = readEntry(member.key, member.value);
    if (!entry)
      return entry.takeError();
    entries.push_back(std::move(*entry));
  }
  if (llvm::Error error = place(entries, text.drop_front(length), out))
    return error;
  return out;
}

llvm::Expected<LoadedTensors>
checkpoints::loadTensorFile(const std::string &path) {
  auto text = run::readNamedFile(path);
  if (!text)
    return text.takeError();
  auto file = readTensorFile((*text)->getBuffer());
  if (!file)
    return llvm::createStringError("cannot use `" + path +
                                   "`: " + llvm::toString(file.takeError()));
  LoadedTensors out{std::move(*file), {}};
  out.texts.push_back(std::move(*text));
  return out;
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

std::vector<StringRef> TensorFileText::parts() const {
  std::vector<StringRef> out = {head};
  llvm::append_range(out, bytes);
  return out;
}

llvm::Expected<TensorFileText> checkpoints::writeTensorFile(
    const std::map<std::string, TensorView> &tensors,
    const std::map<std::string, std::string> &metadata) {
  // Wide elements first, so that each lies at a multiple of its size.
  std::vector<const std::pair<const std::string, TensorView> *> order;
  for (const auto &tensor : tensors)
    order.push_back(&tensor);
  llvm::stable_sort(order, [](const auto *a, const auto *b) {
    return pjrt::elementBytes(a->second.shape.type) >
           pjrt::elementBytes(b->second.shape.type);
  });
  TensorFileText out;
  std::string header;
  llvm::raw_string_ostream stream(header);
  llvm::json::OStream json(stream);
  json.objectBegin();
  if (!metadata.empty())
    json.attributeObject(MetadataKey, [&] {
      for (const auto &[key, value] : metadata)
        json.attribute(key, value);
    });
  uint64_t at = 0;
  for (const auto *tensor : order) {
    const auto &name = tensor->first;
    const auto &view = tensor->second;
    const auto *known = llvm::find_if(Dtypes, [&](const DtypeName &record) {
      return record.type == view.shape.type;
    });
    if (known == std::end(Dtypes))
      return wrong(name, "has elements of type " +
                             pjrt::elementName(view.shape.type) +
                             ", which the format does not have");
    if (name == MetadataKey || !llvm::json::isUTF8(name))
      return wrong(name, "has a name that the format does not have");
    uint64_t end = at + view.bytes.size();
    json.attributeObject(name, [&] {
      json.attribute("dtype", known->name);
      json.attributeArray("shape", [&] {
        for (int64_t dim : view.shape.dims)
          json.value(dim);
      });
      json.attributeArray("data_offsets", [&] {
        json.value(at);
        json.value(end);
      });
    });
    out.bytes.push_back(view.bytes);
    at = end;
  }
  json.objectEnd();
  header.resize((header.size() + 7) / 8 * 8, ' ');
  out.head.resize(LengthSize);
  llvm::support::endian::write64le(out.head.data(), header.size());
  out.head += header;
  return out;
}
