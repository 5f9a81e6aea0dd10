//===- Inputs.cpp - Finding the files to check ----------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/Inputs.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace trainlint;
using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

//===----------------------------------------------------------------------===//
// Configuration files
//===----------------------------------------------------------------------===//

llvm::Expected<const ConfigFile *> ConfigFinder::load(StringRef file) {
  std::unique_ptr<ConfigFile> &slot = loaded[file];
  if (!slot) {
    auto config = loadConfigFile(file, problems);
    if (!config)
      return config.takeError();
    slot = std::move(*config);
  }
  return slot.get();
}

llvm::Expected<const ConfigFile *> ConfigFinder::find(StringRef folder) {
  if (isolated)
    return nullptr;
  if (explicitFile)
    return load(*explicitFile);
  llvm::SmallString<256> absolute(folder);
  fs::make_absolute(absolute);
  path::remove_dots(absolute, /*remove_dot_dot=*/true);
  auto known = folders.find(absolute);
  if (known != folders.end())
    return known->second;

  const ConfigFile *found = nullptr;
  for (StringRef name : configFileNames()) {
    llvm::SmallString<256> candidate(absolute);
    path::append(candidate, name);
    if (!fs::exists(candidate))
      continue;
    auto config = load(candidate);
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
    auto above = find(parent);
    if (!above)
      return above.takeError();
    found = *above;
  }
  folders[absolute] = found;
  return found;
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

namespace {

/// Collects the files of the arguments.
class InputFinder {
public:
  InputFinder(const InputOptions &options, ConfigFinder &configs)
      : options(options), configs(configs) {
    for (const std::string &pattern : options.exclude)
      exclude.emplace_back(pattern);
  }

  llvm::Error add(StringRef argument);
  std::vector<Input> take() { return std::move(inputs); }

private:
  llvm::Error addFile(StringRef file, bool named);
  llvm::Error addFolder(StringRef folder);
  llvm::Error addPattern(StringRef pattern);
  bool isExcluded(StringRef file, const ConfigFile *config) const;

  const InputOptions &options;
  ConfigFinder &configs;
  std::vector<PathGlob> exclude;
  std::vector<Input> inputs;
  llvm::StringSet<> seen;
};

} // namespace

static bool hasCheckedExtension(StringRef file) {
  StringRef extension = path::extension(file);
  return extension == ".yaml" || extension == ".yml" || extension == ".json";
}

bool InputFinder::isExcluded(StringRef file, const ConfigFile *config) const {
  StringRef shown = file;
  shown.consume_front("./");
  auto matches = [](const std::vector<PathGlob> &globs, StringRef name) {
    return llvm::any_of(
        globs, [&](const PathGlob &glob) { return glob.matches(name); });
  };
  return matches(exclude, shown) ||
         (config && matches(config->exclude, config->relative(file)));
}

llvm::Error InputFinder::addFile(StringRef file, bool named) {
  StringRef folder = path::parent_path(file);
  auto config = configs.find(folder.empty() ? "." : folder);
  if (!config)
    return config.takeError();
  if ((!named || options.forceExclude) && isExcluded(file, *config))
    return llvm::Error::success();
  if (seen.insert(file).second)
    inputs.push_back({file.str(), *config, named});
  return llvm::Error::success();
}

llvm::Error InputFinder::addFolder(StringRef folder) {
  std::error_code error;
  std::vector<std::string> files, folders;
  for (fs::directory_iterator at(folder, error, /*follow_symlinks=*/false), end;
       at != end && !error; at.increment(error)) {
    StringRef name = path::filename(at->path());
    fs::file_type type = at->type();
    // A link to a file is followed, one to a folder is not: it may be a circle.
    if (type == fs::file_type::symlink_file && !fs::is_directory(at->path()))
      type = fs::file_type::regular_file;
    if (type == fs::file_type::directory_file && !name.starts_with("."))
      folders.push_back(at->path());
    else if (type == fs::file_type::regular_file && hasCheckedExtension(name) &&
             !llvm::is_contained(configFileNames(), name))
      files.push_back(at->path());
  }
  if (error)
    return llvm::createFileError(folder, error);
  llvm::sort(files);
  llvm::sort(folders);
  for (const std::string &file : files)
    if (llvm::Error failed = addFile(file, /*named=*/false))
      return failed;
  for (const std::string &below : folders) {
    auto config = configs.find(folder);
    if (!config)
      return config.takeError();
    if (isExcluded(below, *config) || isExcluded(below + "/", *config))
      continue;
    if (llvm::Error failed = addFolder(below))
      return failed;
  }
  return llvm::Error::success();
}

/// Walks the folder in front of the first special character.
llvm::Error InputFinder::addPattern(StringRef pattern) {
  StringRef literal = pattern.take_front(pattern.find_first_of("*?["));
  StringRef base = literal.take_front(literal.rfind('/') + 1);
  StringRef start = base.empty() ? StringRef(".") : base;
  PathGlob glob(base.empty() && !pattern.contains('/') ? ("/" + pattern).str()
                                                       : pattern.str());
  if (!glob.valid())
    return llvm::createStringError(
        ("`" + pattern + "` is not a pattern").str());
  std::error_code error;
  std::vector<std::string> files;
  for (fs::recursive_directory_iterator at(start, error, false), end;
       at != end && !error; at.increment(error)) {
    StringRef file = at->path();
    if (base.empty())
      file.consume_front("./");
    if (at->type() == fs::file_type::regular_file && glob.matches(file))
      files.push_back(file.str());
  }
  if (error)
    return llvm::createFileError(start, error);
  llvm::sort(files);
  for (const std::string &file : files)
    if (llvm::Error failed = addFile(file, /*named=*/false))
      return failed;
  return llvm::Error::success();
}

llvm::Error InputFinder::add(StringRef argument) {
  if (fs::is_directory(argument)) {
    StringRef folder = argument.rtrim('/');
    return addFolder(folder.empty() ? StringRef("/") : folder);
  }
  if (!fs::exists(argument) && PathGlob::isPattern(argument))
    return addPattern(argument);
  return addFile(argument, /*named=*/true);
}

llvm::Expected<std::vector<Input>>
trainlint::findInputs(llvm::ArrayRef<std::string> arguments,
                      const InputOptions &options, ConfigFinder &configs) {
  InputFinder finder(options, configs);
  for (const std::string &argument : arguments)
    if (llvm::Error error = finder.add(argument))
      return error;
  return finder.take();
}
