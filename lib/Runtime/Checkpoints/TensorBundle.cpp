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
#include "Text/Protobuf/MessageWriter.h"
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

/// What an index says of a tensor.
struct BundleEntry {
  uint64_t type = 0, shard = 0, offset = 0, size = 0, checksum = 0;
  SmallVector<int64_t, 4> dims;
  bool isSliced = false;
};

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

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

bool checkpoints::isTensorBundle(StringRef path) {
  return path.ends_with(BundleIndexExtension) ||
         llvm::sys::path::filename(path).contains(".ckpt");
}

std::string checkpoints::bundlePrefix(StringRef path) {
  path.consume_back(BundleIndexExtension);
  return path.str();
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

static void readShape(StringRef text, SourceRange range, BundleEntry &entry,
                      proto::FirstProblem &problem) {
  WireReader shape(text, range, problem);
  WireField dimension;
  while (shape.next(dimension)) {
    if (dimension.number != ShapeDimension || dimension.type != WireType::Bytes)
      continue;
    int64_t &size = entry.dims.emplace_back(0);
    WireReader fields(text, dimension.value, problem);
    WireField field;
    while (fields.next(field))
      if (field.number == DimensionSize)
        size = static_cast<int64_t>(field.bits);
  }
}

static llvm::Expected<BundleEntry> readEntry(StringRef text) {
  proto::FirstProblem problem;
  BundleEntry entry;
  WireReader reader(text, rangeOf(text), problem);
  WireField field;
  while (reader.next(field)) {
    switch (field.number) {
    case EntryType:
      entry.type = field.bits;
      break;
    case EntryShape:
      if (field.type == WireType::Bytes)
        readShape(text, field.value, entry, problem);
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
    return llvm::createStringError(problem->message);
  return entry;
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

namespace {
class BundleReader {
public:
  explicit BundleReader(std::string prefix) : prefix(std::move(prefix)) {}

  llvm::Expected<LoadedTensors> read();

private:
  llvm::Error readTensor(StringRef name, StringRef text);
  llvm::Expected<StringRef> shard(uint64_t number);

  std::string prefix;
  uint64_t shards = 0;
  std::map<uint64_t, StringRef> texts;
  /// The bytes of each file that no tensor has yet.
  std::map<uint64_t, uint64_t> room;
  LoadedTensors out;
};
} // namespace

/// The bytes of one of the files, which is read when a tensor is in it.
llvm::Expected<StringRef> BundleReader::shard(uint64_t number) {
  auto known = texts.find(number);
  if (known != texts.end())
    return known->second;
  auto text = run::readFoundFile(shardPath(prefix, number, shards));
  if (!text)
    return text.takeError();
  out.texts.push_back(std::move(*text));
  return texts[number] = out.texts.back()->getBuffer();
}

llvm::Error BundleReader::readTensor(StringRef name, StringRef text) {
  auto fail = [&](const llvm::Twine &why) {
    return llvm::createStringError("cannot use `" + prefix + "`: tensor " +
                                   quoted(name) + ": " + why);
  };
  auto entry = readEntry(text);
  if (!entry)
    return fail(llvm::toString(entry.takeError()));
  if (entry->type == TextType)
    return llvm::Error::success();
  if (entry->isSliced)
    return fail("it is stored in slices");
  const auto *type = llvm::find_if(Types, [&](const NamedType &known) {
    return known.number == entry->type;
  });
  if (type == std::end(Types))
    return fail("its element type is not known");
  TensorView view;
  view.shape.type = type->type;
  view.shape.dims.assign(entry->dims.begin(), entry->dims.end());
  std::optional<int64_t> size = view.shape.checkedByteSize();
  if (!size || static_cast<uint64_t>(*size) != entry->size)
    return fail("it has " + llvm::Twine(entry->size) +
                " bytes, which are not those of its shape");
  if (entry->shard >= shards)
    return fail("there is no such file");
  auto bytes = shard(entry->shard);
  if (!bytes)
    return bytes.takeError();
  if (entry->offset > bytes->size() ||
      entry->size > bytes->size() - entry->offset)
    return fail("it lies outside of its file");
  // Checksums of bytes that are said again and again would take without end.
  uint64_t &left = room.try_emplace(entry->shard, bytes->size()).first->second;
  if (entry->size > left)
    return fail("it shares bytes with others");
  left -= entry->size;
  view.bytes = bytes->substr(entry->offset, entry->size);
  if (data::maskedCrc32c(view.bytes) != entry->checksum)
    return fail("it has another checksum");
  out.file.tensors[name.str()] = view;
  return llvm::Error::success();
}

llvm::Expected<LoadedTensors> BundleReader::read() {
  std::string path = prefix + BundleIndexExtension.str();
  auto text = run::readFoundFile(path);
  if (!text)
    return text.takeError();
  auto fail = [&](llvm::Error error) {
    return llvm::createStringError("cannot use `" + path +
                                   "`: " + llvm::toString(std::move(error)));
  };
  auto entries = readSortedTable((*text)->getBuffer());
  if (!entries)
    return fail(entries.takeError());
  auto found = readHeader((*entries)[""]);
  if (!found)
    return fail(found.takeError());
  shards = *found;
  for (const auto &[name, value] : *entries)
    if (!name.empty())
      if (llvm::Error error = readTensor(name, value))
        return error;
  return std::move(out);
}

llvm::Expected<LoadedTensors> checkpoints::loadTensorBundle(StringRef path) {
  return BundleReader(bundlePrefix(path)).read();
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
