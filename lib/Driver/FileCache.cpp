//===- FileCache.cpp - Files that are read once ---------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/FileCache.h"
#include "Support/LLVM.h"
#include "Support/Paths.h"

using namespace trainlint;

const yaml::ReadResult &LoadedFile::yaml() const {
  std::call_once(isYamlRead, [this] {
    yamlRead = yaml::read(source->text());
    for (yaml::Node *node : yamlRead.stream->nodes)
      node->buffer = source.get();
  });
  return yamlRead;
}

/// Files without text take memory, too, and configurations have trees.
uint64_t FileCache::sizeOf(const LoadedFile &file) {
  constexpr uint64_t OfEntry = 512, OfTree = 10;
  uint64_t size = file.buffer().text().size() + OfEntry;
  return isYamlOrJsonName(file.buffer().name()) ? size * OfTree : size;
}

void FileCache::remove(StringRef path, Removed &removed) {
  auto found = entries.find(path);
  if (found == entries.end())
    return;
  Entry &entry = found->second;
  entry.shelf->bytes -= sizeOf(*entry.file);
  entry.shelf->order.erase(entry.place);
  removed.push_back(std::move(entry.file));
  entries.erase(found);
}

LoadedFilePtr FileCache::findLocked(StringRef path, FileStamp *stamp,
                                    Removed &removed) {
  auto found = entries.find(path);
  if (found == entries.end())
    return nullptr;
  Entry &entry = found->second;
  // Fixes may have been written into it.
  if (stampAt(path) != entry.stamp) {
    remove(path, removed);
    return nullptr;
  }
  if (stamp)
    *stamp = entry.stamp;
  std::list<std::string> &order = entry.shelf->order;
  order.splice(order.end(), order, entry.place);
  return entry.file;
}

void FileCache::addLocked(LoadedFilePtr file, const FileStamp &stamp,
                          Removed &removed) {
  StringRef path = file->buffer().name();
  if (file->buffer().text().size() > LargestFile)
    return;
  uint64_t size = sizeOf(*file);
  remove(path, removed);
  Shelf &shelf = shelves[std::this_thread::get_id()];
  while (!shelf.order.empty() && shelf.bytes + size > MostBytes)
    remove(std::string(shelf.order.front()), removed);
  shelf.bytes += size;
  auto place = shelf.order.insert(shelf.order.end(), path.str());
  entries.insert({path, {std::move(file), stamp, &shelf, place}});
}

LoadedFilePtr FileCache::find(StringRef path, FileStamp *stamp) {
  if (!isAsked)
    return nullptr;
  Removed removed;
  std::lock_guard<std::mutex> lock(mutex);
  return findLocked(path, stamp, removed);
}

void FileCache::add(LoadedFilePtr file, const FileStamp &stamp) {
  Removed removed;
  std::lock_guard<std::mutex> lock(mutex);
  addLocked(std::move(file), stamp, removed);
}

LoadedFilePtr FileCache::read(StringRef path) {
  isAsked = true;
  Removed removed;
  // Whoever else wants the file waits for it rather than reading it, too.
  std::lock_guard<std::mutex> lock(mutex);
  if (LoadedFilePtr known = findLocked(path, /*stamp=*/nullptr, removed))
    return known;
  FileStamp stamp;
  ReadOptions options;
  options.largest = LargestFile;
  options.stamp = &stamp;
  auto text = readRegularFile(path, options);
  if (!text) {
    llvm::consumeError(text.takeError());
    return nullptr;
  }
  auto file = std::make_shared<LoadedFile>(
      std::make_unique<SourceBuffer>(path.str(), std::move(*text)));
  addLocked(file, stamp, removed);
  return file;
}
