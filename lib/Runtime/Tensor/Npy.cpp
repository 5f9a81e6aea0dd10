//===- Npy.cpp - Files of NumPy arrays ------------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// NumPy's .npy format: a header that is a Python dictionary of one fixed form,
// then the elements. Big-endian numbers are swapped, and column-major elements
// put in row-major order. Types that NumPy lacks are stored as bytes of the
// same width.
//
//===----------------------------------------------------------------------===//

#include "Runtime/Tensor/Npy.h"
#include "Support/LLVM.h"
#include "Support/Text.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <cstring>

using namespace trainlint;
using namespace trainlint::run;
using pjrt::abi::Buffer_Type;

static constexpr StringRef Magic = "\x93NUMPY";
/// As many as NumPy has at most.
static constexpr size_t MostDimensions = 64;
/// Headers of tensors have some hundred bytes.
static constexpr size_t LongestHeader = 1 << 20;

namespace {
struct NpyType {
  StringRef code;
  Buffer_Type type;
};
} // namespace

static constexpr NpyType Types[] = {
    {"b1", Buffer_Type::PRED}, {"i1", Buffer_Type::S8},
    {"i2", Buffer_Type::S16},  {"i4", Buffer_Type::S32},
    {"i8", Buffer_Type::S64},  {"u1", Buffer_Type::U8},
    {"u2", Buffer_Type::U16},  {"u4", Buffer_Type::U32},
    {"u8", Buffer_Type::U64},  {"f2", Buffer_Type::F16},
    {"f4", Buffer_Type::F32},  {"f8", Buffer_Type::F64},
    {"c8", Buffer_Type::C64},  {"c16", Buffer_Type::C128},
};

/// Integers of less than eight bits have a byte each.
static std::optional<StringRef> integerCode(Buffer_Type type) {
  switch (type) {
  case Buffer_Type::S2:
  case Buffer_Type::S4:
    return "i1";
  case Buffer_Type::U2:
  case Buffer_Type::U4:
    return "u1";
  default:
    return std::nullopt;
  }
}

static std::optional<StringRef> codeOf(Buffer_Type type) {
  for (const NpyType &known : Types)
    if (known.type == type)
      return known.code;
  return integerCode(type);
}

bool run::isRawInNpy(Buffer_Type type) { return !codeOf(type); }

//===----------------------------------------------------------------------===//
// Header
//===----------------------------------------------------------------------===//

namespace {
/// What the header's dictionary says.
struct NpyHeader {
  std::string descr;
  bool isFortran = false;
  llvm::SmallVector<int64_t, 4> shape;
};

/// Reads the one form of a Python dictionary that these files have.
class HeaderReader {
public:
  explicit HeaderReader(StringRef text) : text(text) {}

  llvm::Expected<NpyHeader> read() {
    NpyHeader header;
    bool isWhole = take("{");
    while (isWhole && !take("}")) {
      std::string key;
      isWhole = takeString(key) && take(":");
      if (!isWhole)
        break;
      if (key == "descr") {
        if (text.ltrim().starts_with("["))
          return llvm::createStringError("it holds records, which are no "
                                         "tensors");
        isWhole = takeString(header.descr);
      } else if (key == "fortran_order") {
        header.isFortran = take("True");
        isWhole = header.isFortran || take("False");
      } else if (key == "shape") {
        isWhole = takeShape(header.shape);
      } else {
        isWhole = false;
      }
      take(",");
    }
    if (!isWhole || header.descr.empty())
      return llvm::createStringError("its header cannot be read");
    return header;
  }

private:
  bool take(StringRef word) {
    text = text.ltrim();
    return text.consume_front(word);
  }

  bool takeString(std::string &out) {
    text = text.ltrim();
    if (text.empty() || (text.front() != '\'' && text.front() != '"'))
      return false;
    size_t end = text.find(text.front(), 1);
    if (end == StringRef::npos)
      return false;
    out = text.slice(1, end).str();
    text = text.substr(end + 1);
    return true;
  }

  bool takeShape(llvm::SmallVectorImpl<int64_t> &out) {
    if (!take("("))
      return false;
    while (!take(")")) {
      int64_t dim;
      text = text.ltrim();
      if (text.consumeInteger(10, dim) || dim < 0 ||
          out.size() == MostDimensions)
        return false;
      take("L");
      out.push_back(dim);
      take(",");
    }
    return true;
  }

  StringRef text;
};
} // namespace

/// The element type that a code means, or is wanted to mean.
static llvm::Expected<Buffer_Type>
elementOf(StringRef code, std::optional<Buffer_Type> wanted) {
  if (code.starts_with("O"))
    return llvm::createStringError("it holds Python objects, which only "
                                   "Python can read");
  if (wanted && integerCode(*wanted) == code)
    return *wanted;
  for (const NpyType &known : Types)
    if (known.code == code)
      return known.type;
  size_t bytes;
  if (code.consume_front("V") && !code.getAsInteger(10, bytes)) {
    if (wanted && isRawInNpy(*wanted) && pjrt::elementBytes(*wanted) == bytes)
      return *wanted;
    return llvm::createStringError(llvm::formatv(
        "it holds raw elements of {0} bytes, and it is not known what they "
        "are",
        bytes));
  }
  return llvm::createStringError("its element type " + quoted(code) +
                                 " is not one of tensors");
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// Reverses the bytes of each number; a complex one is two.
static void swapBytes(HostTensor &tensor) {
  size_t width = pjrt::elementBytes(tensor.shape.type);
  if (pjrt::isComplex(tensor.shape.type))
    width /= 2;
  for (size_t begin = 0; begin < tensor.bytes.size(); begin += width)
    std::reverse(tensor.bytes.begin() + begin,
                 tensor.bytes.begin() + begin + width);
}

/// Puts elements in row-major order that lie with the first dimension
/// innermost.
static void transpose(HostTensor &tensor) {
  const auto &dims = tensor.shape.dims;
  size_t width = pjrt::elementBytes(tensor.shape.type);
  std::vector<char> out(tensor.bytes.size());
  llvm::SmallVector<int64_t, 6> index(dims.size(), 0);
  for (size_t to = 0; to < out.size(); to += width) {
    int64_t from = 0;
    for (size_t dim = dims.size(); dim-- != 0;)
      from = from * dims[dim] + index[dim];
    std::memcpy(out.data() + to, tensor.bytes.data() + from * width, width);
    for (size_t dim = dims.size(); dim-- != 0;) {
      if (++index[dim] < dims[dim])
        break;
      index[dim] = 0;
    }
  }
  tensor.bytes = std::move(out);
}

/// Takes the header off the start of a file of `size` bytes.
static llvm::Expected<StringRef> takeHeader(StringRef &text, uint64_t size) {
  auto cut = [] { return llvm::createStringError("it is cut off"); };
  size_t before = text.size();
  if (!text.consume_front(Magic))
    return llvm::createStringError("it is no .npy file");
  if (text.size() < 4)
    return cut();
  unsigned version = static_cast<unsigned char>(text[0]);
  if (version < 1 || version > 3)
    return llvm::createStringError(llvm::formatv(
        "it has version {0} of the .npy format, and 1 to 3 are known",
        version));
  text = text.drop_front(2);
  size_t length;
  if (version == 1) {
    length = llvm::support::endian::read16le(text.data());
    text = text.drop_front(2);
  } else {
    if (text.size() < 4)
      return cut();
    length = llvm::support::endian::read32le(text.data());
    text = text.drop_front(4);
  }
  if (length > size - (before - text.size()))
    return cut();
  if (length > LongestHeader || length > text.size())
    return llvm::createStringError("its header cannot be read");
  StringRef header = text.take_front(length);
  text = text.drop_front(length);
  return header;
}

llvm::Expected<NpyLayout>
run::readNpyLayout(StringRef begin, uint64_t size,
                   std::optional<Buffer_Type> wanted) {
  StringRef rest = begin;
  auto text = takeHeader(rest, size);
  if (!text)
    return text.takeError();
  auto header = HeaderReader(*text).read();
  if (!header)
    return header.takeError();

  NpyLayout out;
  StringRef code = header->descr;
  out.isSwapped = code.consume_front(">");
  if (!out.isSwapped && !code.consume_front("<") && !code.consume_front("="))
    code.consume_front("|");
  auto type = elementOf(code, wanted);
  if (!type)
    return type.takeError();

  out.shape = {*type, {header->shape.begin(), header->shape.end()}};
  out.isFortran = header->isFortran && out.shape.dims.size() > 1;
  out.offset = begin.size() - rest.size();
  std::optional<int64_t> bytes = out.shape.checkedByteSize();
  if (!bytes)
    return llvm::createStringError("its shape has more elements than any "
                                   "computer");
  uint64_t there = size - out.offset;
  if (there < static_cast<uint64_t>(*bytes))
    return llvm::createStringError(
        llvm::formatv("it is cut off: {0} needs {1} bytes, and there are {2}",
                      out.shape.text(), *bytes, there));
  return out;
}

llvm::Expected<HostTensor> run::readNpy(StringRef text,
                                        std::optional<Buffer_Type> wanted) {
  auto layout = readNpyLayout(text, text.size(), wanted);
  if (!layout)
    return layout.takeError();
  HostTensor out{layout->shape, {}};
  StringRef data = text.substr(layout->offset, layout->shape.byteSize());
  out.bytes.assign(data.begin(), data.end());
  if (layout->isSwapped)
    swapBytes(out);
  if (layout->isFortran)
    transpose(out);
  return out;
}

std::string run::writeNpy(const HostTensor &tensor) {
  size_t width = pjrt::elementBytes(tensor.shape.type);
  std::optional<StringRef> code = codeOf(tensor.shape.type);
  std::string descr = code ? code->str() : "V" + std::to_string(width);
  // One byte has no order, and raw bytes have none to NumPy.
  descr = (width == 1 || !code ? "|" : "<") + descr;
  std::string shape = "(";
  for (int64_t dim : tensor.shape.dims)
    shape += std::to_string(dim) + ",";
  std::string header = "{'descr': '" + descr +
                       "', 'fortran_order': False, 'shape': " + shape + "), }";
  // The elements begin at a multiple of 64.
  constexpr size_t Before = 10;
  size_t size = (Before + header.size() + 1 + 63) / 64 * 64 - Before;
  header.resize(size - 1, ' ');
  header += '\n';
  std::string out = (Magic + llvm::Twine('\1') + llvm::Twine('\0')).str();
  char length[2];
  llvm::support::endian::write16le(length, static_cast<uint16_t>(size));
  out.append(length, sizeof(length));
  out += header;
  out.append(tensor.bytes.data(), tensor.bytes.size());
  return out;
}
