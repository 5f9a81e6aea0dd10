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
// run expands the tables that it looks into. Which these are its report tells,
// for what it says is as old as they are.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_TABLES_TABLEROWS_H
#define TRAINLINT_TABLES_TABLEROWS_H

#include "llvm/ADT/ArrayRef.h"
#include <atomic>

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

  llvm::ArrayRef<Row> all() const {
    std::atomic_ref<bool> mark(isUsed);
    // Threads that only read it do not wait for each other.
    if (!mark.load(std::memory_order_relaxed))
      mark.store(true, std::memory_order_relaxed);
    return expand ? expand() : rows;
  }
  /// True if somebody asked for the rows before.
  bool wereUsed() const {
    return std::atomic_ref<bool>(isUsed).load(std::memory_order_relaxed);
  }
  operator llvm::ArrayRef<Row>() const { return all(); }

  const Row *begin() const { return all().begin(); }
  const Row *end() const { return all().end(); }
  size_t size() const { return all().size(); }
  bool empty() const { return all().empty(); }
  const Row &operator[](size_t index) const { return all()[index]; }

private:
  Expand *expand = nullptr;
  llvm::ArrayRef<Row> rows;
  mutable bool isUsed = false;
};

} // namespace trainlint

#endif // TRAINLINT_TABLES_TABLEROWS_H
