//===- ProgramFolder.h - A folder of compiled programs ----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_CPU_PROGRAMFOLDER_H
#define TRAINLINT_RUNTIME_CPU_PROGRAMFOLDER_H

#include "Runtime/Cpu/StoredProgram.h"

namespace trainlint::cpu {

/// Keeps compiled programs on the disk, for other processes and for later.
/// Whatever goes wrong, programs are compiled as if there were no folder. It is
/// not used if others may write to it: what it holds is run.
class ProgramFolder {
public:
  /// Makes the folder if it is not there. An empty path stands for none.
  explicit ProgramFolder(llvm::StringRef path);

  /// The program of a fingerprint, as this build made it on a computer like
  /// this one.
  std::optional<StoredProgram> find(llvm::StringRef fingerprint) const;
  void insert(llvm::StringRef fingerprint, const StoredProgram &program) const;

private:
  std::string fileOf(llvm::StringRef fingerprint) const;

  /// Empty if there is none that can be used.
  std::string path;
};

} // namespace trainlint::cpu

#endif // TRAINLINT_RUNTIME_CPU_PROGRAMFOLDER_H
