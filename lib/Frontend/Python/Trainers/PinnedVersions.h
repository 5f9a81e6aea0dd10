//===- PinnedVersions.h - The versions a program runs with ------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_PYTHON_TRAINERS_PINNEDVERSIONS_H
#define TRAINLINT_FRONTEND_PYTHON_TRAINERS_PINNEDVERSIONS_H

#include "Frontend/Python/Context/Context.h"
#include "Frontend/Python/Trainers/Requirement.h"
#include "llvm/ADT/StringMap.h"

namespace trainlint::python {

/// The versions of a package that a program may run with.
struct PinnedVersion {
  VersionRange range;
  /// As messages name it: `2.6.0`, `>=2.6,<3`.
  std::string text;
  /// Where it is written first.
  mlir::LocationAttr location;

  bool isAtLeast(PackageVersion version) const {
    return range.isAtLeast(version);
  }
  bool isBelow(PackageVersion version) const { return range.isBelow(version); }
};

/// The versions that a program is pinned to: by `pip install` in its
/// cells and in the commands that it runs, by the `requirements` of its jobs,
/// by the image or the runtime version of the job that runs it, and by
/// requirements files, `setup.py`, `pyproject.toml` and the like beside it and
/// in the folders above, up to the root of its repository. The nearest one
/// counts; if several are as near, any of them may hold.
class PinnedVersions {
public:
  explicit PinnedVersions(const Context &context) : context(context) {}

  /// Nothing if nobody says which versions, or if any will do. A package may
  /// be given by any of its spellings. Files are read when it is first asked.
  const PinnedVersion *find(llvm::StringRef package) const;

private:
  const Context &context;
  mutable llvm::StringMap<std::optional<PinnedVersion>> found;
};

/// Says where a version is pinned.
Report &notePin(Report &report, const PinnedVersion &pin,
                llvm::StringRef package);

} // namespace trainlint::python

#endif // TRAINLINT_FRONTEND_PYTHON_TRAINERS_PINNEDVERSIONS_H
