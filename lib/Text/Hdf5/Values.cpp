//===- Values.cpp - Attributes and datasets of HDF5 -----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/LLVM.h"
#include "Text/Hdf5/Cursor.h"
#include "Text/Hdf5/File.h"
#include "Text/Hdf5/MessageTypes.h"
#include "llvm/Support/MathExtras.h"

using namespace trainlint;
using namespace trainlint::hdf5;

//===----------------------------------------------------------------------===//
// Types and sizes
//===----------------------------------------------------------------------===//

/// The kind of a float by where its parts are; `Other` if no program has it.
static TypeKind floatKind(Cursor cursor, uint32_t size, uint32_t bits) {
  struct Form {
    TypeKind kind;
    uint32_t size;
    uint8_t exponent, mantissa;
    uint32_t bias;
  };
  constexpr Form Forms[] = {{TypeKind::Float, 2, 5, 10, 15},
                            {TypeKind::BFloat16, 2, 8, 7, 127},
                            {TypeKind::Float, 4, 8, 23, 127},
                            {TypeKind::Float, 8, 11, 52, 1023}};
  uint16_t offset = cursor.word();
  uint16_t precision = cursor.word();
  uint8_t exponentAt = cursor.byte();
  uint8_t exponent = cursor.byte();
  uint8_t mantissaAt = cursor.byte();
  uint8_t mantissa = cursor.byte();
  uint32_t bias = cursor.number32();
  uint8_t sign = bits >> 8;
  // The bit of 6 stands for an order that one old machine had.
  if (offset != 0 || precision != size * 8 || mantissaAt != 0 ||
      exponentAt != mantissa || sign != size * 8 - 1 || (bits & 0x40))
    return TypeKind::Other;
  for (const Form &form : Forms)
    if (form.size == size && form.exponent == exponent &&
        form.mantissa == mantissa && form.bias == bias)
      return form.kind;
  return TypeKind::Other;
}

static llvm::Expected<Datatype> readDatatype(StringRef message) {
  Cursor cursor(message);
  uint8_t kindAndVersion = cursor.byte();
  uint32_t bits = cursor.number(3);
  Datatype type;
  type.size = cursor.number32();
  if (cursor.isCutOff() || type.size == 0)
    return refuse("a datatype is damaged");
  type.isBigEndian = bits & 1;
  switch (kindAndVersion & 15) {
  case 0: {
    uint16_t offset = cursor.word();
    bool isWhole = offset == 0 && cursor.word() == type.size * 8;
    bool isKnown = isWhole && type.size <= 8 && llvm::isPowerOf2_32(type.size);
    type.kind = isKnown ? TypeKind::Integer : TypeKind::Other;
    type.isSigned = bits & 8;
    break;
  }
  case 1:
    type.kind = floatKind(cursor, type.size, bits);
    break;
  case 3:
    type.kind = TypeKind::FixedString;
    break;
  case 5:
    type.kind = TypeKind::Opaque;
    break;
  case 9:
    // A length, the address of a collection and a number in it.
    if ((bits & 15) == 1 && type.size == 16)
      type.kind = TypeKind::VariableString;
    break;
  default:
    break;
  }
  return type;
}

static llvm::Expected<Sizes> readDataspace(StringRef message) {
  Cursor cursor(message);
  uint8_t version = cursor.byte();
  uint8_t rank = cursor.byte();
  cursor.skip(1);
  constexpr uint8_t Null = 2;
  uint8_t kind = cursor.byte();
  if (version == 1)
    cursor.skip(4);
  Sizes sizes;
  for (unsigned i = 0; i < rank; ++i)
    sizes.push_back(cursor.number64());
  if (version < 1 || version > 2 || cursor.isCutOff())
    return refuse("the sizes of an array are damaged");
  // It has no elements at all.
  if (version == 2 && kind == Null)
    sizes.push_back(0);
  return sizes;
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

static uint64_t paddedIf(bool isPadded, uint64_t size) {
  return isPadded ? llvm::alignTo(size, 8) : size;
}

static llvm::Expected<Attribute> readAttribute(StringRef message) {
  Cursor cursor(message);
  uint8_t version = cursor.byte();
  uint8_t flags = cursor.byte();
  uint16_t nameSize = cursor.word();
  uint16_t typeSize = cursor.word();
  uint16_t spaceSize = cursor.word();
  if (version == 3)
    cursor.skip(1);
  bool isPadded = version == 1;
  Attribute out;
  out.name = cursor.take(paddedIf(isPadded, nameSize)).take_until([](char c) {
    return c == 0;
  });
  StringRef type = cursor.take(paddedIf(isPadded, typeSize));
  StringRef space = cursor.take(paddedIf(isPadded, spaceSize));
  if (version < 1 || version > 3 || cursor.isCutOff())
    return refuse("an attribute is damaged");
  // A type with a name is elsewhere; nobody asks for such an attribute.
  if (version > 1 && (flags & 3)) {
    out.sizes = {0};
    return out;
  }
  auto readType = readDatatype(type);
  if (!readType)
    return readType.takeError();
  auto sizes = readDataspace(space);
  if (!sizes)
    return sizes.takeError();
  std::optional<uint64_t> count = countElements(*sizes);
  if (!count || *count > cursor.left() / readType->size)
    return refuse("the attribute `" + out.name + "` is cut off");
  out.type = *readType;
  out.sizes = *sizes;
  out.bytes = cursor.take(*count * readType->size);
  return out;
}

/// Fails if an object has so many attributes that they are in a heap.
static llvm::Error checkAttributeInfo(StringRef message) {
  Cursor cursor(message);
  cursor.skip(1);
  if (cursor.byte() & 1)
    cursor.skip(2);
  if (cursor.number64() == NoAddress)
    return llvm::Error::success();
  return refuse("an object keeps its attributes in the dense form, which h5py "
                "writes with `libver='latest'` only, and which is not read");
}

llvm::Expected<std::vector<Attribute>> File::attributes(uint64_t object) {
  auto header = messages(object);
  if (!header)
    return header.takeError();
  std::vector<Attribute> out;
  for (const Message &message : *header) {
    if (message.type == message::AttributeInfo)
      if (llvm::Error error = checkAttributeInfo(message.bytes))
        return error;
    if (message.type != message::Attribute || message.isShared)
      continue;
    auto attribute = readAttribute(message.bytes);
    if (!attribute)
      return attribute.takeError();
    out.push_back(std::move(*attribute));
  }
  return out;
}

llvm::Expected<std::optional<Attribute>> File::attribute(uint64_t object,
                                                         StringRef name) {
  auto all = attributes(object);
  if (!all)
    return all.takeError();
  for (Attribute &attribute : *all)
    if (attribute.name == name)
      return std::move(attribute);
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Strings
//===----------------------------------------------------------------------===//

/// The objects of a collection by their numbers.
static llvm::Expected<std::map<uint16_t, StringRef>>
readCollection(StringRef bytes) {
  std::map<uint16_t, StringRef> out;
  Cursor cursor(bytes);
  constexpr size_t HeadSize = 16;
  while (cursor.left() >= HeadSize) {
    uint16_t number = cursor.word();
    cursor.skip(6);
    uint64_t size = cursor.number64();
    // What is left is free.
    if (number == 0)
      break;
    if (size > cursor.left())
      return refuse("a string lies outside of its collection");
    StringRef object = cursor.take(size);
    cursor.skip(
        std::min<uint64_t>(llvm::alignTo(size, 8) - size, cursor.left()));
    out.try_emplace(number, object);
  }
  return out;
}

llvm::Expected<std::optional<StringRef>> File::heapObject(StringRef reference) {
  constexpr size_t HeadSize = 16;
  Cursor cursor(reference);
  uint32_t size = cursor.number32();
  uint64_t address = cursor.number64();
  uint32_t number = cursor.number32();
  if (size == 0)
    return StringRef();
  auto known = heaps.find(address);
  if (known == heaps.end()) {
    auto head = bytesAt(address, HeadSize, "a collection of strings");
    if (!head)
      return head.takeError();
    if (!head->starts_with("GCOL"))
      return refuse("there is no collection of strings at " +
                    llvm::Twine(address));
    uint64_t whole = Cursor(head->drop_front(8)).number64();
    if (whole < HeadSize)
      return refuse("a collection of strings is damaged");
    auto bytes = bytesAt(address, whole, "a collection of strings");
    if (!bytes)
      return bytes.takeError();
    auto objects = readCollection(bytes->drop_front(HeadSize));
    if (!objects)
      return objects.takeError();
    known = heaps.try_emplace(address, std::move(*objects)).first;
  }
  auto found = known->second.find(static_cast<uint16_t>(number));
  if (number > UINT16_MAX || found == known->second.end() ||
      found->second.size() < size)
    return std::nullopt;
  return found->second.take_front(size);
}

llvm::Expected<std::vector<StringRef>> File::strings(const Attribute &value) {
  bool isFixed = value.type.kind == TypeKind::FixedString;
  if (!isFixed && value.type.kind != TypeKind::VariableString)
    return refuse("the attribute `" + value.name + "` has " +
                  value.type.text() + " instead of strings");
  std::vector<StringRef> out;
  StringRef rest = value.bytes;
  for (; !rest.empty(); rest = rest.drop_front(value.type.size)) {
    StringRef element = rest.take_front(value.type.size);
    if (isFixed) {
      out.push_back(element.take_until([](char c) { return c == 0; }));
      continue;
    }
    auto text = heapObject(element);
    if (!text)
      return text.takeError();
    if (!*text)
      return refuse("a string of the attribute `" + value.name +
                    "` is not in its collection");
    out.push_back(**text);
  }
  return out;
}

//===----------------------------------------------------------------------===//
// Datasets
//===----------------------------------------------------------------------===//

static llvm::Expected<llvm::SmallVector<Filter, 2>>
readFilters(StringRef message) {
  llvm::SmallVector<Filter, 2> out;
  Cursor cursor(message);
  uint8_t version = cursor.byte();
  uint8_t count = cursor.byte();
  if (version == 1)
    cursor.skip(6);
  for (unsigned i = 0; i < count; ++i) {
    Filter filter;
    filter.id = cursor.word();
    bool isNamed = version == 1 || filter.id >= 256;
    uint16_t nameSize = isNamed ? cursor.word() : 0;
    cursor.skip(2);
    uint16_t values = cursor.word();
    cursor.skip(paddedIf(version == 1, nameSize));
    for (unsigned j = 0; j < values && !cursor.isCutOff(); ++j)
      filter.values.push_back(cursor.number32());
    if (version == 1 && values % 2 != 0)
      cursor.skip(4);
    out.push_back(std::move(filter));
  }
  if (version < 1 || version > 2 || cursor.isCutOff())
    return refuse("the filters of a dataset are damaged");
  return out;
}

llvm::Expected<Layout> File::readLayout(const Message &message,
                                        const Dataset &dataset) {
  Cursor cursor(message.bytes);
  unsigned version = cursor.byte();
  if (version < 1 || version > 4)
    return refuse("the layout of a dataset has version " +
                  llvm::Twine(version) + ", and 1 to 4 are read");
  bool isOld = version < 3;
  uint8_t rank = isOld ? cursor.byte() : 0;
  uint8_t kind = cursor.byte();
  if (kind > 2)
    return refuse("the elements of a dataset are in other files");
  Layout out;
  out.kind = static_cast<LayoutKind>(kind);
  if (out.kind == LayoutKind::Chunked && version == 4)
    return refuse("a dataset has its chunks in a form that h5py writes with "
                  "`libver='latest'` only, and which is not read");
  if (isOld)
    cursor.skip(5);
  if (out.kind == LayoutKind::Chunked && !isOld)
    rank = cursor.byte();
  if (out.kind != LayoutKind::Compact)
    out.address = cursor.number64();
  bool hasSizes = isOld || out.kind == LayoutKind::Chunked;
  for (unsigned i = 0; hasSizes && i < rank; ++i)
    out.chunkSizes.push_back(cursor.number32());
  uint64_t size = dataset.byteSize();
  if (out.kind == LayoutKind::Compact) {
    uint32_t stored = cursor.number(isOld ? 4 : 2);
    StringRef bytes = cursor.take(stored);
    if (bytes.size() < size)
      return refuse("the elements of a dataset are cut off");
    out.bytes = bytes.take_front(size);
  }
  if (cursor.isCutOff())
    return refuse("the layout of a dataset is cut off");
  if (out.kind == LayoutKind::Contiguous && out.address != NoAddress) {
    // Elements are no structure, and are read as often as somebody likes.
    if (out.address > file.size() || size > file.size() - out.address)
      return refuse("the elements of a dataset lie outside of the file: " +
                    llvm::Twine(size) + " bytes at " +
                    llvm::Twine(out.address) + " of " +
                    llvm::Twine(file.size()));
    out.bytes = file.substr(out.address, size);
  }
  return out;
}

llvm::Expected<std::optional<Dataset>> File::dataset(uint64_t object) {
  auto header = messages(object);
  if (!header)
    return header.takeError();
  Dataset out;
  bool hasType = false;
  bool hasSizes = false;
  const Message *layout = nullptr;
  for (const Message &message : *header) {
    bool isNeeded = message.type == message::Datatype ||
                    message.type == message::Dataspace ||
                    message.type == message::Filters;
    if (isNeeded && message.isShared)
      return refuse("a dataset has a type with a name, which is not read");
    if (message.type == message::ExternalFiles)
      return refuse("the elements of a dataset are in other files");
    if (message.type == message::Layout)
      layout = &message;
    if (message.type == message::Datatype) {
      auto type = readDatatype(message.bytes);
      if (!type)
        return type.takeError();
      out.type = *type;
      hasType = true;
    }
    if (message.type == message::Dataspace) {
      auto sizes = readDataspace(message.bytes);
      if (!sizes)
        return sizes.takeError();
      out.sizes = *sizes;
      hasSizes = true;
    }
    if (message.type == message::Filters) {
      auto filters = readFilters(message.bytes);
      if (!filters)
        return filters.takeError();
      out.filters = std::move(*filters);
    }
  }
  if (!layout || !hasType || !hasSizes)
    return std::nullopt;
  Sizes inBytes = out.sizes;
  inBytes.push_back(out.type.size);
  if (!countElements(inBytes))
    return refuse("a dataset has more elements than a file can hold");
  auto place = readLayout(*layout, out);
  if (!place)
    return place.takeError();
  out.layout = std::move(*place);
  return out;
}
