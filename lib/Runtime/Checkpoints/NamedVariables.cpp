//===- NamedVariables.cpp - Variables of checkpoints by name --------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Checkpoints/NamedVariables.h"
#include "Runtime/Checkpoints/ObjectGraph.h"
#include "Runtime/Checkpoints/TensorIndex.h"
#include "Support/LLVM.h"
#include "llvm/ADT/StringSet.h"

using namespace trainlint;
using namespace trainlint::checkpoints;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// Several objects may be one variable.
static void addName(std::map<std::string, std::string> &keys, StringRef name,
                    StringRef key) {
  if (name.empty())
    return;
  auto [place, isNew] = keys.try_emplace(name.str(), key.str());
  if (!isNew && place->second != key)
    place->second.clear();
}

llvm::Expected<NamedVariables> NamedVariables::create(TensorBundle &bundle,
                                                      RestoredKeys restored) {
  NamedVariables out(bundle);
  out.isObjectBased = bundle.contains(ObjectGraphKey);
  if (!out.isObjectBased)
    return out;
  out.restored = std::move(restored);
  auto text = bundle.text(ObjectGraphKey.str());
  if (!text)
    return text.takeError();
  auto objects = readObjectGraph(*text);
  if (!objects)
    return llvm::createStringError(
        "cannot use `" + bundle.getPrefix() +
        "`: its graph of objects: " + llvm::toString(objects.takeError()));
  for (const ObjectVariable &variable : *objects) {
    if (!bundle.contains(variable.key))
      continue;
    addName(out.byFullName, variable.fullName, variable.key);
    addName(out.byPath, variable.path, variable.key);
    StringRef name =
        variable.fullName.empty() ? variable.path : variable.fullName;
    out.names.try_emplace(variable.key.str(),
                          name.empty() ? variable.key.str() : name.str());
  }
  return out;
}

std::string NamedVariables::keyOf(StringRef name) const {
  if (!isObjectBased)
    return bundle.contains(name) ? name.str() : "";
  for (const auto *keys : {&restored, &byFullName, &byPath}) {
    auto found = keys->find(name.str());
    if (found != keys->end() && bundle.contains(found->second))
      return found->second;
  }
  return "";
}

std::string NamedVariables::nameOf(StringRef key) const {
  auto found = names.find(key.str());
  return found == names.end() ? key.str() : found->second;
}

std::vector<std::string> NamedVariables::keys() const {
  std::vector<std::string> out;
  for (const auto &[key, name] : names)
    out.push_back(key);
  return out;
}

//===----------------------------------------------------------------------===//
// Tensors of a state
//===----------------------------------------------------------------------===//

llvm::Expected<StateTensors>
checkpoints::loadStateTensors(const std::string &path,
                              ArrayRef<std::string> names,
                              const RestoredKeys &restored) {
  StateTensors out;
  std::string prefix = findTensorBundle(path);
  if (prefix.empty()) {
    auto loaded = loadTensors(path);
    if (!loaded)
      return loaded.takeError();
    out.loaded = std::move(*loaded);
    return out;
  }
  auto bundle = TensorBundle::open(prefix);
  if (!bundle)
    return bundle.takeError();
  auto variables = NamedVariables::create(**bundle, restored);
  if (!variables)
    return variables.takeError();
  out.mayHaveMore = variables->areObjects();
  if (!out.mayHaveMore) {
    auto loaded = (*bundle)->takeTensors();
    if (!loaded)
      return loaded.takeError();
    out.loaded = std::move(*loaded);
    return out;
  }
  llvm::StringSet<> used;
  for (const std::string &name : names) {
    std::string key = variables->keyOf(name);
    if (key.empty())
      continue;
    auto view = (*bundle)->tensor(key);
    if (!view)
      return view.takeError();
    out.loaded.file.tensors[name] = *view;
    used.insert(key);
  }
  for (const std::string &key : variables->keys())
    if (!used.contains(key))
      out.unused.push_back(variables->nameOf(key));
  out.loaded.texts = (*bundle)->takeTexts();
  return out;
}
