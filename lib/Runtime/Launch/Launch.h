//===- Launch.h - What starts a training on machines ------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_LAUNCH_LAUNCH_H
#define TRAINLINT_RUNTIME_LAUNCH_LAUNCH_H

#include "Runtime/Launch/LaunchMachines.h"
#include "llvm/ADT/Twine.h"
#include <string>
#include <vector>

namespace trainlint::launch {

enum class Launcher : uint8_t { JobSet, VertexAI, Xpk, Slurm };

/// The launcher that a word of `--emit` stands for; none for other words.
std::optional<Launcher> launcherNamed(llvm::StringRef word);

/// A claim for storage, or a storage of xpk, and the folder where the hosts see
/// it.
struct Volume {
  std::string name;
  std::string folder;
};

/// What the command line says of a launch.
struct LaunchRequest {
  Launcher launcher = Launcher::JobSet;
  /// A name made of that of the graph or of the job if it is empty.
  std::string name;
  /// Of the containers; a placeholder if it is empty.
  std::string image;
  std::vector<Volume> volumes;
  /// How many devices share a replica.
  int64_t partitions = 1;
  /// What trainlint-run is given, the job first, as `--name=value`.
  std::vector<std::string> arguments;
};

/// A launch with all that the writers need.
struct Launch {
  const LaunchRequest &request;
  const LaunchMachines &machines;
  const Tables &tables;
  std::string name;
  /// What a process is given on any host, but for where it finds the others.
  std::vector<std::string> arguments;
  /// The buckets that the arguments name, and that are mounted for them.
  std::vector<std::string> buckets;
  /// What the launcher has no words for and can be left out, for the user.
  std::vector<std::string> notes;
  /// True if a training goes on where it was, so that it is started anew after
  /// it lost a process.
  bool isResumed = false;

  /// True if the user says where the processes meet.
  bool namesCoordinator() const;
  std::string imageOr(llvm::StringRef placeholder) const {
    return request.image.empty() ? placeholder.str() : request.image;
  }
};

/// Exit codes after which a training is started anew: a process lost another
/// one, or was ended from outside.
inline constexpr int64_t RestartCodes[] = {75, 137, 143};
/// So often.
inline constexpr int64_t MostRestarts = 10;
/// Where process 0 awaits the others.
inline constexpr int64_t CoordinatorPort = 8476;
/// Where the buckets are mounted: Vertex AI chooses this folder itself.
inline constexpr llvm::StringLiteral BucketFolder = "/gcs/";
inline constexpr llvm::StringLiteral ImagePlaceholder = "${IMAGE}";
inline constexpr llvm::StringLiteral KeyVariable = "TRAINLINT_COORDINATOR_KEY";
inline constexpr llvm::StringLiteral CountVariable = "TRAINLINT_PROCESSES";

/// The text that a launcher takes. Fails, and says why, if it has no words for
/// the launch.
llvm::Expected<std::string> writeJobSet(Launch &launch);
llvm::Expected<std::string> writeVertexJob(Launch &launch);
llvm::Expected<std::string> writeXpkCommand(Launch &launch);
llvm::Expected<std::string> writeSlurmScript(Launch &launch);

/// A file that launches a training.
struct LaunchFile {
  std::string name;
  std::string text;
  std::vector<std::string> notes;
};

/// Writes what launches a job on its machines. Fails likewise.
llvm::Expected<LaunchFile> writeLaunchFile(const LaunchRequest &request,
                                           const LaunchMachines &machines,
                                           const Tables &tables);

/// A word as a shell reads it, and a text as YAML does.
std::string shellWord(llvm::StringRef word);
std::string yamlText(llvm::StringRef text);
/// The exit codes as they are written.
std::vector<std::string> restartCodes();

/// Lines of YAML.
struct YamlLines {
  /// Adds a line that stands so many steps deep.
  void add(unsigned depth, const llvm::Twine &line);

  std::string text;
};

} // namespace trainlint::launch

#endif // TRAINLINT_RUNTIME_LAUNCH_LAUNCH_H
