//===- TensorIndex.cpp - Tensors in several files -------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The layout in which large models are published: safetensors files in one
// folder, and a JSON file that says where each tensor is.
//
//===----------------------------------------------------------------------===//

#include "Runtime/Checkpoints/TensorIndex.h"
#include "Runtime/Checkpoints/TensorBundle.h"
#include "Runtime/Tensor/InputFile.h"
#include "Support/LLVM.h"
#include "Support/Text.h"
#include "Text/Json/Json.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"

using namespace trainlint;
using namespace trainlint::checkpoints;

bool checkpoints::isTensorIndex(StringRef path) {
  return path.ends_with(".safetensors.index.json");
}

std::string checkpoints::shardName(size_t part, size_t parts) {
  return llvm::formatv("model-{0,0+5}-of-{1,0+5}{2}", part + 1, parts,
                       Extension);
}

//===----------------------------------------------------------------------===//
// The index
//===----------------------------------------------------------------------===//

/// A name that leads nowhere but into the folder of the index.
static bool isPlainName(StringRef file) {
  return file.ends_with(Extension) && file.size() > Extension.size() &&
         file.find_first_of(StringRef("/\\\0", 3)) == StringRef::npos;
}

llvm::Expected<TensorIndex> checkpoints::readTensorIndex(StringRef text) {
  llvm::BumpPtrAllocator arena;
  std::optional<json::Problem> problem;
  std::optional<json::Value> value =
      json::parse(text, arena, problem, MostValues);
  if (!value || !value->isObject())
    return llvm::createStringError(
        "it is no JSON object" +
        (problem ? ": " + problem->message : std::string()));
  TensorIndex out;
  if (const json::Value *metadata = value->find("metadata")) {
    if (!metadata->isObject())
      return llvm::createStringError("its `metadata` is no object");
    for (const json::Member &member : metadata->members)
      if (member.value.isString())
        out.metadata[member.key.str()] = member.value.text.str();
    if (const json::Value *size = metadata->find("total_size"))
      out.totalSize = size->integer();
  }
  const json::Value *map = value->find("weight_map");
  if (!map || !map->isObject())
    return llvm::createStringError("it has no `weight_map`");
  for (const json::Member &member : map->members) {
    if (!member.value.isString() || !isPlainName(member.value.text))
      return llvm::createStringError(
          "the file of tensor " + quoted(member.key) +
          " is no name of a safetensors file beside the index");
    if (!out.files.try_emplace(member.key.str(), member.value.text.str())
             .second)
      return llvm::createStringError("tensor " + quoted(member.key) +
                                     " is named twice");
  }
  return out;
}

std::string checkpoints::writeTensorIndex(const TensorIndex &index) {
  std::string out;
  llvm::raw_string_ostream stream(out);
  llvm::json::OStream json(stream, /*IndentSize=*/2);
  json.object([&] {
    json.attributeObject("metadata", [&] {
      if (index.totalSize)
        json.attribute("total_size", *index.totalSize);
      for (const auto &[key, value] : index.metadata)
        json.attribute(key, value);
    });
    json.attributeObject("weight_map", [&] {
      for (const auto &[name, file] : index.files)
        json.attribute(name, file);
    });
  });
  stream << "\n";
  return out;
}

//===----------------------------------------------------------------------===//
// The files
//===----------------------------------------------------------------------===//

/// Reads one of the files.
static llvm::Error readShard(StringRef index, const std::string &name,
                             ShardedTensors &out) {
  llvm::SmallString<256> path(index);
  llvm::sys::path::remove_filename(path);
  llvm::sys::path::append(path, name);
  auto text = run::readFoundFile(path);
  if (!text)
    return text.takeError();
  auto file = readTensorFile((*text)->getBuffer());
  if (!file)
    return llvm::createStringError("cannot use `" + path +
                                   "`: " + llvm::toString(file.takeError()));
  out.shards[name] = std::move(*file);
  out.texts.push_back(std::move(*text));
  return llvm::Error::success();
}

llvm::Expected<ShardedTensors>
checkpoints::readShards(const std::string &index) {
  auto text = run::readFoundFile(index);
  if (!text)
    return text.takeError();
  auto fail = [&](const llvm::Twine &why) {
    return llvm::createStringError("cannot use `" + index + "`: " + why);
  };
  auto read = readTensorIndex((*text)->getBuffer());
  if (!read)
    return fail(llvm::toString(read.takeError()));
  ShardedTensors out;
  out.index = std::move(*read);
  for (const auto &[name, file] : out.index.files) {
    if (!out.shards.count(file))
      if (llvm::Error error = readShard(index, file, out))
        return error;
    if (!out.shards[file].tensors.count(name))
      return fail("tensor " + quoted(name) + " is not in `" + file + "`");
  }
  return out;
}

LoadedTensors checkpoints::joinShards(ShardedTensors shards) {
  LoadedTensors out;
  out.file.metadata = std::move(shards.index.metadata);
  for (const auto &[name, file] : shards.index.files)
    out.file.tensors[name] = std::move(shards.shards[file].tensors[name]);
  out.texts = std::move(shards.texts);
  return out;
}

llvm::Expected<LoadedTensors>
checkpoints::loadTensors(const std::string &path) {
  if (isTensorBundle(path))
    return loadTensorBundle(path);
  if (!isTensorIndex(path))
    return loadTensorFile(path);
  auto shards = readShards(path);
  if (!shards)
    return shards.takeError();
  return joinShards(std::move(*shards));
}
