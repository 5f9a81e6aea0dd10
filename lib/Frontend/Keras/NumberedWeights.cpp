//===- NumberedWeights.cpp - Weights by their order -----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whatever has variables of its own has a group `vars` with datasets `0`, `1`
// and so on: a layer, and below it the cell of a recurrent one, the layer in a
// wrapper, or the projections of an attention.
//
//===----------------------------------------------------------------------===//

#include "Frontend/Keras/WeightLayouts.h"
#include "Support/LLVM.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringSwitch.h"

using namespace trainlint;
using namespace trainlint::keras;

namespace {
/// What has variables of its own.
struct Owner {
  std::string path;
  llvm::SmallVector<std::string, 2> parts;
  std::vector<StoredWeight> weights;
  bool isTaken = false;
};
} // namespace

/// No layer is so deep, but groups of a damaged file may hold themselves.
static constexpr unsigned MostDepth = 16;

static bool isFloat(const hdf5::Datatype &type) {
  return type.kind == hdf5::TypeKind::Float ||
         type.kind == hdf5::TypeKind::BFloat16 ||
         type.kind == hdf5::TypeKind::Opaque;
}

/// Adds the floats of a group `vars` in the order of their numbers.
static llvm::Error addVariables(GroupTree &tree, uint64_t group,
                                const std::string &path, Owner &owner) {
  auto links = tree.children(group);
  if (!links)
    return links.takeError();
  std::vector<std::pair<unsigned, const hdf5::Link *>> numbered;
  for (const hdf5::Link &link : **links) {
    unsigned number;
    if (!link.name.getAsInteger(10, number))
      numbered.push_back({number, &link});
  }
  llvm::sort(numbered, llvm::less_first());
  for (auto [number, link] : numbered) {
    auto weight =
        readWeight(tree, link->address, path + "/" + link->name.str());
    if (!weight)
      return weight.takeError();
    // Seeds and counts are no weights.
    if (isFloat(weight->dataset.type))
      owner.weights.push_back(std::move(*weight));
  }
  return llvm::Error::success();
}

/// Adds all below a group that has variables of its own, a layer before what is
/// in it.
static llvm::Error addOwners(GroupTree &tree, uint64_t group,
                             const std::string &path,
                             ArrayRef<std::string> parts,
                             std::vector<Owner> &out) {
  if (parts.size() > MostDepth)
    return llvm::createStringError("groups of the file are nested more than " +
                                   llvm::Twine(MostDepth) + " deep");
  auto links = tree.children(group);
  if (!links)
    return links.takeError();
  for (const hdf5::Link &link : **links) {
    if (link.name != "vars")
      continue;
    Owner owner;
    owner.path = path;
    owner.parts.assign(parts.begin(), parts.end());
    if (llvm::Error error =
            addVariables(tree, link.address, path + "/vars", owner))
      return error;
    if (!owner.weights.empty())
      out.push_back(std::move(owner));
  }
  for (const hdf5::Link &link : **links) {
    if (link.name == "vars")
      continue;
    llvm::SmallVector<std::string, 4> below(parts.begin(), parts.end());
    below.push_back(link.name.str());
    if (llvm::Error error = addOwners(tree, link.address,
                                      path + "/" + link.name.str(), below, out))
      return error;
  }
  return llvm::Error::success();
}

/// Where layers make a weight among their own.
static unsigned placeOf(StringRef name) {
  return llvm::StringSwitch<unsigned>(name)
      .Cases({"recurrent_kernel", "pointwise_kernel", "beta", "variance",
              "concat_score_weight"},
             1)
      .Case("bias", 2)
      .Case("moving_mean", 3)
      .Case("moving_variance", 4)
      .Default(0);
}

/// The owner that a part of a layer stands for, the next one if none is called
/// so.
static Owner *chooseOwner(ArrayRef<StringRef> parts,
                          std::vector<Owner> &owners) {
  Owner *best = nullptr;
  int most = -1;
  for (Owner &owner : owners) {
    if (owner.isTaken)
      continue;
    int count = 0;
    for (StringRef part : parts)
      count += llvm::any_of(owner.parts, [&](const std::string &stored) {
        return standsFor(part, stored);
      });
    if (count > most) {
      most = count;
      best = &owner;
    }
  }
  return best;
}

llvm::Expected<bool> keras::hasNumberedWeights(GroupTree &tree,
                                               uint64_t group) {
  std::vector<Owner> owners;
  if (llvm::Error error = addOwners(tree, group, "", {}, owners))
    return error;
  return !owners.empty();
}

llvm::Error keras::findNumberedWeights(GroupTree &tree, uint64_t group,
                                       StringRef layer, StringRef path,
                                       LayerWeights &weights) {
  std::vector<Owner> owners;
  if (llvm::Error error = addOwners(tree, group, path.str(), {}, owners))
    return error;
  // In the order in which their parts were met.
  llvm::MapVector<std::string, std::vector<LayerWeight *>,
                  llvm::StringMap<unsigned>>
      byPart;
  for (LayerWeight &weight : weights) {
    StringRef name = StringRef(weight.wanted->name).drop_front(layer.size());
    byPart[name.rsplit('/').first.str()].push_back(&weight);
  }
  for (auto &[part, wanted] : byPart) {
    Owner *owner = chooseOwner(wanted.front()->parts, owners);
    if (!owner)
      return llvm::createStringError("the file has no value of `" +
                                     wanted.front()->wanted->name + "`");
    owner->isTaken = true;
    llvm::stable_sort(wanted, [](LayerWeight *a, LayerWeight *b) {
      return placeOf(a->name) < placeOf(b->name);
    });
    if (owner->weights.size() < wanted.size())
      return llvm::createStringError(
          "the file has no value of `" +
          wanted[owner->weights.size()]->wanted->name + "`: `" + owner->path +
          "/vars` has " + llvm::Twine(owner->weights.size()) + " of " +
          llvm::Twine(wanted.size()) + " weights");
    for (auto [weight, stored] : llvm::zip(wanted, owner->weights))
      weight->stored = stored;
  }
  return llvm::Error::success();
}
