//===- Hdf5.cpp - Files in HDF5 and the weights in them -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Keras/ModelFile.h"
#include "Frontend/Keras/StoredWeights.h"
#include "Fuzz/Targets/Targets.h"
#include "Text/Hdf5/File.h"

using namespace trainlint;
using llvm::StringRef;

/// Reads an object and what is below it, to a depth at which a group that holds
/// itself ends.
static void readAll(hdf5::File &file, uint64_t object, unsigned depth) {
  auto attributes = file.attributes(object);
  if (attributes)
    for (const hdf5::Attribute &attribute : *attributes)
      llvm::consumeError(file.strings(attribute).takeError());
  llvm::consumeError(attributes.takeError());
  auto dataset = file.dataset(object);
  if (dataset && *dataset) {
    std::string storage;
    auto bytes = file.read(**dataset, storage);
    if (bytes && bytes->size() != (*dataset)->byteSize())
      llvm::report_fatal_error("a dataset with other bytes than it says");
    llvm::consumeError(bytes.takeError());
  }
  llvm::consumeError(dataset.takeError());
  auto links = file.links(object);
  if (links && depth != 0)
    for (const hdf5::Link &link : *links)
      readAll(file, link.address, depth - 1);
  llvm::consumeError(links.takeError());
}

/// Finds the weights of the model in the file, as far as it says what they are
/// called, and writes them back.
static void replaceWeights(StringRef input) {
  std::unique_ptr<keras::ModelFile> file = keras::readModelFile(input);
  if (!file->hasModel)
    return;
  auto weights = keras::StoredWeights::open(input, file->model);
  if (!weights || !*weights)
    return llvm::consumeError(weights.takeError());
  std::vector<keras::WantedWeight> wanted;
  for (const keras::Layer &layer : file->model.layers)
    wanted.push_back({layer.name.text.str() + "/bias", {2}});
  wanted.resize(std::min<size_t>(wanted.size(), 4));
  auto found = (*weights)->find(wanted);
  if (!found)
    return llvm::consumeError(found.takeError());
  std::vector<keras::StoredWeights::NewElements> elements;
  for (const keras::StoredWeight &weight : *found) {
    std::string storage;
    llvm::consumeError((*weights)
                           ->read(weight, llvm::APFloat::IEEEsingle(), storage)
                           .takeError());
    elements.push_back({&weight, StringRef("\0\0\0\0\0\0\0\0", 8),
                        &llvm::APFloat::IEEEsingle()});
  }
  llvm::consumeError((*weights)->replace(elements).takeError());
}

void test::fuzzHdf5(StringRef input) {
  // A block of its own size, so that a read beyond it is seen.
  std::vector<char> exact(input.begin(), input.end());
  StringRef bytes(exact.data(), exact.size());
  auto file = hdf5::File::open(bytes);
  if (file)
    readAll(**file, (*file)->root(), /*depth=*/6);
  llvm::consumeError(file.takeError());
  replaceWeights(bytes);
}
