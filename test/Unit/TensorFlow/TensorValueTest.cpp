//===- TensorValueTest.cpp - Tests of constants ---------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/TensorFlow/TensorValue.h"
#include "Encode.h"
#include "TensorFlow/GraphHelpers.h"

using namespace trainlint;
using namespace trainlint::tensorflow;
using namespace trainlint::test;
using llvm::StringRef;
using proto::Encoding;

namespace {
/// A constant, in text or binary.
struct Constant {
  Constant(std::string given, Encoding encoding)
      : bytes(std::move(given)), context(bytes, encoding, strings) {
    ok = readTensor(context,
                    {{{0, static_cast<uint32_t>(bytes.size())}}, /*depth=*/0},
                    tensor);
  }
  explicit Constant(std::string text)
      : Constant(std::move(text), Encoding::Text) {}

  std::string integers(uint64_t limit = 100) {
    llvm::SmallVector<int64_t> out;
    return readIntegers(context, tensor, limit, out) ? join(out) : "none";
  }
  std::string floats(uint64_t limit = 100) {
    llvm::SmallVector<double> out;
    return readFloats(context, tensor, limit, out) ? join(out) : "none";
  }
  std::string texts(uint64_t limit = 100) {
    llvm::SmallVector<StringRef> out;
    return readStrings(context, tensor, limit, out) ? join(out) : "none";
  }
  template <typename T>
  static std::string join(const llvm::SmallVectorImpl<T> &values) {
    std::string line;
    llvm::raw_string_ostream os(line);
    for (const T &value : values) {
      if constexpr (std::is_same_v<T, double>)
        os << llvm::format("%g ", value);
      else
        os << value << " ";
    }
    return line;
  }

  std::string bytes;
  llvm::BumpPtrAllocator strings;
  proto::ReadContext context;
  TensorValue tensor;
  bool ok;
};

/// A constant in binary with a type, a shape of one dimension and the rest.
Constant binary(DataType type, int64_t size, const std::string &rest) {
  std::string shape = bytes(2, bytes(2, number(1, size)));
  return Constant(number(1, static_cast<int64_t>(type)) + shape + rest,
                  Encoding::Binary);
}
} // namespace

TEST(TensorValueTest, SingleValuesRepeatTheLast) {
  const std::string shape = "tensor_shape { dim { size: 4 } } ";
  Constant some("dtype: DT_INT32 " + shape + "int_val: [7, -8]");
  ASSERT_TRUE(some.ok);
  EXPECT_EQ(some.integers(), "7 -8 -8 -8 ");
  EXPECT_EQ(some.tensor.valueCount, 2u);
  EXPECT_EQ(StringRef(some.bytes)
                .slice(some.tensor.values.begin, some.tensor.values.end),
            "7, -8");
  EXPECT_EQ(Constant("dtype: DT_INT32 " + shape).integers(), "0 0 0 0 ");
  EXPECT_EQ(Constant("dtype: DT_FLOAT float_val: 2.5").floats(), "2.5 ");
  EXPECT_EQ(Constant("dtype: DT_STRING string_val: 'a\\x62'").texts(), "ab ");
  // More than the shape has are not looked at.
  EXPECT_EQ(Constant("dtype: DT_INT64 int64_val: [1, 2, 3]").integers(), "1 ");
}

TEST(TensorValueTest, ValuesOfTheOtherTypesDoNotCount) {
  Constant read("float_val: 1 int_val: 2 dtype: DT_UINT8");
  EXPECT_EQ(read.tensor.valueCount, 1u);
  EXPECT_EQ(read.integers(), "2 ");
  EXPECT_EQ(read.floats(), "none");
  EXPECT_EQ(read.texts(), "none");
}

TEST(TensorValueTest, ContentIsLittleEndian) {
  EXPECT_EQ(binary(DataType::Int32, 2,
                   bytes(4, StringRef("\x01\0\0\0\xFE\xFF\xFF\xFF", 8)))
                .integers(),
            "1 -2 ");
  EXPECT_EQ(binary(DataType::UInt16, 1, bytes(4, "\xFE\xFF")).integers(),
            "65534 ");
  EXPECT_EQ(
      binary(DataType::Bool, 2, bytes(4, StringRef("\1\0", 2))).integers(),
      "1 0 ");
  EXPECT_EQ(
      binary(DataType::Float, 2, bytes(4, float32(1) + float32(-0.5))).floats(),
      "1 -0.5 ");
  EXPECT_EQ(binary(DataType::Half, 2, bytes(4, StringRef("\0\x3C\0\xC0", 4)))
                .floats(),
            "1 -2 ");
  EXPECT_EQ(binary(DataType::BFloat16, 1, bytes(4, StringRef("\x80\x3F", 2)))
                .floats(),
            "1 ");
}

TEST(TensorValueTest, HalvesAreBits) {
  EXPECT_EQ(Constant("dtype: DT_HALF half_val: 15360").floats(), "1 ");
  EXPECT_EQ(Constant("dtype: DT_BFLOAT16 half_val: 16256").floats(), "1 ");
  EXPECT_EQ(Constant("dtype: DT_FLOAT8_E5M2 float8_val: '\\074'").floats(),
            "1 ");
  Constant two("dtype: DT_FLOAT8_E4M3FN tensor_shape { dim { size: 3 } } "
               "float8_val: '\\070\\270'");
  EXPECT_EQ(two.tensor.valueCount, 2u);
  EXPECT_EQ(two.floats(), "1 -1 -1 ");
}

TEST(TensorValueTest, IntegersTakeTheBitsOfTheirType) {
  EXPECT_EQ(Constant("dtype: DT_INT8 int_val: 200").integers(), "-56 ");
  EXPECT_EQ(Constant("dtype: DT_UINT8 int_val: 200").integers(), "200 ");
  EXPECT_EQ(
      Constant("dtype: DT_UINT64 uint64_val: 18446744073709551615").integers(),
      "-1 ");
  EXPECT_EQ(Constant("dtype: DT_UINT32 uint32_val: 4294967295").integers(),
            "4294967295 ");
}

TEST(TensorValueTest, StringsInContent) {
  std::string content = varint(1) + varint(3) + "abcd";
  EXPECT_EQ(binary(DataType::String, 2, bytes(4, content)).texts(), "a bcd ");
  EXPECT_EQ(binary(DataType::String, 2, bytes(4, content + "x")).texts(),
            "none");
  EXPECT_EQ(binary(DataType::String, 3, bytes(4, content)).texts(), "none");
  EXPECT_EQ(binary(DataType::String, 2, bytes(4, "\x7F\x7F")).texts(), "none");
}

TEST(TensorValueTest, WhatDoesNotFitTheShapeIsNotRead) {
  EXPECT_EQ(binary(DataType::Int32, 2, bytes(4, "1234")).integers(), "none");
  EXPECT_EQ(binary(DataType::Int32, -1, number(7, 1)).integers(), "none");
  EXPECT_EQ(binary(DataType::Int32, 101, number(7, 1)).integers(), "none");
  EXPECT_EQ(binary(DataType::Int32, 1LL << 40, number(7, 1)).integers(),
            "none");
  EXPECT_EQ(binary(DataType::Complex64, 1, real(9, 1) + real(9, 1)).floats(),
            "none");
  EXPECT_EQ(binary(static_cast<DataType>(77), 1, number(7, 1)).integers(),
            "none");
  EXPECT_EQ(binary(DataType::Resource, 1, "").integers(), "none");
}

TEST(TensorValueTest, ContentStaysInTheFile) {
  std::string content(1000, 'x');
  Constant read = binary(DataType::UInt8, 1000, bytes(4, content));
  EXPECT_EQ(read.tensor.contentBytes, content);
  EXPECT_EQ(read.tensor.contentBytes.data(),
            read.context.file.data() + read.tensor.content.begin);
  EXPECT_EQ(read.strings.getBytesAllocated(), 0u);
  // In text with escapes it is decoded for those who ask for the elements.
  Constant text("dtype: DT_INT8 tensor_shape { dim { size: 2 } } "
                "tensor_content: '\\001\\377'");
  EXPECT_EQ(text.tensor.contentBytes.data(), nullptr);
  EXPECT_EQ(text.strings.getBytesAllocated(), 0u);
  EXPECT_EQ(text.integers(), "1 -1 ");
}

TEST(TensorValueTest, PackedValuesAreCounted) {
  std::string packed = bytes(7, varint(1) + varint(300) + varint(2));
  Constant read = binary(DataType::Int32, 5, packed + number(7, 9));
  EXPECT_EQ(read.tensor.valueCount, 4u);
  EXPECT_EQ(read.integers(), "1 300 2 9 9 ");
  EXPECT_EQ(binary(DataType::Float, 2, bytes(5, float32(1))).floats(), "1 1 ");
}

TEST(TensorValueTest, PartsArePutTogether) {
  std::string one = "dtype: DT_INT32 tensor_shape { dim { size: 2 } }";
  std::string two = "int_val: 1 tensor_shape { dim { size: 2 } } int_val: 5";
  std::string file = one + two;
  llvm::BumpPtrAllocator strings;
  proto::ReadContext context(file, Encoding::Text, strings);
  auto middle = static_cast<uint32_t>(one.size());
  auto end = static_cast<uint32_t>(file.size());
  TensorValue tensor;
  ASSERT_TRUE(readTensor(context, {{{0, middle}, {middle, end}}, 0}, tensor));
  llvm::SmallVector<int64_t> out;
  ASSERT_TRUE(readIntegers(context, tensor, 100, out));
  EXPECT_EQ(Constant::join(out), "1 5 5 5 ");
}

TEST(DataTypeTest, NamesAndNumbers) {
  EXPECT_EQ(dataTypeNumber("DT_FLOAT"), 1);
  EXPECT_EQ(dataTypeNumber("DT_UINT2_REF"), 132);
  EXPECT_EQ(dataTypeNumber("DT_INVALID"), 0);
  EXPECT_EQ(dataTypeNumber("DT_INVALID_REF"), std::nullopt);
  EXPECT_EQ(dataTypeNumber("FLOAT"), std::nullopt);
  for (int32_t number = 0; number <= 32; ++number)
    EXPECT_EQ(dataTypeNumber(dataTypeName(static_cast<DataType>(number))),
              number);
  EXPECT_EQ(dataTypeName(static_cast<DataType>(33)), "");
  EXPECT_EQ(dataTypeName(static_cast<DataType>(-1)), "");
  EXPECT_EQ(elementSize(DataType::Complex128), 16u);
  EXPECT_EQ(elementSize(DataType::String), std::nullopt);
}
