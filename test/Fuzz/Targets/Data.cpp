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
#include "Runtime/Data/Picture.h"

using namespace trainlint;
using namespace trainlint::data;
using llvm::StringRef;

static void readAsPicture(StringRef input) {
  llvm::Expected<Picture> picture = decodePicture(input);
  if (!picture)
    return test::checkMessage(picture.takeError());
  int64_t size = picture->height * picture->width * 3;
  if (int64_t(picture->bytes.size()) != size)
    test::broken("a picture has the bytes of its size");
  fitPicture(*picture, 7, 5);
}

void test::fuzzData(StringRef input) {
  // Changed records would hardly have the checksums that files want.
  if (llvm::Expected<Example> example = readExample(input); !example)
    checkMessage(example.takeError());
  if (isPicture(input))
    readAsPicture(input);
  MemoryFile file(input);
  llvm::Expected<std::vector<Column>> columns =
      readColumns(DataFile{file.path(), /*input=*/""});
  if (!columns)
    return checkMessage(columns.takeError());
  for (const Column &column : *columns) {
    if (!column.problem.empty() || column.isEncoded())
      continue;
    if (column.tensor.bytes.size() != column.tensor.shape.byteSize())
      broken("a column has the bytes of its shape: " + column.name);
  }
}
