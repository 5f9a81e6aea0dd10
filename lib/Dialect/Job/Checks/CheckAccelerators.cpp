//===- CheckAccelerators.cpp - Accelerators fit their machines ------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/Commands.h"
#include "Diagnostics/Messages/Machines.h"
#include "Diagnostics/Messages/WorkerPools.h"
#include "Dialect/Job/Checks/CheckPass.h"
#include "Dialect/Job/Checks/FieldNames.h"
#include "Dialect/Job/Checks/Machines.h"
#include "Support/LLVM.h"
#include "Support/NearMatch.h"
#include "Support/Text.h"

using namespace trainlint;
using namespace trainlint::job;

namespace trainlint::job {
#define GEN_PASS_DEF_CHECKACCELERATORS
#include "Dialect/Job/Checks/Passes.h.inc"
} // namespace trainlint::job

namespace {

using CountRow = AiPlatformAcceleratorCounts::Row;

struct CheckAccelerators
    : CheckPass<CheckAccelerators,
                job::impl::CheckAcceleratorsBase<CheckAccelerators>> {
  using CheckPass::CheckPass;

  static bool appliesTo(Platform platform) {
    return platform == Platform::AIPlatform || platform == Platform::VertexAI;
  }
  void check(TrainingOp training);

private:
  void checkPool(PoolOp pool);
  void checkWithoutType(PoolOp pool);
  void reportNoCount(PoolOp pool, const Accelerators::Row &accelerator,
                     const CountRow *row);
  bool checkName(PoolOp pool);
  void checkContained(PoolOp pool);
  void checkSupport(PoolOp pool, const Accelerators::Row &accelerator);
  void reportNotAttachable(PoolOp pool, const MachineTypes::Row &machine,
                           const Accelerators::Row &accelerator);
  void checkCount(PoolOp pool, const MachineTypes::Row &machine,
                  const Accelerators::Row &accelerator, const CountRow &row);
  std::string explain(const MachineTypes::Row &machine,
                      const Accelerators::Row &accelerator, int64_t count);
  std::string describeOffers(const MachineTypes::Row &machine);
  std::string listMachineTypes(const Accelerators::Row &accelerator);
  const PlatformTables &platform() const { return *platformTables; }

  /// Those of the job that is checked.
  std::optional<PlatformTables> platformTables;
};

} // namespace

/// "4 x NVIDIA_TESLA_T4".
static std::string describe(int64_t count, StringRef accelerator) {
  return std::to_string(count) + " x " + accelerator.str();
}

static std::string explainEndOfSupport(const Accelerators::Row &accelerator) {
  return "a text of " + formatDate(*accelerator.unsupportedSince) +
         " calls it deprecated; choose a later type";
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// The name that another one most likely stands for. Many call
/// `NVIDIA_TESLA_T4` by its newer name, to which other types are nearer.
static std::optional<NearMatch> nameMeant(StringRef name,
                                          ArrayRef<StringRef> names) {
  StringRef type = name;
  if (type.consume_front_insensitive("NVIDIA_")) {
    std::string full = "NVIDIA_TESLA_" + type.upper();
    const StringRef *found = llvm::find(names, full);
    if (found != names.end())
      return NearMatch{*found, MatchKind::Typo};
  }
  return findNearMatch(name, names);
}

/// True if the accelerator is one of the API's names.
bool CheckAccelerators::checkName(PoolOp pool) {
  ValueAttr type = pool.getAcceleratorTypeAttr();
  std::optional<StringRef> name = knownString(type);
  if (!name)
    return false;
  const Accelerators &accelerators = tables().accelerators;
  const Accelerators::Row *row = accelerators.find(*name);
  if (row && platform().has(*row))
    return true;

  llvm::SmallVector<StringRef> names;
  for (const Accelerators::Row &candidate : accelerators.rows) {
    if (!platform().has(candidate))
      continue;
    names.push_back(candidate.name);
    if (*name != candidate.flagName)
      continue;
    auto training = pool->getParentOfType<TrainingOp>();
    bool isNoFile = training.getFromFlagsAttr() || training.getFromPythonAttr();
    auto report =
        isNoFile
            ? diag::AcceleratorSpelling::service(
                  type.getLoc(), platform().service, candidate.name)
            : diag::AcceleratorSpelling::file(type.getLoc(), candidate.name);
    report.help("`" + *name + "` is the spelling of flags and of Kubernetes")
        .fix(/*safe=*/true, "write `" + candidate.name + "`",
             type.getLocation(), candidate.name);
    return false;
  }
  Report report = cite(diag::UnknownAccelerator::unknown(type.getLoc(), *name,
                                                         platform().service),
                       accelerators);
  std::optional<NearMatch> near;
  // A name of another service is no misspelling.
  if (!row)
    near = nameMeant(*name, names);
  if (near)
    report.fix(near->kind == MatchKind::Spelling, "write `" + near->word + "`",
               type.getLocation(), near->word);
  report.help((near ? "did you mean `" + near->word.str() + "`? " : "") +
              "the accelerators are " + formatList(names, "and", names.size()));
  return false;
}

/// Legacy types contain accelerators whose support may have ended.
void CheckAccelerators::checkContained(PoolOp pool) {
  const MachineTypes::Row *machine = machineOf(pool, tables());
  if (platform().isVertex() || !machine || pool.getAcceleratorTypeAttr())
    return;
  const auto *contained = tables().accelerators.find(machine->accelerator);
  if (!contained || !contained->unsupportedSince ||
      !context->holdsSince(contained->unsupportedSince))
    return;
  cite(diag::AcceleratorEndOfSupport::endedInMachine(
           pool.getMachineTypeAttr().getLoc(), contained->name, machine->name),
       tables().accelerators)
      .help(explainEndOfSupport(*contained));
}

void CheckAccelerators::checkSupport(PoolOp pool,
                                     const Accelerators::Row &accelerator) {
  mlir::Location location = pool.getAcceleratorTypeAttr().getLoc();
  if (accelerator.unsupportedSince &&
      context->holdsSince(accelerator.unsupportedSince)) {
    cite(diag::AcceleratorEndOfSupport::ended(location, accelerator.name),
         tables().accelerators)
        .help(explainEndOfSupport(accelerator));
    return;
  }
  if (!platform().isVertex())
    return;
  const VertexAccelerators &vertex = tables().vertexAccelerators;
  const VertexAccelerators::Row *row = vertex.find(accelerator.name);
  if (row && row->supportEnds && context->holdsSince(row->supportEnds))
    cite(diag::AcceleratorEndOfSupport::until(location, accelerator.name,
                                              formatDate(*row->supportEnds)),
         vertex)
        .help("choose a later type");
}

//===----------------------------------------------------------------------===//
// Counts
//===----------------------------------------------------------------------===//

/// "n1-standard-32 takes 4 or 8 x NVIDIA_TESLA_P4 or 4 x NVIDIA_TESLA_V100".
std::string
CheckAccelerators::describeOffers(const MachineTypes::Row &machine) {
  llvm::SmallVector<std::string> offers;
  for (const CountRow &row : platform().counts.withMachineType(machine.name))
    offers.push_back(formatNumbers(row.counts, "or") + " x " +
                     row.accelerator.str());
  if (offers.empty())
    return machine.name.str() + " takes no accelerators";
  return machine.name.str() + " takes " + formatList(offers, "or");
}

/// "NVIDIA_L4 goes with g2-standard-4 and g2-standard-8".
std::string
CheckAccelerators::listMachineTypes(const Accelerators::Row &accelerator) {
  llvm::SmallVector<StringRef> machines;
  for (const CountRow &row : platform().counts.rows) {
    if (row.accelerator == accelerator.name)
      machines.push_back(row.machineType);
  }
  return accelerator.name.str() + " goes with " + formatList(machines, "and");
}

/// Why a count is not enough, in vCPUs and memory; empty if the figures do not
/// say so, since it is the table that decides.
std::string CheckAccelerators::explain(const MachineTypes::Row &machine,
                                       const Accelerators::Row &accelerator,
                                       int64_t count) {
  const auto &limits = tables().acceleratorLimits;
  const auto *limit = limits.find(accelerator.name, count);
  if (!limit && !limits.withAccelerator(accelerator.name).empty()) {
    llvm::SmallVector<int64_t> counts;
    for (const auto &row : limits.withAccelerator(accelerator.name))
      counts.push_back(row.count);
    return "no machine has " + describe(count, accelerator.name) + ", only " +
           formatNumbers(counts, "or");
  }
  if (!limit || !machine.vcpus || !machine.memoryGb)
    return "";
  if (*machine.vcpus <= limit->maxVcpus &&
      *machine.memoryGb <= limit->maxMemoryGb)
    return "";
  return describeMachine(machine) + ", and " +
         describe(count, accelerator.name) +
         (count == 1 ? " provides" : " provide") + " for " +
         std::to_string(limit->maxVcpus) + " vCPUs and " +
         std::to_string(limit->maxMemoryGb) + " GB";
}

void CheckAccelerators::reportNotAttachable(
    PoolOp pool, const MachineTypes::Row &machine,
    const Accelerators::Row &accelerator) {
  Report report = cite(diag::AcceleratorNotAttachable::never(
                           pool.getAcceleratorTypeAttr().getLoc(),
                           accelerator.name, machine.name),
                       platform().counts);
  report.note(pool.getMachineTypeAttr().getLoc(), "to this machine type");

  if (accelerator.kind == Accelerators::Kind::Tpu) {
    report.help(useTpuWorker(pool));
    return;
  }
  auto limits = tables().acceleratorLimits.withAccelerator(accelerator.name);
  std::string why;
  if (!limits.empty())
    why = explain(machine, accelerator, limits.back().count);
  std::string offer = describeOffers(machine);
  if (platform().isVertex())
    offer += "; " + listMachineTypes(accelerator);
  report.help((why.empty() ? "" : why + "; ") + offer);
}

void CheckAccelerators::checkCount(PoolOp pool,
                                   const MachineTypes::Row &machine,
                                   const Accelerators::Row &accelerator,
                                   const CountRow &row) {
  ValueAttr given = pool.getAcceleratorCountAttr();
  std::optional<int64_t> count = knownInteger(given);
  if (!count || llvm::is_contained(row.counts, *count))
    return;
  std::string offered = formatNumbers(row.counts, "and");
  Report report = cite(diag::AcceleratorCount::notOffered(
                           given.getLoc(), given.getText(), accelerator.name,
                           machine.name, offered),
                       platform().counts);
  report.note(pool.getMachineTypeAttr().getLoc(), "on this machine type");
  report.note(pool.getAcceleratorTypeAttr().getLoc(), "of this accelerator");
  std::string why = explain(machine, accelerator, *count);
  if (!why.empty())
    report.help(why);

  // The next larger count keeps what the user wanted; failing that, the most.
  const int64_t *next = llvm::find_if(
      row.counts, [&](int64_t candidate) { return candidate > *count; });
  int64_t better = next == row.counts.end() ? row.counts.back() : *next;
  report.fix(/*safe=*/false, "use " + describe(better, accelerator.name),
             given.getLocation(), std::to_string(better));
}

/// What a pool has to say whose accelerator has no type.
void CheckAccelerators::checkWithoutType(PoolOp pool) {
  ValueAttr count = pool.getAcceleratorCountAttr();
  const MachineTypes::Row *machine = machineOf(pool, tables());
  if (!platform().isVertex()) {
    if (count)
      diag::AcceleratorCount::noType(count.getLoc())
          .help("add `type` beside `count`");
    return;
  }
  // Zero is how clients write that there are none.
  bool counted = knownInteger(count).value_or(0) != 0;
  auto training = pool->getParentOfType<TrainingOp>();
  if (counted) {
    Report report = diag::AcceleratorCount::typeMissing(
        count.getLoc(), nameOrFlagOf(training, "acceleratorCount"),
        nameOrFlagOf(training, "acceleratorType"));
    if (machine && platform().has(*machine))
      report.help(describeOffers(*machine));
    return;
  }
  const Accelerators::Row *contained =
      machine && platform().has(*machine)
          ? tables().accelerators.find(machine->accelerator)
          : nullptr;
  if (!contained || contained->kind != Accelerators::Kind::Gpu)
    return;
  const CountRow *row = platform().counts.find(machine->name, contained->name);
  if (!row)
    return;
  cite(diag::MachineWithoutAccelerator::gpu(pool.getMachineTypeAttr().getLoc(),
                                            machine->name, contained->name),
       platform().counts)
      .help("add `" + nameOfField(training, "acceleratorType") + ": " +
            contained->name + "` and `" +
            nameOfField(training, "acceleratorCount") + ": " +
            formatNumbers(row->counts, "or") + "`");
}

void CheckAccelerators::reportNoCount(PoolOp pool,
                                      const Accelerators::Row &accelerator,
                                      const CountRow *row) {
  mlir::Location location = pool.getAcceleratorTypeAttr().getLoc();
  if (!platform().isVertex()) {
    diag::AcceleratorCount::noCount(location, accelerator.name)
        .help("add `count` beside `type`");
    return;
  }
  // A flag counts one.
  auto training = pool->getParentOfType<TrainingOp>();
  if (training.getFromFlagsAttr())
    return;
  std::string offered;
  if (row)
    offered = ": " + formatNumbers(row->counts, "or");
  diag::AcceleratorCount::countMissing(
      location, accelerator.name, nameOfField(training, "acceleratorCount"))
      .help("add `" + nameOfField(training, "acceleratorCount") + "`" +
            offered);
}

void CheckAccelerators::checkPool(PoolOp pool) {
  ValueAttr type = pool.getAcceleratorTypeAttr();
  ValueAttr count = pool.getAcceleratorCountAttr();
  if (!type)
    return checkWithoutType(pool);
  if (!checkName(pool))
    return;
  const Accelerators::Row &accelerator = *acceleratorOf(pool, tables());
  checkSupport(pool, accelerator);
  // A TPU has rules of its own; on AI Platform only one on a worker of another
  // machine type is left to the table.
  bool tpu = accelerator.kind == Accelerators::Kind::Tpu;
  if (isCloudTpu(pool) ||
      (tpu && (platform().isVertex() || pool.getRole() != Role::Worker)))
    return;

  const MachineTypes::Row *machine = machineOf(pool, tables());
  bool known = machine != nullptr;
  // A misspelled machine type is the finding, and so is one that a closed list
  // does not have.
  if (known && (machineMeant(machine->name, platform()) ||
                (platform().isVertex() && !platform().has(*machine))))
    return;
  if (known && machine->kind == MachineTypes::Kind::Legacy) {
    Report report = cite(diag::AcceleratorOnLegacyMachine::attached(
                             type.getLoc(), machine->name),
                         tables().machineTypes);
    report.note(pool.getMachineTypeAttr().getLoc(), "legacy machine type");
    if (tpu)
      report.help(useTpuWorker(pool));
    else if (!machine->equivalent.empty())
      report.help("a Compute Engine type like it is " + machine->equivalent);
    return;
  }
  const CountRow *row =
      known ? platform().counts.find(machine->name, accelerator.name) : nullptr;
  // A type whose support has ended is in no row any more, which says nothing.
  bool listed =
      tpu || llvm::any_of(platform().counts.rows, [&](const CountRow &other) {
        return other.accelerator == accelerator.name;
      });
  if (known && listed && !row)
    return reportNotAttachable(pool, *machine, accelerator);
  if (row && count)
    return checkCount(pool, *machine, accelerator, *row);
  if (!count)
    return reportNoCount(pool, accelerator, row);
  std::optional<int64_t> number = knownInteger(count);
  if (number && *number < 1)
    diag::AcceleratorCount::notPositive(count.getLoc(), count.getText());
}

void CheckAccelerators::check(TrainingOp training) {
  platformTables.emplace(tablesOf(training, tables()));
  for (PoolOp pool : training.getPools()) {
    checkPool(pool);
    if (choosesMachines(training, tables()))
      checkContained(pool);
  }
  if (tierOf(training) == StringRef("BASIC_GPU"))
    cite(diag::BasicGpuAccelerator::one(training.getScaleTierAttr().getLoc()),
         tables().aiPlatformScaleTiers);
}

Check job::checkAccelerators() { return Check::of<CheckAccelerators>(); }
