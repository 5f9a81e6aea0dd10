//===- ImageFolder.h - Folders of images with labels ------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_DATA_IMAGEFOLDER_H
#define TRAINLINT_RUNTIME_DATA_IMAGEFOLDER_H

#include "Runtime/Data/Column.h"

namespace trainlint::data {

/// A folder with a folder for each class, in which the images of the class are:
/// `photos/cat/1.jpg`. Gives the columns `images` and `labels`, the numbers of
/// the classes in the order of their names. If the folders are called `train`
/// and `test` or the like, they are splits, and the classes are those that any
/// of them has. Images are read when they are needed. Nothing of a folder
/// without any.
llvm::Expected<std::vector<Column>> readImageFolder(const std::string &folder,
                                                    Split split);

} // namespace trainlint::data

#endif // TRAINLINT_RUNTIME_DATA_IMAGEFOLDER_H
