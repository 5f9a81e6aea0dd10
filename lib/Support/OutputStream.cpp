//===- OutputStream.cpp - Outputs that are no regular files ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/OutputStream.h"
#include "Support/LLVM.h"
#include "Support/Paths.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/Path.h"
#include <climits>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

using namespace trainlint;
namespace path = llvm::sys::path;

/// The descriptor that an absolute path names by its words alone.
static std::optional<int> descriptorNamed(StringRef name) {
  if (name == "/dev/stdin")
    return STDIN_FILENO;
  if (name == "/dev/stdout")
    return STDOUT_FILENO;
  if (name == "/dev/stderr")
    return STDERR_FILENO;
  bool isOwn =
      name.consume_front("/dev/fd/") || name.consume_front("/proc/self/fd/") ||
      name.consume_front("/proc/thread-self/fd/") ||
      name.consume_front("/proc/" + std::to_string(::getpid()) + "/fd/");
  int descriptor = 0;
  if (!isOwn || name.getAsInteger(10, descriptor) || descriptor < 0)
    return std::nullopt;
  return descriptor;
}

std::optional<int> trainlint::streamAt(StringRef given) {
  std::string name = absolutePath(given);
  if (std::optional<int> descriptor = descriptorNamed(name))
    return descriptor;
  // As many as Linux follows.
  for (unsigned links = 0; links < 40; ++links) {
    char target[PATH_MAX];
    ssize_t size = ::readlink(name.c_str(), target, sizeof(target));
    if (size < 0)
      return std::nullopt;
    llvm::SmallString<256> next(StringRef(target, size));
    if (!path::is_absolute(next)) {
      next = path::parent_path(name);
      path::append(next, StringRef(target, size));
    }
    name = absolutePath(next);
    // What else is open is nobody's business who can only make links.
    if (std::optional<int> descriptor = descriptorNamed(name)) {
      if (*descriptor == STDOUT_FILENO || *descriptor == STDERR_FILENO)
        return descriptor;
      return std::nullopt;
    }
  }
  return std::nullopt;
}

std::error_code trainlint::writeParts(int descriptor,
                                      llvm::ArrayRef<StringRef> parts) {
  for (StringRef part : parts) {
    while (!part.empty()) {
      ssize_t count = llvm::sys::RetryAfterSignal(-1, ::write, descriptor,
                                                  part.data(), part.size());
      if (count < 0)
        return llvm::errnoAsErrorCode();
      part = part.drop_front(count);
    }
  }
  return {};
}

/// A socket in the file system takes what is sent to it.
static llvm::Expected<int> connectTo(StringRef file,
                                     const std::string &target) {
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  if (target.size() >= sizeof(address.sun_path))
    return llvm::createFileError(
        file, std::make_error_code(std::errc::filename_too_long));
  target.copy(address.sun_path, target.size());
  int descriptor = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0)
    return llvm::createFileError(file, llvm::errnoAsErrorCode());
  if (::connect(descriptor, reinterpret_cast<sockaddr *>(&address),
                sizeof(address)) == 0)
    return descriptor;
  std::error_code error = llvm::errnoAsErrorCode();
  ::close(descriptor);
  return llvm::createFileError(file, error);
}

static llvm::Expected<int> openSpecialFile(StringRef file,
                                           const std::string &target) {
  struct stat status;
  if (::stat(target.c_str(), &status) == 0 && S_ISSOCK(status.st_mode))
    return connectTo(file, target);
  int descriptor = llvm::sys::RetryAfterSignal(-1, ::open, target.c_str(),
                                               O_WRONLY | O_CLOEXEC | O_NOCTTY);
  if (descriptor < 0)
    return llvm::createFileError(file, llvm::errnoAsErrorCode());
  return descriptor;
}

llvm::Error trainlint::writeToSpecialFile(StringRef file,
                                          const std::string &target,
                                          llvm::ArrayRef<StringRef> parts) {
  llvm::Expected<int> descriptor = openSpecialFile(file, target);
  if (!descriptor)
    return descriptor.takeError();
  llvm::scope_exit closing([&] { ::close(*descriptor); });
  if (std::error_code error = writeParts(*descriptor, parts))
    return llvm::createFileError(file, error);
  return llvm::Error::success();
}
