//===- Arguments.cpp - The arguments of a program -------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Runner/Arguments.h"
#include "Runtime/Tensor/InputFile.h"
#include "Runtime/Tensor/Npy.h"
#include "Runtime/Tensor/Scalars.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace trainlint;
using namespace trainlint::run;
using pjrt::BufferShape;

static llvm::Expected<HostTensor>
readFile(const std::string &file, size_t index, const BufferShape &shape) {
  auto text = readNamedFile(file);
  if (!text)
    return text.takeError();
  auto tensor = readNpy((*text)->getBuffer(), shape.type);
  if (!tensor)
    return llvm::createStringError(llvm::formatv(
        "cannot use `{0}`: {1}", file, llvm::toString(tensor.takeError())));
  if (tensor->shape != shape)
    return llvm::createStringError(
        llvm::formatv("`{0}` holds {1}, and argument {2} of `main` is {3}",
                      file, tensor->shape.text(), index, shape.text()));
  return tensor;
}

/// Numbers depend on the seed, the process and the argument, not on others.
static HostTensor makeUp(int64_t seed, size_t process, size_t index,
                         const BufferShape &shape) {
  std::seed_seq seeds{
      static_cast<uint32_t>(seed), static_cast<uint32_t>(seed >> 32),
      static_cast<uint32_t>(process), static_cast<uint32_t>(index)};
  std::mt19937_64 random(seeds);
  HostTensor out{shape, std::vector<char>(shape.byteSize())};
  size_t width = pjrt::elementBytes(shape.type);
  for (size_t begin = 0; begin < out.bytes.size(); begin += width)
    makeElement(random, shape.type, out.bytes.data() + begin);
  return out;
}

/// What is made up, or read and copied, has to fit into the memory.
static llvm::Error checkSizes(llvm::ArrayRef<BufferShape> shapes,
                              size_t processes) {
  uint64_t left = memoryOfComputer() / std::max<size_t>(processes, 1);
  for (const auto &[index, shape] : llvm::enumerate(shapes)) {
    std::optional<int64_t> bytes = shape.checkedByteSize();
    if (!bytes || static_cast<uint64_t>(*bytes) > left)
      return llvm::createStringError(llvm::formatv(
          "argument {0} of `main` is {1}, for which this computer has not "
          "enough memory",
          index, shape.text()));
    left -= *bytes;
  }
  return llvm::Error::success();
}

llvm::Expected<std::vector<std::vector<HostTensor>>>
run::makeArguments(const RunOptions &options,
                   llvm::ArrayRef<BufferShape> shapes, size_t processes) {
  const std::vector<std::string> &files = options.inputs;
  bool isForEach = processes > 1 && files.size() == shapes.size() * processes;
  if (!isForEach && files.size() > shapes.size())
    return llvm::createStringError(
        llvm::formatv("`main` takes {0} arguments, and {1} files are given",
                      shapes.size(), files.size()));
  if (!isForEach && files.size() < shapes.size() && !options.fakeData)
    return llvm::createStringError(llvm::formatv(
        "argument {0} of `main`, {1}, has no `--input`; `--fake-data` makes "
        "one up",
        files.size(), shapes[files.size()].text()));
  if (llvm::Error error = checkSizes(shapes, processes))
    return error;
  std::vector<std::vector<HostTensor>> out(processes);
  for (size_t process = 0; process < processes; ++process)
    for (size_t index = 0; index < shapes.size(); ++index) {
      size_t file = isForEach ? process * shapes.size() + index : index;
      if (file >= files.size()) {
        out[process].push_back(
            makeUp(options.seed, process, index, shapes[index]));
        continue;
      }
      auto tensor = readFile(files[file], index, shapes[index]);
      if (!tensor)
        return tensor.takeError();
      out[process].push_back(std::move(*tensor));
    }
  return out;
}
