//===- Launch.cpp - What starts a training on machines --------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Launch/Launch.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

using namespace trainlint;
using namespace trainlint::launch;

static constexpr StringRef BucketScheme = "gs://";

std::optional<Launcher> launch::launcherNamed(StringRef word) {
  return llvm::StringSwitch<std::optional<Launcher>>(word)
      .Case("jobset", Launcher::JobSet)
      .Case("vertex", Launcher::VertexAI)
      .Case("xpk", Launcher::Xpk)
      .Case("slurm", Launcher::Slurm)
      .Default(std::nullopt);
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

std::string launch::shellWord(StringRef word) {
  bool isPlain = !word.empty() && llvm::all_of(word, [](char letter) {
    return llvm::isAlnum(letter) || StringRef("_-+=./:,@%").contains(letter);
  });
  if (isPlain)
    return word.str();
  std::string out = "'";
  for (char letter : word)
    out += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  return out + "'";
}

std::string launch::yamlText(StringRef text) {
  // What begins with a letter or `-` and a letter, and has no sign that means
  // something, is itself, unless it is a word such as `no`.
  StringRef start = text.ltrim('-');
  bool isPlain =
      text.size() > 3 && !start.empty() && llvm::isAlpha(start.front()) &&
      llvm::all_of(text, [](char letter) {
        return llvm::isAlnum(letter) || StringRef("_-+=./@").contains(letter);
      });
  bool isWord = llvm::StringSwitch<bool>(text.lower())
                    .Case("null", true)
                    .Case("true", true)
                    .Case("false", true)
                    .Default(false);
  if (isPlain && !isWord)
    return text.str();
  std::string out = "\"";
  for (char letter : text) {
    if (letter == '"' || letter == '\\')
      out += '\\';
    if (llvm::isPrint(letter) || static_cast<signed char>(letter) < 0)
      out += letter;
    else
      out += "\\x" + llvm::utohexstr(letter, /*LowerCase=*/true, /*Width=*/2);
  }
  return out + "\"";
}

std::vector<std::string> launch::restartCodes() {
  std::vector<std::string> codes;
  for (int64_t code : RestartCodes)
    codes.push_back(std::to_string(code));
  return codes;
}

void YamlLines::add(unsigned depth, const llvm::Twine &line) {
  constexpr unsigned Step = 2;
  text.append(depth * Step, ' ');
  text += line.str();
  text += '\n';
}

/// The name of a job: letters, digits and `-`, and short enough for the names
/// of pods that are made of it.
static std::string nameFor(const LaunchRequest &request) {
  constexpr size_t Longest = 40;
  StringRef given = request.name;
  if (given.empty()) {
    given = request.arguments.front();
    for (StringRef argument : request.arguments)
      if (argument.consume_front("--graph="))
        given = argument;
    given = llvm::sys::path::stem(given);
  }
  std::string name;
  for (char letter : given) {
    bool isKept = llvm::isAlnum(letter);
    if (isKept)
      name += llvm::toLower(letter);
    else if (!name.empty() && name.back() != '-')
      name += '-';
  }
  while (!name.empty() && !llvm::isAlpha(name.front()))
    name.erase(0, 1);
  name = name.substr(0, Longest);
  while (!name.empty() && name.back() == '-')
    name.pop_back();
  return name.empty() ? "training" : name;
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

/// The options that name what a training writes.
static constexpr llvm::StringLiteral Outputs[] = {
    "--checkpoints=", "--summaries=", "--export=", "--plot=", "--fetch-state=",
};

/// Puts the folder where a bucket is mounted in place of its address.
static std::string mountBuckets(StringRef argument,
                                std::vector<std::string> &buckets) {
  std::string out;
  while (true) {
    auto [before, behind] = argument.split(BucketScheme);
    out += before;
    if (before.size() == argument.size())
      return out;
    StringRef bucket = behind.take_until(
        [](char letter) { return letter == '/' || letter == ','; });
    if (!llvm::is_contained(buckets, bucket))
      buckets.push_back(bucket.str());
    out += BucketFolder;
    argument = behind;
  }
}

/// True if a folder outlives the host and is seen by all of them.
static bool isShared(StringRef path, const LaunchRequest &request) {
  if (path.starts_with(BucketFolder))
    return true;
  return llvm::any_of(request.volumes, [&](const Volume &volume) {
    StringRef rest = path;
    return rest.consume_front(StringRef(volume.folder).rtrim('/')) &&
           (rest.empty() || rest.starts_with("/"));
  });
}

/// The words that a launcher has for storage.
static StringRef storageHelp(Launcher launcher) {
  switch (launcher) {
  case Launcher::JobSet:
    return "give an address such as gs://BUCKET/run, or a folder of a "
           "`--volume`";
  case Launcher::VertexAI:
    return "give an address such as gs://BUCKET/run";
  case Launcher::Xpk:
    return "give a folder of a `--volume`, which names a storage of xpk";
  case Launcher::Slurm:
    return "";
  }
  llvm_unreachable("all launchers are handled");
}

static llvm::Error checkStorage(const Launch &launch) {
  const LaunchRequest &request = launch.request;
  Launcher launcher = request.launcher;
  bool mountsBuckets =
      launcher == Launcher::JobSet || launcher == Launcher::VertexAI;
  if (!launch.buckets.empty() && !mountsBuckets)
    return refuse(
        "`gs://" + launch.buckets.front() + "` is mounted by none of " +
        (launcher == Launcher::Slurm
             ? "Slurm's options: give the folder where the nodes see it"
             : "xpk's flags: attach it with `xpk storage attach`, and give its "
               "name and folder with `--volume`"));
  bool takesVolumes = launcher == Launcher::JobSet || launcher == Launcher::Xpk;
  if (!request.volumes.empty() && !takesVolumes)
    return refuse(launcher == Launcher::Slurm
                      ? "`--volume` is for containers, and "
                        "Slurm starts programs on nodes "
                        "that have their folders"
                      : "`--volume` names a claim of "
                        "Kubernetes, which Vertex AI does not "
                        "mount; it mounts buckets");
  if (launcher == Launcher::Slurm)
    return llvm::Error::success();
  for (StringRef argument : launch.arguments) {
    if (argument.starts_with("--store="))
      return refuse(
          "`--store` is for nodes that share a folder; these hosts meet at a "
          "coordinator");
    for (StringRef option : Outputs) {
      StringRef path = argument;
      if (path.consume_front(option) && !isShared(path, request))
        return refuse("`" + option.drop_back() + " " + path +
                      "` is lost with the container that writes it; " +
                      storageHelp(launcher));
    }
  }
  return llvm::Error::success();
}

static bool hasOption(llvm::ArrayRef<std::string> arguments, StringRef option) {
  return llvm::any_of(arguments, [&](StringRef argument) {
    return argument.consume_front(option) &&
           (argument.empty() || argument.starts_with("="));
  });
}

bool Launch::namesCoordinator() const {
  return hasOption(arguments, "--coordinator");
}

/// What every process is given: what the user gave, and what follows from the
/// machines.
static void addArguments(Launch &launch) {
  for (StringRef argument : launch.request.arguments)
    launch.arguments.push_back(mountBuckets(argument, launch.buckets));
  auto add = [&](StringRef option, const llvm::Twine &value) {
    if (!hasOption(launch.arguments, option))
      launch.arguments.push_back((option + value).str());
  };
  if (launch.machines.isTpu())
    add("--plugin", "=libtpu.so");
  else if (launch.machines.gpu)
    add("--plugin", "=xla_cuda_plugin.so");
  if (!launch.machines.countsDevices)
    add("--num-replicas", "=" + llvm::Twine(launch.machines.countReplicas(
                                    launch.request.partitions)));
  launch.isResumed = hasOption(launch.arguments, "--checkpoints");
  if (launch.isResumed)
    add("--resume", "");
}

/// The partitions of a replica are in one process, which has the devices of one
/// host.
static llvm::Error checkPartitions(const LaunchMachines &machines,
                                   int64_t partitions) {
  bool isHost = machines.kind == graph::DeviceKind::Host;
  if (isHost || !machines.hosts || *machines.hosts < 1)
    return llvm::Error::success();
  int64_t devices = machines.devices / *machines.hosts;
  if (devices % partitions == 0)
    return llvm::Error::success();
  return refuse(llvm::formatv("the {0} devices of a host cannot be shared by "
                              "replicas of {1} partitions",
                              devices, partitions)
                    .str());
}

llvm::Expected<LaunchFile>
launch::writeLaunchFile(const LaunchRequest &request,
                        const LaunchMachines &machines, const Tables &tables) {
  if (llvm::Error error = checkPartitions(machines, request.partitions))
    return error;
  Launch launch{request, machines, tables, nameFor(request), {}, {}, {}};
  addArguments(launch);
  if (llvm::Error error = checkStorage(launch))
    return error;
  if (!launch.isResumed)
    launch.notes.push_back(
        "without `--checkpoints` a training that is interrupted is lost");
  auto write = [&]() -> llvm::Expected<std::string> {
    switch (request.launcher) {
    case Launcher::JobSet:
      return writeJobSet(launch);
    case Launcher::VertexAI:
      return writeVertexJob(launch);
    case Launcher::Xpk:
      return writeXpkCommand(launch);
    case Launcher::Slurm:
      return writeSlurmScript(launch);
    }
    llvm_unreachable("all launchers are handled");
  };
  auto text = write();
  if (!text)
    return text.takeError();
  bool isManifest = request.launcher == Launcher::JobSet ||
                    request.launcher == Launcher::VertexAI;
  return LaunchFile{launch.name + (isManifest ? ".yaml" : ".sh"),
                    std::move(*text), std::move(launch.notes)};
}
