//===- NpyTest.cpp - Files of NumPy arrays --------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Tensor/Npy.h"
#include "TestHelpers.h"

using namespace trainlint;
using namespace trainlint::run;
using namespace trainlint::test;
using pjrt::abi::Buffer_Type;

/// A file with a header and bytes.
static std::string file(llvm::StringRef descr, llvm::StringRef order,
                        llvm::StringRef shape, llvm::StringRef bytes,
                        char version = 1) {
  std::string header = ("{'descr': '" + descr + "', 'fortran_order': " + order +
                        ", 'shape': " + shape + ", }\n")
                           .str();
  std::string out = "\x93NUMPY";
  out += version;
  out += '\0';
  out += static_cast<char>(header.size());
  out.append(version == 1 ? 1 : 3, '\0');
  return out + header + bytes.str();
}

static std::string problem(llvm::StringRef text,
                           std::optional<Buffer_Type> wanted = std::nullopt) {
  auto tensor = readNpy(text, wanted);
  return tensor ? "none" : messageOf(tensor.takeError());
}

TEST(Npy, ReadsVersionsAndOrders) {
  std::string bytes("\1\0\2\0\3\0\4\0\5\0\6\0", 12);
  std::vector<char> expected(bytes.begin(), bytes.end());
  for (char version : {1, 2, 3}) {
    auto tensor = readNpy(file("<i2", "False", "(2, 3)", bytes, version));
    ASSERT_TRUE(bool(tensor)) << messageOf(tensor.takeError());
    EXPECT_EQ(tensor->shape.text(), "tensor<2x3xi16>");
    EXPECT_EQ(tensor->bytes, expected);
  }
  auto fortran = readNpy(file("<i2", "True", "(3, 2)", bytes));
  ASSERT_TRUE(bool(fortran));
  std::string transposed("\1\0\4\0\2\0\5\0\3\0\6\0", 12);
  EXPECT_EQ(fortran->bytes,
            std::vector<char>(transposed.begin(), transposed.end()));
  auto big = readNpy(file(">i2", "False", "(6,)",
                          std::string("\0\1\0\2\0\3\0\4\0\5\0\6", 12)));
  ASSERT_TRUE(bool(big));
  EXPECT_EQ(big->bytes, expected);
  auto scalar = readNpy(file("|b1", "False", "()", "\1"));
  ASSERT_TRUE(bool(scalar));
  EXPECT_EQ(scalar->shape.text(), "tensor<i1>");
}

TEST(Npy, RawElementsAreWhatIsWanted) {
  std::string raw = file("|V2", "False", "(1,)", "ab");
  EXPECT_EQ(problem(raw), "it holds raw elements of 2 bytes, and it is not "
                          "known what they are");
  EXPECT_EQ(problem(raw, Buffer_Type::F32),
            "it holds raw elements of 2 bytes, and it is not known what they "
            "are");
  auto tensor = readNpy(raw, Buffer_Type::BF16);
  ASSERT_TRUE(bool(tensor));
  EXPECT_EQ(tensor->shape.text(), "tensor<1xbf16>");
  auto small = readNpy(file("|i1", "False", "(1,)", "\7"), Buffer_Type::S4);
  ASSERT_TRUE(bool(small));
  EXPECT_EQ(small->shape.text(), "tensor<1xi4>");
}

TEST(Npy, Problems) {
  EXPECT_EQ(problem(""), "it is no .npy file");
  EXPECT_EQ(problem("PK\3\4"), "it is no .npy file");
  EXPECT_EQ(problem(file("|O", "False", "(1,)", "")),
            "it holds Python objects, which only Python can read");
  EXPECT_EQ(problem(file("<U3", "False", "(1,)", "")),
            "its element type `U3` is not one of tensors");
  EXPECT_EQ(problem(file("<f4", "Maybe", "(1,)", "")),
            "its header cannot be read");
  EXPECT_EQ(problem(file("<f4", "False", "(-1,)", "")),
            "its header cannot be read");
  EXPECT_EQ(problem(file("<f4", "False", "(2,)", "abcdefg")),
            "it is cut off: tensor<2xf32> needs 8 bytes, and there are 7");
  EXPECT_EQ(problem(file("<f4", "False", "(9999999999, 9999999999)", "")),
            "its shape has more elements than any computer");
  EXPECT_EQ(problem(file("<f4", "False", "(1,)", "abcd", 7)),
            "it has version 7 of the .npy format, and 1 to 3 are known");
  std::string records = file("x", "False", "(1,)", "");
  records.replace(records.find("'x'"), 3, "[1]");
  EXPECT_EQ(problem(records), "it holds records, which are no tensors");
}

TEST(Npy, EveryCutIsRefused) {
  std::string whole = file("<f4", "False", "(2,)", "abcdefgh", 3);
  for (size_t size = 0; size < whole.size(); ++size)
    EXPECT_NE(problem(llvm::StringRef(whole).take_front(size)), "none");
}

TEST(Npy, ReadsWhatItWrites) {
  for (uint32_t number = 1; number <= uint32_t(Buffer_Type::F4E2M1FN);
       ++number) {
    auto type = static_cast<Buffer_Type>(number);
    if (type == Buffer_Type::TOKEN)
      continue;
    for (llvm::SmallVector<int64_t, 4> dims :
         {llvm::SmallVector<int64_t, 4>{}, {3}, {2, 0}, {1, 2, 2}}) {
      HostTensor tensor{{type, dims}, {}};
      tensor.bytes.resize(tensor.shape.byteSize(), '\1');
      std::string text = writeNpy(tensor);
      EXPECT_EQ((text.size() - tensor.bytes.size()) % 64, 0u);
      auto read = readNpy(text, type);
      ASSERT_TRUE(bool(read)) << messageOf(read.takeError());
      EXPECT_EQ(read->shape, tensor.shape);
      EXPECT_EQ(read->bytes, tensor.bytes);
    }
  }
}
