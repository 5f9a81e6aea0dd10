//===- ExampleTable.h - Examples read one by one ----------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_DATA_EXAMPLETABLE_H
#define TRAINLINT_RUNTIME_DATA_EXAMPLETABLE_H

#include "Runtime/Data/FileBytes.h"
#include "Runtime/Tensor/HostTensor.h"

namespace trainlint::data {

/// A value of each example that is wanted.
struct FieldUse {
  /// Its number in the table.
  unsigned number = 0;
  /// The numbers that text becomes: `S64` or `F64`. Other values are of the
  /// type that their column has.
  pjrt::abi::Buffer_Type type = pjrt::abi::Buffer_Type::INVALID;
};

/// The values of one example. What is read next may take their room.
struct Row {
  /// One for each value that was wanted.
  std::vector<llvm::StringRef> values;

  // Where the values are, unless the table has them in memory.
  Scratch bytes;
  std::vector<Scratch> numbers;
  std::unique_ptr<llvm::MemoryBuffer> file;
};

/// One walk through examples that are read in their order.
class ExampleStream {
public:
  virtual ~ExampleStream();

  /// Takes an example as it is stored. Each is taken once; those of its file
  /// before it are held until they are taken.
  virtual llvm::Expected<std::string> take(int64_t index) = 0;
};

/// Examples of one or several files, which are read when they are needed.
/// Threads may share a table.
class ExampleTable {
public:
  virtual ~ExampleTable();

  virtual int64_t size() const = 0;

  /// Reads values of an example. The error says which and why.
  virtual llvm::Error read(int64_t index, llvm::ArrayRef<FieldUse> fields,
                           Row &row) const = 0;

  /// What an error calls a value of an example: "example 3 of `labels`".
  virtual std::string nameOf(int64_t index, llvm::StringRef column) const;

  /// How many examples are in each file, in the order of their numbers.
  virtual llvm::SmallVector<int64_t> fileSizes() const { return {size()}; }
  virtual bool isInMemory() const { return false; }

  /// True if examples can only be read in the order of each file: the others
  /// are read from a stream, which gives what `readTaken` takes.
  virtual bool isStreamed() const { return false; }
  virtual std::unique_ptr<ExampleStream> stream() const;
  virtual llvm::Error readTaken(int64_t index, llvm::StringRef taken,
                                llvm::ArrayRef<FieldUse> fields,
                                Row &row) const;
};

/// An array in the bytes of a file.
struct StoredArray {
  /// Dimension 0 counts examples.
  pjrt::BufferShape shape;
  uint64_t offset = 0;
  /// True if the most significant byte of a number comes first.
  bool isSwapped = false;
};

/// The examples of an array, each a slice along the first dimension.
class ArrayTable : public ExampleTable {
public:
  /// The bytes hold the whole array.
  ArrayTable(FileBytes bytes, const StoredArray &array);
  explicit ArrayTable(run::HostTensor tensor);

  int64_t size() const override { return examples; }
  llvm::Error read(int64_t index, llvm::ArrayRef<FieldUse> fields,
                   Row &row) const override;

private:
  FileBytes bytes;
  int64_t examples;
  uint64_t exampleBytes;
  /// The bytes of a number that are reversed; 0 if they are in their order.
  size_t swapped = 0;
};

/// Reverses the bytes of each number.
void swapNumbers(llvm::MutableArrayRef<char> bytes, size_t width);

} // namespace trainlint::data

#endif // TRAINLINT_RUNTIME_DATA_EXAMPLETABLE_H
