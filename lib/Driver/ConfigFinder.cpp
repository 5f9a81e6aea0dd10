//===- ConfigFinder.cpp - The configuration of a file ---------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/ConfigFinder.h"
#include "Support/LLVM.h"
#include "Support/Paths.h"
#include "Support/RegularFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <sys/stat.h>
#include <unistd.h>

using namespace trainlint;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

/// A path below the working directory without that; another one as it is.
static StringRef shortPath(StringRef absolute) {
  llvm::SmallString<256> working;
  StringRef file = absolute;
  if (!fs::current_path(working) && file.consume_front(working) &&
      file.consume_front("/"))
    return file;
  return absolute;
}

/// Who owns a folder; the user if nobody can tell.
static unsigned ownerOf(const std::string &folder) {
  struct stat status;
  return ::stat(folder.c_str(), &status) == 0 ? status.st_uid : ::geteuid();
}

llvm::Expected<const ConfigFile *> ConfigFinder::load(StringRef file,
                                                      Boundary boundary) {
  std::unique_ptr<ConfigFile> &slot = loaded[file];
  if (!slot) {
    auto config = loadConfigFile(file, explicitFile.has_value(), problems);
    if (!config)
      return config.takeError();
    slot = std::move(*config);
    slot->boundary = std::move(boundary);
  }
  return slot.get();
}

/// A file that the command line names may name others wherever they are, unless
/// it belongs to the repository.
llvm::Expected<const ConfigFile *> ConfigFinder::loadExplicit() {
  if (!linkOutOfRepository(*explicitFile).empty())
    return llvm::createStringError(
        *explicitFile + ": the link leads out of the repository; name the "
                        "file itself to use it");
  const Boundary &command = Boundary::ofCommand();
  return load(*explicitFile,
              command.contains(*explicitFile) ? command : Boundary::none());
}

/// Whether a configuration is one that the owner of the files below, or the
/// user, has written; makes a note of it if it is not.
bool ConfigFinder::isTrusted(StringRef candidate, const Boundary &boundary,
                             unsigned owner) {
  std::string name = candidate.str();
  auto refuse = [&](const char *why) {
    if (refused.try_emplace(candidate, true).second)
      note(shortPath(candidate), why);
    return false;
  };
  struct stat link, file;
  if (::lstat(name.c_str(), &link) != 0)
    return false;
  if (S_ISLNK(link.st_mode) && !boundary.contains(candidate))
    return refuse("the link leads out of the repository, so the configuration "
                  "was not read");
  if (::stat(name.c_str(), &file) != 0)
    return refuse("the link leads nowhere, so there is no configuration");
  for (unsigned user : {link.st_uid, file.st_uid})
    if (user != ::geteuid() && user != 0 && user != owner)
      return refuse("belongs to another user, so the configuration was not "
                    "read; name it with --config to use it");
  return true;
}

llvm::Expected<const ConfigFile *> ConfigFinder::findAbove(StringRef absolute,
                                                           unsigned owner) {
  auto known = above.find({owner, absolute.str()});
  if (known != above.end())
    return known->second;

  const ConfigFile *found = nullptr;
  for (StringRef name : configFileNames()) {
    llvm::SmallString<256> candidate(absolute);
    path::append(candidate, name);
    struct stat status;
    if (::lstat(candidate.c_str(), &status) != 0)
      continue;
    Boundary boundary = Boundary::around(absolute);
    if (!isTrusted(candidate, boundary, owner))
      continue;
    auto config = load(shortPath(candidate), std::move(boundary));
    if (!config)
      return config.takeError();
    found = *config;
    break;
  }
  llvm::SmallString<256> repository(absolute);
  path::append(repository, ".git");
  StringRef parent = path::parent_path(absolute);
  if (!found && !parent.empty() && parent != absolute &&
      !fs::exists(repository)) {
    auto next = findAbove(parent, owner);
    if (!next)
      return next.takeError();
    found = *next;
  }
  above[{owner, absolute.str()}] = found;
  return found;
}

llvm::Expected<const ConfigFile *> ConfigFinder::find(StringRef folder) {
  if (isolated)
    return nullptr;
  if (explicitFile)
    return loadExplicit();
  std::string absolute = absolutePath(folder);
  auto known = folders.find(absolute);
  if (known != folders.end())
    return known->second;
  auto found = findAbove(absolute, ownerOf(absolute));
  if (found)
    folders[absolute] = *found;
  return found;
}
