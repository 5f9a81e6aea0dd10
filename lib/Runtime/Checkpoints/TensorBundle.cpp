//===- TensorBundle.cpp - Checkpoints of TensorFlow -----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Checkpoints/TensorBundle.h"
#include "Runtime/Checkpoints/SortedTable.h"
#include "Runtime/Data/Crc32c.h"
#include "Runtime/Tensor/InputFile.h"
#include "Support/LLVM.h"
#include "Support/Text.h"
#include "Support/Varint.h"
#include "Text/Protobuf/MessageWriter.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

using namespace trainlint;
using namespace trainlint::checkpoints;
using pjrt::abi::Buffer_Type;
using proto::MessageWriter;
using proto::WireField;
using proto::WireReader;
using proto::WireType;

namespace {
/// The fields of BundleHeaderProto, its version, BundleEntryProto,
/// TensorShapeProto and its dimensions.
enum : uint32_t {
  HeaderShards = 1,
  HeaderEndianness = 2,
  HeaderVersion = 3,
  VersionProducer = 1,
  EntryType = 1,
  EntryShape = 2,
  EntryShard = 3,
  EntryOffset = 4,
  EntrySize = 5,
  EntryChecksum = 6,
  EntrySlices = 7,
  ShapeDimension = 2,
  DimensionSize = 1,
};

using Dimensions = SmallVector<int64_t, 4>;

struct NamedType {
  uint64_t number;
  Buffer_Type type;
};
} // namespace

/// The numbers of DataType.
static constexpr NamedType Types[] = {
    {1, Buffer_Type::F32},   {2, Buffer_Type::F64},  {3, Buffer_Type::S32},
    {4, Buffer_Type::U8},    {5, Buffer_Type::S16},  {6, Buffer_Type::S8},
    {8, Buffer_Type::C64},   {9, Buffer_Type::S64},  {10, Buffer_Type::PRED},
    {14, Buffer_Type::BF16}, {17, Buffer_Type::U16}, {18, Buffer_Type::C128},
    {19, Buffer_Type::F16},  {22, Buffer_Type::U32}, {23, Buffer_Type::U64},
};
static constexpr uint64_t TextType = 7;
/// The folder of a SavedModel's variables, and what their files are called.
static constexpr StringRef VariablesName = "variables";

/// What an index says of a tensor.
struct TensorBundle::Entry {
  uint64_t type = 0, shard = 0, offset = 0, size = 0, checksum = 0;
  Dimensions dims;
  bool isSliced = false;
};

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

bool checkpoints::isTensorBundle(StringRef path) {
  StringRef name = llvm::sys::path::filename(path);
  return path.ends_with(BundleIndexExtension) || name.contains(".ckpt") ||
         name.starts_with("ckpt-");
}

std::string checkpoints::bundlePrefix(StringRef path) {
  path.consume_back(BundleIndexExtension);
  return path.str();
}

/// What a path in a folder is called; without an index there, empty.
static std::string bundleIn(StringRef folder, const llvm::Twine &name) {
  llvm::SmallString<256> prefix = folder;
  llvm::sys::path::append(prefix, name);
  std::string index = (prefix + BundleIndexExtension).str();
  return llvm::sys::fs::exists(index) ? prefix.str().str() : "";
}

/// The newest of the checkpoints in a folder, of which one file tells. A path
/// there may be of another machine.
static std::string newestBundle(StringRef folder) {
  llvm::SmallString<256> path = folder;
  llvm::sys::path::append(path, "checkpoint");
  if (!llvm::sys::fs::exists(path))
    return "";
  auto text = run::readFoundFile(path);
  if (!text) {
    llvm::consumeError(text.takeError());
    return "";
  }
  auto [before, rest] = (*text)->getBuffer().split("model_checkpoint_path: \"");
  StringRef name = llvm::sys::path::filename(rest.split('"').first);
  return name.empty() ? "" : bundleIn(folder, name);
}

std::string checkpoints::findTensorBundle(StringRef path) {
  if (llvm::sys::fs::is_directory(path)) {
    std::string own = bundleIn(path, VariablesName + "/" + VariablesName);
    return own.empty() ? newestBundle(path) : own;
  }
  if (isTensorBundle(path))
    return bundlePrefix(path);
  return llvm::sys::fs::exists(path) ? "" : bundleIn("", path);
}

static std::string shardPath(StringRef prefix, uint64_t shard,
                             uint64_t shards) {
  return llvm::formatv("{0}.data-{1,0+5}-of-{2,0+5}", prefix, shard, shards);
}

std::string checkpoints::bundleDataPath(StringRef prefix) {
  return shardPath(prefix, 0, 1);
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

static SourceRange rangeOf(StringRef text) {
  return {0, static_cast<uint32_t>(text.size())};
}

static void readShape(StringRef text, SourceRange range, Dimensions &dims,
                      proto::FirstProblem &problem) {
  WireReader shape(text, range, problem);
  WireField dimension;
  while (shape.next(dimension)) {
    if (dimension.number != ShapeDimension || dimension.type != WireType::Bytes)
      continue;
    int64_t &size = dims.emplace_back(0);
    WireReader fields(text, dimension.value, problem);
    WireField field;
    while (fields.next(field))
      if (field.number == DimensionSize)
        size = static_cast<int64_t>(field.bits);
  }
}

/// The number of files with bytes.
static llvm::Expected<uint64_t> readHeader(StringRef text) {
  proto::FirstProblem problem;
  uint64_t shards = 0, endianness = 0;
  WireReader reader(text, rangeOf(text), problem);
  WireField field;
  while (reader.next(field)) {
    if (field.number == HeaderShards)
      shards = field.bits;
    if (field.number == HeaderEndianness)
      endianness = field.bits;
  }
  constexpr uint64_t MostShards = 100'000;
  if (problem || shards == 0 || shards > MostShards)
    return llvm::createStringError("its header is broken");
  if (endianness != 0)
    return llvm::createStringError("its numbers are big-endian");
  return shards;
}

llvm::Error TensorBundle::fail(const std::string &key,
                               const llvm::Twine &why) const {
  return llvm::createStringError("cannot use `" + prefix + "`: tensor " +
                                 quoted(key) + ": " + why);
}

llvm::Error TensorBundle::readIndex() {
  std::string path = prefix + BundleIndexExtension.str();
  auto text = run::readFoundFile(path);
  if (!text)
    return text.takeError();
  auto broken = [&](llvm::Error error) {
    return llvm::createStringError("cannot use `" + path +
                                   "`: " + llvm::toString(std::move(error)));
  };
  auto read = readSortedTable((*text)->getBuffer());
  if (!read)
    return broken(read.takeError());
  auto header = read->find("");
  auto found = readHeader(header == read->end() ? StringRef() : header->second);
  if (!found)
    return broken(found.takeError());
  shards = *found;
  entries = std::move(*read);
  index = std::move(*text);
  return llvm::Error::success();
}

llvm::Expected<std::unique_ptr<TensorBundle>>
TensorBundle::open(StringRef path) {
  std::unique_ptr<TensorBundle> out(new TensorBundle(bundlePrefix(path)));
  if (llvm::Error error = out->readIndex())
    return error;
  return out;
}

llvm::Expected<TensorBundle::Entry>
TensorBundle::entryOf(const std::string &key) const {
  auto found = entries.find(key);
  if (key.empty() || found == entries.end())
    return fail(key, "it is not there");
  StringRef text = found->second;
  proto::FirstProblem problem;
  Entry entry;
  WireReader reader(text, rangeOf(text), problem);
  WireField field;
  while (reader.next(field)) {
    switch (field.number) {
    case EntryType:
      entry.type = field.bits;
      break;
    case EntryShape:
      if (field.type == WireType::Bytes)
        readShape(text, field.value, entry.dims, problem);
      break;
    case EntryShard:
      entry.shard = field.bits;
      break;
    case EntryOffset:
      entry.offset = field.bits;
      break;
    case EntrySize:
      entry.size = field.bits;
      break;
    case EntryChecksum:
      entry.checksum = field.bits;
      break;
    case EntrySlices:
      entry.isSliced = true;
      break;
    default:
      break;
    }
  }
  if (problem)
    return fail(key, problem->message);
  return entry;
}

/// The bytes of one of the files, which is read when a tensor is in it.
llvm::Expected<StringRef> TensorBundle::shard(uint64_t number) {
  auto known = texts.find(number);
  if (known != texts.end())
    return known->second;
  auto text = run::readFoundFile(shardPath(prefix, number, shards));
  if (!text)
    return text.takeError();
  buffers.push_back(std::move(*text));
  return texts[number] = buffers.back()->getBuffer();
}

llvm::Error TensorBundle::readFiles() {
  for (uint64_t number = 0; number < shards; ++number)
    if (auto text = shard(number); !text)
      return text.takeError();
  return llvm::Error::success();
}

llvm::Expected<StringRef> TensorBundle::bytesOf(const std::string &key,
                                                const Entry &entry) {
  if (entry.shard >= shards)
    return fail(key, "there is no such file");
  auto bytes = shard(entry.shard);
  if (!bytes)
    return bytes.takeError();
  if (entry.offset > bytes->size() || entry.size > bytes->size() - entry.offset)
    return fail(key, "it lies outside of its file");
  // Checksums of bytes that are said again and again would take without end.
  uint64_t &left = room.try_emplace(entry.shard, bytes->size()).first->second;
  if (entry.size > left)
    return fail(key, "it shares bytes with others");
  left -= entry.size;
  return bytes->substr(entry.offset, entry.size);
}

llvm::Expected<TensorView> TensorBundle::tensor(const std::string &key) {
  auto before = known.find(key);
  if (before != known.end())
    return before->second;
  auto entry = entryOf(key);
  if (!entry)
    return entry.takeError();
  if (entry->isSliced)
    return fail(key, "it is stored in slices");
  const auto *type = llvm::find_if(Types, [&](const NamedType &known) {
    return known.number == entry->type;
  });
  if (type == std::end(Types))
    return fail(key, "its element type is not known");
  TensorView view;
  view.shape.type = type->type;
  view.shape.dims.assign(entry->dims.begin(), entry->dims.end());
  std::optional<int64_t> size = view.shape.checkedByteSize();
  if (!size || static_cast<uint64_t>(*size) != entry->size)
    return fail(key, "it has " + llvm::Twine(entry->size) +
                         " bytes, which are not those of its shape");
  auto bytes = bytesOf(key, *entry);
  if (!bytes)
    return bytes.takeError();
  if (data::maskedCrc32c(*bytes) != entry->checksum)
    return fail(key, "it has another checksum");
  view.bytes = *bytes;
  known[key] = view;
  return view;
}

/// The length of the string, a checksum of it, and the string. The checksum of
/// everything takes the length as 32 bits, or as 64 if it needs them.
llvm::Expected<StringRef> TensorBundle::text(const std::string &key) {
  auto before = strings.find(key);
  if (before != strings.end())
    return before->second;
  auto entry = entryOf(key);
  if (!entry)
    return entry.takeError();
  if (entry->type != TextType || !entry->dims.empty() || entry->isSliced)
    return fail(key, "it is not one string");
  auto bytes = bytesOf(key, *entry);
  if (!bytes)
    return bytes.takeError();
  StringRef rest = *bytes;
  std::optional<uint64_t> length = takeVarint(rest);
  constexpr size_t ChecksumSize = 4;
  if (!length || rest.size() < ChecksumSize ||
      rest.size() - ChecksumSize != *length)
    return fail(key, "its string is not as long as it says");
  char size[8];
  llvm::support::endian::write64le(size, *length);
  StringRef sizeText(size, *length <= UINT32_MAX ? 4 : 8);
  StringRef stored = rest.take_front(ChecksumSize);
  uint32_t checksum = data::crc32c(rest, data::crc32c(sizeText));
  if (data::maskedCrc32c(sizeText) !=
          llvm::support::endian::read32le(stored.data()) ||
      data::maskCrc32c(checksum) != entry->checksum)
    return fail(key, "it has another checksum");
  return strings[key] = rest.drop_front(ChecksumSize);
}

llvm::Expected<LoadedTensors> TensorBundle::takeTensors() {
  LoadedTensors out;
  for (const auto &[key, value] : entries) {
    if (key.empty())
      continue;
    auto entry = entryOf(key);
    if (!entry)
      return entry.takeError();
    if (entry->type == TextType)
      continue;
    auto view = tensor(key);
    if (!view)
      return view.takeError();
    out.file.tensors[key] = *view;
  }
  out.texts = takeTexts();
  return out;
}

llvm::Expected<LoadedTensors> checkpoints::loadTensorBundle(StringRef path) {
  auto bundle = TensorBundle::open(path);
  if (!bundle)
    return bundle.takeError();
  return (*bundle)->takeTensors();
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static std::string entryText(const TensorView &tensor, uint64_t type,
                             uint64_t offset) {
  MessageWriter shape;
  for (int64_t size : tensor.shape.dims)
    shape.bytes(ShapeDimension,
                MessageWriter().nonZero(DimensionSize, size).take());
  return MessageWriter()
      .number(EntryType, type)
      .bytes(EntryShape, shape.take())
      .nonZero(EntryOffset, offset)
      .nonZero(EntrySize, tensor.bytes.size())
      .fixed32(EntryChecksum, data::maskedCrc32c(tensor.bytes))
      .take();
}

llvm::Expected<TensorBundleText> checkpoints::writeTensorBundle(
    const std::map<std::string, TensorView> &tensors) {
  TensorBundleText out;
  std::map<std::string, std::string> entries;
  // One file, little-endian, of the first version of the format.
  entries[""] = MessageWriter()
                    .number(HeaderShards, 1)
                    .bytes(HeaderVersion,
                           MessageWriter().number(VersionProducer, 1).take())
                    .take();
  uint64_t offset = 0;
  for (const auto &[name, tensor] : tensors) {
    const auto *type = llvm::find_if(Types, [&](const NamedType &known) {
      return known.type == tensor.shape.type;
    });
    if (type == std::end(Types) || name.empty())
      return llvm::createStringError("TensorFlow has no " +
                                     tensor.shape.text() + ", which " +
                                     quoted(name) + " is");
    entries[name] = entryText(tensor, type->number, offset);
    offset += tensor.bytes.size();
    out.bytes.push_back(tensor.bytes);
  }
  out.index = writeSortedTable(entries);
  return out;
}

/// An entry with another checksum, which stands where the old one did.
static std::string withChecksum(StringRef text, uint32_t checksum) {
  proto::FirstProblem problem;
  std::optional<SourceRange> place;
  WireReader reader(text, rangeOf(text), problem);
  WireField field;
  while (reader.next(field))
    if (field.number == EntryChecksum)
      place = field.range;
  std::string number = MessageWriter().fixed32(EntryChecksum, checksum).take();
  if (!place)
    return text.str() + number;
  return (text.take_front(place->begin) + number + text.drop_front(place->end))
      .str();
}

llvm::Expected<TensorBundle::Files>
TensorBundle::replace(const std::map<std::string, StringRef> &elements) {
  /// Where new bytes go in a file, and which.
  using Places = std::map<uint64_t, StringRef>;
  std::map<uint64_t, Places> changed;
  std::map<std::string, std::string> newEntries = entries;
  for (const auto &[key, bytes] : elements) {
    auto view = tensor(key);
    if (!view)
      return view.takeError();
    if (view->bytes.size() != bytes.size())
      return fail(key, "it has " + llvm::Twine(view->bytes.size()) +
                           " bytes, and there are " +
                           llvm::Twine(bytes.size()) + " now");
    Entry entry = llvm::cantFail(entryOf(key));
    newEntries[key] = withChecksum(newEntries[key], data::maskedCrc32c(bytes));
    if (!bytes.empty() &&
        !changed[entry.shard].try_emplace(entry.offset, bytes).second)
      return fail(key, "it shares bytes with others");
  }
  Files out;
  for (uint64_t number = 0; number < shards; ++number) {
    auto text = shard(number);
    if (!text)
      return text.takeError();
    std::vector<StringRef> parts;
    uint64_t end = 0;
    for (auto [offset, bytes] : changed[number]) {
      if (offset < end)
        return llvm::createStringError("cannot use `" + prefix +
                                       "`: its tensors share bytes");
      parts.push_back(text->slice(end, offset));
      parts.push_back(bytes);
      end = offset + bytes.size();
    }
    parts.push_back(text->drop_front(end));
    out.data.emplace_back(shardPath("", number, shards), std::move(parts));
  }
  // A table that was compressed has the same entries in other bytes.
  out.index = newEntries == entries ? index->getBuffer().str()
                                    : writeSortedTable(newEntries);
  return out;
}
