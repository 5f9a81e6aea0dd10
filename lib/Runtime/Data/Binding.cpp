//===- Binding.cpp - Which column an input reads, and how -----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Data/Binding.h"
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

bool data::meansSame(StringRef name, StringRef other) {
  return meaningOf(name) == meaningOf(other);
}

bool data::fitsOneHot(const pjrt::BufferShape &from,
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

/// What is wanted of the bytes that become an input, for messages.
static llvm::Error noLayout(const llvm::Twine &what,
                            const pjrt::BufferShape &shape) {
  return llvm::createStringError(
      llvm::formatv("{0}, and the step takes {1}", what, shape.text()));
}

/// The conversions of bytes of images: as many as there are colors that differ.
static llvm::Error addConversions(Binding &binding, Buffer_Type to,
                                  const ImageScale &scale,
                                  const ImageOptions &images) {
  size_t colors = std::max(images.mean.size(), images.deviation.size());
  for (size_t color = 0; color < std::max<size_t>(colors, 1); ++color) {
    auto valueOf = [&](llvm::ArrayRef<double> values, double otherwise) {
      return values.empty() ? otherwise
                            : values[values.size() == 1 ? 0 : color];
    };
    ImageScale own = scale;
    own.mean = valueOf(images.mean, 0);
    own.deviation = valueOf(images.deviation, 1);
    auto conversion = Conversion::make(binding.from, to, own);
    if (!conversion)
      return conversion.takeError();
    binding.conversions.push_back(std::move(*conversion));
  }
  if (colors > 1 && (!binding.layout ||
                     binding.layout->colors != static_cast<int64_t>(colors)))
    return llvm::createStringError(llvm::formatv(
        "`--mean` or `--std` has {0} numbers, and an example {1}", colors,
        binding.layout ? pluralize(binding.layout->colors, "color")
                       : std::string("is no image with rows and colors")));
  return llvm::Error::success();
}

static llvm::Expected<Binding> bindImages(const InputSpec &input, size_t index,
                                          const ImageScale &scale,
                                          const ImageOptions &images) {
  pjrt::BufferShape to = input.exampleShape();
  Binding out;
  out.column = index;
  out.from = Buffer_Type::U8;
  out.isImage = isFloating(to.type);
  bool isSized = to.dims.size() == 3 && !llvm::is_contained(to.dims, 0);
  if (isSized && to.dims[2] == 3)
    out.layout = ImageLayout{false, to.dims[0], to.dims[1], 3};
  else if (isSized && to.dims[0] == 3)
    out.layout = ImageLayout{true, to.dims[1], to.dims[2], 3};
  else
    return noLayout("an example is an image of three colors", to);
  if (llvm::Error error =
          addConversions(out, to.type, out.isImage ? scale : ImageScale::none(),
                         out.isImage ? images : ImageOptions()))
    return error;
  return out;
}

/// Bytes that are images have rows to be cropped or flipped.
static llvm::Error bindPixels(Binding &out, const pjrt::BufferShape &from,
                              const pjrt::BufferShape &to,
                              const ImageScale &scale,
                              const ImageOptions &images) {
  out.isImage = true;
  // Bytes in a row lie as the input has them.
  if (images.areAny())
    out.layout = imageLayout(from.dims.size() > 1 ? from.dims : to.dims);
  if (images.areMoved() && !out.layout)
    return llvm::createStringError(
        "random crops and `--random-flip` are for images, and an example is " +
        from.text());
  return addConversions(out, to.type, scale, images);
}

/// Reads a column as an input. The error tells what does not fit.
static llvm::Expected<Binding> bind(const InputSpec &input,
                                    llvm::ArrayRef<Column> columns,
                                    size_t index, const ImageScale &scale,
                                    const ImageOptions &images) {
  if (!columns[index].problem.empty())
    return llvm::createStringError(columns[index].problem);
  if (columns[index].isEncoded())
    return bindImages(input, index, scale, images);
  pjrt::BufferShape from = columns[index].exampleShape();
  pjrt::BufferShape to = input.exampleShape();
  if (columns[index].kind == ValueKind::Text)
    from.type = Buffer_Type::S64;
  Binding out;
  out.column = index;
  out.isOneHot = fitsOneHot(from, to);
  // Text is read as what the input has.
  if (columns[index].kind == ValueKind::Text && !out.isOneHot &&
      isFloating(to.type))
    from.type = Buffer_Type::F64;
  out.from = from.type;
  if (!out.isOneHot && !isSameArrangement(from, to))
    return noLayout("an example is " + from.text(), to);
  bool isImage = from.type == Buffer_Type::U8 && isFloating(to.type) &&
                 from.elementCount() > 1;
  if (isImage) {
    if (llvm::Error error = bindPixels(out, from, to, scale, images))
      return error;
    return out;
  }
  auto conversion =
      Conversion::make(from.type, out.isOneHot ? from.type : to.type);
  if (!conversion)
    return conversion.takeError();
  out.conversions.push_back(std::move(*conversion));
  return out;
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
                                             : column.shape.text()) +
                    ")");
  return llvm::createStringError(llvm::formatv(
      "the data has nothing for the input `{0}`, {1}; it has {2}; "
      "`--data {0}=FILE` names a file for it",
      input.name, input.shape.text(),
      found.empty() ? "no columns" : formatList(found, "and")));
}

llvm::Expected<std::vector<Binding>>
data::bindInputs(llvm::ArrayRef<InputSpec> inputs,
                 llvm::ArrayRef<Column> columns, const ImageScale &scale,
                 const ImageOptions &images) {
  std::vector<Binding> out;
  for (const InputSpec &input : inputs) {
    std::optional<size_t> column = findByName(input, columns);
    if (!column)
      column = onlyOne(columns.size(), [&](size_t index) {
        auto fits = bind(input, columns, index, scale, images);
        // Numbers of classes could be those of anything.
        if (fits)
          return !fits->isOneHot;
        llvm::consumeError(fits.takeError());
        return false;
      });
    if (!column)
      return noColumn(input, columns);
    auto binding = bind(input, columns, *column, scale, images);
    if (!binding)
      return llvm::createStringError(
          llvm::formatv("`{0}` of `{1}` cannot be the input `{2}`: {3}",
                        columns[*column].name, columns[*column].file,
                        input.name, llvm::toString(binding.takeError())));
    out.push_back(std::move(*binding));
  }
  bool hasImage =
      llvm::any_of(out, [](const Binding &binding) { return binding.isImage; });
  if (images.areAny() && !hasImage)
    return llvm::createStringError(
        "`--mean`, `--std`, random crops and `--random-flip` are for images "
        "that become floating-point numbers, and the data has none");
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
static llvm::Error checkClasses(const Binding &binding, const InputSpec &input,
                                const Column &column, int64_t example,
                                StringRef bytes, int64_t classes) {
  size_t width = pjrt::elementBytes(binding.from);
  for (size_t at = 0; at < bytes.size(); at += width) {
    int64_t value = integerAt(binding.from, &bytes.data()[at]);
    if (value < 0 || value >= classes)
      return llvm::createStringError(
          llvm::formatv("{0} is {1}, and the input `{2}` has {3} classes",
                        column.table->nameOf(example, column.name), value,
                        input.name, classes));
  }
  return llvm::Error::success();
}

/// Converts pixels, each color in its way.
static llvm::Error convertPixels(const Binding &binding,
                                 llvm::ArrayRef<char> pixels, size_t width,
                                 char *out) {
  size_t colors = binding.conversions.size();
  if (colors == 1)
    return binding.conversions.front().apply(pixels, out);
  size_t plane = pixels.size() / colors;
  for (const auto &[color, conversion] : llvm::enumerate(binding.conversions)) {
    if (binding.layout->hasColorsFirst)
      conversion.applyToBytes(pixels.slice(color * plane, plane), /*stride=*/1,
                              out + color * plane * width);
    else
      conversion.applyToBytes(pixels.drop_front(color), colors,
                              out + color * width);
  }
  return llvm::Error::success();
}

/// Converts the value of an example that is no label.
static llvm::Error convert(const Binding &binding, const InputSpec &input,
                           const Column &column, const ImageOptions &images,
                           uint64_t random, StringRef value, char *out) {
  size_t width = pjrt::elementBytes(input.shape.type);
  llvm::ArrayRef<char> bytes(value.data(), value.size());
  if (column.isEncoded()) {
    auto pixels = decodeFor(value, *binding.layout, images, random);
    return pixels ? convertPixels(binding, *pixels, width, out)
                  : pixels.takeError();
  }
  if (binding.isImage && images.isRandom && images.areMoved())
    return convertPixels(
        binding, moveImage(bytes, *binding.layout, images, random), width, out);
  return convertPixels(binding, bytes, width, out);
}

llvm::Error data::writeExample(const Binding &binding, const InputSpec &input,
                               const Column &column, const ImageOptions &images,
                               DrawnExample example, StringRef value,
                               char *out) {
  pjrt::BufferShape wanted = input.exampleShape();
  std::optional<int64_t> classes =
      binding.isOneHot ? wanted.dims.front() : input.classes;
  if (classes && !column.isEncoded() && isInteger(binding.from) &&
      (binding.isOneHot || isInteger(wanted.type)))
    if (llvm::Error error = checkClasses(binding, input, column, example.number,
                                         value, *classes))
      return error;
  if (!binding.isOneHot) {
    llvm::Error error =
        convert(binding, input, column, images, example.random, value, out);
    if (!error)
      return error;
    return llvm::createStringError(
        column.table->nameOf(example.number, column.name) + ": " +
        llvm::toString(std::move(error)));
  }
  size_t width = pjrt::elementBytes(wanted.type);
  std::memset(out, 0, wanted.byteSize());
  int64_t label = integerAt(binding.from, value.data());
  auto one = Conversion::make(Buffer_Type::U8, wanted.type);
  if (!one)
    return one.takeError();
  return one->apply(llvm::ArrayRef<char>('\1'), out + label * width);
}
