//===- NamedShape.cpp - Shapes on the command line ------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/NamedShape.h"
#include "Support/LLVM.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;

llvm::Expected<NamedShape> trainlint::parseNamedShape(StringRef text) {
  auto [name, sizes] = text.rsplit('=');
  bool isWhole = text.contains('=') && !name.empty();
  NamedShape shape = {name.str(), {}};
  for (StringRef word : llvm::split(sizes, sizes.contains(',') ? ',' : 'x')) {
    int64_t size = 0;
    if (sizes.empty())
      break;
    isWhole &= !word.getAsInteger(10, size) && size >= 0;
    shape.sizes.push_back(size);
  }
  if (isWhole)
    return shape;
  return llvm::createStringError("takes NAME=SIZE,SIZE, not `" + text + "`");
}
