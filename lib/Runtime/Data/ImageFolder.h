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

/// A folder with a folder for each class, in which the images of the class
/// are: `photos/cat/1.jpg`. Gives the columns `images` and `labels`, the
/// numbers of the classes in the order of their names. A folder whose folders
/// are called `train` and `test` or the like is the one of the split. Images
/// are read when they are needed. None of a folder without any, and the folder
/// is not one of images then.
llvm::Expected<std::vector<Column>> readImageFolder(const std::string &folder,
                                                    Split split);

} // namespace trainlint::data

#endif // TRAINLINT_RUNTIME_DATA_IMAGEFOLDER_H
