//===- UserKey.cpp - Keys of the user's own -------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/UserKey.h"
#include "Support/Hmac.h"
#include "Support/LLVM.h"
#include "Support/OwnFile.h"
#include "Support/Printable.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

using namespace trainlint;
namespace path = llvm::sys::path;

std::string trainlint::userKeyPath(StringRef name) {
  llvm::SmallString<128> file;
  if (!path::user_config_directory(file))
    return "";
  path::append(file, "trainlint", name);
  return std::string(file);
}

llvm::Expected<std::string> trainlint::readUserKey(StringRef file) {
  auto folder = makeOwnFolder(path::parent_path(file));
  if (!folder)
    return folder.takeError();
  llvm::SmallString<128> real(*folder);
  path::append(real, path::filename(file));
  auto found = readOwnFile(real, UserKeySize, Secrecy::Secret);
  if (found && !*found) {
    auto key = randomBytes(UserKeySize);
    if (!key)
      return key.takeError();
    auto isNew = createOwnFile(real, *key);
    if (!isNew)
      return isNew.takeError();
    // Perhaps another process was quicker.
    found = readOwnFile(real, UserKeySize, Secrecy::Secret);
  }
  if (!found)
    return found.takeError();
  if (!*found || (*found)->getBufferSize() != UserKeySize)
    return llvm::createStringError(
        "`" + printable(real) + "` is no key of " + llvm::Twine(UserKeySize) +
        " bytes; once it is deleted, a new one is made");
  return (*found)->getBuffer().str();
}
