//===- CheckKueue.cpp - What Kueue refuses --------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/KubernetesTraining.h"
#include "Diagnostics/Report.h"
#include "Dialect/Job/IR/Job.h"
#include "Frontend/GKE/CheckTraining.h"
#include "Support/LLVM.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MathExtras.h"

using namespace trainlint;
using namespace trainlint::gke;
using namespace trainlint::yaml;

/// The chips of `4x4`.
static std::optional<int64_t> chipsOfTopology(StringRef topology) {
  llvm::SmallVector<StringRef, 3> dimensions;
  topology.split(dimensions, 'x');
  int64_t chips = 1;
  for (StringRef dimension : dimensions) {
    int64_t size;
    if (dimension.getAsInteger(10, size) || size < 1 ||
        llvm::MulOverflow(chips, size, chips))
      return std::nullopt;
  }
  return dimensions.size() < 2 ? std::nullopt : std::optional(chips);
}

namespace {
/// The topologies of the flavors that the same file defines, by the names of
/// the flavors.
class Topologies {
public:
  explicit Topologies(TreeView &tree) : tree(tree) {}
  /// Null if there is none.
  const KnownValue *find(StringRef flavor);

private:
  TreeView &tree;
  std::optional<llvm::StringMap<KnownValue>> known;
};
} // namespace

const KnownValue *Topologies::find(StringRef flavor) {
  if (!known) {
    known.emplace();
    // Each queue of a file asks.
    constexpr size_t MostDocuments = 256;
    for (const Document &document :
         tree.documents().take_front(MostDocuments)) {
      KnownValue object(tree.resolve(document.root), tree);
      if (object["kind"].text() != StringRef("ResourceFlavor"))
        continue;
      std::optional<StringRef> name = object["metadata"]["name"].text();
      KnownValue topology = object["spec"]["nodeLabels"][job::TopologyLabel];
      if (name && topology.text())
        known->try_emplace(*name, topology);
    }
  }
  auto found = known->find(flavor);
  return found == known->end() ? nullptr : &found->second;
}

static void checkQuota(const KnownValue &flavor, const KnownValue &resource,
                       bool hasCohort, Topologies &topologies) {
  if (!hasCohort) {
    for (StringRef limit : {"borrowingLimit", "lendingLimit"}) {
      if (resource[limit].text())
        diag::ResourceQuota::noCohort(resource[limit].place(), limit);
    }
  }
  KnownValue quota = resource["nominalQuota"];
  std::optional<int64_t> nominal = quota.integer();
  KnownValue lent = resource["lendingLimit"];
  std::optional<int64_t> lending = lent.integer();
  if (hasCohort && nominal && lending && *lending > *nominal)
    diag::ResourceQuota::lending(lent.location(), *lent.text(), *quota.text())
        .note(quota.location(), "the quota");
  std::optional<StringRef> name = flavor["name"].text();
  if (!nominal || !name ||
      resource["name"].text() != StringRef(job::TpuResource))
    return;
  const KnownValue *topology = topologies.find(*name);
  std::optional<int64_t> chips =
      topology ? chipsOfTopology(*topology->text()) : std::nullopt;
  if (chips && *nominal % *chips != 0)
    diag::ResourceQuota::slices(quota.location(), *nominal, *topology->text(),
                                *chips)
        .note(topology->location(), "the topology of the flavor");
}

namespace {
/// A resource group of a queue.
struct Group {
  explicit Group(const KnownValue &group);

  void checkFlavor(const KnownValue &flavor) const;

  KnownValue list;
  KnownValues flavors;
  KnownValues covered;
  llvm::SmallVector<StringRef> names;
  llvm::StringSet<> nameSet;
  /// True if all flavors have the same resources in the same order.
  bool agree;
  bool isKnown;
};
} // namespace

/// The names of the resources of a flavor; none if they are not known.
static llvm::SmallVector<StringRef> namesOf(const KnownValue &flavor) {
  llvm::SmallVector<StringRef> names;
  if (flavor["resources"].isOpen())
    return {};
  for (const KnownValue &resource : flavor["resources"].items()) {
    std::optional<StringRef> name = resource["name"].text();
    if (!name)
      return {};
    names.push_back(*name);
  }
  return names;
}

Group::Group(const KnownValue &group)
    : list(group["coveredResources"]), flavors(group["flavors"].items()),
      covered(list.items()), isKnown(list.isGiven() && !list.isOpen()) {
  for (const KnownValue &name : covered) {
    isKnown &= name.text().has_value();
    names.push_back(name.text().value_or(""));
  }
  nameSet.insert(names.begin(), names.end());
  agree = !flavors.empty();
  if (isKnown && agree) {
    llvm::SmallVector<StringRef> first = namesOf(flavors.front());
    agree = llvm::all_of(flavors, [&](const KnownValue &flavor) {
      return namesOf(flavor) == first;
    });
  }
}

void Group::checkFlavor(const KnownValue &flavor) const {
  llvm::SmallVector<StringRef> given = namesOf(flavor);
  if (!isKnown || given.empty())
    return;
  KnownValues resources = flavor["resources"].items();
  for (size_t index = 0; index < given.size(); ++index) {
    mlir::Location place = resources[index]["name"].location();
    if (!nameSet.contains(given[index])) {
      diag::CoveredResources::notCovered(place, given[index])
          .note(list.place(), "the covered resources");
      return;
    }
  }
  llvm::StringSet<> givenSet;
  givenSet.insert(given.begin(), given.end());
  for (StringRef name : names) {
    if (!givenSet.contains(name)) {
      KnownValue called = flavor["name"];
      diag::CoveredResources::missing(called.isGiven() ? called.place()
                                                       : flavor.place(),
                                      called.text().value_or("?"), name);
      return;
    }
  }
  for (size_t index = 0; index < given.size() && index < names.size();
       ++index) {
    if (given[index] == names[index])
      continue;
    Report report = diag::CoveredResources::different(
        resources[index]["name"].location(), given[index], names[index]);
    report.note(covered[index].location(), "its place in `coveredResources`");
    if (!agree || given.size() != names.size())
      return;
    llvm::SmallVector<std::pair<mlir::LocationAttr, std::string>> edits;
    for (size_t place = 0; place < names.size(); ++place) {
      if (given[place] != names[place])
        edits.emplace_back(covered[place].location(), given[place].str());
    }
    report.fix(/*safe=*/false,
               "cover the resources in the order of the flavors", edits);
    return;
  }
}

void gke::checkClusterQueue(const KnownValue &object, TreeView &tree) {
  KnownValue spec = object["spec"];
  bool hasCohort =
      spec["cohort"].isGiven() || spec["cohortName"].isGiven() || spec.isOpen();
  Topologies topologies(tree);
  llvm::StringMap<KnownValue> seen;
  for (const KnownValue &written : spec["resourceGroups"].items()) {
    Group group(written);
    for (const KnownValue &name : group.covered) {
      std::optional<StringRef> text = name.text();
      if (!text)
        continue;
      auto [first, isNew] = seen.try_emplace(*text, name);
      if (!isNew)
        diag::CoveredResources::twice(name.location(), *text)
            .note(first->second.location(), "the first is here");
    }
    for (const KnownValue &flavor : group.flavors) {
      group.checkFlavor(flavor);
      for (const KnownValue &resource : flavor["resources"].items())
        checkQuota(flavor, resource, hasCohort, topologies);
    }
  }
}
