//===- WeightLayouts.h - Where weights are in files -------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_KERAS_WEIGHTLAYOUTS_H
#define TRAINLINT_FRONTEND_KERAS_WEIGHTLAYOUTS_H

#include "Frontend/Keras/StoredWeights.h"
#include "llvm/ADT/StringMap.h"

namespace trainlint::keras {

/// The groups of a file, each of which is read once.
class GroupTree {
public:
  explicit GroupTree(hdf5::File &file) : file(file) {}

  /// The objects of a group, in the order of the file.
  llvm::Expected<const std::vector<hdf5::Link> *> children(uint64_t group);
  /// The object at a path below a group; nothing if there is none.
  llvm::Expected<std::optional<uint64_t>> find(uint64_t group,
                                               llvm::StringRef path);

  hdf5::File &file;

private:
  struct Group {
    std::vector<hdf5::Link> links;
    llvm::StringMap<uint64_t> byName;
  };
  llvm::Expected<const Group *> read(uint64_t group);

  std::map<uint64_t, Group> groups;
};

/// A wanted weight of one layer.
struct LayerWeight {
  const WantedWeight *wanted = nullptr;
  /// The name behind that of the layer, and what stands before its last part:
  /// `forward` and `kernel` of `forward/kernel`.
  llvm::SmallVector<llvm::StringRef, 2> parts;
  llvm::StringRef name;
  /// What is found.
  StoredWeight stored;
};

using LayerWeights = std::vector<LayerWeight>;

/// Finds the weights of layers by the names of their variables, below the group
/// of a layer.
llvm::Error findNamedWeights(GroupTree &tree, uint64_t group,
                             llvm::StringRef layer, LayerWeights &weights);

/// Finds the weights of a layer by their order, below the group of the layer.
llvm::Error findNumberedWeights(GroupTree &tree, uint64_t group,
                                llvm::StringRef layer, llvm::StringRef path,
                                LayerWeights &weights);

/// True if there is a weight below a group.
llvm::Expected<bool> hasNumberedWeights(GroupTree &tree, uint64_t group);

/// True for a part of a name that stands for another one in files: `forward`
/// for `forward_layer`, `query` for `_query_dense`.
bool standsFor(llvm::StringRef part, llvm::StringRef stored);

/// The weight at an address; fails for a group.
llvm::Expected<StoredWeight> readWeight(GroupTree &tree, uint64_t address,
                                        std::string path);

} // namespace trainlint::keras

#endif // TRAINLINT_FRONTEND_KERAS_WEIGHTLAYOUTS_H
