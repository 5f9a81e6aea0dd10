//===- SlurmScript.cpp - Trainings as batch scripts of Slurm --------------===//
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
#include "llvm/Support/MathExtras.h"

using namespace trainlint;
using namespace trainlint::launch;

static std::vector<std::string> directives(const Launch &launch) {
  const LaunchMachines &machines = launch.machines;
  std::vector<std::string> out = {
      "--job-name=" + launch.name,
      "--nodes=" + std::to_string(*machines.hosts),
      "--ntasks-per-node=1",
  };
  if (machines.gpu)
    out.push_back("--gpus-per-node=" + std::to_string(machines.gpusOfHost));
  if (machines.machine && machines.machine->vcpus)
    out.push_back("--cpus-per-task=" +
                  std::to_string(std::max<int64_t>(
                      static_cast<int64_t>(*machines.machine->vcpus), 1)));
  constexpr int64_t SecondsOfMinute = 60;
  if (machines.seconds)
    out.push_back("--time=" + std::to_string(llvm::divideCeil(
                                  *machines.seconds, SecondsOfMinute)));
  if (launch.isResumed) {
    out.push_back("--requeue");
    out.push_back("--open-mode=append");
  }
  return out;
}

static bool meetsInFolder(const Launch &launch) {
  return llvm::any_of(launch.arguments, [](StringRef argument) {
    return argument.starts_with("--store=");
  });
}

/// How the processes find each other: at the first host, or in a folder.
static void addMeeting(const Launch &launch, std::string &text,
                       std::string &command) {
  if (launch.machines.hosts == 1 || launch.namesCoordinator())
    return;
  if (meetsInFolder(launch)) {
    // Only a task itself knows its number.
    command =
        "sh -c 'exec \"$@\" --process=\"$SLURM_PROCID/$SLURM_NTASKS\"' sh " +
        command;
    return;
  }
  text +=
      "\n# Process 0 runs on the first host. Only those who know the key are "
      "let in.\n"
      "host=$(scontrol show hostnames \"$SLURM_JOB_NODELIST\" | head -n 1)\n"
      "port=$((20000 + SLURM_JOB_ID % 10000))\n" +
      KeyVariable.str() +
      "=$(od -An -N32 -tx1 /dev/urandom | tr -d ' \\n')\n"
      "export " +
      KeyVariable.str() + "\n";
  command += " \\\n  --coordinator=\"$host:$port\"";
}

llvm::Expected<std::string> launch::writeSlurmScript(Launch &launch) {
  const LaunchMachines &machines = launch.machines;
  if (machines.isTpu())
    return refuse("Slurm gives a job nodes and GPUs, and no slice of TPU " +
                  machines.generation->name);
  if (!launch.request.image.empty())
    return refuse("`--image` is for containers, and Slurm "
                  "starts programs that its nodes have");
  if (machines.isSpot)
    launch.notes.push_back("whether nodes may be taken away, the partition of "
                           "Slurm says, which `sbatch` is given");
  std::string text = "#!/bin/bash\n";
  for (const std::string &directive : directives(launch))
    text += "#SBATCH " + directive + "\n";
  text += "# " + describe(machines) + "\n";

  std::string command = "trainlint-run";
  for (const std::string &argument : launch.arguments)
    command += " \\\n  " + shellWord(argument);
  addMeeting(launch, text, command);
  text += "\nsrun " + command + "\n";
  if (!launch.isResumed)
    return text;
  std::string codes = llvm::join(restartCodes(), " | ");
  text += "status=$?\n\n"
          "# A process was lost: all begin anew, and go on from the last "
          "checkpoint.\n"
          "case $status in\n" +
          codes +
          ")\n"
          "  if [ \"${SLURM_RESTART_COUNT:-0}\" -lt " +
          std::to_string(MostRestarts) +
          " ]; then\n"
          "    exec scontrol requeue \"$SLURM_JOB_ID\"\n"
          "  fi\n"
          "  ;;\n"
          "esac\n"
          "exit \"$status\"\n";
  return text;
}
