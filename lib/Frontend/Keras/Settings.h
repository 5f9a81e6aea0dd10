//===- Settings.h - Values of layers' configurations ------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_KERAS_SETTINGS_H
#define TRAINLINT_FRONTEND_KERAS_SETTINGS_H

#include "Frontend/Keras/Model.h"

namespace trainlint::keras {

/// The elements of a list, of a tuple in the form of Keras 2.12, or nothing.
llvm::ArrayRef<json::Value> listOf(const json::Value *value);

/// A whole number of a layer's configuration.
std::optional<int64_t> numberSetting(const Layer &layer, llvm::StringRef key);

/// A boolean; `missing` if it is not given.
bool flagSetting(const Layer &layer, llvm::StringRef key, bool missing);

/// A word; `missing` if it is not given.
llvm::StringRef wordSetting(const Layer &layer, llvm::StringRef key,
                            llvm::StringRef missing);

/// `count` numbers, of which one alone stands for all; none if they are not
/// given or something else.
std::optional<llvm::SmallVector<int64_t, 3>>
numbersSetting(const Layer &layer, llvm::StringRef key, unsigned count);

} // namespace trainlint::keras

#endif // TRAINLINT_FRONTEND_KERAS_SETTINGS_H
