//===- File.h - Files in HDF5 -----------------------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads what h5py writes: groups, their attributes, and datasets of numbers and
// strings. A file is never trusted: every offset and every size is compared
// with what is there, and all that is read of one file is bounded by its size.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_TEXT_HDF5_FILE_H
#define TRAINLINT_TEXT_HDF5_FILE_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace trainlint::hdf5 {

enum class TypeKind : uint8_t {
  Integer,
  /// IEEE's numbers of 16, 32 and 64 bits.
  Float,
  /// The upper half of a float of 32 bits.
  BFloat16,
  /// Strings that all have the same number of bytes.
  FixedString,
  /// Strings that lie elsewhere in the file.
  VariableString,
  /// Bytes that only a program knows to read.
  Opaque,
  /// What is not read, such as records and references.
  Other,
};

struct Datatype {
  TypeKind kind = TypeKind::Other;
  /// Of one element.
  uint32_t size = 0;
  bool isSigned = false;
  bool isBigEndian = false;

  /// What people call it: `float32`, `int64`.
  std::string text() const;
};

/// The sizes of an array; none for one element.
using Sizes = llvm::SmallVector<uint64_t, 4>;

/// The elements of an array with these sizes; nothing if nobody could count
/// them.
std::optional<uint64_t> countElements(llvm::ArrayRef<uint64_t> sizes);

struct Attribute {
  llvm::StringRef name;
  Datatype type;
  Sizes sizes;
  /// The bytes of the elements, in the file.
  llvm::StringRef bytes;
};

/// A step that made the bytes of a chunk.
struct Filter {
  uint16_t id = 0;
  llvm::SmallVector<uint32_t, 2> values;
};

enum class LayoutKind : uint8_t { Compact, Contiguous, Chunked };

/// Where the elements of a dataset are.
struct Layout {
  LayoutKind kind = LayoutKind::Contiguous;
  /// The elements, unless they are in chunks; nothing if none were written.
  std::optional<llvm::StringRef> bytes;
  /// The tree of the chunks.
  uint64_t address = 0;
  Sizes chunkSizes;
};

struct Dataset {
  Datatype type;
  Sizes sizes;
  Layout layout;
  llvm::SmallVector<Filter, 2> filters;

  /// The bytes of all elements, which `File::dataset` has checked to be
  /// countable.
  uint64_t byteSize() const;
};

/// A name in a group.
struct Link {
  llvm::StringRef name;
  /// Where the header of the object is.
  uint64_t address = 0;
};

/// True if a file begins as one of HDF5 does, behind a block of the user's or
/// without one.
bool isHdf5(llvm::StringRef file);

class File {
public:
  /// Opens a file that outlives what is read of it.
  static llvm::Expected<std::unique_ptr<File>> open(llvm::StringRef file);

  uint64_t root() const { return rootAddress; }

  /// The objects of a group in the order of the file. Links that lead
  /// elsewhere, as soft and external ones do, are left out. No links for what
  /// is no group.
  llvm::Expected<std::vector<Link>> links(uint64_t group);

  llvm::Expected<std::vector<Attribute>> attributes(uint64_t object);
  /// The attribute of a name; nothing if there is none.
  llvm::Expected<std::optional<Attribute>> attribute(uint64_t object,
                                                     llvm::StringRef name);
  /// The strings of an attribute, without what fills them up.
  llvm::Expected<std::vector<llvm::StringRef>> strings(const Attribute &value);

  /// A dataset; nothing for a group.
  llvm::Expected<std::optional<Dataset>> dataset(uint64_t object);
  /// The bytes of a dataset's elements, as they are in the file if they are
  /// contiguous there, and in `storage` if not.
  llvm::Expected<llvm::StringRef> read(const Dataset &dataset,
                                       std::string &storage);

private:
  /// A message of an object's header.
  struct Message {
    uint16_t type = 0;
    /// True if its content lies elsewhere.
    bool isShared = false;
    llvm::StringRef bytes;
  };

  explicit File(llvm::StringRef file);

  llvm::Error readSuperblock(uint64_t wholeSize);
  /// The bytes at an address. Fails if they are not all in the file, or if more
  /// was read of the file than its size allows.
  llvm::Expected<llvm::StringRef> bytesAt(uint64_t address, uint64_t size,
                                          const llvm::Twine &what);

  // Headers.cpp
  llvm::Expected<std::vector<Message>> messages(uint64_t object);
  llvm::Error addMessages(llvm::StringRef block, bool isNew, bool hasOrder,
                          std::vector<Message> &out,
                          std::vector<llvm::StringRef> &blocks);

  // Groups.cpp
  llvm::Error addSymbols(llvm::StringRef message, std::vector<Link> &out);
  llvm::Error addSymbolNode(uint64_t address, llvm::StringRef names,
                            std::vector<Link> &out);
  llvm::Error addGroupTree(uint64_t address, unsigned depth,
                           llvm::StringRef names, std::vector<Link> &out);

  // Values.cpp
  llvm::Expected<std::optional<llvm::StringRef>>
  heapObject(llvm::StringRef reference);
  llvm::Expected<Layout> readLayout(const Message &message,
                                    const Dataset &dataset);

  // Chunks.cpp
  llvm::Error readChunks(const Dataset &dataset, uint64_t address,
                         unsigned depth, llvm::MutableArrayRef<char> out);
  llvm::Error readChunk(const Dataset &dataset, uint64_t address,
                        uint32_t packedSize, uint32_t skipped,
                        llvm::ArrayRef<uint64_t> place,
                        llvm::MutableArrayRef<char> out);

  /// From its signature on.
  llvm::StringRef file;
  uint64_t rootAddress = 0;
  /// The bytes of structures that may still be read, and those that chunks may
  /// still give.
  uint64_t budget;
  uint64_t unpackBudget;
  /// The objects of the collections in which strings lie.
  std::map<uint64_t, std::map<uint16_t, llvm::StringRef>> heaps;
};

} // namespace trainlint::hdf5

#endif // TRAINLINT_TEXT_HDF5_FILE_H
