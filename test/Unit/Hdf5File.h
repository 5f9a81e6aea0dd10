//===- Hdf5File.h - Files in HDF5 that tests damage -------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_UNIT_HDF5FILE_H
#define TRAINLINT_UNIT_HDF5FILE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace trainlint::test {

/// Writes a file in the old form, which h5py writes by itself. Addresses are
/// where the next structure is put, so that what is inside comes first.
class Hdf5File {
public:
  using Message = std::pair<uint16_t, std::string>;

  Hdf5File() : bytes(SuperblockSize, '\0') {}

  static std::string number(uint64_t value, unsigned size) {
    std::string out;
    for (unsigned i = 0; i < size; ++i)
      out.push_back(static_cast<char>(value >> (8 * i)));
    return out;
  }
  static std::string padded(std::string text) {
    text.resize((text.size() + 7) / 8 * 8, '\0');
    return text;
  }

  uint64_t add(std::string text) {
    uint64_t address = bytes.size();
    bytes += padded(std::move(text));
    return address;
  }

  static std::string space(llvm::ArrayRef<uint64_t> sizes) {
    std::string out = number(1, 1) + number(sizes.size(), 1) + number(0, 6);
    for (uint64_t size : sizes)
      out += number(size, 8);
    return out;
  }
  /// A little-endian float of 32 bits.
  static std::string float32() {
    return number(0x11, 1) + number(0x1F20, 3) + number(4, 4) + number(0, 2) +
           number(32, 2) + number(23, 1) + number(8, 1) + number(0, 1) +
           number(23, 1) + number(127, 4);
  }
  static std::string fixedString(uint32_t size) {
    return number(0x13, 1) + number(0, 3) + number(size, 4);
  }
  static std::string variableString() {
    return number(0x19, 1) + number(1, 3) + number(16, 4) + fixedString(1);
  }

  static Message attribute(llvm::StringRef name, const std::string &type,
                           llvm::ArrayRef<uint64_t> sizes,
                           const std::string &data) {
    std::string named = name.str() + '\0';
    std::string shape = space(sizes);
    return {0x0C, number(1, 1) + number(0, 1) + number(named.size(), 2) +
                      number(type.size(), 2) + number(shape.size(), 2) +
                      padded(named) + padded(type) + padded(shape) + data};
  }
  static Message text(llvm::StringRef name, llvm::StringRef value) {
    return attribute(name, fixedString(value.size()), {}, value.str());
  }
  /// A text in a collection of its own.
  Message variableText(llvm::StringRef name, llvm::StringRef value) {
    std::string object = number(1, 2) + number(1, 2) + number(0, 4) +
                         number(value.size(), 8) + padded(value.str());
    uint64_t heap =
        add("GCOL" + number(1, 4) + number(16 + object.size() + 16, 8) +
            object + number(0, 16));
    return attribute(name, variableString(), {},
                     number(value.size(), 4) + number(heap, 8) + number(1, 4));
  }

  uint64_t header(llvm::ArrayRef<Message> messages) {
    std::string body;
    for (const auto &[type, content] : messages) {
      std::string data = padded(content);
      body += number(type, 2) + number(data.size(), 2) + number(0, 4) + data;
    }
    return add(number(1, 2) + number(messages.size(), 2) + number(1, 4) +
               number(body.size(), 8) + body);
  }

  using Links = std::vector<std::pair<std::string, uint64_t>>;

  uint64_t group(const Links &links, std::vector<Message> messages = {}) {
    std::string names(8, '\0');
    std::string entries;
    for (const auto &[name, address] : links) {
      entries += number(names.size(), 8) + number(address, 8) + number(0, 24);
      names += padded(name + '\0');
    }
    uint64_t data = add(names);
    uint64_t heap = add("HEAP" + number(0, 4) + number(names.size(), 8) +
                        number(1, 8) + number(data, 8));
    uint64_t node =
        add("SNOD" + number(1, 2) + number(links.size(), 2) + entries);
    uint64_t tree = add("TREE" + number(0, 2) + number(1, 2) +
                        number(UINT64_MAX, 8) + number(UINT64_MAX, 8) +
                        number(0, 8) + number(node, 8) + number(8, 8));
    messages.push_back({0x11, number(tree, 8) + number(heap, 8)});
    return header(messages);
  }

  uint64_t contiguous(const std::string &type, llvm::ArrayRef<uint64_t> sizes,
                      const std::string &data) {
    uint64_t place = add(data);
    return header({{0x01, space(sizes)},
                   {0x03, type},
                   {0x08, number(3, 1) + number(1, 1) + number(place, 8) +
                              number(data.size(), 8)}});
  }

  std::string finish(uint64_t root) {
    std::string head = "\x89HDF\r\n\x1A\n" + number(0, 5) + number(8, 1) +
                       number(8, 2) + number(4, 2) + number(16, 2) +
                       number(0, 4) + number(0, 8) + number(UINT64_MAX, 8) +
                       number(bytes.size(), 8) + number(UINT64_MAX, 8) +
                       number(0, 8) + number(root, 8);
    bytes.replace(0, head.size(), head);
    return bytes;
  }

private:
  static constexpr size_t SuperblockSize = 96;

  std::string bytes;
};

} // namespace trainlint::test

#endif // TRAINLINT_UNIT_HDF5FILE_H
