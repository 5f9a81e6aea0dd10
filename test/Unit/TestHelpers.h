//===- TestHelpers.h - What the unit tests share ----------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_TEST_UNIT_TESTHELPERS_H
#define TRAINLINT_TEST_UNIT_TESTHELPERS_H

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <ostream>
#include <string>
#include <vector>

namespace llvm {
/// Without this a failed comparison would print a list of character codes.
// NOLINTNEXTLINE(readability-identifier-naming): GoogleTest's name.
inline void PrintTo(StringRef text, std::ostream *os) {
  *os << '"' << text.str() << '"';
}
} // namespace llvm

namespace trainlint::test {

/// What an error says; empty for success. An error has to be taken before it is
/// destroyed, so that a test cannot just look at it.
inline std::string messageOf(llvm::Error error) {
  return llvm::toString(std::move(error));
}

/// What the error of a result says; empty for a value.
template <typename T>
std::string messageOf(llvm::Expected<T> result) {
  return result ? std::string() : llvm::toString(result.takeError());
}

/// A folder that goes away with the test.
class TempFolder {
public:
  TempFolder() {
    std::error_code error =
        llvm::sys::fs::createUniqueDirectory("trainlint-unit", root);
    EXPECT_FALSE(error) << error.message();
    // The system's folder for temporary files may be a link, which would make
    // names differ that mean the same file.
    llvm::SmallString<128> real;
    if (!llvm::sys::fs::real_path(root, real))
      root = real;
  }
  ~TempFolder() { llvm::sys::fs::remove_directories(root); }
  TempFolder(const TempFolder &) = delete;
  TempFolder &operator=(const TempFolder &) = delete;

  std::string path(llvm::StringRef name = "") const {
    llvm::SmallString<128> out(root);
    if (!name.empty())
      llvm::sys::path::append(out, name);
    return out.str().str();
  }

  /// Writes a file, with the folders above it; returns its path.
  std::string write(llvm::StringRef name, llvm::StringRef text) const {
    std::string file = path(name);
    EXPECT_FALSE(
        llvm::sys::fs::create_directories(llvm::sys::path::parent_path(file)));
    std::error_code error;
    llvm::raw_fd_ostream out(file, error);
    EXPECT_FALSE(error) << error.message();
    out << text;
    return file;
  }

  std::string read(llvm::StringRef name) const {
    auto file = llvm::MemoryBuffer::getFile(path(name));
    EXPECT_TRUE(static_cast<bool>(file)) << name.str();
    return file ? (*file)->getBuffer().str() : std::string();
  }

  /// The names of all that the folder holds, sorted.
  std::vector<std::string> list() const {
    std::vector<std::string> names;
    std::error_code error;
    for (llvm::sys::fs::directory_iterator at(root, error), end;
         at != end && !error; at.increment(error))
      names.push_back(llvm::sys::path::filename(at->path()).str());
    std::sort(names.begin(), names.end());
    return names;
  }

private:
  llvm::SmallString<128> root;
};

} // namespace trainlint::test

#endif // TRAINLINT_TEST_UNIT_TESTHELPERS_H
