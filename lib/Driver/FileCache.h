//===- FileCache.h - Files that are read once -------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A repository has one configuration and many scripts that name it, one module
// of settings and many programs that import it. Whoever reads a file first, be
// it as an input or since another one names it, reads it for all the others.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DRIVER_FILECACHE_H
#define TRAINLINT_DRIVER_FILECACHE_H

#include "Support/RegularFile.h"
#include "Support/SourceBuffer.h"
#include "Text/Python/ModuleFile.h"
#include "Text/Yaml/Reader.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include <atomic>
#include <list>
#include <map>
#include <mutex>
#include <thread>

namespace trainlint {

/// A file as it was read. Any thread may ask.
class LoadedFile {
public:
  explicit LoadedFile(std::shared_ptr<const SourceBuffer> buffer)
      : source(buffer), pythonFile(std::move(buffer)) {}

  const SourceBuffer &buffer() const { return *source; }
  /// The buffer for those who show findings, and need no tree.
  const std::shared_ptr<const SourceBuffer> &share() const { return source; }
  /// The file as YAML or JSON, read when it is first asked for. Its nodes know
  /// the buffer, since trees of others may hold them.
  const yaml::ReadResult &yaml() const;
  /// The file as Python.
  const python::ModuleFile &python() const { return pythonFile; }

private:
  std::shared_ptr<const SourceBuffer> source;
  python::ModuleFile pythonFile;
  mutable std::once_flag isYamlRead;
  mutable yaml::ReadResult yamlRead;
};

using LoadedFilePtr = std::shared_ptr<const LoadedFile>;

/// The files that somebody asked for last, each as long as it stays what it was
/// on the disk. Few of a repository are held at a time. Any thread may ask.
class FileCache {
public:
  /// Files that others name are no larger.
  static constexpr uint64_t LargestFile = 1 << 20;
  /// All files that a thread has read, in bytes of their texts and trees. What
  /// is held longer than anybody asks for it takes memory that the next file
  /// would have.
  static constexpr uint64_t MostBytes = 1 << 20;

  /// A regular file of at most `LargestFile` bytes; null if there is none.
  LoadedFilePtr read(llvm::StringRef path);
  /// A file that somebody has named and that has not changed since; null if
  /// there is none. `stamp` becomes that of the version.
  LoadedFilePtr find(llvm::StringRef path, FileStamp *stamp = nullptr);
  /// Takes a file that was read elsewhere, by the name of its buffer.
  void add(LoadedFilePtr file, const FileStamp &stamp);

private:
  /// What one thread has read. It alone makes room there, since memory that
  /// goes back from another thread takes a lock of the allocator that the owner
  /// needs all the time.
  struct Shelf {
    /// The paths of the entries; nobody has asked for the first one for
    /// longest.
    std::list<std::string> order;
    uint64_t bytes = 0;
  };
  struct Entry {
    LoadedFilePtr file;
    FileStamp stamp;
    Shelf *shelf;
    /// Where the path stands in the order of the shelf.
    std::list<std::string>::iterator place;
  };
  /// Files that leave the cache end when the lock is released.
  using Removed = llvm::SmallVector<LoadedFilePtr, 4>;

  LoadedFilePtr findLocked(llvm::StringRef path, FileStamp *stamp,
                           Removed &removed);
  void addLocked(LoadedFilePtr file, const FileStamp &stamp, Removed &removed);
  void remove(llvm::StringRef path, Removed &removed);
  static uint64_t sizeOf(const LoadedFile &file);

  /// Whether a file was named, so that one of the others may be it.
  std::atomic<bool> isAsked = false;
  std::mutex mutex;
  llvm::StringMap<Entry> entries;
  std::map<std::thread::id, Shelf> shelves;
};

} // namespace trainlint

#endif // TRAINLINT_DRIVER_FILECACHE_H
