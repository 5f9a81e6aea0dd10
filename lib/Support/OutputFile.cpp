//===- OutputFile.cpp - Writing files without doing harm ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/OutputFile.h"
#include "Support/Boundary.h"
#include "Support/LLVM.h"
#include "Support/OutputStream.h"
#include "Support/Paths.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace trainlint;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

static llvm::Error refusal(StringRef file, const llvm::Twine &why) {
  return llvm::createFileError(
      file, llvm::createStringError(
                std::make_error_code(std::errc::operation_not_permitted), why));
}

//===----------------------------------------------------------------------===//
// What is not written to
//===----------------------------------------------------------------------===//

/// Git runs what lies below `.git`, and trusts the rest of it.
static bool isBelowGit(StringRef file) {
  for (auto part = path::begin(file), end = path::end(file); part != end;
       ++part)
    if (part->equals_insensitive(".git"))
      return true;
  return false;
}

/// Why an output is not written to where its path leads.
static llvm::Error checkTarget(StringRef file, StringRef resolved) {
  std::string written = absolutePath(file);
  if (isBelowGit(written) || isBelowGit(resolved))
    return refusal(file, "nothing is written below .git");
  std::string link = linkOutOfRepository(file);
  if (!link.empty())
    return refusal(file, "leads out of the repository, to " + link +
                             ", which is written to if it is named itself");
  // Without a repository a link may lead about in its own folder.
  std::string folder = resolvePath(path::parent_path(written));
  llvm::SmallString<256> direct(folder);
  path::append(direct, path::filename(written));
  if (direct != resolved &&
      !Boundary::around(folder).containsResolved(resolved))
    return refusal(file, "leads out of its folder, to " + resolved +
                             ", which is written to if it is named itself");
  return llvm::Error::success();
}

/// An existing file that its owner has locked is not replaced, which the rights
/// of its folder would allow.
static llvm::Error checkExisting(StringRef file, const struct stat &status) {
  if (S_ISDIR(status.st_mode))
    return llvm::createFileError(
        file, std::make_error_code(std::errc::is_a_directory));
  if ((status.st_mode & (S_IWUSR | S_IWGRP | S_IWOTH)) == 0)
    return refusal(file, "the file is read-only");
  return llvm::Error::success();
}

llvm::Error trainlint::checkOutputPath(StringRef file) {
  if (streamAt(file))
    return llvm::Error::success();
  std::string resolved = resolvePath(file);
  if (llvm::Error refused = checkTarget(file, resolved))
    return refused;
  struct stat status;
  if (::stat(resolved.c_str(), &status) != 0)
    return llvm::Error::success();
  return checkExisting(file, status);
}

llvm::Error trainlint::checkWritable(StringRef file) {
  if (file.empty())
    return llvm::Error::success();
  if (llvm::Error refused = checkOutputPath(file))
    return refused;
  // A device or a pipe is written to where it is.
  if (fs::exists(file) && !fs::is_regular_file(file))
    return llvm::Error::success();
  StringRef folder = path::parent_path(file);
  if (std::error_code error =
          fs::access(folder.empty() ? "." : folder, fs::AccessMode::Write))
    return llvm::createStringError("cannot write `" + file +
                                   "`: " + error.message());
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Replacing a file
//===----------------------------------------------------------------------===//

std::error_code trainlint::syncFolder(StringRef folder) {
  int descriptor = ::open(folder.empty() ? "." : folder.str().c_str(),
                          O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0)
    return llvm::errnoAsErrorCode();
  std::error_code error =
      ::fsync(descriptor) == 0 ? std::error_code() : llvm::errnoAsErrorCode();
  ::close(descriptor);
  return error;
}

/// The mode of what replaces a file.
static mode_t modeFor(const struct stat &existing,
                      const OutputOptions &options) {
  mode_t mode = existing.st_mode & 07777;
  constexpr mode_t MayRun = S_IXUSR | S_IXGRP | S_IXOTH;
  constexpr mode_t Special = S_ISUID | S_ISGID | S_ISVTX;
  return mode & ~(options.keepsExecutable ? Special : Special | MayRun);
}

static llvm::Error unchangedError(StringRef file) {
  return refusal(file, "the file was changed meanwhile, so it was left alone");
}

/// Gives a temporary file its contents and the rights of what it replaces.
static std::error_code fill(int descriptor, llvm::ArrayRef<StringRef> parts,
                            const struct stat *existing,
                            const OutputOptions &options) {
  if (std::error_code error = writeParts(descriptor, parts))
    return error;
  if (existing) {
    // Only the superuser gives files away; to others it is their own.
    bool isOther = existing->st_uid != ::geteuid();
    if (isOther && ::fchown(descriptor, existing->st_uid, existing->st_gid))
      (void)errno;
    // The mode of a new file passes through the umask; an old one is kept.
    if (::fchmod(descriptor, modeFor(*existing, options)) != 0)
      return llvm::errnoAsErrorCode();
  }
  if (options.isDurable && ::fsync(descriptor) != 0)
    return llvm::errnoAsErrorCode();
  return {};
}

static llvm::Error replaceFile(StringRef file, const std::string &target,
                               llvm::ArrayRef<StringRef> parts,
                               const struct stat *existing,
                               const OutputOptions &options) {
  // The temporary file has to lie beside the target of a link, not beside the
  // link, so that the rename stays within one file system.
  unsigned mode = options.isPrivate ? unsigned(fs::owner_read | fs::owner_write)
                                    : unsigned(fs::all_read | fs::all_write);
  llvm::Expected<fs::TempFile> temporary =
      fs::TempFile::create(target + ".%%%%%%%%.tmp", mode);
  if (!temporary)
    return temporary.takeError();
  std::error_code error = fill(temporary->FD, parts, existing, options);
  if (error) {
    llvm::consumeError(temporary->discard());
    return llvm::createFileError(file, error);
  }
  if (options.replaces && stampAt(target) != options.replaces) {
    llvm::consumeError(temporary->discard());
    return unchangedError(file);
  }
  if (llvm::Error kept = temporary->keep(target))
    return kept;
  if (options.isDurable)
    // A new name is on the disk once its folder is.
    if (std::error_code unsynced = syncFolder(path::parent_path(target)))
      return llvm::createFileError(file, unsynced);
  return llvm::Error::success();
}

llvm::Error trainlint::writeOutput(StringRef file,
                                   llvm::ArrayRef<StringRef> parts,
                                   const OutputOptions &options) {
  if (std::optional<int> standard = streamAt(file)) {
    if (std::error_code error = writeParts(*standard, parts))
      return llvm::createFileError(file, error);
    return llvm::Error::success();
  }
  std::string target = resolvePath(file);
  if (llvm::Error refused = checkTarget(file, target))
    return refused;
  struct stat status;
  bool exists = ::stat(target.c_str(), &status) == 0;
  if (exists) {
    if (llvm::Error refused = checkExisting(file, status))
      return refused;
    if (!S_ISREG(status.st_mode))
      return writeToSpecialFile(file, target, parts);
  }
  return replaceFile(file, target, parts, exists ? &status : nullptr, options);
}

llvm::Error trainlint::writeFileAtomically(StringRef file, StringRef contents) {
  return writeOutput(file, contents);
}

llvm::Error trainlint::writeFileDurably(StringRef file,
                                        llvm::ArrayRef<StringRef> parts) {
  OutputOptions options;
  options.isDurable = true;
  return writeOutput(file, parts, options);
}
