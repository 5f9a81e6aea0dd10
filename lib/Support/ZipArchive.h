//===- ZipArchive.h - Files within a ZIP archive ----------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_SUPPORT_ZIPARCHIVE_H
#define TRAINLINT_SUPPORT_ZIPARCHIVE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>
#include <string>
#include <vector>

namespace trainlint::zip {

/// The most bytes that packed ones may give: far more than they do in files of
/// data, and few enough for any computer that could keep the file itself.
constexpr uint64_t mostUnpacked(uint64_t packed) {
  return (uint64_t(32) << 20) + 64 * packed;
}

/// True if a file begins as a ZIP archive does.
bool isArchive(llvm::StringRef file);

/// Unpacks one file of a ZIP archive, without a file of that name nothing. No
/// size in the archive is trusted: an entry that does not have the size it
/// says, that lies outside of the archive, or that gives more than `largest` or
/// than mostUnpacked() bytes, is an error.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readEntry(llvm::StringRef archive, llvm::StringRef name, uint64_t largest);

/// An archive in which one file has another content, which is stored as it is.
/// All else is as it was, but for where the directory says that files are.
/// Fails for an archive in the form for more than 4 GiB.
llvm::Expected<std::string> replaceEntry(llvm::StringRef archive,
                                         llvm::StringRef name,
                                         llvm::StringRef content);

/// Where the bytes of a file of an archive are.
struct EntryPlace {
  std::string name;
  uint64_t offset = 0;
  uint64_t size = 0;
  /// False if they are packed.
  bool isStored = false;
};

/// Gives bytes of an archive that lie within it, which last until the next
/// call.
using ReadBytes = llvm::function_ref<llvm::Expected<llvm::StringRef>(
    uint64_t offset, uint64_t size)>;

/// Finds the files of an archive of any size, without reading them, in the
/// order of its directory. No place in the archive is trusted; checksums are
/// not compared.
llvm::Expected<std::vector<EntryPlace>> locateEntries(uint64_t size,
                                                      ReadBytes read);

} // namespace trainlint::zip

#endif // TRAINLINT_SUPPORT_ZIPARCHIVE_H
