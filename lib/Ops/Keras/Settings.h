//===- Settings.h - Values of a layer's configuration -----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_OPS_KERAS_SETTINGS_H
#define TRAINLINT_OPS_KERAS_SETTINGS_H

#include "mlir/IR/BuiltinAttributes.h"

namespace trainlint::keras {

/// A configuration as the importer leaves it: `null` is a unit. What is missing
/// or of another kind gives the value for what is missing.
class Settings {
public:
  explicit Settings(mlir::DictionaryAttr values) : values(values) {}

  /// Null for what is missing and for `null`.
  mlir::Attribute get(llvm::StringRef key) const;
  int64_t integer(llvm::StringRef key, int64_t missing) const;
  double number(llvm::StringRef key, double missing) const;
  bool getBool(llvm::StringRef key, bool missing) const;
  llvm::StringRef word(llvm::StringRef key, llvm::StringRef missing) const;
  /// `count` integers, of which one alone stands for all.
  std::optional<llvm::SmallVector<int64_t>> integers(llvm::StringRef key,
                                                     unsigned count) const;
  /// All integers of a list, or one alone.
  std::optional<llvm::SmallVector<int64_t>> list(llvm::StringRef key) const;
  mlir::DictionaryAttr all() const { return values; }

private:
  mlir::DictionaryAttr values;
};

/// The elements of a list, or of a tuple in the form of Keras 2.12 or 3.
std::optional<llvm::ArrayRef<mlir::Attribute>> listOf(mlir::Attribute value);
std::optional<int64_t> integerOf(mlir::Attribute value);
std::optional<double> numberOf(mlir::Attribute value);

/// An object that the configuration names: by a name alone, or by a class with
/// a configuration of its own.
struct NamedObject {
  llvm::StringRef name;
  Settings settings;
};
/// None if there is no object.
std::optional<NamedObject> objectOf(mlir::Attribute value,
                                    mlir::MLIRContext *context);

} // namespace trainlint::keras

#endif // TRAINLINT_OPS_KERAS_SETTINGS_H
