//===- PinFiles.cpp - Files and commands that pin versions ----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Trainers/PinFiles.h"
#include "Support/LLVM.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace trainlint;
using namespace trainlint::python;

static constexpr llvm::StringLiteral BesideProgram[] = {"requirements.txt",
                                                        "requirements-tpu.txt",
                                                        "requirements_tpu.txt",
                                                        "requirements-xla.txt",
                                                        "requirements_xla.txt",
                                                        "requirements-jax.txt",
                                                        "requirements_jax.txt",
                                                        "requirements.in",
                                                        "requirements/base.txt",
                                                        "requirements/main.txt",
                                                        "setup.py",
                                                        "setup.cfg",
                                                        "pyproject.toml",
                                                        "Pipfile",
                                                        "environment.yml",
                                                        "environment.yaml",
                                                        "Dockerfile"};

ArrayRef<llvm::StringLiteral> python::pinFileNames() { return BesideProgram; }

//===----------------------------------------------------------------------===//
// Commands
//===----------------------------------------------------------------------===//

namespace {
/// What is required, in the word that says so.
using OnWord = llvm::function_ref<void(const Requirement &, StringRef word)>;

/// Looks for `pip install` and for the environments of Google's images among
/// the words of commands.
class CommandPinReader {
public:
  CommandPinReader(OnWord onWord, OnFile onFile)
      : onWord(onWord), onFile(onFile) {}

  void take(StringRef word);
  void endCommand() { state = State::Other; }

private:
  enum class State : uint8_t { Other, Pip, Install, SkipValue, FileValue };

  void takeArgument(StringRef word);
  bool takeEnvironment(StringRef word);

  OnWord onWord;
  OnFile onFile;
  State state = State::Other;
};
} // namespace

static bool isPip(StringRef word) {
  word = word.substr(word.rfind('/') + 1);
  return word.consume_front("pip") && word.find_if_not([](char c) {
    return llvm::isDigit(c) || c == '.';
  }) == StringRef::npos;
}

/// `--conda-env=torch-xla-1.13`, `conda activate torch-xla-1.13` and the
/// `--version=pytorch-1.13` of a TPU: what Google's images call versions.
bool CommandPinReader::takeEnvironment(StringRef word) {
  StringRef name = word.substr(word.rfind('=') + 1);
  StringRef version = name;
  if (!version.consume_front("torch-xla-") &&
      !(word.starts_with("--version=") && version.consume_front("pytorch-")))
    return false;
  if (!PackageVersion::parse(version))
    return false;
  Requirement requirement;
  requirement.name = "torch_xla";
  requirement.version = version;
  requirement.range = VersionRange::parse(("=" + version).str());
  onWord(requirement, name);
  return true;
}

void CommandPinReader::take(StringRef word) {
  word = word.trim("\"'");
  if (state == State::Other && takeEnvironment(word))
    return;
  // Set by `take` alone, and left by the end of the command.
  if (state == State::Other) {
    if (isPip(word.ltrim("!%")))
      state = State::Pip;
    return;
  }
  if (state == State::Pip) {
    if (word == "install")
      state = State::Install;
    else if (!word.starts_with("-"))
      state = State::Other;
    return;
  }
  takeArgument(word);
}

void CommandPinReader::takeArgument(StringRef word) {
  if (state == State::SkipValue || state == State::FileValue) {
    if (state == State::FileValue)
      onFile(word);
    state = State::Install;
    return;
  }
  if (!word.starts_with("-")) {
    if (std::optional<Requirement> requirement = Requirement::parse(word))
      onWord(*requirement, word);
    return;
  }
  state =
      llvm::StringSwitch<State>(word)
          .Cases({"-r", "--requirement", "-c", "--constraint"},
                 State::FileValue)
          .Cases({"-f", "--find-links", "-i", "--index-url",
                  "--extra-index-url", "-t", "--target", "-e", "--editable"},
                 State::SkipValue)
          .Default(State::Install);
}

void python::readShellPins(StringRef shell, OnRequirement onRequirement,
                           OnFile onFile) {
  auto onWord = [&](const Requirement &requirement, StringRef word) {
    onRequirement(requirement, rangeIn(shell, word));
  };
  CommandPinReader reader(onWord, onFile);
  size_t at = 0;
  while (at < shell.size()) {
    char c = shell[at];
    if (c == '\\' && at + 1 < shell.size() && shell[at + 1] == '\n') {
      at += 2;
      continue;
    }
    if (c == '\n' || c == ';' || c == '|' || c == '&') {
      reader.endCommand();
      ++at;
      continue;
    }
    if (llvm::isSpace(c)) {
      ++at;
      continue;
    }
    if (c == '#') {
      at = std::min(shell.find('\n', at), shell.size());
      continue;
    }
    // A word ends at a blank that stands in no quotes.
    size_t begin = at;
    char quote = 0;
    for (; at < shell.size(); ++at) {
      char d = shell[at];
      if (quote) {
        quote = d == quote ? 0 : quote;
        continue;
      }
      if (d == '"' || d == '\'')
        quote = d;
      else if (llvm::isSpace(d) || StringRef(";|&").contains(d))
        break;
    }
    reader.take(shell.slice(begin, at));
  }
}

void python::readCommandPins(
    ArrayRef<StringRef> words,
    llvm::function_ref<void(const Requirement &, size_t word)> onRequirement,
    OnFile onFile) {
  size_t at = 0;
  auto onWord = [&](const Requirement &requirement, StringRef) {
    onRequirement(requirement, at);
  };
  CommandPinReader reader(onWord, onFile);
  for (; at < words.size(); ++at)
    reader.take(words[at]);
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

/// Requirements that stand on lines of their own, as items of a list or not.
static void readLines(StringRef text, OnRequirement onRequirement,
                      OnFile onFile) {
  StringRef rest = text;
  while (!rest.empty()) {
    StringRef line;
    std::tie(line, rest) = rest.split('\n');
    line = line.trim();
    if (line.consume_front("-r ") || line.consume_front("-c ") ||
        line.consume_front("--requirement ") ||
        line.consume_front("--constraint ")) {
      onFile(line.trim());
      continue;
    }
    if (line.consume_front("- "))
      line = line.ltrim();
    if (std::optional<Requirement> requirement = Requirement::parse(line))
      onRequirement(*requirement, rangeIn(text, line));
  }
}

/// `torch-xla = "^2.6"`, `torch-xla = {version = "2.6"}`: the tables of Poetry
/// and Pipenv, whose keys are packages.
static void readTableLine(StringRef text, StringRef line,
                          OnRequirement onRequirement) {
  auto [key, value] = line.split('=');
  key = key.trim(" \t\"'");
  value = value.trim();
  if (key.empty() || value.empty())
    return;
  if (value.starts_with("{")) {
    size_t version = value.find("version");
    if (version == StringRef::npos)
      return;
    value = value.substr(version).split('=').second.ltrim();
  }
  if (!value.starts_with("\"") && !value.starts_with("'"))
    return;
  char quote = value.front();
  value = value.drop_front().take_until([&](char c) { return c == quote; });
  Requirement requirement;
  requirement.name = key;
  requirement.version = value;
  requirement.range = VersionRange::parse(value);
  onRequirement(requirement, rangeIn(text, value));
}

/// Requirements in quotes, as Python and TOML write them in lists.
static void readQuotes(StringRef text, bool hasTables,
                       OnRequirement onRequirement) {
  StringRef rest = text;
  while (!rest.empty()) {
    StringRef line;
    std::tie(line, rest) = rest.split('\n');
    if (line.ltrim().starts_with("#"))
      continue;
    if (hasTables)
      readTableLine(text, line, onRequirement);
    for (size_t at = line.find_first_of("\"'"); at != StringRef::npos;
         at = line.find_first_of("\"'", at)) {
      size_t end = line.find(line[at], at + 1);
      if (end == StringRef::npos)
        break;
      StringRef quoted = line.slice(at + 1, end);
      if (std::optional<Requirement> requirement = Requirement::parse(quoted))
        onRequirement(*requirement, rangeIn(text, quoted));
      at = end + 1;
    }
  }
}

/// The image that a Dockerfile starts from, and the commands that it runs.
static void readDockerfile(StringRef text, OnRequirement onRequirement,
                           OnFile onFile) {
  StringRef rest = text;
  while (!rest.empty()) {
    StringRef line;
    std::tie(line, rest) = rest.split('\n');
    if (!line.consume_front("FROM "))
      continue;
    StringRef image = line.trim().take_until(llvm::isSpace);
    if (std::optional<Requirement> requirement = requirementOfImage(image))
      onRequirement(*requirement, rangeIn(text, image));
  }
  readShellPins(text, onRequirement, onFile);
}

void python::readPinFile(StringRef name, StringRef text,
                         OnRequirement onRequirement, OnFile onFile) {
  StringRef file = name.substr(name.rfind('/') + 1);
  if (file == "setup.py")
    return readQuotes(text, /*hasTables=*/false, onRequirement);
  if (file.ends_with(".toml") || file == "Pipfile")
    return readQuotes(text, /*hasTables=*/true, onRequirement);
  if (file == "Dockerfile")
    return readDockerfile(text, onRequirement, onFile);
  readLines(text, onRequirement, onFile);
}

//===----------------------------------------------------------------------===//
// Images
//===----------------------------------------------------------------------===//

/// `2-11` of `tf-gpu.2-11`: the first two parts of a version.
static std::optional<VersionRange> parseImageVersion(StringRef text) {
  auto [major, rest] = text.split('-');
  StringRef minor = rest.take_while(llvm::isDigit);
  if (major.empty() || minor.empty() || !llvm::all_of(major, llvm::isDigit))
    return std::nullopt;
  return VersionRange::parse((llvm::Twine("=") + major + "." + minor).str());
}

std::optional<Requirement> python::requirementOfImage(StringRef image) {
  StringRef last = image.substr(image.rfind('/') + 1);
  auto [name, tag] = last.split('@').first.split(':');
  Requirement requirement;

  // us-docker.pkg.dev/vertex-ai/training/tf-gpu.2-11.py310:latest
  auto [kind, release] = name.split('.');
  if (std::optional<VersionRange> range = parseImageVersion(release)) {
    if (!kind.starts_with("tf-") && !kind.starts_with("tf2-") &&
        kind != "pytorch-xla")
      return std::nullopt;
    requirement.name = kind == "pytorch-xla" ? "torch_xla" : "tensorflow";
    requirement.version = release.split('.').first;
    requirement.range = *range;
    return requirement;
  }

  // us-central1-docker.pkg.dev/tpu-pytorch-releases/docker/xla:r2.6.0_3.10_tpuvm
  if (name == "xla" && image.contains("tpu-pytorch") &&
      tag.consume_front("r")) {
    requirement.name = "torch_xla";
    requirement.version = tag.split('_').first;
  } else if (name == "tensorflow" && image.contains("tensorflow/tensorflow")) {
    requirement.name = "tensorflow";
    requirement.version = tag.split('-').first;
  } else if (image.contains("jax-stable-stack") && tag.consume_front("jax")) {
    requirement.name = "jax";
    requirement.version = tag.split('-').first;
  }
  if (!PackageVersion::parse(requirement.version))
    return std::nullopt;
  // `r2.6` has any 2.6.
  unsigned parts = requirement.version.count('.') + 1;
  requirement.range = VersionRange::parse(
      ((parts < 3 ? "=" : "==") + requirement.version).str());
  return requirement;
}
