//===- NamedWeights.cpp - Weights by the names of variables ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Below the group of a layer is a dataset for each variable, under the name
// that it has in its attribute `weight_names`: `lstm/lstm_cell/kernel:0`. Which
// names of scopes stand before the last part depends on the version of Keras
// and on how the model was built, so as many of them as agree speak for a
// variable.
//
//===----------------------------------------------------------------------===//

#include "Frontend/Keras/WeightLayouts.h"
#include "Support/LLVM.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::keras;

/// The strings of an attribute, which is split in parts with numbers if it is
/// too long for one.
static llvm::Expected<std::vector<StringRef>>
namesOf(hdf5::File &file, uint64_t group, StringRef name) {
  auto attributes = file.attributes(group);
  if (!attributes)
    return attributes.takeError();
  llvm::StringMap<const hdf5::Attribute *> byName;
  for (const hdf5::Attribute &attribute : *attributes)
    byName[attribute.name] = &attribute;
  std::vector<StringRef> out;
  auto add = [&](const hdf5::Attribute *attribute) -> llvm::Error {
    // None at all are an array of numbers.
    if (attribute->bytes.empty())
      return llvm::Error::success();
    auto strings = file.strings(*attribute);
    if (!strings)
      return strings.takeError();
    llvm::append_range(out, *strings);
    return llvm::Error::success();
  };
  if (const hdf5::Attribute *whole = byName.lookup(name)) {
    if (llvm::Error error = add(whole))
      return error;
    return out;
  }
  for (unsigned i = 0;; ++i) {
    const hdf5::Attribute *part = byName.lookup(name.str() + std::to_string(i));
    if (!part)
      return out;
    if (llvm::Error error = add(part))
      return error;
  }
}

bool keras::standsFor(StringRef part, StringRef stored) {
  stored.consume_front("_");
  if (part == "attention_output" && stored == "output_dense")
    return true;
  return stored.consume_front(part) &&
         (stored.empty() || stored.starts_with("_"));
}

/// The name of a variable without the number that makes it unique.
static StringRef stemOf(StringRef name) {
  StringRef stem = name.rtrim("0123456789");
  return stem != name && stem.consume_back("_") ? stem : name;
}

/// How many of the parts are in a name, in their order.
static unsigned countParts(ArrayRef<StringRef> parts,
                           ArrayRef<StringRef> stored) {
  unsigned count = 0;
  for (StringRef part : parts) {
    const auto *found = llvm::find_if(
        stored, [&](StringRef scope) { return standsFor(part, scope); });
    if (found == stored.end())
      continue;
    ++count;
    stored = stored.drop_front(found - stored.begin() + 1);
  }
  return count;
}

namespace {
struct Candidate {
  llvm::SmallVector<StringRef, 4> scopes;
  StringRef name;
  StoredWeight weight;
  bool isTaken = false;
};
} // namespace

/// The candidate for which most speaks, the first one if there are several.
static Candidate *choose(const LayerWeight &wanted,
                         llvm::MutableArrayRef<Candidate> candidates) {
  Candidate *best = nullptr;
  unsigned most = 0;
  for (Candidate &candidate : candidates) {
    bool isCalledSo =
        candidate.name == wanted.name || stemOf(candidate.name) == wanted.name;
    if (candidate.isTaken || !isCalledSo)
      continue;
    bool hasSizes = candidate.weight.dataset.sizes == wanted.wanted->sizes;
    unsigned count =
        1 + 2 * countParts(wanted.parts, candidate.scopes) + hasSizes;
    if (count > most) {
      most = count;
      best = &candidate;
    }
  }
  return best;
}

llvm::Error keras::findNamedWeights(GroupTree &tree, uint64_t group,
                                    StringRef layer, LayerWeights &weights) {
  auto names = namesOf(tree.file, group, "weight_names");
  if (!names)
    return names.takeError();
  std::vector<Candidate> candidates;
  for (StringRef name : *names) {
    auto address = tree.find(group, name);
    if (!address)
      return address.takeError();
    std::string path = (layer + "/" + name).str();
    if (!*address)
      return llvm::createStringError("the file has no `" + path +
                                     "`, which `weight_names` names");
    auto weight = readWeight(tree, **address, std::move(path));
    if (!weight)
      return weight.takeError();
    Candidate &candidate = candidates.emplace_back();
    candidate.weight = std::move(*weight);
    name.split(candidate.scopes, '/', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
    if (!candidate.scopes.empty())
      candidate.name = candidate.scopes.pop_back_val().split(':').first;
  }
  // No layer has so many; a damaged file may.
  constexpr size_t MostPairs = size_t(1) << 24;
  if (candidates.size() * weights.size() > MostPairs)
    return llvm::createStringError("the layer `" + layer + "` has " +
                                   llvm::Twine(candidates.size()) +
                                   " weights in the file");
  for (LayerWeight &wanted : weights) {
    Candidate *found = choose(wanted, candidates);
    if (!found)
      return llvm::createStringError("the file has no value of `" +
                                     wanted.wanted->name + "`");
    found->isTaken = true;
    wanted.stored = found->weight;
  }
  return llvm::Error::success();
}
