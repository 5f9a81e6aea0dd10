//===- CheckSlices.cpp - Types and topologies of TPU slices ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/Slices.h"
#include "Dialect/Job/Checks/CheckPass.h"
#include "Dialect/Job/Checks/Slices.h"
#include "Support/LLVM.h"
#include "Support/NearMatch.h"
#include "Support/Text.h"

using namespace trainlint;
using namespace trainlint::job;

namespace trainlint::job {
#define GEN_PASS_DEF_CHECKSLICES
#include "Dialect/Job/Checks/Passes.h.inc"
} // namespace trainlint::job

namespace {
struct CheckSlices
    : CheckPass<CheckSlices, job::impl::CheckSlicesBase<CheckSlices>> {
  using CheckPass::CheckPass;

  static bool appliesTo(Platform platform) {
    return platform == Platform::CloudTPU;
  }
  void check(TrainingOp training);

private:
  void checkType(ValueAttr type);
  bool reportCase(ValueAttr type);
  bool reportNode(TrainingOp training, ValueAttr type);
  void reportGeneration(ValueAttr type);
  void reportType(ValueAttr type, const TpuGenerations::Row *generation);
  void checkTopology(PoolOp slice, const TpuGenerations::Row &generation);
  void checkPlane(PoolOp slice, const Topology &topology,
                  const TpuGenerations::Row &generation);
  void checkCuboid(PoolOp slice, const Topology &topology,
                   const TpuGenerations::Row &generation);
  llvm::SmallVector<StringRef> typesOf(const TpuGenerations::Row &generation);
  llvm::SmallVector<StringRef>
  topologiesOf(const TpuGenerations::Row &generation, int64_t mostChips);
};
} // namespace

/// A topology of gcloud may say which kind of torus it is.
static StringRef withoutTwist(StringRef topology) {
  if (!topology.consume_back("_untwisted"))
    topology.consume_back("_twisted");
  return topology;
}

//===----------------------------------------------------------------------===//
// Accelerator types
//===----------------------------------------------------------------------===//

/// From the smallest to the largest.
llvm::SmallVector<StringRef>
CheckSlices::typesOf(const TpuGenerations::Row &generation) {
  llvm::SmallVector<const TpuTypes::Row *> rows;
  for (const TpuTypes::Row &row : tables().tpuTypes.rows) {
    if (row.generation == generation.name)
      rows.push_back(&row);
  }
  llvm::sort(rows,
             [](const auto *a, const auto *b) { return a->chips < b->chips; });
  llvm::SmallVector<StringRef> names;
  for (const TpuTypes::Row *row : rows)
    names.push_back(row->name);
  return names;
}

/// The next larger type has what was asked for.
static void proposeLarger(Report &report, ValueAttr type,
                          llvm::ArrayRef<StringRef> names) {
  auto sizeOf = [](StringRef name) {
    int64_t size = 0;
    name.rsplit('-').second.getAsInteger(10, size);
    return size;
  };
  int64_t wanted = sizeOf(*type.getString());
  const StringRef *larger = llvm::find_if(
      names, [&](StringRef name) { return sizeOf(name) > wanted; });
  if (wanted > 0 && larger != names.end())
    report.fix(/*safe=*/false, "use " + *larger, type.getLocation(), *larger);
}

void CheckSlices::reportType(ValueAttr type,
                             const TpuGenerations::Row *generation) {
  StringRef name = *type.getString();
  bool certain = generation && generation->typesComplete;
  Report report = certain ? diag::UnknownTpuType::size(type.getLoc(), name,
                                                       generation->name)
                          : diag::UnknownTpuType::unknown(type.getLoc(), name);
  cite(report, tables().tpuTypes);
  if (certain) {
    llvm::SmallVector<StringRef> names = typesOf(*generation);
    report.help("the types of " + generation->name + " are " +
                formatList(names, "and", names.size()));
    proposeLarger(report, type, names);
    return;
  }
  // A name of the generation in place of that of its types: `v5e-8`, `v7x-8`.
  auto [front, number] = name.split('-');
  for (const TpuGenerations::Row &row : tables().tpuGenerations.rows) {
    std::string meant = (row.typeName + "-" + number).str();
    bool isMeant = row.name == front || row.alsoCalled == front;
    if (front.empty() || !isMeant || !tables().tpuTypes.find(meant))
      continue;
    report.help("the types of " + row.name + " are called " + row.typeName);
    report.fix(/*safe=*/false, "write `" + meant + "`", type.getLocation(),
               meant);
    return;
  }
  // `TPU_V3` is how jobs of AI Platform and Vertex AI write it.
  const Accelerators::Row *accelerator = tables().accelerators.find(name);
  if (accelerator && accelerator->kind == Accelerators::Kind::Tpu) {
    report.help("a type is a generation and a size, such as v3-8");
    return;
  }
  llvm::SmallVector<StringRef> names;
  for (const TpuTypes::Row &row : tables().tpuTypes.rows)
    names.push_back(row.name);
  if (std::optional<NearMatch> near = findNearMatch(name, names))
    report.help("did you mean `" + near->word + "`?")
        .fix(/*safe=*/false, "write `" + near->word + "`", type.getLocation(),
             near->word);
}

void CheckSlices::reportGeneration(ValueAttr type) {
  StringRef name = *type.getString();
  llvm::SmallVector<StringRef> names;
  StringRef meant;
  for (const TpuGenerations::Row &row : tables().tpuGenerations.rows) {
    names.push_back(row.typeName);
    if (row.name == name || (!name.empty() && row.alsoCalled == name))
      meant = row.typeName;
  }
  Report report = cite(diag::UnknownTpuType::generation(type.getLoc(), name),
                       tables().tpuGenerations);
  report.help("the generations are " + formatList(names, "and", names.size()));
  if (!meant.empty())
    report.fix(/*safe=*/false, "write `" + meant + "`", type.getLocation(),
               meant);
}

/// Types are written in lower case.
bool CheckSlices::reportCase(ValueAttr type) {
  StringRef name = *type.getString();
  std::string lower = name.lower();
  const TpuTypes::Row *row = tables().tpuTypes.find(lower);
  if (!row || lower == name)
    return false;
  cite(diag::UnknownTpuType::size(type.getLoc(), name, row->generation),
       tables().tpuTypes)
      .help("types are written in lower case")
      .fix(/*safe=*/true, "write `" + lower + "`", type.getLocation(), lower);
  return true;
}

/// The later generations have VMs of their own and no TPU Nodes.
bool CheckSlices::reportNode(TrainingOp training, ValueAttr type) {
  std::optional<StringRef> name = knownString(type);
  const TpuGenerations::Row *generation =
      name ? generationOf(*name, tables()) : nullptr;
  bool isNode =
      knownString(training.getTpuArchitectureAttr()) == StringRef("node");
  if (!generation || generation->nodeArchitecture || !isNode)
    return false;
  cite(diag::UnknownTpuType::noNode(type.getLoc(), *name, generation->name),
       tables().tpuGenerations)
      .help("`gcloud compute tpus tpu-vm create` makes TPU VMs");
  return true;
}

void CheckSlices::checkType(ValueAttr type) {
  std::optional<StringRef> name = knownString(type);
  if (name && !tables().tpuTypes.find(*name) && !reportCase(type))
    reportType(type, generationOf(*name, tables()));
}

//===----------------------------------------------------------------------===//
// Topologies
//===----------------------------------------------------------------------===//

/// The topologies that the types of a generation stand for, up to a size.
llvm::SmallVector<StringRef>
CheckSlices::topologiesOf(const TpuGenerations::Row &generation,
                          int64_t mostChips) {
  llvm::SmallVector<StringRef> topologies;
  for (StringRef name : typesOf(generation)) {
    const TpuTypes::Row *row = tables().tpuTypes.find(name);
    if (row->chips <= mostChips && !row->topology.empty())
      topologies.push_back(row->topology);
  }
  return topologies;
}

/// Labels the generation that does not have the topology.
static Report of(Report &&report, PoolOp slice) {
  report.note(slice.getAcceleratorTypeAttr().getLoc(), "of this generation");
  return std::move(report);
}

void CheckSlices::checkPlane(PoolOp slice, const Topology &topology,
                             const TpuGenerations::Row &generation) {
  ValueAttr value = slice.getTpuTopologyAttr();
  llvm::SmallVector<StringRef> offered =
      topologiesOf(generation, generation.chipsPerPod);
  if (llvm::is_contained(offered, value.getText()))
    return;
  // Of some sizes no source names the topology.
  for (const TpuTypes::Row &row : tables().tpuTypes.rows) {
    if (row.generation == generation.name && row.topology.empty() &&
        row.chips == chipsOf(topology))
      return;
  }
  of(cite(diag::TpuTopology::notOffered(value.getLoc(), value.getText(),
                                        generation.name),
          tables().tpuTypes),
     slice)
      .help("the topologies of " + generation.name + " are " +
            formatList(offered, "and", offered.size()));
}

void CheckSlices::checkCuboid(PoolOp slice, const Topology &topology,
                              const TpuGenerations::Row &generation) {
  ValueAttr value = slice.getTpuTopologyAttr();
  int64_t chips = chipsOf(topology);
  if (chips < ChipsOfCube) {
    llvm::SmallVector<StringRef> offered =
        topologiesOf(generation, ChipsOfCube - 1);
    std::string text = value.getText();
    if (!llvm::is_contained(offered, withoutTwist(text)))
      of(cite(diag::TpuTopology::notOffered(value.getLoc(), text,
                                            generation.name),
              tables().tpuTypes),
         slice)
          .help("below 64 chips the topologies of " + generation.name +
                " are " + formatList(offered, "and", offered.size()));
    return;
  }
  if (!isMadeOfCubes(topology)) {
    of(diag::TpuTopology::noCubes(value.getLoc(), value.getText()), slice)
        .help("every dimension of a slice of 64 chips or more is a multiple "
              "of 4");
    return;
  }
  int64_t most = generation.largestSlice.value_or(generation.chipsPerPod);
  if (chips > most)
    of(cite(diag::TpuTopology::tooLarge(value.getLoc(), value.getText(), chips,
                                        generation.name, most),
            tables().tpuGenerations),
       slice);
}

void CheckSlices::checkTopology(PoolOp slice,
                                const TpuGenerations::Row &generation) {
  ValueAttr value = slice.getTpuTopologyAttr();
  std::optional<StringRef> text = knownString(value);
  if (!text)
    return;
  std::optional<Topology> topology = parseTopology(withoutTwist(*text));
  if (!topology) {
    diag::TpuTopology::form(value.getLoc(), *text);
    return;
  }
  int64_t given = topology->size();
  if (given != generation.dimensions) {
    Report report = cite(diag::TpuTopology::dimensions(value.getLoc(), *text,
                                                       given, generation.name,
                                                       generation.dimensions),
                         tables().tpuGenerations);
    report.note(slice.getAcceleratorTypeAttr().getLoc(),
                "the generation is given here");
    return;
  }
  if (generation.dimensions == 2)
    checkPlane(slice, *topology, generation);
  else
    checkCuboid(slice, *topology, generation);
}

/// The newest generation is not documented for this API.
static void checkApi(ValueAttr type, const TpuGenerations::Row *generation) {
  if (generation && generation->typeName == "tpu7x")
    diag::TpuApiGeneration::elsewhere(type.getLoc(), "TPU7x")
        .help("create a node pool of GKE or an instance of Compute Engine");
}

void CheckSlices::check(TrainingOp training) {
  PoolOp slice = sliceOf(training);
  ValueAttr type = slice.getAcceleratorTypeAttr();
  checkApi(type, generationOf(slice, tables()));
  if (!type) {
    // Without it gcloud asks for the smallest.
    if (!slice.getTpuTopologyAttr())
      diag::TpuTypeNotGiven::absent(slice.getLoc(), "v2-8");
    return;
  }
  if (reportNode(training, type))
    return;
  if (!slice.getTpuTopologyAttr())
    return checkType(type);
  if (const TpuGenerations::Row *generation = generationOf(slice, tables()))
    checkTopology(slice, *generation);
  else if (knownString(type))
    reportGeneration(type);
}

Check job::checkSlices() { return Check::of<CheckSlices>(); }
