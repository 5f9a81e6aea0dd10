//===- ProgramFolder.cpp - A folder of compiled programs ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Cpu/ProgramFolder.h"
#include "Runtime/Cpu/Library.h"
#include "Support/OutputFile.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA256.h"
#include "llvm/TargetParser/Host.h"
#include <dlfcn.h>
#include <map>
#include <unistd.h>

namespace fs = llvm::sys::fs;
using llvm::StringRef;

namespace trainlint::cpu {

/// What machine code depends on beside the program: this build, by the file
/// that it is in, the processor, and the library, whose kernels are chosen when
/// a program is compiled.
static const std::string &surroundings() {
  static const std::string text = [] {
    std::string all;
    llvm::raw_string_ostream out(all);
    Dl_info self;
    fs::file_status status;
    // A program that was found in PATH does not know where it is.
    if ((dladdr(reinterpret_cast<void *>(&surroundings), &self) &&
         !fs::status(self.dli_fname, status)) ||
        !fs::status("/proc/self/exe", status))
      out << status.getSize() << ' '
          << status.getLastModificationTime().time_since_epoch().count();
    out << '\0' << llvm::sys::getHostCPUName() << '\0';
    llvm::StringMap<bool> features = llvm::sys::getHostCPUFeatures();
    std::map<StringRef, bool> sorted;
    for (const auto &feature : features)
      sorted[feature.getKey()] = feature.getValue();
    for (auto [feature, isThere] : sorted)
      out << feature << isThere;
    out << '\0' << libraryVersion();
    return all;
  }();
  return text;
}

/// The folder is its user's, and nobody else may write to it.
static bool isOwn(StringRef path) {
  fs::file_status status;
  return !fs::status(path, status, /*follow=*/true) &&
         fs::is_directory(status) && status.getUser() == geteuid() &&
         !(status.permissions() & (fs::group_write | fs::others_write));
}

ProgramFolder::ProgramFolder(StringRef path) {
  if (path.empty())
    return;
  if (!fs::create_directories(path, /*IgnoreExisting=*/true, fs::owner_all) &&
      isOwn(path))
    this->path = path;
}

std::string ProgramFolder::fileOf(StringRef fingerprint) const {
  llvm::SHA256 hash;
  hash.update(surroundings());
  hash.update(fingerprint);
  llvm::SmallString<256> file(path);
  llvm::sys::path::append(file, llvm::toHex(hash.final(), /*LowerCase=*/true) +
                                    ".cpu");
  return std::string(file);
}

std::optional<StoredProgram> ProgramFolder::find(StringRef fingerprint) const {
  if (path.empty())
    return std::nullopt;
  auto file = llvm::MemoryBuffer::getFile(fileOf(fingerprint), /*IsText=*/false,
                                          /*RequiresNullTerminator=*/false);
  if (!file)
    return std::nullopt;
  return readStored((*file)->getBuffer());
}

void ProgramFolder::insert(StringRef fingerprint,
                           const StoredProgram &program) const {
  if (!path.empty())
    llvm::consumeError(
        writeFileAtomically(fileOf(fingerprint), writeStored(program)));
}

} // namespace trainlint::cpu
