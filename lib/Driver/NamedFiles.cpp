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

python::ModuleFilePtr NamedFiles::readFrom(llvm::StringRef path,
                                           llvm::StringRef from) {
  if (!options.readFile || bytes > MostBytes || found == MostNames ||
      missing == MostMissing)
    return nullptr;
  LoadedFilePtr file = options.readFile(path, from);
  if (!file) {
    ++missing;
    return nullptr;
  }
  ++found;
  const SourceBuffer &buffer = file->buffer();
  bytes += buffer.text().size();
  if (bytes > MostBytes)
    return nullptr;
  // A name stands for one text, even if the file changes meanwhile.
  const SourceBuffer *same = sources.find(buffer.name());
  if (same && same != &buffer)
    return std::make_shared<python::ModuleFile>(SourceBuffer::view(*same));
  sources.add(buffer);
  python::ModuleFilePtr module(file, &file->python());
  result.modules.push_back(module);
  return module;
}

python::ModuleFilePtr NamedFiles::readKept(llvm::StringRef path,
                                           llvm::StringRef from) {
  python::ModuleFilePtr file = readFrom(path, from);
  if (file)
    result.files.push_back(file->share());
  return file;
}
