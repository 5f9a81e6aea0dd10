//===- NamedFiles.cpp - The files that one input names --------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/NamedFiles.h"
#include "Text/Markdown/Documents.h"

using namespace trainlint;

const SourceBuffer *NamedFiles::open(llvm::StringRef path) {
  LoadedFilePtr file = options.readFile(path, input.name());
  if (!file)
    return nullptr;
  const SourceBuffer &buffer = file->buffer();
  sources.add(buffer);
  result.files.push_back(file->share());
  loaded[&buffer] = file.get();
  result.configs.push_back(std::move(file));
  return &buffer;
}

const SourceBuffer *NamedFiles::read(llvm::StringRef path) {
  if (!options.readFile || bytes > MostBytes)
    return nullptr;
  auto known = files.find(path);
  if (known == files.end()) {
    if (files.size() == MostNames)
      return nullptr;
    known = files.try_emplace(path, open(path)).first;
  }
  if (const SourceBuffer *file = known->second)
    bytes += file->text().size();
  return bytes > MostBytes ? nullptr : known->second;
}

const yaml::Stream &NamedFiles::treeOf(const gcloud::ConfigText &config) {
  if (!config.block)
    return *loaded.at(config.buffer)->yaml().stream;
  auto [known, isNew] = written.try_emplace(config.block.get());
  if (isNew) {
    yaml::ReadResult read = markdown::readText(config.block);
    for (yaml::Node *node : read.stream->nodes)
      node->buffer = config.buffer;
    known->second = read.stream.get();
    result.writtenConfigs.push_back(std::move(read.stream));
  }
  return *known->second;
}

std::unique_ptr<SourceBuffer> NamedFiles::readFrom(llvm::StringRef path,
                                                   llvm::StringRef from) {
  if (!options.readFile || bytes > MostBytes || found == MostNames ||
      missing == MostMissing)
    return nullptr;
  std::unique_ptr<SourceBuffer> file = copyOf(options.readFile(path, from));
  if (!file) {
    ++missing;
    return nullptr;
  }
  ++found;
  bytes += file->text().size();
  if (bytes > MostBytes)
    return nullptr;
  // A name stands for one text, also where modules import each other.
  if (const SourceBuffer *same = sources.find(file->name()))
    return SourceBuffer::view(*same);
  sources.add(*file);
  return file;
}

std::unique_ptr<SourceBuffer> NamedFiles::readKept(llvm::StringRef path,
                                                   llvm::StringRef from) {
  std::unique_ptr<SourceBuffer> file = readFrom(path, from);
  if (!file)
    return nullptr;
  result.files.push_back(std::move(file));
  return SourceBuffer::view(*result.files.back());
}
