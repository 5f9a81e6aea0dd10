//===- CheckAccelerators.cpp - Accelerators fit their machines ------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Job/Transforms/CheckPass.h"
#include "Dialect/Job/Transforms/FieldNames.h"
#include "Dialect/Job/Transforms/Machines.h"
#include "Support/NearMatch.h"
#include "Support/Text.h"

using namespace trainlint;
using namespace trainlint::job;
using llvm::StringRef;

namespace trainlint::job {
#define GEN_PASS_DEF_CHECKACCELERATORS
#include "Dialect/Job/Transforms/Passes.h.inc"
} // namespace trainlint::job

namespace {

using CountRow = AiPlatformAcceleratorCounts::Row;

struct CheckAccelerators
    : CheckPass<CheckAccelerators,
                job::impl::CheckAcceleratorsBase<CheckAccelerators>> {
  using CheckPass::CheckPass;

  void check(TrainingOp training);

private:
  void checkPool(PoolOp pool);
  bool checkName(PoolOp pool);
  void checkSupport(PoolOp pool, const Accelerators::Row &accelerator);
  void reportNotAttachable(PoolOp pool, const MachineTypes::Row &machine,
                           const Accelerators::Row &accelerator);
  void checkCount(PoolOp pool, const MachineTypes::Row &machine,
                  const Accelerators::Row &accelerator, const CountRow &row);
  std::string explain(const MachineTypes::Row &machine,
                      const Accelerators::Row &accelerator, int64_t count);
  std::string whatItTakes(const MachineTypes::Row &machine);
};

} // namespace

/// "4 x NVIDIA_TESLA_T4".
static std::string describe(int64_t count, StringRef accelerator) {
  return std::to_string(count) + " x " + accelerator.str();
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// True if the accelerator is one of the API's names.
bool CheckAccelerators::checkName(PoolOp pool) {
  ValueAttr type = pool.getAcceleratorTypeAttr();
  std::optional<StringRef> name = knownString(type);
  if (!name)
    return false;
  const Accelerators::Row *row = tables().accelerators.find(*name);
  if (row && row->aiPlatform)
    return true;

  llvm::SmallVector<StringRef> names;
  for (const Accelerators::Row &candidate : tables().accelerators.rows) {
    if (candidate.aiPlatform)
      names.push_back(candidate.name);
  }
  Report report = cite(diag::UnknownAccelerator::unknown(type.getLoc(), *name),
                       tables().accelerators);
  std::optional<NearMatch> near;
  // A name of another service is no misspelling.
  if (!row)
    near = findNearMatch(*name, names);
  if (near)
    report.fix(near->kind == MatchKind::Spelling, "write `" + near->word + "`",
               type.getLocation(), near->word);
  report.help((near ? "did you mean `" + near->word.str() + "`? " : "") +
              "the accelerators are " + joinWords(names, "and", names.size()));
  return false;
}

void CheckAccelerators::checkSupport(PoolOp pool,
                                     const Accelerators::Row &accelerator) {
  if (!accelerator.unsupportedSince ||
      !context->holdsSince(accelerator.unsupportedSince))
    return;
  cite(diag::AcceleratorEndOfSupport::ended(
           pool.getAcceleratorTypeAttr().getLoc(), accelerator.name),
       tables().accelerators)
      .help("a text of " + formatDate(*accelerator.unsupportedSince) +
            " calls it deprecated; choose a later type");
}

//===----------------------------------------------------------------------===//
// Counts
//===----------------------------------------------------------------------===//

/// "it takes 4 x NVIDIA_TESLA_P4 or 8 x NVIDIA_TESLA_V100".
std::string CheckAccelerators::whatItTakes(const MachineTypes::Row &machine) {
  llvm::SmallVector<std::string> offers;
  for (const CountRow &row :
       tables().aiPlatformAcceleratorCounts.withMachineType(machine.name))
    offers.push_back(joinNumbers(row.counts, "or") + " x " +
                     row.accelerator.str());
  if (offers.empty())
    return machine.name.str() + " takes no accelerators";
  return machine.name.str() + " takes " + joinWords(offers, "or");
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
           joinNumbers(counts, "or");
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
                       tables().aiPlatformAcceleratorCounts);
  report.also(pool.getMachineTypeAttr().getLoc(), "to this machine type");

  if (accelerator.kind == Accelerators::Kind::Tpu) {
    report.help(useTpuWorker(pool));
    return;
  }
  auto limits = tables().acceleratorLimits.withAccelerator(accelerator.name);
  std::string why;
  if (!limits.empty())
    why = explain(machine, accelerator, limits.back().count);
  report.help((why.empty() ? "" : why + "; ") + whatItTakes(machine));
}

void CheckAccelerators::checkCount(PoolOp pool,
                                   const MachineTypes::Row &machine,
                                   const Accelerators::Row &accelerator,
                                   const CountRow &row) {
  ValueAttr given = pool.getAcceleratorCountAttr();
  std::optional<int64_t> count = knownInteger(given);
  if (!count || llvm::is_contained(row.counts, *count))
    return;
  std::string offered = joinNumbers(row.counts, "and");
  Report report = cite(diag::AcceleratorCount::notOffered(
                           given.getLoc(), given.getText(), accelerator.name,
                           machine.name, offered),
                       tables().aiPlatformAcceleratorCounts);
  report.also(pool.getMachineTypeAttr().getLoc(), "on this machine type");
  report.also(pool.getAcceleratorTypeAttr().getLoc(), "of this accelerator");
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

void CheckAccelerators::checkPool(PoolOp pool) {
  ValueAttr type = pool.getAcceleratorTypeAttr();
  ValueAttr count = pool.getAcceleratorCountAttr();
  if (!type) {
    if (count)
      diag::AcceleratorCount::noType(count.getLoc())
          .help("add `type` beside `count`");
    return;
  }
  if (!checkName(pool))
    return;
  const Accelerators::Row &accelerator = *acceleratorOf(pool, tables());
  checkSupport(pool, accelerator);
  // A TPU has rules of its own; only one on a worker of another machine type is
  // left to the table.
  if (isCloudTpu(pool) || (accelerator.kind == Accelerators::Kind::Tpu &&
                           pool.getRole() != Role::Worker))
    return;

  const MachineTypes::Row *machine = machineOf(pool, tables());
  bool known = machine != nullptr;
  // A misspelt machine type is the finding.
  if (known && machineMeant(machine->name, tables()))
    return;
  bool tpu = accelerator.kind == Accelerators::Kind::Tpu;
  if (known && machine->kind == MachineTypes::Kind::Legacy) {
    Report report = cite(diag::AcceleratorOnLegacyMachine::attached(
                             type.getLoc(), machine->name),
                         tables().machineTypes);
    report.also(pool.getMachineTypeAttr().getLoc(), "legacy machine type");
    if (tpu)
      report.help(useTpuWorker(pool));
    else if (!machine->equivalent.empty())
      report.help("a Compute Engine type like it is " + machine->equivalent);
    return;
  }
  if (known) {
    const auto &counts = tables().aiPlatformAcceleratorCounts;
    const CountRow *row = counts.find(machine->name, accelerator.name);
    if (!row)
      return reportNotAttachable(pool, *machine, accelerator);
    if (count)
      return checkCount(pool, *machine, accelerator, *row);
  }
  if (!count) {
    diag::AcceleratorCount::noCount(type.getLoc(), accelerator.name)
        .help("add `count` beside `type`");
    return;
  }
  std::optional<int64_t> number = knownInteger(count);
  if (number && *number < 1)
    diag::AcceleratorCount::notPositive(count.getLoc(), count.getText());
}

void CheckAccelerators::check(TrainingOp training) {
  for (PoolOp pool : training.getPools())
    checkPool(pool);
  if (tierOf(training) == StringRef("BASIC_GPU"))
    cite(diag::BasicGpuAccelerator::one(training.getScaleTierAttr().getLoc()),
         tables().aiPlatformScaleTiers);
}

std::unique_ptr<mlir::Pass>
job::createCheckAccelerators(const CheckContext &context) {
  return std::make_unique<CheckAccelerators>(context);
}
