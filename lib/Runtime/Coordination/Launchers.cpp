//===- Launchers.cpp - What launchers say of a process --------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The variables are those that launchers document, and that JAX and PyTorch
// take, too. Several may be there at once: mpirun runs below srun, and torchrun
// below both, with numbers of its own. They need not agree, so the innermost
// launcher counts.
//
//===----------------------------------------------------------------------===//

#include "Runtime/Coordination/Launchers.h"
#include "Support/LLVM.h"
#include "Support/Text.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include <cstdlib>

using namespace trainlint;
using namespace trainlint::coordination;

std::optional<std::string> coordination::environmentOf(StringRef name) {
  const char *value = std::getenv(name.str().c_str());
  return value ? std::optional<std::string>(value) : std::nullopt;
}

using Found = llvm::Expected<std::optional<LaunchedPlace>>;

namespace {
/// The variables, and what is wrong with them.
class Variables {
public:
  explicit Variables(const Environment &environment)
      : environment(environment) {}

  /// An empty variable says nothing.
  std::optional<std::string> text(StringRef name) const {
    std::optional<std::string> value = environment(name);
    return value && !value->empty() ? value : std::nullopt;
  }

  std::string textOr(StringRef name) const { return text(name).value_or(""); }

  /// A number from `least`; none if the variable is not set.
  llvm::Expected<std::optional<int64_t>> number(StringRef name,
                                                int64_t least) const {
    std::optional<std::string> value = text(name);
    if (!value)
      return std::nullopt;
    constexpr int64_t Most = 1 << 20;
    int64_t out;
    if (StringRef(*value).trim().getAsInteger(10, out) || out < least ||
        out > Most)
      return llvm::createStringError(
          llvm::formatv("the variable `{0}` is {1}, and a number from {2} is "
                        "expected",
                        name, quoted(*value), least));
    return out;
  }

  /// What two variables say; none if both are not set.
  Found pair(StringRef indexName, StringRef countName) const {
    auto index = number(indexName, 0);
    if (!index)
      return index.takeError();
    auto count = number(countName, 1);
    if (!count)
      return count.takeError();
    if (!*index && !*count)
      return std::nullopt;
    if (!*index || !*count)
      return llvm::createStringError(llvm::formatv(
          "the variable `{0}` is set, and `{1}` is not",
          *index ? indexName : countName, *index ? countName : indexName));
    if (**index >= **count)
      return llvm::createStringError(llvm::formatv(
          "the variable `{0}` is {1}, and `{2}` is {3}: the number of a "
          "process is below that of all",
          indexName, **index, countName, **count));
    LaunchedPlace out;
    out.source = "`" + indexName.str() + "` and `" + countName.str() + "`";
    out.index = **index;
    out.count = **count;
    return out;
  }

private:
  const Environment &environment;
};
} // namespace

//===----------------------------------------------------------------------===//
// torchrun and MPI
//===----------------------------------------------------------------------===//

static Found findTorchrun(const Variables &variables) {
  Found place = variables.pair("RANK", "WORLD_SIZE");
  if (!place || !*place)
    return place;
  (*place)->run = variables.textOr("TORCHELASTIC_RUN_ID");
  auto port = variables.number("MASTER_PORT", 1);
  if (!port)
    return port.takeError();
  std::optional<std::string> host = variables.text("MASTER_ADDR");
  if (!host)
    return place;
  HostPort &first = (*place)->first.emplace();
  first.host = *host;
  first.port = static_cast<uint16_t>(port->value_or(DefaultPort));
  // torchrun listens at the port itself then.
  if (*port && variables.textOr("TORCHELASTIC_USE_AGENT_STORE") == "True")
    ++first.port;
  return place;
}

static Found findOpenMpi(const Variables &variables) {
  return variables.pair("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE");
}

static Found findPmi(const Variables &variables) {
  return variables.pair("PMI_RANK", "PMI_SIZE");
}

//===----------------------------------------------------------------------===//
// Slurm
//===----------------------------------------------------------------------===//

std::string coordination::firstOfHostList(StringRef list) {
  size_t bracket = list.find('['), comma = list.find(',');
  if (bracket == StringRef::npos || comma < bracket)
    return list.take_until([](char c) { return c == ','; }).str();
  StringRef numbers = list.drop_front(bracket + 1);
  StringRef first = numbers.take_until(
      [](char c) { return c == ',' || c == '-' || c == ']'; });
  StringRef rest = numbers.split(']').second;
  std::string out = list.take_front(bracket).str() + first.str();
  // Names may have several ranges, such as `rack[1-2]node[01-16]`.
  return rest.empty() || rest.starts_with(",") ? out
                                               : out + firstOfHostList(rest);
}

static Found findSlurm(const Variables &variables) {
  // The number of a step's tasks goes before that of the job's.
  StringRef count = variables.text("SLURM_STEP_NUM_TASKS")
                        ? "SLURM_STEP_NUM_TASKS"
                        : "SLURM_NTASKS";
  // A job without steps has a number of tasks and no task.
  if (!variables.text("SLURM_PROCID"))
    return std::nullopt;
  Found place = variables.pair("SLURM_PROCID", count);
  if (!place || !*place)
    return place;
  std::optional<std::string> hosts = variables.text("SLURM_STEP_NODELIST");
  if (!hosts)
    hosts = variables.text("SLURM_JOB_NODELIST");
  (*place)->run = variables.textOr("SLURM_JOB_ID");
  if (!hosts)
    return place;
  HostPort &first = (*place)->first.emplace();
  first.host = firstOfHostList(*hosts);
  // Jobs that share a node have ports of their own, as those of JAX do.
  uint64_t job;
  first.port = DefaultPort;
  if (!StringRef((*place)->run).getAsInteger(10, job))
    first.port = 61440 + job % 4096;
  return place;
}

//===----------------------------------------------------------------------===//
// Vertex AI
//===----------------------------------------------------------------------===//

/// Reads `{"cluster": {ROLE: [HOST:PORT, ...]}, "task": {"type": ROLE,
/// "index": N}}`. The processes are those of `roles`, in this order.
static Found readCluster(StringRef name, StringRef text,
                         ArrayRef<StringRef> roles) {
  auto wrong = [&](const llvm::Twine &why) {
    return llvm::createStringError("the variable `" + name + "` " + why);
  };
  auto value = llvm::json::parse(text);
  if (!value)
    return wrong("is no JSON: " + llvm::toString(value.takeError()));
  const llvm::json::Object *root = value->getAsObject();
  const llvm::json::Object *cluster =
      root ? root->getObject("cluster") : nullptr;
  const llvm::json::Object *task = root ? root->getObject("task") : nullptr;
  // Jobs of one process have none.
  if (!cluster || !task)
    return std::nullopt;
  std::optional<StringRef> role = task->getString("type");
  int64_t number = task->getInteger("index").value_or(0);
  if (!role)
    return wrong("does not say what this process is");
  LaunchedPlace out;
  out.source = "`" + name.str() + "`";
  out.count = 0;
  bool isFound = false;
  for (StringRef each : roles) {
    const llvm::json::Array *hosts = cluster->getArray(each);
    if (!hosts)
      continue;
    int64_t size = hosts->size();
    if (each == *role) {
      if (number < 0 || number >= size)
        return wrong(llvm::formatv("says that this is `{0}` {1} of {2}", each,
                                   number, size)
                         .str());
      isFound = true;
      out.index = out.count + number;
    }
    if (out.count == 0 && size > 0) {
      auto first = parseHostPort(hosts->front().getAsString().value_or(""));
      if (!first)
        return wrong("has a host that cannot be read: " +
                     llvm::toString(first.takeError()));
      out.first = std::move(*first);
    }
    out.count += size;
  }
  if (!isFound)
    return wrong("says that this is `" + *role +
                 "`, which takes no part in the training");
  return out;
}

static Found findVertex(const Variables &variables) {
  constexpr StringRef Pools[] = {"workerpool0", "workerpool1", "workerpool2",
                                 "workerpool3"};
  constexpr StringRef Roles[] = {"chief", "master", "worker"};
  if (auto text = variables.text("CLUSTER_SPEC")) {
    Found place = readCluster("CLUSTER_SPEC", *text, Pools);
    if (place && *place)
      (*place)->run = variables.textOr("CLOUD_ML_JOB_ID");
    return place;
  }
  if (auto text = variables.text("TF_CONFIG"))
    return readCluster("TF_CONFIG", *text, Roles);
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Kubernetes
//===----------------------------------------------------------------------===//

/// Where the first pod of a job is. The variables are those that manifests of
/// JobSets take from the labels of a pod.
static std::optional<HostPort> firstPod(const Variables &variables) {
  std::optional<std::string> set = variables.text("JOBSET_NAME");
  std::optional<std::string> job = variables.text("REPLICATED_JOB_NAME");
  if (!set || !job)
    return std::nullopt;
  return HostPort{*set + "-" + *job + "-0-0." + *set, DefaultPort};
}

static Found findKubernetes(const Variables &variables) {
  auto index = variables.number("JOB_COMPLETION_INDEX", 0);
  if (!index)
    return index.takeError();
  if (!*index)
    return std::nullopt;
  StringRef countName = variables.text("TRAINLINT_PROCESSES")
                            ? "TRAINLINT_PROCESSES"
                            : "JAX_PROCESS_COUNT";
  auto count = variables.number(countName, 1);
  if (!count)
    return count.takeError();
  if (!*count)
    return llvm::createStringError(
        "the variable `JOB_COMPLETION_INDEX` is set, and "
        "`TRAINLINT_PROCESSES`, the number of pods, is not");
  // A set may have several jobs of the same kind, such as slices.
  auto job = variables.number("JOB_INDEX", 0);
  if (!job)
    return job.takeError();
  auto inJob = variables.number("PROCESSES_IN_JOB", 1);
  if (!inJob)
    return inJob.takeError();
  int64_t own = **index;
  if (*job && *inJob) {
    if (own >= **inJob)
      return llvm::createStringError(
          llvm::formatv("the variable `JOB_COMPLETION_INDEX` is {0}, and "
                        "`PROCESSES_IN_JOB` is {1}",
                        own, **inJob));
    own += **job * **inJob;
  } else if (*job && **job > 0) {
    return llvm::createStringError(
        "the variable `JOB_INDEX` is set, and `PROCESSES_IN_JOB` is not");
  }
  if (own >= **count)
    return llvm::createStringError(
        llvm::formatv("the variables make this process {0}, and `{1}` is {2}",
                      own, countName, **count));
  LaunchedPlace out;
  out.source = "`JOB_COMPLETION_INDEX` and `" + countName.str() + "`";
  out.index = own;
  out.count = **count;
  out.first = firstPod(variables);
  out.run = variables.textOr("JOBSET_NAME");
  return out;
}

//===----------------------------------------------------------------------===//
// TPU hosts
//===----------------------------------------------------------------------===//

static Found findTpu(const Variables &variables) {
  auto worker = variables.number("TPU_WORKER_ID", 0);
  if (!worker)
    return worker.takeError();
  std::optional<std::string> names = variables.text("TPU_WORKER_HOSTNAMES");
  if (!*worker || !names)
    return std::nullopt;
  SmallVector<StringRef> hosts;
  StringRef(*names).split(hosts, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  auto size = static_cast<int64_t>(hosts.size());
  if (**worker >= size)
    return llvm::createStringError(llvm::formatv(
        "the variable `TPU_WORKER_ID` is {0}, and `TPU_WORKER_HOSTNAMES` has "
        "{1}",
        **worker, pluralize(size, "name")));
  LaunchedPlace out;
  out.source = "`TPU_WORKER_ID` and `TPU_WORKER_HOSTNAMES`";
  out.index = **worker;
  out.count = size;
  out.first = HostPort{hosts.front().trim().str(), DefaultPort};
  Found slices = variables.pair("MEGASCALE_SLICE_ID", "MEGASCALE_NUM_SLICES");
  if (!slices)
    return slices.takeError();
  if (!*slices)
    return out;
  out.source += " with those of its slice";
  out.index += (*slices)->index * size;
  out.count *= (*slices)->count;
  // The names are those of the own slice.
  if ((*slices)->count == 1)
    return out;
  out.first = std::nullopt;
  if (auto address = variables.text("MEGASCALE_COORDINATOR_ADDRESS"))
    out.first =
        HostPort{StringRef(*address).split(':').first.str(), DefaultPort};
  return out;
}

Found coordination::findLaunchedPlace(const Environment &environment) {
  Variables variables(environment);
  using Finder = Found (*)(const Variables &);
  constexpr Finder Finders[] = {findTorchrun, findOpenMpi, findPmi,
                                findSlurm,    findVertex,  findKubernetes,
                                findTpu};
  llvm::Error problem = llvm::Error::success();
  for (Finder find : Finders) {
    Found place = find(variables);
    if (place && *place) {
      // What is incomplete need not be a launcher's.
      llvm::consumeError(std::move(problem));
      return place;
    }
    if (place)
      continue;
    if (problem)
      llvm::consumeError(place.takeError());
    else
      problem = place.takeError();
  }
  if (problem)
    return problem;
  return std::nullopt;
}
