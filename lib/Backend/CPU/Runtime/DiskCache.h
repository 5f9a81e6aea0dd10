//===- DiskCache.h - Compiled programs on disk ------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a folder of compiled programs holds is run, so it is trusted only if it
// comes from the user. Three things see to that, each of which would do for a
// folder on a disk of one's own: nobody else can have written to the folder, or
// to a file in it, and each file is sealed with a key that only the user can
// read. A folder that came with a repository has no such seal.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_BACKEND_CPU_RUNTIME_DISKCACHE_H
#define TRAINLINT_BACKEND_CPU_RUNTIME_DISKCACHE_H

#include "Backend/CPU/Runtime/SerializedExecutable.h"
#include <functional>
#include <optional>

namespace trainlint::cpu {

/// Keeps compiled programs on the disk, for other processes and for later.
/// Whatever goes wrong, programs are compiled as if there were no folder, and a
/// note says why.
class DiskCache {
public:
  using Noter = std::function<void(const llvm::Twine &)>;

  struct Options {
    /// Empty stands for none.
    std::string path;
    /// Where the user's key is.
    std::string keyPath;
    /// What machine code depends on beside the program.
    std::string compilerIdentity;
    /// Bytes of all files; those that were used least recently go first.
    uint64_t mostBytes = uint64_t(4) << 30;
  };

  /// Makes the folder and the key if they are not there.
  DiskCache(Options options, Noter note);

  /// The program of a fingerprint, as this build made it on a computer like
  /// this one.
  std::optional<SerializedExecutable> find(llvm::StringRef fingerprint) const;
  void insert(llvm::StringRef fingerprint,
              const SerializedExecutable &program) const;

private:
  llvm::Error open();
  /// What a file's name and its seal stand for.
  std::string identityOf(llvm::StringRef fingerprint) const;
  std::string fileOf(llvm::StringRef identity) const;
  void shrink() const;

  Options options;
  Noter note;
  /// Without links. Empty if there is none that can be used.
  std::string folder;
  std::string key;
};

} // namespace trainlint::cpu

#endif // TRAINLINT_BACKEND_CPU_RUNTIME_DISKCACHE_H
