//===- Binding.cpp - Which column an input reads, and how -----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Data/Binding.h"
#include "Runtime/Data/Image.h"
#include "Runtime/Tensor/InputFile.h"
#include "Support/LLVM.h"
#include "Support/Text.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cstring>

using namespace trainlint;
using namespace trainlint::data;
using pjrt::abi::Buffer_Type;

pjrt::BufferShape InputSpec::exampleShape() const {
  return {shape.type,
          llvm::SmallVector<int64_t, 4>(llvm::drop_begin(shape.dims))};
}

/// The last part of a name, without the number that frameworks add to outputs,
/// in lower case.
static std::string bareName(StringRef name) {
  name = name.rsplit(':').first;
  size_t slash = name.rfind('/');
  if (slash != StringRef::npos)
    name = name.drop_front(slash + 1);
  return name.lower();
}

/// What names for the same thing have in common; the name itself if nothing.
static std::string meaningOf(StringRef name) {
  std::string bare = bareName(name);
  for (StringRef word : {"images", "image", "image_raw", "x", "features",
                         "feature", "inputs", "input", "data", "encoded"})
    if (bare == word)
      return "images";
  for (StringRef word : {"labels", "label", "y", "targets", "target"})
    if (bare == word)
      return "labels";
  return bare;
}

static bool fitsOneHot(const pjrt::BufferShape &from,
                       const pjrt::BufferShape &to) {
  return from.dims.empty() && isInteger(from.type) && to.dims.size() == 1 &&
         to.dims.front() > 1 && isFloating(to.type);
}

/// True if an example has the dimensions that are wanted, but for sizes of 1,
/// or if all are laid out in a row on one side.
static bool isSameArrangement(const pjrt::BufferShape &from,
                              const pjrt::BufferShape &to) {
  if (from.elementCount() != to.elementCount())
    return false;
  auto isNotOne = [](int64_t size) { return size != 1; };
  auto inner = llvm::to_vector(llvm::make_filter_range(from.dims, isNotOne));
  auto outer = llvm::to_vector(llvm::make_filter_range(to.dims, isNotOne));
  return inner.size() <= 1 || outer.size() <= 1 || inner == outer;
}

/// Reads a column as an input. The error tells what does not fit.
/// Nothing unless an example has three colors of each pixel.
static std::optional<Binding::ImageSize>
imageSize(llvm::ArrayRef<int64_t> dims) {
  if (dims.size() != 3 || llvm::is_contained(dims, 0))
    return std::nullopt;
  if (dims[2] == 3)
    return Binding::ImageSize{false, dims[0], dims[1]};
  if (dims[0] == 3)
    return Binding::ImageSize{true, dims[1], dims[2]};
  return std::nullopt;
}

static llvm::Expected<Binding> bindImages(const InputSpec &input, size_t index,
                                          const ImageScale &scale) {
  pjrt::BufferShape to = input.exampleShape();
  std::optional<Binding::ImageSize> size = imageSize(to.dims);
  if (!size)
    return llvm::createStringError(llvm::formatv(
        "an example is an image of three colors, and the step takes {0}",
        to.text()));
  auto conversion =
      Conversion::make(Buffer_Type::U8, to.type,
                       isFloating(to.type) ? scale : ImageScale::none());
  if (!conversion)
    return conversion.takeError();
  return Binding{index, std::move(*conversion), /*isOneHot=*/false, size};
}

static llvm::Expected<Binding> bind(const InputSpec &input,
                                    llvm::ArrayRef<Column> columns,
                                    size_t index, const ImageScale &scale) {
  if (!columns[index].problem.empty())
    return llvm::createStringError(columns[index].problem);
  if (columns[index].isEncoded())
    return bindImages(input, index, scale);
  pjrt::BufferShape from = columns[index].exampleShape();
  pjrt::BufferShape to = input.exampleShape();
  if (fitsOneHot(from, to)) {
    auto copy = Conversion::make(from.type, from.type);
    if (!copy)
      return copy.takeError();
    return Binding{index, std::move(*copy), /*isOneHot=*/true, {}};
  }
  if (!isSameArrangement(from, to))
    return llvm::createStringError(llvm::formatv(
        "an example is {0}, and the step takes {1}", from.text(), to.text()));
  bool isImage = from.type == Buffer_Type::U8 && isFloating(to.type) &&
                 from.elementCount() > 1;
  auto conversion = Conversion::make(from.type, to.type,
                                     isImage ? scale : ImageScale::none());
  if (!conversion)
    return conversion.takeError();
  return Binding{index, std::move(*conversion), /*isOneHot=*/false,
                 /*image=*/{}};
}

/// The number of the only element that holds; nothing if none or several do.
template <typename Predicate>
static std::optional<size_t> onlyOne(size_t count, Predicate holds) {
  std::optional<size_t> found;
  for (size_t index = 0; index < count; ++index) {
    if (!holds(index))
      continue;
    if (found)
      return std::nullopt;
    found = index;
  }
  return found;
}

/// The column for an input by its name or by what it means.
static std::optional<size_t> findByName(const InputSpec &input,
                                        llvm::ArrayRef<Column> columns) {
  for (const auto &[index, column] : llvm::enumerate(columns))
    if (column.name == input.name)
      return index;
  auto found = onlyOne(columns.size(), [&](size_t index) {
    return bareName(columns[index].name) == bareName(input.name);
  });
  if (found)
    return found;
  return onlyOne(columns.size(), [&](size_t index) {
    return meaningOf(columns[index].name) == meaningOf(input.name);
  });
}

static llvm::Error noColumn(const InputSpec &input,
                            llvm::ArrayRef<Column> columns) {
  std::vector<std::string> found;
  for (const Column &column : columns)
    found.push_back("`" + column.name + "` (" +
                    (!column.problem.empty() ? column.problem
                     : column.isEncoded()    ? "images"
                                             : column.tensor.shape.text()) +
                    ")");
  return llvm::createStringError(llvm::formatv(
      "the data has nothing for the input `{0}`, {1}; it has {2}; "
      "`--data {0}=FILE` names a file for it",
      input.name, input.shape.text(),
      found.empty() ? "no columns" : formatList(found, "and")));
}

llvm::Expected<std::vector<Binding>>
data::bindInputs(llvm::ArrayRef<InputSpec> inputs,
                 llvm::ArrayRef<Column> columns, const ImageScale &scale) {
  std::vector<Binding> out;
  for (const InputSpec &input : inputs) {
    std::optional<size_t> column = findByName(input, columns);
    if (!column)
      column = onlyOne(columns.size(), [&](size_t index) {
        auto fits = bind(input, columns, index, scale);
        // Numbers of classes could be those of anything.
        if (fits)
          return !fits->isOneHot;
        llvm::consumeError(fits.takeError());
        return false;
      });
    if (!column)
      return noColumn(input, columns);
    auto binding = bind(input, columns, *column, scale);
    if (!binding)
      return llvm::createStringError(
          llvm::formatv("`{0}` of `{1}` cannot be the input `{2}`: {3}",
                        columns[*column].name, columns[*column].file,
                        input.name, llvm::toString(binding.takeError())));
    out.push_back(std::move(*binding));
  }
  for (const Binding &binding : out) {
    const Column &first = columns[out.front().column];
    const Column &other = columns[binding.column];
    if (first.exampleCount() != other.exampleCount())
      return llvm::createStringError(llvm::formatv(
          "`{0}` of `{1}` has {2} examples, and `{3}` of `{4}` has {5}",
          first.name, first.file, first.exampleCount(), other.name, other.file,
          other.exampleCount()));
  }
  return out;
}

/// Refuses labels that no class has, which a device would read past its table.
static llvm::Error checkClasses(const InputSpec &input, const Column &column,
                                int64_t example, int64_t classes) {
  Buffer_Type type = column.tensor.shape.type;
  llvm::ArrayRef<char> bytes = column.example(example);
  size_t width = pjrt::elementBytes(type);
  for (size_t at = 0; at < bytes.size(); at += width) {
    int64_t value = integerAt(type, &bytes[at]);
    if (value < 0 || value >= classes)
      return llvm::createStringError(llvm::formatv(
          "example {0} of `{1}` is {2}, and the input `{3}` has {4} classes",
          example, column.name, value, input.name, classes));
  }
  return llvm::Error::success();
}

/// The bytes of an image as the input has them.
static llvm::Expected<std::vector<char>>
imageBytes(StringRef file, const Binding::ImageSize &size) {
  llvm::Expected<Image> decoded = decodeImage(file);
  if (!decoded)
    return decoded.takeError();
  Image image = fitImage(*decoded, size.height, size.width);
  std::vector<char> out(image.bytes.begin(), image.bytes.end());
  if (!size.hasColorsFirst)
    return out;
  size_t pixels = size.height * size.width;
  for (size_t i = 0; i < out.size(); ++i)
    out[i % 3 * pixels + i / 3] = static_cast<char>(image.bytes[i]);
  return out;
}

/// The same of a file, which the error names.
static llvm::Expected<std::vector<char>>
fileBytes(const std::string &path, const Binding::ImageSize &size) {
  auto file = run::readFoundFile(path);
  if (!file)
    return file.takeError();
  StringRef text = (*file)->getBuffer();
  if (!isImage(text))
    return llvm::createStringError("cannot use `" + path +
                                   "`: it is no JPEG or PNG file");
  auto bytes = imageBytes(text, size);
  if (!bytes)
    return llvm::createStringError("cannot use `" + path +
                                   "`: " + llvm::toString(bytes.takeError()));
  return bytes;
}

/// Adds which example it is.
static llvm::Error inExample(const Column &column, int64_t example,
                             llvm::Error error) {
  if (!error)
    return error;
  return llvm::createStringError(
      llvm::formatv("example {0} of `{1}`: {2}", example, column.name,
                    llvm::toString(std::move(error))));
}

llvm::Error data::writeExample(const Binding &binding, const InputSpec &input,
                               const Column &column, int64_t example,
                               char *out) {
  if (binding.image && column.hasImageFiles) {
    auto bytes = fileBytes(column.images[example], *binding.image);
    return bytes ? binding.conversion.apply(*bytes, out) : bytes.takeError();
  }
  if (binding.image) {
    auto bytes = imageBytes(column.images[example], *binding.image);
    return inExample(column, example,
                     bytes ? binding.conversion.apply(*bytes, out)
                           : bytes.takeError());
  }
  pjrt::BufferShape wanted = input.exampleShape();
  std::optional<int64_t> classes =
      binding.isOneHot ? wanted.dims.front() : input.classes;
  if (classes && isInteger(column.tensor.shape.type) &&
      (binding.isOneHot || isInteger(wanted.type)))
    if (llvm::Error error = checkClasses(input, column, example, *classes))
      return error;
  if (!binding.isOneHot)
    return inExample(column, example,
                     binding.conversion.apply(column.example(example), out));
  size_t width = pjrt::elementBytes(wanted.type);
  std::memset(out, 0, wanted.byteSize());
  int64_t label =
      integerAt(column.tensor.shape.type, column.example(example).data());
  auto one = Conversion::make(Buffer_Type::U8, wanted.type);
  if (!one)
    return one.takeError();
  return one->apply(llvm::ArrayRef<char>('\1'), out + label * width);
}
