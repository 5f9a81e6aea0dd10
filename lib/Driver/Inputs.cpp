//===- Inputs.cpp - Finding the files to check ----------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/Inputs.h"
#include "Driver/ChangedFiles.h"
#include "Driver/GraphContent.h"
#include "Driver/PythonInput.h"
#include "Support/Boundary.h"
#include "Support/LLVM.h"
#include "Support/Paths.h"
#include "Text/Shell/Regions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace trainlint;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace {

/// Collects the files of the arguments.
class InputFinder {
public:
  InputFinder(const InputOptions &options, ConfigFinder &configs,
              const NoteSink &note)
      : options(options), configs(configs), note(note) {
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
  llvm::Error addRefused(StringRef argument, std::string why);
  llvm::Error addFolder(StringRef folder, const Boundary &boundary);
  llvm::Error addChanged(StringRef folder, const Boundary &boundary);
  llvm::Error addNamed(StringRef file);
  llvm::Error addPattern(StringRef pattern);
  bool isRegular(StringRef file, const Boundary &boundary);
  bool isLargeData(StringRef file);
  bool isExcluded(StringRef file, const ConfigFile *config) const;
  llvm::Expected<bool> isFolderLeftOut(StringRef folder);
  llvm::Expected<bool> isChanged(StringRef folder, StringRef file);

  const InputOptions &options;
  ConfigFinder &configs;
  const NoteSink &note;
  std::vector<PathGlob> exclude;
  std::optional<ChangedFiles> changed;
  std::vector<Input> inputs;
  llvm::StringSet<> seen;
};

} // namespace

/// Why a named link is not followed.
static constexpr llvm::StringLiteral LinkOut =
    "the link leads out of the repository; name the file itself to check it";

bool trainlint::isCheckedFile(StringRef file) {
  if (isConfigFile(file))
    return false;
  // JSON may be a job or a model of Keras.
  return isYamlOrJsonName(file) || isGraphName(file) ||
         pythonFormOf(file, "") != PythonForm::None ||
         shell::kindOf(file, "") != shell::FileKind::Other;
}

/// Whether an entry of a folder is a file to read. A link to a file counts as
/// the file, one to a folder does not count: it may be a circle. What else is
/// left out, which its name does not tell, gets a note.
bool InputFinder::isRegular(StringRef file, const Boundary &boundary) {
  fs::file_status status;
  if (fs::status(file, status, /*follow=*/false))
    return false;
  fs::file_type type = status.type();
  if (type == fs::file_type::regular_file)
    return true;
  if (type == fs::file_type::directory_file)
    return false;
  auto leaveOut = [&](StringRef what) {
    note(file, (what + ", so it was not checked").str());
    return false;
  };
  if (type != fs::file_type::symlink_file)
    return leaveOut("not a regular file");
  if (!boundary.contains(file))
    return leaveOut("the link leads out of the repository");
  if (fs::status(file, status))
    return leaveOut("the link leads nowhere");
  if (status.type() == fs::file_type::directory_file)
    return false;
  if (status.type() != fs::file_type::regular_file)
    return leaveOut("the link does not lead to a regular file");
  return true;
}

/// True for HDF5 that is larger than any graph: data, as most of it is.
bool InputFinder::isLargeData(StringRef file) {
  StringRef extension = path::extension(file);
  uint64_t size = 0;
  bool isLarge = (extension == ".h5" || extension == ".hdf5") &&
                 !fs::file_size(file, size) && size > LargestGraph;
  if (isLarge)
    note(file, "HDF5 of more than 4 GiB, so it was not checked");
  return isLarge;
}

namespace {
/// What a folder holds, each in a fixed order; hidden folders are left out.
struct FolderEntries {
  /// Files and, since only a closer look tells what they are, links and others.
  std::vector<std::string> files;
  /// Which of the files are certainly regular ones.
  llvm::StringSet<> regular;
  std::vector<std::string> folders;
};
} // namespace

/// Lists a folder. Its paths are shown without `dropped` in front.
static std::error_code listFolder(StringRef folder, StringRef dropped,
                                  llvm::function_ref<bool(StringRef)> isWanted,
                                  FolderEntries &entries) {
  std::error_code error;
  for (fs::directory_iterator at(folder, error, /*follow_symlinks=*/false), end;
       at != end && !error; at.increment(error)) {
    StringRef file = at->path();
    file.consume_front(dropped);
    fs::file_type type = at->type();
    // Not every file system tells the type with the name.
    if (type == fs::file_type::type_unknown) {
      fs::file_status status;
      (void)fs::status(at->path(), status, /*follow=*/false);
      type = status.type();
    }
    if (type == fs::file_type::directory_file) {
      if (!path::filename(file).starts_with("."))
        entries.folders.push_back(file.str());
      continue;
    }
    if (!isWanted(file))
      continue;
    entries.files.push_back(file.str());
    if (type == fs::file_type::regular_file)
      entries.regular.insert(file);
  }
  llvm::sort(entries.files);
  llvm::sort(entries.folders);
  return error;
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

llvm::Error InputFinder::addRefused(StringRef argument, std::string why) {
  Input input;
  input.path = argument.str();
  input.named = true;
  input.refusal = std::move(why);
  if (seen.insert(argument).second)
    inputs.push_back(std::move(input));
  return llvm::Error::success();
}

/// Adds what a folder holds. One that cannot be read does not stop the run.
llvm::Error InputFinder::addFolder(StringRef folder, const Boundary &boundary) {
  FolderEntries entries;
  auto isWanted = [](StringRef file) {
    return isCheckedFile(path::filename(file));
  };
  // Paths below the working directory, the folder `.`, are shown without it.
  std::error_code error = listFolder(folder, "./", isWanted, entries);
  if (error)
    note(folder, "cannot be read (" + error.message() +
                     "), so what it holds was not checked");
  for (const std::string &file : entries.files) {
    if (!entries.regular.contains(file) && !isRegular(file, boundary))
      continue;
    if (isLargeData(file))
      continue;
    if (llvm::Error failed = addFile(file, /*named=*/false))
      return failed;
  }
  for (const std::string &below : entries.folders) {
    auto leftOut = isFolderLeftOut(below);
    if (!leftOut)
      return leftOut.takeError();
    if (*leftOut)
      continue;
    if (llvm::Error failed = addFolder(below, boundary))
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
llvm::Error InputFinder::addChanged(StringRef folder,
                                    const Boundary &boundary) {
  auto names = changed->below(folder);
  if (!names)
    return names.takeError();
  // Shown as when a folder is walked through.
  StringRef shown = folder;
  shown.consume_front("./");
  std::string prefix = shown == "." ? "" : (shown.rtrim('/') + "/").str();
  for (StringRef name : **names) {
    std::string file = prefix + name.str();
    if (!isCheckedFile(file) || !isRegular(file, boundary) || isLargeData(file))
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

/// Collects the files below a folder that are wanted, down to a number of
/// folders below it.
static void collectFiles(StringRef folder, StringRef dropped, size_t depth,
                         llvm::function_ref<bool(StringRef)> isWanted,
                         const NoteSink &note,
                         std::vector<std::string> &files) {
  FolderEntries entries;
  if (std::error_code error = listFolder(folder, dropped, isWanted, entries))
    note(folder, "cannot be read (" + error.message() +
                     "), so what it holds was not checked");
  llvm::append_range(files, entries.files);
  if (depth == 0)
    return;
  for (const std::string &below : entries.folders)
    collectFiles(below, dropped, depth - 1, isWanted, note, files);
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
  if (!linkOutOfRepository(start).empty())
    return addRefused(pattern, LinkOut.str());
  // Without `**` a pattern reaches as deep as it has separators.
  StringRef rest = pattern.drop_front(base.size());
  size_t depth = rest.contains("**") ? SIZE_MAX : rest.count('/');
  std::vector<std::string> files;
  collectFiles(
      start, base.empty() ? "./" : "", depth,
      [&](StringRef file) {
        // A glob is relative to what it is matched with.
        file.consume_front("/");
        return glob.matches(file);
      },
      note, files);
  llvm::sort(files);
  Boundary boundary = Boundary::around(start);
  for (StringRef file : files) {
    if (!isRegular(file, boundary))
      continue;
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
    if (!linkOutOfRepository(folder).empty())
      return addRefused(argument, LinkOut.str());
    Boundary boundary = Boundary::around(folder);
    return changed ? addChanged(folder, boundary) : addFolder(folder, boundary);
  }
  if (!fs::exists(argument) && PathGlob::isPattern(argument))
    return addPattern(argument);
  if (!linkOutOfRepository(argument).empty())
    return addRefused(argument, LinkOut.str());
  return addNamed(argument);
}

llvm::Expected<std::vector<Input>>
trainlint::findInputs(llvm::ArrayRef<std::string> arguments,
                      const InputOptions &options, ConfigFinder &configs,
                      const NoteSink &note) {
  InputFinder finder(options, configs, note);
  for (const std::string &argument : arguments)
    if (llvm::Error error = finder.add(argument))
      return error;
  return finder.take();
}
