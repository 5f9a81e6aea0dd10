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

void FileCache::remove(StringRef path) {
  auto entry = entries.find(path);
  if (entry == entries.end())
    return;
  bytes -= sizeOf(*entry->second.file);
  order.erase(entry->second.place);
  entries.erase(entry);
}

LoadedFilePtr FileCache::findLocked(StringRef path, FileStamp *stamp) {
  auto entry = entries.find(path);
  if (entry == entries.end())
    return nullptr;
  // Fixes may have been written into it.
  if (stampAt(path) != entry->second.stamp) {
    remove(path);
    return nullptr;
  }
  if (stamp)
    *stamp = entry->second.stamp;
  order.splice(order.end(), order, entry->second.place);
  return entry->second.file;
}

void FileCache::addLocked(LoadedFilePtr file, const FileStamp &stamp) {
  StringRef path = file->buffer().name();
  if (file->buffer().text().size() > LargestFile)
    return;
  uint64_t size = sizeOf(*file);
  remove(path);
  while (!order.empty() && bytes + size > MostBytes)
    remove(std::string(order.front()));
  bytes += size;
  auto place = order.insert(order.end(), path.str());
  entries.insert({path, {std::move(file), stamp, place}});
}

LoadedFilePtr FileCache::find(StringRef path, FileStamp *stamp) {
  std::lock_guard<std::mutex> lock(mutex);
  return findLocked(path, stamp);
}

void FileCache::add(LoadedFilePtr file, const FileStamp &stamp) {
  std::lock_guard<std::mutex> lock(mutex);
  addLocked(std::move(file), stamp);
}

LoadedFilePtr FileCache::read(StringRef path) {
  // Whoever else wants the file waits for it rather than reading it, too.
  std::lock_guard<std::mutex> lock(mutex);
  if (LoadedFilePtr known = findLocked(path, /*stamp=*/nullptr))
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
  addLocked(file, stamp);
  return file;
}
