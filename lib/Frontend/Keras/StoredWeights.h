//===- StoredWeights.h - The weights in files of Keras ----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_KERAS_STOREDWEIGHTS_H
#define TRAINLINT_FRONTEND_KERAS_STOREDWEIGHTS_H

#include "Frontend/Keras/Model.h"
#include "Text/Hdf5/File.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/Support/MemoryBuffer.h"
#include <deque>

namespace trainlint::keras {

/// A weight of a model as a forward module has it.
struct WantedWeight {
  /// The names of the layer and of those around it, and that of the weight:
  /// `dense/kernel`, `encoder/conv/bias`.
  std::string name;
  hdf5::Sizes sizes;
};

/// A weight in a file.
struct StoredWeight {
  /// The path of its dataset.
  std::string path;
  hdf5::Dataset dataset;
};

/// The text of a file in parts, which lie in the file it was made of, in the
/// values that were given, or in `owned`.
struct FileText {
  std::vector<llvm::StringRef> parts;
  std::deque<std::string> owned;
};

/// The weights that HDF5 and `.keras` archives hold beside the model. HDF5 has
/// them by names, as Keras 2 gave them to its variables. An archive has them by
/// the class of a layer, its number among those of the class, and the order in
/// which the layer made them.
class StoredWeights {
public:
  /// Opens the weights of a file, which outlives them as the model does; null
  /// if it holds none.
  static llvm::Expected<std::unique_ptr<StoredWeights>>
  open(llvm::StringRef file, const Model &model);

  /// The weights of a model in the order in which they are wanted. Fails if
  /// one is missing, or has other sizes.
  llvm::Expected<std::vector<StoredWeight>>
  find(llvm::ArrayRef<WantedWeight> wanted);

  /// The elements as floats of the given form, in little-endian order and as
  /// they are in the file if they have that form there.
  llvm::Expected<llvm::StringRef> read(const StoredWeight &weight,
                                       const llvm::fltSemantics &form,
                                       std::string &storage);

  /// Fails if the elements of a weight cannot be replaced where they are.
  llvm::Error checkReplaceable(const StoredWeight &weight) const;

  /// The file with other elements in some of its weights, given as floats of a
  /// form in little-endian order. All else is as it was, byte for byte, but for
  /// where an archive says how long its parts are.
  struct NewElements {
    const StoredWeight *weight;
    llvm::StringRef bytes;
    const llvm::fltSemantics *form;
  };
  llvm::Expected<FileText> replace(llvm::ArrayRef<NewElements> elements) const;

private:
  StoredWeights(llvm::StringRef file, const Model &model)
      : file(file), model(model) {}

  llvm::StringRef file;
  const Model &model;
  /// The weights of an archive; null for HDF5 itself.
  std::unique_ptr<llvm::MemoryBuffer> unpacked;
  std::unique_ptr<hdf5::File> weights;
};

} // namespace trainlint::keras

#endif // TRAINLINT_FRONTEND_KERAS_STOREDWEIGHTS_H
