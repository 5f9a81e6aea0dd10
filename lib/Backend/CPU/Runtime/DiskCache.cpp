//===- DiskCache.cpp - Compiled programs on disk --------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/Runtime/DiskCache.h"
#include "Backend/CPU/Runtime/CacheKey.h"
#include "Support/OwnFile.h"
#include "Support/Printable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA256.h"
#include <fcntl.h>
#include <sys/stat.h>

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;
using llvm::StringRef;

namespace trainlint::cpu {

static constexpr StringRef Extension = ".cpu";

/// True if a folder without links lies in a work tree of Git.
static bool isInWorkTree(StringRef folder) {
  for (StringRef at = folder; !at.empty(); at = path::parent_path(at)) {
    llvm::SmallString<256> git(at);
    path::append(git, ".git");
    if (fs::exists(git))
      return true;
  }
  return false;
}

DiskCache::DiskCache(Options given, Noter note)
    : options(std::move(given)), note(std::move(note)) {
  if (options.path.empty())
    return;
  if (llvm::Error error = open()) {
    folder.clear();
    this->note("compiled programs are not kept: " +
               llvm::toString(std::move(error)));
  }
}

llvm::Error DiskCache::open() {
  auto made = makeOwnFolder(options.path);
  if (!made)
    return made.takeError();
  if (options.keyPath.empty())
    return llvm::createStringError(
        "neither XDG_CONFIG_HOME nor HOME says where the user's key is");
  auto read = readCacheKey(options.keyPath);
  if (!read)
    return read.takeError();
  if (isInWorkTree(*made))
    note("`" + printable(options.path) +
         "` lies in the work tree of a repository; compiled programs that came "
         "with the repository are not used");
  folder = std::move(*made);
  key = std::move(*read);
  return llvm::Error::success();
}

std::string DiskCache::identityOf(StringRef fingerprint) const {
  llvm::SHA256 hash;
  hash.update(options.compilerIdentity);
  hash.update(fingerprint);
  return llvm::toHex(hash.final(), /*LowerCase=*/true);
}

std::string DiskCache::fileOf(StringRef identity) const {
  llvm::SmallString<256> file(folder);
  path::append(file, identity + Extension);
  return std::string(file);
}

/// The program of a file's contents.
static llvm::Expected<SerializedExecutable>
readProgram(const llvm::MemoryBuffer &file, StringRef key, StringRef identity) {
  auto bytes = openSealed(file.getBuffer(), key, identity);
  auto program = bytes
                     ? parseExecutable(*bytes)
                     : llvm::Expected<SerializedExecutable>(bytes.takeError());
  if (!program)
    return llvm::createStringError("`" + printable(file.getBufferIdentifier()) +
                                   "` " + llvm::toString(program.takeError()));
  return program;
}

std::optional<SerializedExecutable>
DiskCache::find(StringRef fingerprint) const {
  if (folder.empty())
    return std::nullopt;
  std::string identity = identityOf(fingerprint);
  std::string name = fileOf(identity);
  auto file = readOwnFile(name, options.mostBytes);
  if (file && !*file)
    return std::nullopt;
  auto program = file ? readProgram(**file, key, identity)
                      : llvm::Expected<SerializedExecutable>(file.takeError());
  if (!program) {
    note("compiled anew: " + llvm::toString(program.takeError()));
    return std::nullopt;
  }
  // It was used just now. If that cannot be said, it goes sooner.
  (void)::utimensat(AT_FDCWD, name.c_str(), nullptr, AT_SYMLINK_NOFOLLOW);
  return std::move(*program);
}

void DiskCache::insert(StringRef fingerprint,
                       const SerializedExecutable &program) const {
  if (folder.empty())
    return;
  std::string identity = identityOf(fingerprint);
  std::string sealed = sealExecutable(writeExecutable(program), key, identity);
  if (sealed.size() > options.mostBytes)
    return;
  if (llvm::Error error = replaceOwnFile(fileOf(identity), sealed))
    note("a compiled program is not kept: " + llvm::toString(std::move(error)));
  shrink();
}

//===----------------------------------------------------------------------===//
// Room
//===----------------------------------------------------------------------===//

/// A name as `insert` makes them, also of a file that was not finished. Others
/// in the folder are none of ours.
static bool isOwnName(StringRef name) {
  if (name.consume_back(".tmp")) {
    size_t dot = name.rfind('.');
    if (dot == StringRef::npos)
      return false;
    name = name.take_front(dot);
  }
  return name.consume_back(Extension) && name.size() == 64 &&
         llvm::all_of(name, [](char c) {
           return llvm::isDigit(c) || (c >= 'a' && c <= 'f');
         });
}

/// Deletes files until the others have at most as many bytes as there may be.
void DiskCache::shrink() const {
  struct File {
    llvm::sys::TimePoint<> used;
    uint64_t bytes;
    std::string path;
  };
  std::vector<File> files;
  uint64_t bytes = 0;
  std::error_code error;
  for (fs::directory_iterator at(folder, error, /*follow_symlinks=*/false), end;
       at != end && !error; at.increment(error)) {
    auto status = at->status();
    if (!isOwnName(path::filename(at->path())) || !status ||
        !fs::is_regular_file(*status))
      continue;
    files.push_back(
        {status->getLastModificationTime(), status->getSize(), at->path()});
    bytes += status->getSize();
  }
  llvm::sort(files, [](const File &a, const File &b) {
    return std::tie(a.used, a.path) < std::tie(b.used, b.path);
  });
  for (const File &file : files) {
    if (bytes <= options.mostBytes)
      return;
    if (!fs::remove(file.path))
      bytes -= file.bytes;
  }
}

} // namespace trainlint::cpu
