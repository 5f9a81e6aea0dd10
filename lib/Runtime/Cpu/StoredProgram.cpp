//===- StoredProgram.cpp - Compiled programs as bytes ---------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Cpu/StoredProgram.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/SHA256.h"

using llvm::StringRef;

namespace trainlint::cpu {

/// The first bytes; the number changes with the format.
static constexpr StringRef head = "trainlint cpu code 1\n";

static std::string checksumOf(StringRef bytes) {
  llvm::SHA256 hash;
  hash.update(bytes);
  std::array<uint8_t, 32> sum = hash.final();
  return std::string(sum.begin(), sum.end());
}

namespace {

/// Numbers of eight bytes, and texts behind their lengths.
class Writer {
public:
  void add(int64_t number) {
    char bytes[8];
    llvm::support::endian::write64le(bytes, number);
    out.append(bytes, 8);
  }
  void add(StringRef text) {
    add(int64_t(text.size()));
    out += text;
  }
  void add(const BufferType &type) {
    add(int64_t(type.element));
    addAll(type.dimensions);
  }
  void add(const Donation &donation) {
    add(donation.input);
    add(donation.output);
    add(int64_t(donation.required));
  }
  void add(const std::pair<int64_t, int64_t> &pair) {
    add(pair.first);
    add(pair.second);
  }
  void add(const llvm::SmallVector<int64_t> &numbers) { addAll(numbers); }
  void add(const Exchange &exchange) {
    add(int64_t(exchange.kind));
    add(int64_t(exchange.mode));
    addAll(exchange.groups);
    addAll(exchange.pairs);
    add(int64_t(exchange.element));
    add(exchange.count);
    add(int64_t(exchange.reduction));
  }
  template <typename List>
  void addAll(const List &list) {
    add(int64_t(list.size()));
    for (const auto &item : list)
      add(item);
  }

  std::string out;
};

/// Reads what the writer wrote; after an error everything is empty.
class Reader {
public:
  explicit Reader(StringRef bytes) : bytes(bytes) {}

  void read(int64_t &number) {
    number = 0;
    if (bytes.size() < 8)
      return fail();
    number = llvm::support::endian::read64le(bytes.data());
    bytes = bytes.drop_front(8);
  }
  void read(std::string &text) {
    int64_t size;
    read(size);
    if (size < 0 || uint64_t(size) > bytes.size())
      return fail();
    text = bytes.take_front(size).str();
    bytes = bytes.drop_front(size);
  }
  template <typename Enum>
  void readEnum(Enum &value) {
    int64_t number;
    read(number);
    value = static_cast<Enum>(number);
  }
  void read(BufferType &type) {
    readEnum(type.element);
    readAll(type.dimensions);
  }
  void read(Donation &donation) {
    int64_t required;
    read(donation.input);
    read(donation.output);
    read(required);
    donation.required = required != 0;
  }
  void read(std::pair<int64_t, int64_t> &pair) {
    read(pair.first);
    read(pair.second);
  }
  void read(llvm::SmallVector<int64_t> &numbers) { readAll(numbers); }
  void read(Exchange &exchange) {
    readEnum(exchange.kind);
    readEnum(exchange.mode);
    readAll(exchange.groups);
    readAll(exchange.pairs);
    readEnum(exchange.element);
    read(exchange.count);
    readEnum(exchange.reduction);
  }
  template <typename List>
  void readAll(List &list) {
    int64_t size;
    read(size);
    // Each item takes eight bytes or more.
    if (size < 0 || uint64_t(size) > bytes.size() / 8)
      return fail();
    for (int64_t i = 0; i < size; ++i)
      read(list.emplace_back());
  }
  bool isWhole() const { return !hasFailed && bytes.empty(); }

private:
  void fail() {
    hasFailed = true;
    bytes = {};
  }

  StringRef bytes;
  bool hasFailed = false;
};

} // namespace

std::string writeStored(const StoredProgram &program) {
  Writer writer;
  writer.addAll(program.inputs);
  writer.addAll(program.outputs);
  writer.addAll(program.donations);
  writer.add(program.arenaBytes);
  writer.add(StringRef(program.constants));
  writer.addAll(program.exchanges);
  writer.add(StringRef(program.object));
  return head.str() + checksumOf(writer.out) + writer.out;
}

std::optional<StoredProgram> readStored(StringRef bytes) {
  constexpr size_t sumSize = 32;
  if (!bytes.consume_front(head) || bytes.size() < sumSize ||
      checksumOf(bytes.drop_front(sumSize)) != bytes.take_front(sumSize))
    return std::nullopt;
  StoredProgram program;
  Reader reader(bytes.drop_front(sumSize));
  reader.readAll(program.inputs);
  reader.readAll(program.outputs);
  reader.readAll(program.donations);
  reader.read(program.arenaBytes);
  reader.read(program.constants);
  reader.readAll(program.exchanges);
  reader.read(program.object);
  if (!reader.isWhole())
    return std::nullopt;
  return program;
}

} // namespace trainlint::cpu
