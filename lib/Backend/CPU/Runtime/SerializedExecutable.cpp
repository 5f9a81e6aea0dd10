//===- SerializedExecutable.cpp - Executables as bytes --------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A flat format: numbers of eight bytes, and texts behind their lengths, behind
// a magic number with a version. Readers check each number against the range
// that the device takes before it is used. A seal is an HMAC-SHA-256 over the
// bytes and an identity, with the user's key.
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/Runtime/SerializedExecutable.h"
#include "Support/Hmac.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"

using llvm::StringRef;

namespace trainlint::cpu {

/// The first bytes; the number changes with the format.
static constexpr StringRef head = "trainlint cpu code 3\n";

/// What a device has at most: of bytes in an array, and of processes.
static constexpr int64_t MostBytes = int64_t(1) << 48;
static constexpr int64_t MostProcesses = 1 << 20;

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
  void add(const CollectiveOp &collective) {
    add(int64_t(collective.kind));
    add(int64_t(collective.mode));
    addAll(collective.groups);
    addAll(collective.pairs);
    add(int64_t(collective.element));
    add(collective.count);
    add(int64_t(collective.reduction));
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
  /// The last one of an enumeration says how many there are.
  template <typename Enum>
  void readEnum(Enum &value, Enum last) {
    int64_t number;
    read(number);
    if (number < 0 || number > static_cast<int64_t>(last)) {
      number = 0;
      fail();
    }
    value = static_cast<Enum>(number);
  }
  void read(bool &value) {
    int64_t number;
    read(number);
    value = number != 0;
    if (number != 0 && number != 1)
      fail();
  }
  void read(BufferType &type) {
    readEnum(type.element, ElementType::C128);
    readAll(type.dimensions);
  }
  void read(Donation &donation) {
    read(donation.input);
    read(donation.output);
    read(donation.required);
  }
  void read(std::pair<int64_t, int64_t> &pair) {
    read(pair.first);
    read(pair.second);
  }
  void read(llvm::SmallVector<int64_t> &numbers) { readAll(numbers); }
  void read(CollectiveOp &collective) {
    readEnum(collective.kind, CollectiveKind::CollectiveReduce);
    readEnum(collective.mode, GroupMode::FlattenedIds);
    readAll(collective.groups);
    readAll(collective.pairs);
    readEnum(collective.element, ElementType::C128);
    read(collective.count);
    readEnum(collective.reduction, Reduction::Custom);
  }
  template <typename List>
  void readAll(List &list) {
    int64_t size;
    read(size);
    // Each item takes eight bytes or more.
    if (size < 0 || uint64_t(size) > bytes.size() / 8)
      return fail();
    for (int64_t i = 0; i < size && !hasFailed; ++i)
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

std::string writeExecutable(const SerializedExecutable &program) {
  Writer writer;
  writer.addAll(program.inputs);
  writer.addAll(program.outputs);
  writer.addAll(program.donations);
  writer.add(program.arenaBytes);
  writer.add(StringRef(program.constants));
  writer.addAll(program.collectives);
  writer.addAll(program.objects);
  return std::move(writer.out);
}

//===----------------------------------------------------------------------===//
// Ranges
//===----------------------------------------------------------------------===//

static bool isInRange(int64_t number, int64_t end) {
  return number >= 0 && number < end;
}

/// True if `count` times as many bytes are not too many.
static bool multiplyBytes(int64_t &bytes, int64_t count) {
  return count >= 0 && !llvm::MulOverflow(bytes, count, bytes) &&
         bytes <= MostBytes;
}

/// A shape without elements has dimensions within the range, too.
static bool isSound(const BufferType &type) {
  int64_t bytes = byteSize(type.element), atLeast = bytes;
  return llvm::all_of(type.dimensions, [&](int64_t size) {
    return multiplyBytes(bytes, size) &&
           multiplyBytes(atLeast, std::max<int64_t>(size, 1));
  });
}

static bool hasSoundDonations(const SerializedExecutable &program) {
  llvm::BitVector inputs(program.inputs.size()),
      outputs(program.outputs.size());
  for (const Donation &donation : program.donations) {
    if (!isInRange(donation.input, inputs.size()) ||
        !isInRange(donation.output, outputs.size()) ||
        inputs.test(donation.input) || outputs.test(donation.output) ||
        program.inputs[donation.input] != program.outputs[donation.output])
      return false;
    inputs.set(donation.input);
    outputs.set(donation.output);
  }
  return true;
}

/// -1 fills up groups of different sizes.
static bool isSound(const CollectiveOp &collective) {
  int64_t bytes = byteSize(collective.element);
  return multiplyBytes(bytes, collective.count) &&
         llvm::all_of(collective.groups,
                      [](const auto &group) {
                        return llvm::all_of(group, [](int64_t process) {
                          return process == -1 ||
                                 isInRange(process, MostProcesses);
                        });
                      }) &&
         llvm::all_of(collective.pairs, [](const auto &pair) {
           return isInRange(pair.first, MostProcesses) &&
                  isInRange(pair.second, MostProcesses);
         });
}

llvm::Expected<SerializedExecutable> parseExecutable(StringRef bytes) {
  SerializedExecutable program;
  Reader reader(bytes);
  reader.readAll(program.inputs);
  reader.readAll(program.outputs);
  reader.readAll(program.donations);
  reader.read(program.arenaBytes);
  reader.read(program.constants);
  reader.readAll(program.collectives);
  reader.readAll(program.objects);
  if (!reader.isWhole())
    return llvm::createStringError("is damaged");
  auto isType = [](const BufferType &type) { return isSound(type); };
  auto isSoundOp = [](const CollectiveOp &collective) {
    return isSound(collective);
  };
  if (!llvm::all_of(program.inputs, isType) ||
      !llvm::all_of(program.outputs, isType) || !hasSoundDonations(program) ||
      !isInRange(program.arenaBytes, MostBytes) ||
      !llvm::all_of(program.collectives, isSoundOp))
    return llvm::createStringError("describes a program that cannot be");
  return program;
}

//===----------------------------------------------------------------------===//
// Seals
//===----------------------------------------------------------------------===//

std::string sealExecutable(StringRef bytes, StringRef key, StringRef identity) {
  return head.str() + hmacSha256(key, {head, identity, bytes}) + bytes.str();
}

llvm::Expected<StringRef> openSealed(StringRef sealed, StringRef key,
                                     StringRef identity) {
  if (!sealed.consume_front(head) || sealed.size() < HmacSize)
    return llvm::createStringError("is no compiled program");
  StringRef bytes = sealed.drop_front(HmacSize);
  if (!isSameSecret(sealed.take_front(HmacSize),
                    hmacSha256(key, {head, identity, bytes})))
    return llvm::createStringError(
        "was not written for this program with the user's key");
  return bytes;
}

} // namespace trainlint::cpu
