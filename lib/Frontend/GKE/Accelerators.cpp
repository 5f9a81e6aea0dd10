//===- Accelerators.cpp - What containers ask for -------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/GKE/Accelerators.h"
#include "Diagnostics/Report.h"

using namespace trainlint;
using namespace trainlint::frontend;
using namespace trainlint::gke;
using namespace trainlint::job;
using namespace trainlint::yaml;
using llvm::StringRef;

static constexpr llvm::StringLiteral Resources[] = {TpuResource, GpuResource};

/// The mappings of a list of containers.
static llvm::SmallVector<Section>
containersIn(const Section &podSpec, StringRef field, TreeView &tree) {
  llvm::SmallVector<Section> containers;
  const schema::Schema &item = *podSpec.schemaOf(field).items;
  for (View value : tree.items(podSpec.find(field).value)) {
    if (value.as<MappingNode>())
      containers.emplace_back(value, item, tree);
  }
  return containers;
}

static bool hasImage(const Section &container) {
  return container.find("image").key || container.standIn("image");
}

namespace {
/// Adds up what the containers of a pod ask for.
class DemandReader {
public:
  DemandReader(ValueReader &reader, TreeView &tree, mlir::OpBuilder &builder)
      : reader(reader), tree(tree), builder(builder) {}

  AcceleratorDemand read(const Section &podSpec);

private:
  ValueAttr amountOf(const Section &container);
  ValueAttr amountOf(const Section &container, StringRef resource);
  void checkAmounts(const Section &container, const Section &requests,
                    const Section &limits, StringRef resource);
  void addInitial(const Section &container);
  void markUnknown(ValueAttr amount);

  ValueReader &reader;
  TreeView &tree;
  mlir::OpBuilder &builder;
  View name;
  int64_t sum = 0;
  /// The amount that the total is located at.
  ValueAttr first;
  bool known = true;
};
} // namespace

/// Kubernetes takes devices in equal requests and limits only: they cannot be
/// shared or lent.
void DemandReader::checkAmounts(const Section &container,
                                const Section &requests, const Section &limits,
                                StringRef resource) {
  ValueAttr request = reader.integer(requests, resource);
  ValueAttr limit = reader.integer(limits, resource);
  std::optional<int64_t> wanted = knownInteger(request);
  std::optional<int64_t> most = knownInteger(limit);
  if (wanted && most && *wanted != *most) {
    diag::AcceleratorLimits::different(request.getLoc(), resource, *wanted,
                                       *most)
        .also(limit.getLoc(), "the limit")
        .fix(/*safe=*/false, "request what the limit allows",
             request.getLocation(), limit.getText());
    return;
  }
  if (wanted && *wanted > 0 && !limit && hasImage(container))
    diag::AcceleratorLimits::missing(tree.location(requests.find(resource).key),
                                     resource)
        .help("give `" + resource + ": " + std::to_string(*wanted) +
              "` under `limits`; `requests` then follows it");
}

/// What a container asks for of one resource; null if it does not.
ValueAttr DemandReader::amountOf(const Section &container, StringRef resource) {
  Section resources = container.section("resources", tree);
  Section requests = resources.section("requests", tree);
  Section limits = resources.section("limits", tree);
  checkAmounts(container, requests, limits, resource);
  ValueAttr limit = reader.integer(limits, resource);
  ValueAttr request = reader.integer(requests, resource);
  ValueAttr amount = limit ? limit : request;
  if (!amount)
    return {};
  View key = (limit ? limits : requests).find(resource).key;
  if (key && !name)
    name = key;
  // Two different amounts are a finding of their own.
  if (limit && request && knownInteger(limit) != knownInteger(request))
    return ValueAttr::get(builder.getContext(),
                          builder.getStringAttr(limit.getText()), false,
                          limit.getLocation());
  return amount;
}

ValueAttr DemandReader::amountOf(const Section &container) {
  ValueAttr amount;
  for (StringRef resource : Resources) {
    if (ValueAttr found = amountOf(container, resource); found && !amount)
      amount = found;
  }
  return amount;
}

void DemandReader::markUnknown(ValueAttr amount) {
  known = false;
  first = first ? first : amount;
}

/// Initial containers run before the others and give back what they had; a
/// sidecar stays and counts as one of them.
void DemandReader::addInitial(const Section &container) {
  ValueAttr amount = amountOf(container);
  if (!amount)
    return;
  std::optional<int64_t> number = knownInteger(amount);
  if (!number || container.find("restartPolicy").key)
    return markUnknown(amount);
  if (*number > sum) {
    sum = *number;
    first = amount;
  }
}

AcceleratorDemand DemandReader::read(const Section &podSpec) {
  llvm::SmallVector<mlir::Attribute> each;
  for (const Section &container : containersIn(podSpec, "containers", tree)) {
    ValueAttr amount = amountOf(container);
    if (!amount)
      continue;
    each.push_back(amount);
    first = first ? first : amount;
    std::optional<int64_t> number = knownInteger(amount);
    if (!number || llvm::AddOverflow(sum, *number, sum))
      markUnknown(amount);
  }
  for (const Section &container : containersIn(podSpec, "initContainers", tree))
    addInitial(container);
  if (!first)
    return {};

  AcceleratorDemand demand;
  // What is not known as a whole may be an amount of either.
  demand.resource = name
                        ? reader.textOf(name)
                        : ValueAttr::get(builder.getContext(),
                                         builder.getStringAttr(first.getText()),
                                         false, first.getLocation());
  mlir::Attribute data =
      known ? mlir::Attribute(builder.getI64IntegerAttr(sum))
            : mlir::Attribute(builder.getStringAttr(first.getText()));
  demand.total =
      ValueAttr::get(builder.getContext(), data, known, first.getLocation());
  demand.each = ValueAttr::get(builder.getContext(), builder.getArrayAttr(each),
                               true, first.getLocation());
  return demand;
}

AcceleratorDemand gke::readDemand(const Section &podSpec, ValueReader &reader,
                                  TreeView &tree, mlir::OpBuilder &builder) {
  return DemandReader(reader, tree, builder).read(podSpec);
}

bool gke::demandsAccelerators(const Section &podSpec, TreeView &tree) {
  for (StringRef field : {"containers", "initContainers"}) {
    for (const Section &container : containersIn(podSpec, field, tree)) {
      Section resources = container.section("resources", tree);
      for (StringRef amounts : {"requests", "limits"}) {
        Section section = resources.section(amounts, tree);
        for (StringRef resource : Resources) {
          if (section.find(resource).key)
            return true;
        }
      }
    }
  }
  return false;
}

View gke::incompletePart(const Section &podSpec, View whole, TreeView &tree) {
  if (!podSpec.find("containers").key && !podSpec.standIn("containers"))
    return whole;
  for (View value : tree.items(podSpec.find("containers").value)) {
    if (!value.as<MappingNode>())
      continue;
    Section container(value, *podSpec.schemaOf("containers").items, tree);
    if (!hasImage(container))
      return value;
  }
  return {};
}
