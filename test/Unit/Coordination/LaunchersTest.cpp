//===- LaunchersTest.cpp - What launchers say of a process ----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Coordination/JobPlace.h"
#include "TestHelpers.h"
#include <map>

using namespace trainlint;
using namespace trainlint::coordination;
using namespace trainlint::test;

using Variables = std::map<std::string, std::string>;

static Environment in(Variables variables) {
  return [variables](llvm::StringRef name) -> std::optional<std::string> {
    auto found = variables.find(name.str());
    if (found == variables.end())
      return std::nullopt;
    return found->second;
  };
}

/// "INDEX/COUNT at HOST:PORT", or what is wrong.
static std::string placeIn(Variables variables) {
  auto place = findLaunchedPlace(in(std::move(variables)));
  if (!place)
    return messageOf(place.takeError());
  if (!*place)
    return "none";
  std::string out =
      std::to_string((*place)->index) + "/" + std::to_string((*place)->count);
  if ((*place)->first)
    out += " at " + (*place)->first->text();
  if (!(*place)->run.empty())
    out += " of " + (*place)->run;
  return out;
}

TEST(Launchers, Torchrun) {
  EXPECT_EQ(placeIn({}), "none");
  EXPECT_EQ(placeIn({{"RANK", "1"}, {"WORLD_SIZE", "4"}}), "1/4");
  Variables all = {{"RANK", "3"},
                   {"WORLD_SIZE", "4"},
                   {"MASTER_ADDR", "fd00::1"},
                   {"MASTER_PORT", "29500"},
                   {"TORCHELASTIC_RUN_ID", "job"},
                   {"TORCHELASTIC_USE_AGENT_STORE", "False"}};
  EXPECT_EQ(placeIn(all), "3/4 at [fd00::1]:29500 of job");
  // torchrun itself listens there.
  all["TORCHELASTIC_USE_AGENT_STORE"] = "True";
  EXPECT_EQ(placeIn(all), "3/4 at [fd00::1]:29501 of job");
  EXPECT_EQ(placeIn({{"RANK", "1"}}),
            "the variable `RANK` is set, and `WORLD_SIZE` is not");
  EXPECT_EQ(placeIn({{"WORLD_SIZE", "1"}}),
            "the variable `WORLD_SIZE` is set, and `RANK` is not");
  EXPECT_EQ(placeIn({{"RANK", "4"}, {"WORLD_SIZE", "4"}}),
            "the variable `RANK` is 4, and `WORLD_SIZE` is 4: the number of a "
            "process is below that of all");
  EXPECT_EQ(placeIn({{"RANK", "one"}, {"WORLD_SIZE", "4"}}),
            "the variable `RANK` is `one`, and a number from 0 is expected");
  EXPECT_EQ(placeIn({{"RANK", "0"}, {"WORLD_SIZE", "0"}}),
            "the variable `WORLD_SIZE` is `0`, and a number from 1 is "
            "expected");
}

TEST(Launchers, Mpi) {
  EXPECT_EQ(
      placeIn({{"OMPI_COMM_WORLD_RANK", "2"}, {"OMPI_COMM_WORLD_SIZE", "8"}}),
      "2/8");
  EXPECT_EQ(placeIn({{"PMI_RANK", "7"}, {"PMI_SIZE", "8"}}), "7/8");
  EXPECT_EQ(placeIn({{"PMI_RANK", "7"}}),
            "the variable `PMI_RANK` is set, and `PMI_SIZE` is not");
}

TEST(Launchers, Slurm) {
  Variables all = {{"SLURM_PROCID", "1"},
                   {"SLURM_NTASKS", "16"},
                   {"SLURM_JOB_ID", "4097"},
                   {"SLURM_JOB_NODELIST", "node[07-09],gpu1"}};
  EXPECT_EQ(placeIn(all), "1/16 at node07:61441 of 4097");
  // The step has fewer tasks than the job.
  all["SLURM_STEP_NUM_TASKS"] = "4";
  all["SLURM_STEP_NODELIST"] = "node09";
  EXPECT_EQ(placeIn(all), "1/4 at node09:61441 of 4097");
  // mpirun starts other processes below srun, and torchrun below both.
  all["OMPI_COMM_WORLD_RANK"] = "5";
  all["OMPI_COMM_WORLD_SIZE"] = "8";
  EXPECT_EQ(placeIn(all), "5/8");
  // What is not complete is not theirs.
  all["RANK"] = "5";
  EXPECT_EQ(placeIn(all), "5/8");
  EXPECT_EQ(placeIn({{"SLURM_NTASKS", "16"}}), "none");
  EXPECT_EQ(placeIn({{"SLURM_PROCID", "0"}}),
            "the variable `SLURM_PROCID` is set, and `SLURM_NTASKS` is not");
}

TEST(Launchers, HostLists) {
  EXPECT_EQ(firstOfHostList("node1"), "node1");
  EXPECT_EQ(firstOfHostList("node1,node2"), "node1");
  EXPECT_EQ(firstOfHostList("node[07-09,12],gpu1"), "node07");
  EXPECT_EQ(firstOfHostList("a,node[1-2]"), "a");
  EXPECT_EQ(firstOfHostList("rack[1-2]node[01-16].site,x"), "rack1node01.site");
  EXPECT_EQ(firstOfHostList("node[3]"), "node3");
  EXPECT_EQ(firstOfHostList("node["), "node");
  EXPECT_EQ(firstOfHostList(""), "");
}

TEST(Launchers, VertexAI) {
  const char *spec =
      R"({"cluster": {"workerpool0": ["a-0:2222"],
          "workerpool1": ["b-0:2222", "b-1:2222"]}, "environment": "cloud",
          "task": {"type": "workerpool1", "index": 1}})";
  EXPECT_EQ(placeIn({{"CLUSTER_SPEC", spec}, {"CLOUD_ML_JOB_ID", "77"}}),
            "2/3 at a-0:2222 of 77");
  const char *config =
      R"({"cluster": {"chief": ["c:2222"], "worker": ["w:2222"],
          "ps": ["p:2222"]}, "task": {"type": "worker", "index": 0}})";
  EXPECT_EQ(placeIn({{"TF_CONFIG", config}}), "1/2 at c:2222");
  EXPECT_EQ(placeIn({{"TF_CONFIG",
                      R"({"cluster": {"worker": ["w:1"], "ps": ["p:1"]},
                          "task": {"type": "ps", "index": 0}})"}}),
            "the variable `TF_CONFIG` says that this is `ps`, which takes no "
            "part in the training");
  EXPECT_EQ(placeIn({{"TF_CONFIG",
                      R"({"cluster": {"worker": ["w:1"]},
                          "task": {"type": "worker", "index": 1}})"}}),
            "the variable `TF_CONFIG` says that this is `worker` 1 of 1");
  EXPECT_EQ(placeIn({{"TF_CONFIG", R"({"job": {}})"}}), "none");
  EXPECT_TRUE(llvm::StringRef(placeIn({{"CLUSTER_SPEC", "{"}}))
                  .starts_with("the variable `CLUSTER_SPEC` is no JSON"));
}

TEST(Launchers, Kubernetes) {
  Variables all = {{"JOB_COMPLETION_INDEX", "3"}};
  EXPECT_EQ(placeIn(all), "the variable `JOB_COMPLETION_INDEX` is set, and "
                          "`TRAINLINT_PROCESSES`, the number of pods, is not");
  all["TRAINLINT_PROCESSES"] = "4";
  EXPECT_EQ(placeIn(all), "3/4");
  all["JOBSET_NAME"] = "digits";
  all["REPLICATED_JOB_NAME"] = "workers";
  EXPECT_EQ(placeIn(all), "3/4 at digits-workers-0-0.digits:8476 of digits");
  // Several slices.
  all["TRAINLINT_PROCESSES"] = "8";
  all["JOB_INDEX"] = "1";
  EXPECT_EQ(placeIn(all), "the variable `JOB_INDEX` is set, and "
                          "`PROCESSES_IN_JOB` is not");
  all["PROCESSES_IN_JOB"] = "4";
  EXPECT_EQ(placeIn(all), "7/8 at digits-workers-0-0.digits:8476 of digits");
  all["TRAINLINT_PROCESSES"] = "4";
  EXPECT_EQ(placeIn(all), "the variables make this process 7, and "
                          "`TRAINLINT_PROCESSES` is 4");
  all["PROCESSES_IN_JOB"] = "2";
  EXPECT_EQ(placeIn(all), "the variable `JOB_COMPLETION_INDEX` is 3, and "
                          "`PROCESSES_IN_JOB` is 2");
}

TEST(Launchers, Tpu) {
  Variables all = {{"TPU_WORKER_ID", "1"},
                   {"TPU_WORKER_HOSTNAMES", "t-0.svc,t-1.svc"}};
  EXPECT_EQ(placeIn(all), "1/2 at t-0.svc:8476");
  // Pods of a job have both.
  all["JOB_COMPLETION_INDEX"] = "1";
  EXPECT_EQ(placeIn(all), "1/2 at t-0.svc:8476");
  all["MEGASCALE_NUM_SLICES"] = "2";
  all["MEGASCALE_SLICE_ID"] = "1";
  EXPECT_EQ(placeIn(all), "3/4");
  all["MEGASCALE_COORDINATOR_ADDRESS"] = "s-0-0.svc:8080";
  EXPECT_EQ(placeIn(all), "3/4 at s-0-0.svc:8476");
  EXPECT_EQ(placeIn({{"TPU_WORKER_ID", "2"}, {"TPU_WORKER_HOSTNAMES", "a,b"}}),
            "the variable `TPU_WORKER_ID` is 2, and `TPU_WORKER_HOSTNAMES` has "
            "2 names");
  EXPECT_EQ(placeIn({{"TPU_WORKER_ID", "0"}}), "none");
}

TEST(JobPlace, Options) {
  auto place = [](std::string coordinator,
                  std::optional<std::pair<int64_t, int64_t>> process,
                  Variables variables) {
    JobOptions options;
    options.coordinator = std::move(coordinator);
    options.process = process;
    auto found = findJobPlace(options, in(std::move(variables)));
    if (!found)
      return messageOf(found.takeError());
    return std::to_string(found->member.index) + "/" +
           std::to_string(found->member.count) + " at " +
           found->member.coordinator.text() + " with " + found->member.secret;
  };
  Variables launched = {{"RANK", "1"},
                        {"WORLD_SIZE", "2"},
                        {"MASTER_ADDR", "a"},
                        {"MASTER_PORT", "5"},
                        {"TRAINLINT_COORDINATOR_KEY", "0123456789abcdef\n"}};
  EXPECT_EQ(place("auto", std::nullopt, launched),
            "1/2 at a:5 with 0123456789abcdef");
  // What the user says goes first.
  EXPECT_EQ(place("b:6", std::pair(2, 3), launched),
            "2/3 at b:6 with 0123456789abcdef");
  EXPECT_EQ(place("auto", std::pair(2, 3), launched),
            "2/3 at a:5 with 0123456789abcdef");
  EXPECT_EQ(place("b:6", std::nullopt, {}),
            "`--coordinator` needs `--process I/N`, as no launcher says which "
            "process this is");
  EXPECT_EQ(place("auto", std::pair(0, 2), {}),
            "`--coordinator auto` finds no launcher; HOST:PORT says where the "
            "first process is");
  EXPECT_EQ(place("auto", std::nullopt, {{"PMI_RANK", "0"}, {"PMI_SIZE", "2"}}),
            "`--coordinator auto` finds no address of the first process, as "
            "`PMI_RANK` and `PMI_SIZE` come without; HOST:PORT gives it");
  EXPECT_EQ(place("node:0", std::pair(0, 2), {}),
            "`--coordinator` needs a port that all processes know, and not 0");
  EXPECT_EQ(place("node", std::pair(0, 2), {}),
            "`node` is no HOST:PORT, such as node-1:8476 or [::1]:8476");
  EXPECT_EQ(place("node:1", std::pair(0, 2), {}),
            "a coordinator at `node:1` needs a key that all processes have: "
            "`--coordinator-key FILE` or the variable "
            "`TRAINLINT_COORDINATOR_KEY`");
  EXPECT_EQ(place("node:1", std::pair(0, 2),
                  {{"TRAINLINT_COORDINATOR_KEY", "short"}}),
            "the coordinator's key in `TRAINLINT_COORDINATOR_KEY` has 5 bytes, "
            "and at least 16 are needed; `openssl rand -hex 32` makes one");
  // One process needs none.
  EXPECT_EQ(place("node:1", std::pair(0, 1), {}), "0/1 at node:1 with ");
}

TEST(JobPlace, HostsAndPorts) {
  auto read = [](llvm::StringRef text) {
    auto place = parseHostPort(text);
    if (!place) {
      llvm::consumeError(place.takeError());
      return std::string("refused");
    }
    return place->text() + (place->isLoopback() ? " here" : "");
  };
  EXPECT_EQ(read("node-1.site:8476"), "node-1.site:8476");
  EXPECT_EQ(read("127.0.0.1:1"), "127.0.0.1:1 here");
  EXPECT_EQ(read("localhost:65535"), "localhost:65535 here");
  EXPECT_EQ(read("[::1]:2"), "[::1]:2 here");
  EXPECT_EQ(read("[fd00::2]:2"), "[fd00::2]:2");
  // A name is anywhere.
  EXPECT_EQ(read("127.example:1"), "127.example:1");
  for (const char *text : {"", ":1", "node", "node:", "node:65536", "node:-1",
                           "::1:2", "a b:1", "[]:1"})
    EXPECT_EQ(read(text), "refused") << text;
}
