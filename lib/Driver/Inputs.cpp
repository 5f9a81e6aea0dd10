//===- Inputs.cpp - Finding the files to check ----------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/Inputs.h"
#include "Driver/ChangedFiles.h"
#include "Driver/GraphInput.h"
#include "Frontend/Command/Regions.h"
#include "Support/Paths.h"
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

/// A path below the working directory without that; another one as it is.
static StringRef shortPath(StringRef absolute) {
  llvm::SmallString<256> working;
  StringRef file = absolute;
  if (!fs::current_path(working) && file.consume_front(working) &&
      file.consume_front("/"))
    return file;
  return absolute;
}

llvm::Expected<const ConfigFile *> ConfigFinder::find(StringRef folder) {
  if (isolated)
    return nullptr;
  if (explicitFile)
    return load(*explicitFile);
  std::string absolute = absolutePath(folder);
  auto known = folders.find(absolute);
  if (known != folders.end())
    return known->second;

  const ConfigFile *found = nullptr;
  for (StringRef name : configFileNames()) {
    llvm::SmallString<256> candidate(absolute);
    path::append(candidate, name);
    if (!fs::exists(candidate))
      continue;
    auto config = load(shortPath(candidate));
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
    if (options.changedSince)
      changed.emplace(*options.changedSince);
  }

  llvm::Error add(StringRef argument);
  std::vector<Input> take() { return std::move(inputs); }

private:
  llvm::Error addStdin();
  llvm::Error addFile(StringRef file, bool named);
  llvm::Error addFolder(StringRef folder);
  llvm::Error addChanged(StringRef folder);
  llvm::Error addNamed(StringRef file);
  llvm::Error addPattern(StringRef pattern);
  bool isExcluded(StringRef file, const ConfigFile *config) const;
  llvm::Expected<bool> isFolderLeftOut(StringRef folder);
  llvm::Expected<bool> isChanged(StringRef folder, StringRef file);

  const InputOptions &options;
  ConfigFinder &configs;
  std::vector<PathGlob> exclude;
  std::optional<ChangedFiles> changed;
  std::vector<Input> inputs;
  llvm::StringSet<> seen;
};

} // namespace

bool trainlint::isCheckedFile(StringRef file) {
  if (isConfigFile(file))
    return false;
  // JSON may be a job or a model of Keras.
  static constexpr llvm::StringLiteral Extensions[] = {".yaml", ".yml",
                                                       ".json"};
  return llvm::is_contained(Extensions, path::extension(file)) ||
         isGraphName(file) || shell::kindOf(file, "") != shell::FileKind::Other;
}

/// The type of what a folder holds. A link to a file counts as the file, one to
/// a folder does not count: it may be a circle.
static fs::file_type typeOf(const fs::directory_entry &entry) {
  bool linkToFile = entry.type() == fs::file_type::symlink_file &&
                    !fs::is_directory(entry.path());
  return linkToFile ? fs::file_type::regular_file : entry.type();
}

static bool matchesAny(llvm::ArrayRef<PathGlob> globs, StringRef name) {
  return llvm::any_of(globs,
                      [&](const PathGlob &glob) { return glob.matches(name); });
}

bool trainlint::isExcluded(StringRef file, const ConfigFile &config) {
  return matchesAny(config.exclude, config.relative(file));
}

bool InputFinder::isExcluded(StringRef file, const ConfigFile *config) const {
  StringRef shown = file;
  shown.consume_front("./");
  return matchesAny(exclude, shown) ||
         (config && trainlint::isExcluded(file, *config));
}

static StringRef folderOf(StringRef file) {
  StringRef folder = path::parent_path(file);
  return folder.empty() ? "." : folder;
}

llvm::Error InputFinder::addStdin() {
  StringRef name = options.stdinName;
  auto config = configs.find(folderOf(name));
  if (!config)
    return config.takeError();
  Input input;
  input.path = name.str();
  input.config = *config;
  input.isStdin = true;
  input.named = true;
  input.excluded = options.forceExclude && isExcluded(name, *config);
  if (seen.insert("-").second)
    inputs.push_back(std::move(input));
  return llvm::Error::success();
}

llvm::Error InputFinder::addFile(StringRef file, bool named) {
  auto config = configs.find(folderOf(file));
  if (!config)
    return config.takeError();
  if ((!named || options.forceExclude) && isExcluded(file, *config))
    return llvm::Error::success();
  llvm::SmallString<128> plain(file);
  path::remove_dots(plain);
  if (!seen.insert(plain).second)
    return llvm::Error::success();
  Input input;
  input.path = file.str();
  input.config = *config;
  input.named = named;
  inputs.push_back(std::move(input));
  return llvm::Error::success();
}

/// Adds what a folder holds; paths below the working directory, the folder `.`,
/// are shown without it.
llvm::Error InputFinder::addFolder(StringRef folder) {
  std::error_code error;
  std::vector<std::string> files, folders;
  for (fs::directory_iterator at(folder, error, /*follow_symlinks=*/false), end;
       at != end && !error; at.increment(error)) {
    StringRef file = at->path();
    file.consume_front("./");
    StringRef name = path::filename(file);
    fs::file_type type = typeOf(*at);
    if (type == fs::file_type::directory_file && !name.starts_with("."))
      folders.push_back(file.str());
    else if (type == fs::file_type::regular_file && isCheckedFile(name))
      files.push_back(file.str());
  }
  if (error)
    return llvm::createFileError(folder, error);
  llvm::sort(files);
  llvm::sort(folders);
  for (const std::string &file : files)
    if (llvm::Error failed = addFile(file, /*named=*/false))
      return failed;
  for (const std::string &below : folders) {
    auto leftOut = isFolderLeftOut(below);
    if (!leftOut)
      return leftOut.takeError();
    if (*leftOut)
      continue;
    if (llvm::Error failed = addFolder(below))
      return failed;
  }
  return llvm::Error::success();
}

/// True for a folder that is hidden or excluded.
llvm::Expected<bool> InputFinder::isFolderLeftOut(StringRef folder) {
  if (path::filename(folder).starts_with("."))
    return true;
  auto config = configs.find(folderOf(folder));
  if (!config)
    return config.takeError();
  return isExcluded(folder, *config) ||
         isExcluded((folder + "/").str(), *config);
}

/// Adds those of a folder's files that were changed, and looks at no others, as
/// a large repository has many.
llvm::Error InputFinder::addChanged(StringRef folder) {
  auto names = changed->below(folder);
  if (!names)
    return names.takeError();
  // Shown as when a folder is walked through.
  StringRef shown = folder;
  shown.consume_front("./");
  std::string prefix = shown == "." ? "" : (shown.rtrim('/') + "/").str();
  for (StringRef name : **names) {
    std::string file = prefix + name.str();
    // A link counts as what it leads to.
    if (!isCheckedFile(file) || !fs::is_regular_file(file))
      continue;
    bool leftOut = false;
    for (size_t end = name.find('/'); end != StringRef::npos && !leftOut;
         end = name.find('/', end + 1)) {
      auto above = isFolderLeftOut(prefix + name.take_front(end).str());
      if (!above)
        return above.takeError();
      leftOut = *above;
    }
    if (leftOut)
      continue;
    if (llvm::Error failed = addFile(file, /*named=*/false))
      return failed;
  }
  return llvm::Error::success();
}

/// Whether a file, relative to a folder above it, was changed; always if nobody
/// asks for that.
llvm::Expected<bool> InputFinder::isChanged(StringRef folder, StringRef file) {
  if (!changed)
    return true;
  auto names = changed->below(folder);
  if (!names)
    return names.takeError();
  return (*names)->count(file.str()) != 0;
}

llvm::Error InputFinder::addNamed(StringRef file) {
  // That there is no such file is said when it is read.
  if (fs::exists(file)) {
    auto isWanted = isChanged(folderOf(file), path::filename(file));
    if (!isWanted)
      return isWanted.takeError();
    if (!*isWanted)
      return llvm::Error::success();
  }
  return addFile(file, /*named=*/true);
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
  // Without `**` a pattern reaches as deep as it has separators.
  StringRef rest = pattern.drop_front(base.size());
  size_t depth = rest.contains("**") ? SIZE_MAX : rest.count('/');
  std::error_code error;
  std::vector<std::string> files;
  for (fs::recursive_directory_iterator at(start, error, false), end;
       at != end && !error; at.increment(error)) {
    StringRef file = at->path();
    if (base.empty())
      file.consume_front("./");
    // A glob is relative to what it is matched with.
    StringRef matched = file;
    matched.consume_front("/");
    bool hidden = path::filename(file).starts_with(".");
    if (hidden || static_cast<size_t>(at.level()) >= depth)
      at.no_push();
    if (typeOf(*at) == fs::file_type::regular_file && glob.matches(matched))
      files.push_back(file.str());
  }
  if (error)
    return llvm::createFileError(start, error);
  llvm::sort(files);
  for (StringRef file : files) {
    StringRef relative = file.drop_front(base.size());
    auto isWanted = isChanged(start, relative);
    if (!isWanted)
      return isWanted.takeError();
    if (!*isWanted)
      continue;
    if (llvm::Error failed = addFile(file, /*named=*/false))
      return failed;
  }
  return llvm::Error::success();
}

llvm::Error InputFinder::add(StringRef argument) {
  if (argument == "-")
    return addStdin();
  if (fs::is_directory(argument)) {
    StringRef folder = argument.rtrim('/');
    if (folder.empty())
      folder = "/";
    return changed ? addChanged(folder) : addFolder(folder);
  }
  if (!fs::exists(argument) && PathGlob::isPattern(argument))
    return addPattern(argument);
  return addNamed(argument);
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
