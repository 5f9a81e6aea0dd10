//===- NamedImagesTest.cpp - Images that text names -----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Data/NamedImages.h"
#include "TestHelpers.h"

using namespace trainlint;
using namespace trainlint::data;
using namespace trainlint::test;

namespace {
/// What a file of PNG begins with, and more that tells files apart.
std::string imageOf(llvm::StringRef content) {
  return ("\x89PNG\r\n\x1a\n" + content).str();
}

/// A folder with a table of two columns, of which the first names images.
class NamedImagesTest : public testing::Test {
protected:
  std::shared_ptr<const CsvTable> tableOf(llvm::StringRef rows) {
    std::string text = ("file,label\n" + rows).str();
    std::string path = folder.write("set/table.csv", text);
    auto table = std::make_shared<CsvTable>(',', TextOptions());
    EXPECT_EQ(messageOf(table->add(path, FileBytes::inMemory(text))), "");
    return table;
  }

  std::string read(const NamedImages &images, int64_t index) {
    Row row;
    FieldUse use;
    if (llvm::Error error = images.read(index, use, row))
      return messageOf(std::move(error));
    return row.values.at(0).str();
  }

  TempFolder folder;
};
} // namespace

TEST(NamedImages, TellsImagesByTheirEndings) {
  for (llvm::StringRef name : {"a.jpg", "a.JPEG", "b/c.Png", ".x.png"})
    EXPECT_TRUE(isImageName(name)) << name.str();
  for (llvm::StringRef name : {"a.gif", "jpg", "a.jpg.txt", "png/a", ""})
    EXPECT_FALSE(isImageName(name)) << name.str();
}

TEST(NamedImages, ReadsAFileAsTheOnlyValue) {
  TempFolder folder;
  std::string path = folder.write("a.png", imageOf("one"));
  Row row;
  FieldUse uses[2];
  EXPECT_EQ(messageOf(readImageFile(path, uses, row)), "");
  ASSERT_EQ(row.values.size(), 2u);
  EXPECT_EQ(row.values[0], imageOf("one"));
  EXPECT_EQ(row.values[1], imageOf("one"));
}

TEST(NamedImages, RefusesWhatIsNoImage) {
  TempFolder folder;
  std::string path = folder.write("a.png", "GIF89a");
  Row row;
  std::string message = messageOf(readImageFile(path, FieldUse(), row));
  EXPECT_NE(message.find("it is no JPEG or PNG file"), std::string::npos)
      << message;
  message = messageOf(readImageFile(folder.path("none.png"), FieldUse(), row));
  EXPECT_NE(message.find("none.png"), std::string::npos) << message;
}

TEST_F(NamedImagesTest, BeginWhereTheTextIs) {
  folder.write("set/a.png", imageOf("a"));
  folder.write("set/deep/b.png", imageOf("b"));
  NamedImages images(tableOf("a.png,0\ndeep/b.png,1\ndeep/../a.png,2\n"), 0,
                     "");
  EXPECT_EQ(images.size(), 3);
  EXPECT_EQ(read(images, 0), imageOf("a"));
  EXPECT_EQ(read(images, 1), imageOf("b"));
  EXPECT_EQ(read(images, 2), imageOf("a"));
}

TEST_F(NamedImagesTest, BeginAtAFolderThatIsGiven) {
  folder.write("set/a.png", imageOf("near"));
  folder.write("other/a.png", imageOf("far"));
  NamedImages images(tableOf("a.png,0\n"), 0, folder.path("other"));
  EXPECT_EQ(read(images, 0), imageOf("far"));
}

TEST_F(NamedImagesTest, AreBelowTheFolder) {
  folder.write("secret.png", imageOf("secret"));
  folder.write("settled/a.png", imageOf("neighbor"));
  std::string whole = folder.path("set/a.png");
  folder.write("set/a.png", imageOf("a"));
  NamedImages images(tableOf("../secret.png,0\n" + folder.path("secret.png") +
                             ",1\n../settled/a.png,2\n.,3\n" + whole + ",4\n"),
                     0, "");
  for (int64_t index : {0, 1, 2, 3}) {
    std::string message = read(images, index);
    EXPECT_NE(message.find("is not below"), std::string::npos) << message;
    EXPECT_NE(message.find("table.csv:" + std::to_string(index + 2)),
              std::string::npos)
        << message;
  }
  // An absolute path may lead there, too.
  EXPECT_EQ(read(images, 4), imageOf("a"));
}

TEST_F(NamedImagesTest, NameTheLineOfAFileThatCannotBeUsed) {
  folder.write("set/text.png", "no image");
  NamedImages images(tableOf("text.png,0\nnone.png,1\n"), 0, "");
  std::string message = read(images, 0);
  EXPECT_NE(message.find("table.csv:2:1"), std::string::npos) << message;
  EXPECT_NE(message.find("it is no JPEG or PNG file"), std::string::npos)
      << message;
  message = read(images, 1);
  EXPECT_NE(message.find("table.csv:3:1"), std::string::npos) << message;
}

TEST_F(NamedImagesTest, CountTheExamplesOfTheText) {
  auto table = tableOf("a.png,0\nb.png,1\n");
  NamedImages images(table, 0, "");
  EXPECT_EQ(images.fileSizes(), table->fileSizes());
  EXPECT_EQ(images.nameOf(1, "file"), table->nameOf(1, "file"));
}
