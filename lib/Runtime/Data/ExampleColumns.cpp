//===- ExampleColumns.cpp - Features of examples as columns ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Data/ExampleColumns.h"
#include "Runtime/Data/Image.h"
#include "Runtime/Data/RecordFile.h"
#include "Support/LLVM.h"
#include "llvm/Support/FormatVariadic.h"

using namespace trainlint;
using namespace trainlint::data;
using pjrt::abi::Buffer_Type;

/// The values of a feature as one example of a column.
static run::HostTensor tensorOf(const Feature &feature) {
  run::HostTensor out;
  auto take = [&](Buffer_Type type, const void *data, size_t count,
                  size_t bytes, bool isAlone) {
    out.shape.type = type;
    if (!isAlone)
      out.shape.dims.push_back(count);
    const char *begin = static_cast<const char *>(data);
    out.bytes.assign(begin, begin + bytes);
  };
  if (auto *floats = std::get_if<std::vector<float>>(&feature))
    take(Buffer_Type::F32, floats->data(), floats->size(),
         floats->size() * sizeof(float), floats->size() == 1);
  else if (auto *numbers = std::get_if<std::vector<int64_t>>(&feature))
    take(Buffer_Type::S64, numbers->data(), numbers->size(),
         numbers->size() * sizeof(int64_t), numbers->size() == 1);
  else if (auto *texts = std::get_if<std::vector<StringRef>>(&feature);
           texts && texts->size() == 1)
    take(Buffer_Type::U8, texts->front().data(), texts->front().size(),
         texts->front().size(), /*isAlone=*/false);
  return out;
}

/// The file of an image that a feature is; empty if it is none.
static StringRef imageIn(const Feature &feature) {
  auto *texts = std::get_if<std::vector<StringRef>>(&feature);
  bool isOne = texts && texts->size() == 1 && isImage(texts->front());
  return isOne ? texts->front() : StringRef();
}

void ExampleColumns::addFeature(const std::string &file,
                                const std::string &name,
                                const Feature &feature) {
  run::HostTensor tensor = tensorOf(feature);
  bool isNew = features.find(name) == features.end();
  Gathered &gathered = features[name];
  ++gathered.examples;
  Column &column = gathered.column;
  if (isNew) {
    column.name = name;
    column.file = file;
    column.tensor.shape = tensor.shape;
    column.tensor.shape.dims.insert(column.tensor.shape.dims.begin(), 0);
  }
  if (!column.problem.empty())
    return;
  StringRef image = imageIn(feature);
  if (!image.empty() && (isNew || column.isEncoded())) {
    column.images.push_back(image.str());
    return;
  }
  if (column.isEncoded())
    column.problem = "it is an image in one example and none in another";
  else if (tensor.shape.type == Buffer_Type::INVALID)
    column.problem = "it has no values, or more than one string";
  else if (column.exampleShape() != tensor.shape)
    column.problem =
        llvm::formatv("it is {0} in one example and {1} in another",
                      column.exampleShape().text(), tensor.shape.text());
  if (!column.problem.empty()) {
    column.tensor.bytes = {};
    column.images = {};
    return;
  }
  ++column.tensor.shape.dims.front();
  column.tensor.bytes.insert(column.tensor.bytes.end(), tensor.bytes.begin(),
                             tensor.bytes.end());
}

llvm::Error ExampleColumns::addFile(const std::string &file,
                                    StringRef contents) {
  auto records = readRecords(contents);
  if (!records)
    return records.takeError();
  for (size_t index = 0; index < records->size(); ++index) {
    auto example = readExample((*records)[index]);
    if (!example)
      return llvm::createStringError(llvm::formatv(
          "record {0}: {1}", index, llvm::toString(example.takeError())));
    ++examples;
    for (const auto &[name, feature] : *example)
      addFeature(file, name, feature);
  }
  return llvm::Error::success();
}

std::vector<Column> ExampleColumns::finish() {
  std::vector<Column> out;
  for (auto &[name, gathered] : features) {
    std::string &problem = gathered.column.problem;
    if (problem.empty() && gathered.examples != examples)
      problem = llvm::formatv("it is in {0} of {1} examples", gathered.examples,
                              examples);
    out.push_back(std::move(gathered.column));
  }
  return out;
}
