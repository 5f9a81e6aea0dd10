//===- Example.cpp - The examples that records hold -----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Data/Example.h"
#include "Support/LLVM.h"
#include "Text/Protobuf/WireReader.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/FormatVariadic.h"

using namespace trainlint;
using namespace trainlint::data;
using proto::WireField;
using proto::WireReader;
using proto::WireType;

namespace {
/// The fields of Example, Features, the entries of its map, and Feature.
enum : uint32_t {
  ExampleFeatures = 1,
  FeaturesEntry = 1,
  EntryKey = 1,
  EntryValue = 2,
  FeatureBytes = 1,
  FeatureFloats = 2,
  FeatureIntegers = 3,
  ListValue = 1,
};

class ExampleReader {
public:
  explicit ExampleReader(StringRef record) : record(record) {}

  llvm::Expected<Example> read() {
    readExample({0, static_cast<uint32_t>(record.size())});
    if (problem)
      return llvm::createStringError(
          llvm::formatv("it is no example: {0} at byte {1}", problem->message,
                        problem->offset));
    return std::move(example);
  }

private:
  /// Calls `visit` with each value of a field that is bytes.
  template <typename Visit>
  void forEachValue(SourceRange range, uint32_t number, Visit visit) {
    WireReader reader(record, range, problem);
    WireField field;
    while (reader.next(field))
      if (field.number == number && field.type == WireType::Bytes)
        visit(field.value);
  }

  void readExample(SourceRange range) {
    forEachValue(range, ExampleFeatures, [&](SourceRange features) {
      forEachValue(features, FeaturesEntry,
                   [&](SourceRange entry) { readEntry(entry); });
    });
  }

  void readEntry(SourceRange range) {
    StringRef key;
    Feature value;
    WireReader reader(record, range, problem);
    WireField field;
    while (reader.next(field)) {
      if (field.type != WireType::Bytes)
        continue;
      if (field.number == EntryKey)
        key = text(field.value);
      else if (field.number == EntryValue)
        readFeature(field.value, value);
    }
    example[key.str()] = std::move(value);
  }

  void readFeature(SourceRange range, Feature &out) {
    WireReader reader(record, range, problem);
    WireField field;
    while (reader.next(field)) {
      if (field.type != WireType::Bytes)
        continue;
      if (field.number == FeatureBytes)
        readBytes(field.value, listOf<StringRef>(out));
      else if (field.number == FeatureFloats)
        readNumbers(field.value, WireType::Fixed32, listOf<float>(out));
      else if (field.number == FeatureIntegers)
        readNumbers(field.value, WireType::Varint, listOf<int64_t>(out));
    }
  }

  void readBytes(SourceRange range, std::vector<StringRef> &out) {
    forEachValue(range, ListValue,
                 [&](SourceRange value) { out.push_back(text(value)); });
  }

  /// Numbers are packed, or each has a field.
  template <typename T>
  void readNumbers(SourceRange range, WireType type, std::vector<T> &out) {
    WireReader reader(record, range, problem);
    WireField field;
    while (reader.next(field)) {
      if (field.number != ListValue)
        continue;
      if (field.type == type)
        out.push_back(number<T>(field.bits));
      if (field.type != WireType::Bytes)
        continue;
      proto::WireCursor run(record, field.value, problem);
      uint64_t bits;
      while (!run.atEnd() && run.readNumber(type, bits))
        out.push_back(number<T>(bits));
    }
  }

  template <typename T>
  static T number(uint64_t bits) {
    if constexpr (std::is_same_v<T, float>)
      return llvm::bit_cast<float>(static_cast<uint32_t>(bits));
    else
      return static_cast<int64_t>(bits);
  }

  /// The list of a feature; one of another kind gives way, as in a `oneof`.
  template <typename T>
  static std::vector<T> &listOf(Feature &feature) {
    if (!std::holds_alternative<std::vector<T>>(feature))
      feature = std::vector<T>();
    return std::get<std::vector<T>>(feature);
  }

  StringRef text(SourceRange range) const {
    return record.slice(range.begin, range.end);
  }

  StringRef record;
  proto::FirstProblem problem;
  Example example;
};
} // namespace

llvm::Expected<Example> data::readExample(StringRef record) {
  if (record.size() > UINT32_MAX)
    return llvm::createStringError("it is no example: it has more than 4 GiB");
  return ExampleReader(record).read();
}
