//===- Finding.cpp - A finding as consumers see it ------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Finding.h"
#include "Support/CellMap.h"

using namespace trainlint;

Place Place::inCell() const {
  const CellMap *cells = buffer ? buffer->cells() : nullptr;
  const NotebookCell *cell = cells ? cells->at(range) : nullptr;
  return cell ? Place{&cell->buffer(), cell->inCell(range)} : *this;
}
