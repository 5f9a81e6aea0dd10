//===- Accelerators.cpp - What containers ask for -------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/GKE/Accelerators.h"
#include "Diagnostics/Messages/Kubernetes.h"
#include "Frontend/GKE/Workloads.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::frontend;
using namespace trainlint::gke;
using namespace trainlint::job;
using namespace trainlint::yaml;

static constexpr llvm::StringLiteral Resources[] = {TpuResource, GpuResource};

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
  llvm::SmallVector<ValueAttr> amountsOf(const Section &podSpec,
                                         StringRef field);
  ValueAttr amountOf(const Section &container);
  ValueAttr amountOf(const Section &container, StringRef resource);
  void checkAmounts(const Section &container, const Section &requests,
                    const Section &limits, StringRef resource);
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
        .note(limit.getLoc(), "the limit")
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

/// What the containers of a list ask for that ask for any. One that aliases
/// repeat is read once.
llvm::SmallVector<ValueAttr> DemandReader::amountsOf(const Section &podSpec,
                                                     StringRef field) {
  llvm::SmallVector<ValueAttr> amounts;
  llvm::DenseMap<const Node *, ValueAttr> read;
  const schema::Schema &item = *podSpec.schemaOf(field).items;
  for (View value : tree.items(podSpec.find(field).value)) {
    if (!value.as<MappingNode>())
      continue;
    auto [place, isNew] = read.try_emplace(value.node);
    if (isNew) {
      Section container(value, item, tree);
      place->second = amountOf(container);
      // A sidecar stays beside the others, which is not followed.
      if (place->second && container.find("restartPolicy").key)
        markUnknown(place->second);
    }
    if (place->second)
      amounts.push_back(place->second);
  }
  return amounts;
}

AcceleratorDemand DemandReader::read(const Section &podSpec) {
  llvm::SmallVector<mlir::Attribute> each;
  for (ValueAttr amount : amountsOf(podSpec, "containers")) {
    each.push_back(amount);
    first = first ? first : amount;
    std::optional<int64_t> number = knownInteger(amount);
    if (!number || llvm::AddOverflow(sum, *number, sum))
      markUnknown(amount);
  }
  // Initial containers run before the others and give back what they had.
  for (ValueAttr amount : amountsOf(podSpec, "initContainers")) {
    std::optional<int64_t> number = knownInteger(amount);
    if (!number) {
      markUnknown(amount);
    } else if (*number > sum) {
      sum = *number;
      first = amount;
    }
  }
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
    const schema::Schema &item = *podSpec.schemaOf(field).items;
    for (View value : distinctItems(podSpec, field, tree)) {
      Section resources = Section(value, item, tree).section("resources", tree);
      for (StringRef amounts : {"requests", "limits"}) {
        Section section = resources.section(amounts, tree);
        bool asks = llvm::any_of(Resources, [&](StringRef resource) {
          return static_cast<bool>(section.find(resource).key);
        });
        if (asks)
          return true;
      }
    }
  }
  return false;
}

View gke::incompletePart(const Section &podSpec, View whole, TreeView &tree) {
  if (!podSpec.find("containers").key && !podSpec.standIn("containers"))
    return whole;
  const schema::Schema &item = *podSpec.schemaOf("containers").items;
  for (View value : distinctItems(podSpec, "containers", tree)) {
    if (!hasImage(Section(value, item, tree)))
      return value;
  }
  return {};
}
