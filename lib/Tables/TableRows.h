//===- TableRows.h - Rows that are expanded when needed ---------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A row that holds addresses has to be relocated whenever the program starts,
// and all built-in rows together fill hundreds of pages. They lie packed in the
// program, with places in the text of their table instead of addresses, and a
// run expands the tables that it looks into.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_TABLES_TABLEROWS_H
#define TRAINLINT_TABLES_TABLEROWS_H

#include "llvm/ADT/ArrayRef.h"

namespace trainlint {

/// The rows of a table, sorted by key: an `llvm::ArrayRef<Row>` that may have
/// to be made first. Several threads may ask for the same rows.
template <typename Row>
class TableRows {
public:
  /// Returns the same rows at each call.
  using Expand = llvm::ArrayRef<Row>();

  TableRows() = default;
  constexpr TableRows(Expand *expand) : expand(expand) {}
  TableRows(llvm::ArrayRef<Row> rows) : rows(rows) {}

  llvm::ArrayRef<Row> all() const { return expand ? expand() : rows; }
  operator llvm::ArrayRef<Row>() const { return all(); }

  const Row *begin() const { return all().begin(); }
  const Row *end() const { return all().end(); }
  size_t size() const { return all().size(); }
  bool empty() const { return all().empty(); }
  const Row &operator[](size_t index) const { return all()[index]; }

private:
  Expand *expand = nullptr;
  llvm::ArrayRef<Row> rows;
};

} // namespace trainlint

#endif // TRAINLINT_TABLES_TABLEROWS_H
