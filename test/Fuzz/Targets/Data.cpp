//===- Data.cpp - Data that trainlint-run trains with ---------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fuzz/Copies.h"
#include "Fuzz/Promises.h"
#include "Fuzz/Targets/MemoryFile.h"
#include "Fuzz/Targets/Targets.h"
#include "Runtime/Data/Column.h"
#include "Runtime/Data/Example.h"
#include "Runtime/Data/Image.h"

using namespace trainlint;
using namespace trainlint::data;
using llvm::StringRef;
using pjrt::abi::Buffer_Type;

static void readAsImage(StringRef input) {
  llvm::Expected<Image> image = decodeImage(input);
  if (!image)
    return test::checkMessage(image.takeError());
  int64_t size = image->height * image->width * 3;
  if (int64_t(image->bytes.size()) != size)
    test::broken("an image has the bytes of its size");
  fitImage(*image, 7, 5);
}

void test::fuzzData(StringRef input) {
  // Changed records would hardly have the checksums that files want.
  if (llvm::Expected<Example> example = readExample(input); !example)
    checkMessage(example.takeError());
  if (isImage(input))
    readAsImage(input);
  MemoryFile file(input);
  llvm::Expected<std::vector<Column>> columns =
      readColumns(DataFile{file.path(), /*input=*/""});
  if (!columns)
    return checkMessage(columns.takeError());
  for (const Column &column : *columns) {
    if (!column.problem.empty())
      continue;
    Row row;
    size_t wanted = column.exampleShape().byteSize();
    // Examples without bytes may be as many as a number says.
    int64_t count = std::min<int64_t>(column.exampleCount(), 1000);
    for (int64_t example = 0; example < count; ++example) {
      if (llvm::Error error = column.table->read(
              example, FieldUse{column.fields.front(), Buffer_Type::F64}, row))
        return checkMessage(std::move(error));
      if (!column.isEncoded() && row.values.front().size() != wanted)
        broken("an example has the bytes of its shape: " + column.name);
    }
  }
}
