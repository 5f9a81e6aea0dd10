//===- NamedVariables.h - Variables of checkpoints by name ------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_CHECKPOINTS_NAMEDVARIABLES_H
#define TRAINLINT_RUNTIME_CHECKPOINTS_NAMEDVARIABLES_H

#include "Runtime/Checkpoints/TensorBundle.h"

namespace trainlint::checkpoints {

/// The keys under which a graph restores its variables, by their names.
using RestoredKeys = std::map<std::string, std::string>;

/// Tells under which key a checkpoint of TensorFlow has a variable that a graph
/// calls by a name.
///
/// A checkpoint of objects (ObjectGraph.h) has it where the graph itself would
/// look for it; else where its objects say that the name is; else under the
/// path that is the name. A name that several variables have says nothing.
/// Other checkpoints have variables under their names.
class NamedVariables {
public:
  /// What is not known of the graph is empty. Fails for a graph of objects that
  /// is damaged. The bundle has to live as long.
  static llvm::Expected<NamedVariables> create(TensorBundle &bundle,
                                               RestoredKeys restored);

  /// Empty if the checkpoint does not have it.
  std::string keyOf(llvm::StringRef name) const;
  /// True if the keys are paths of objects.
  bool areObjects() const { return isObjectBased; }
  /// What a variable of the checkpoint is called in messages.
  std::string nameOf(llvm::StringRef key) const;
  /// The keys of all variables.
  std::vector<std::string> keys() const;

private:
  explicit NamedVariables(TensorBundle &bundle) : bundle(bundle) {}

  TensorBundle &bundle;
  bool isObjectBased = false;
  RestoredKeys restored;
  /// Of a name that several variables have, an empty key.
  std::map<std::string, std::string> byFullName, byPath;
  /// What variables are called, by their keys.
  std::map<std::string, std::string> names;
};

/// Some tensors of a file for the state of a model, by its names.
struct StateTensors {
  LoadedTensors loaded;
  /// What the file has and the state lacks, where that is no error.
  std::vector<std::string> unused;
  /// True if the file may have more than the state: it is a checkpoint of
  /// objects, of which a step needs a part.
  bool mayHaveMore = false;
};

/// Reads what a user names for a state: a safetensors file, the index of
/// several, a checkpoint of TensorFlow or a SavedModel.
llvm::Expected<StateTensors> loadStateTensors(const std::string &path,
                                              llvm::ArrayRef<std::string> names,
                                              const RestoredKeys &restored);

} // namespace trainlint::checkpoints

#endif // TRAINLINT_RUNTIME_CHECKPOINTS_NAMEDVARIABLES_H
