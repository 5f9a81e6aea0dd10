//===- Requirement.h - A package and the versions it may have ---*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_PYTHON_TRAINERS_REQUIREMENT_H
#define TRAINLINT_FRONTEND_PYTHON_TRAINERS_REQUIREMENT_H

#include "llvm/ADT/StringRef.h"
#include <array>
#include <optional>
#include <string>

namespace trainlint::python {

/// The first parts of the version of a package; those that are not written are
/// 0. What follows the numbers (`rc1`, `+cpu`) is not looked at.
struct PackageVersion {
  std::array<uint32_t, 3> parts = {};

  static std::optional<PackageVersion> parse(llvm::StringRef text);

  friend bool operator<(PackageVersion a, PackageVersion b) {
    return a.parts < b.parts;
  }
  friend bool operator==(PackageVersion a, PackageVersion b) {
    return a.parts == b.parts;
  }
};

/// Versions from one to another. Of what is excluded in between nothing is
/// known.
struct VersionRange {
  PackageVersion first;
  /// The first version behind the range; none if it has no end.
  std::optional<PackageVersion> end;
  /// False if a version was asked for that nobody knows: `==$VERSION`.
  bool isKnown = true;

  /// True if every version of the range is at least this one.
  bool isAtLeast(PackageVersion version) const {
    return isKnown && !(first < version);
  }
  /// True if every version of the range is below this one.
  bool isBelow(PackageVersion version) const {
    return isKnown && end && !(version < *end);
  }
  /// True if any version will do.
  bool isOpen() const { return isKnown && !end && first == PackageVersion(); }

  /// The smallest range that has all of two.
  static VersionRange either(const VersionRange &a, const VersionRange &b);

  /// What `==2.6`, `>=2.5,<3`, `~=2.6` and the `^2.6` of Poetry allow.
  static VersionRange parse(llvm::StringRef specifiers);
};

/// `torch_xla[tpu]~=2.6.0`, or the name of a wheel with its version.
struct Requirement {
  /// As it is written.
  llvm::StringRef name;
  /// The part that says the version: `~=2.6.0`, `2.6.0`; may be empty.
  llvm::StringRef version;
  VersionRange range;

  /// Reads a line of a requirements file, or a word of a command; nothing if it
  /// is an option, a comment or a folder.
  static std::optional<Requirement> parse(llvm::StringRef text);
};

/// True if two spellings name one package: `torch_xla`, `Torch-XLA`.
bool isSamePackage(llvm::StringRef a, llvm::StringRef b);

} // namespace trainlint::python

#endif // TRAINLINT_FRONTEND_PYTHON_TRAINERS_REQUIREMENT_H
