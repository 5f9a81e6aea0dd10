//===- Chunks.cpp - Datasets in chunks ------------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/LLVM.h"
#include "Support/ZipArchive.h"
#include "Text/Hdf5/Cursor.h"
#include "Text/Hdf5/File.h"
#include <zlib.h>

using namespace trainlint;
using namespace trainlint::hdf5;

//===----------------------------------------------------------------------===//
// Filters
//===----------------------------------------------------------------------===//

namespace {
enum FilterId : uint16_t { Deflate = 1, Shuffle = 2, Fletcher32 = 3 };
} // namespace

/// Unpacks bytes that give no more than `most`; nothing if they give more, or
/// are damaged.
static std::optional<std::string> inflateAll(StringRef packed, uint64_t most) {
  std::string out(most, '\0');
  uLongf size = most;
  int status = uncompress(reinterpret_cast<Bytef *>(out.data()), &size,
                          packed.bytes_begin(), packed.size());
  if (status != Z_OK)
    return std::nullopt;
  out.resize(size);
  return out;
}

/// Puts the bytes of each element together again, which stand one place of all
/// elements after the other.
static std::string unshuffle(StringRef bytes, size_t width) {
  std::string out(bytes.size(), '\0');
  size_t count = bytes.size() / width;
  for (size_t place = 0; place < width; ++place)
    for (size_t i = 0; i < count; ++i)
      out[i * width + place] = bytes[place * count + i];
  // What is no whole element stays where it is.
  llvm::copy(bytes.drop_front(count * width), out.begin() + count * width);
  return out;
}

static llvm::Error undo(const Filter &filter, uint64_t most, size_t width,
                        std::string &bytes) {
  constexpr size_t ChecksumSize = 4;
  switch (filter.id) {
  case Deflate: {
    std::optional<std::string> out = inflateAll(bytes, most);
    if (!out)
      return refuse("a chunk of a dataset cannot be unpacked");
    bytes = std::move(*out);
    return llvm::Error::success();
  }
  case Shuffle:
    bytes = unshuffle(bytes, width);
    return llvm::Error::success();
  case Fletcher32:
    if (bytes.size() < ChecksumSize)
      return refuse("a chunk of a dataset is cut off");
    bytes.resize(bytes.size() - ChecksumSize);
    return llvm::Error::success();
  default:
    return refuse("a dataset is packed by filter " + llvm::Twine(filter.id) +
                  "; gzip, shuffle and fletcher32 are read");
  }
}

//===----------------------------------------------------------------------===//
// Chunks
//===----------------------------------------------------------------------===//

/// Copies the rows of a chunk to where they are in the whole.
static void placeChunk(StringRef chunk, const Dataset &dataset,
                       llvm::ArrayRef<uint64_t> place,
                       llvm::MutableArrayRef<char> out) {
  size_t rank = dataset.sizes.size();
  const Sizes &sizes = dataset.sizes;
  const Sizes &chunkSizes = dataset.layout.chunkSizes;
  uint64_t width = dataset.type.size;
  if (rank == 0) {
    llvm::copy(chunk.take_front(width), out.begin());
    return;
  }
  // Chunks at the edge reach over it.
  uint64_t rowSize =
      std::min(chunkSizes[rank - 1], sizes[rank - 1] - place[rank - 1]) * width;
  Sizes at(rank, 0);
  while (true) {
    uint64_t from = 0, to = 0;
    for (size_t i = 0; i < rank; ++i) {
      from = from * chunkSizes[i] + at[i];
      to = to * sizes[i] + place[i] + at[i];
    }
    llvm::copy(chunk.substr(from * width, rowSize), out.begin() + to * width);
    size_t i = rank - 1;
    while (i > 0) {
      --i;
      if (++at[i] < chunkSizes[i] && place[i] + at[i] < sizes[i])
        break;
      at[i] = 0;
      if (i == 0)
        return;
    }
    if (rank == 1)
      return;
  }
}

llvm::Error File::readChunk(const Dataset &dataset, uint64_t address,
                            uint32_t packedSize, uint32_t skipped,
                            llvm::ArrayRef<uint64_t> place,
                            llvm::MutableArrayRef<char> out) {
  auto packed = bytesAt(address, packedSize, "a chunk of a dataset");
  if (!packed)
    return packed.takeError();
  for (auto [at, size] : llvm::zip(place, dataset.sizes))
    if (at >= size)
      return refuse("a chunk of a dataset lies outside of its sizes");
  // Counted when the layout was read.
  uint64_t size = dataset.type.size;
  for (uint64_t each : dataset.layout.chunkSizes)
    size *= each;
  // Chunks of a damaged file may all unpack the same bytes.
  if (size > unpackBudget)
    return refuse("structures of the file overlap each other");
  unpackBudget -= size;
  std::string bytes = packed->str();
  // What filters add to it, as a checksum.
  constexpr uint64_t Added = 64;
  for (size_t i = dataset.filters.size(); i-- > 0;) {
    if (i < 32 && (skipped >> i & 1))
      continue;
    if (llvm::Error error =
            undo(dataset.filters[i], size + Added, dataset.type.size, bytes))
      return error;
  }
  if (bytes.size() != size)
    return refuse("a chunk of a dataset has " + llvm::Twine(bytes.size()) +
                  " bytes, and " + llvm::Twine(size) + " are its sizes");
  placeChunk(bytes, dataset, place, out);
  return llvm::Error::success();
}

llvm::Error File::readChunks(const Dataset &dataset, uint64_t address,
                             unsigned depth, llvm::MutableArrayRef<char> out) {
  constexpr size_t HeadSize = 24;
  auto head = bytesAt(address, HeadSize, "the tree of a dataset");
  if (!head)
    return head.takeError();
  Cursor cursor(*head);
  if (cursor.take(4) != "TREE" || cursor.byte() != 1 || depth > MostLevels)
    return refuse("there is no tree of a dataset at " + llvm::Twine(address));
  uint8_t level = cursor.byte();
  uint16_t count = cursor.word();
  size_t rank = dataset.sizes.size();
  size_t entrySize = 8 + 8 * (rank + 1) + 8;
  auto entries = bytesAt(address + HeadSize, count * uint64_t(entrySize),
                         "the tree of a dataset");
  if (!entries)
    return entries.takeError();
  for (Cursor entry(*entries); entry.left() != 0;) {
    uint32_t packedSize = entry.number32();
    uint32_t skipped = entry.number32();
    Sizes place;
    for (size_t i = 0; i < rank; ++i)
      place.push_back(entry.number64());
    entry.skip(8);
    uint64_t child = entry.number64();
    if (llvm::Error error =
            level == 0
                ? readChunk(dataset, child, packedSize, skipped, place, out)
                : readChunks(dataset, child, depth + 1, out))
      return error;
  }
  return llvm::Error::success();
}

llvm::Expected<StringRef> File::read(const Dataset &dataset,
                                     std::string &storage) {
  const Layout &layout = dataset.layout;
  bool isInFile = layout.kind != LayoutKind::Chunked && layout.bytes;
  if (isInFile && dataset.filters.empty())
    return *layout.bytes;
  uint64_t size = dataset.byteSize();
  uint64_t most = zip::mostUnpacked(file.size());
  if (size > most)
    return refuse("a dataset has " + llvm::Twine(size) +
                  " bytes, and a file of " + llvm::Twine(file.size()) +
                  " may give " + llvm::Twine(most));
  storage.assign(size, '\0');
  // Nothing was written, so that all are what fills them up.
  if (layout.kind != LayoutKind::Chunked || layout.address == NoAddress ||
      size == 0)
    return StringRef(storage);
  bool isRight = layout.chunkSizes.size() == dataset.sizes.size() + 1 &&
                 layout.chunkSizes.back() == dataset.type.size;
  std::optional<uint64_t> count = countElements(layout.chunkSizes);
  if (!isRight || !count || *count == 0 || *count > most)
    return refuse("the chunks of a dataset are damaged");
  Dataset chunked = dataset;
  chunked.layout.chunkSizes.pop_back();
  if (llvm::Error error =
          readChunks(chunked, layout.address, /*depth=*/0, storage))
    return error;
  return StringRef(storage);
}
