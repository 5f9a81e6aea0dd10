//===- Resources.h - What a script makes, uses and deletes ------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_GCLOUD_RESOURCES_H
#define TRAINLINT_FRONTEND_GCLOUD_RESOURCES_H

#include "Frontend/GCloud/Environment.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"

namespace trainlint::gcloud {

/// The resources of scripts, followed by their names and zones: TPUs, groups
/// of VMs and the templates that these are made of.
class Resources {
public:
  /// Takes a command; those that make and delete nothing are left alone.
  void add(const Command &command, const ScriptContext &script,
           const Settings &settings);

  /// Takes over the resources that others may make.
  void addUncertain(const Resources &other);

  /// Reports what is used or deleted, and is not what was made.
  void check() const;

private:
  struct Resource {
    job::ValueAttr name;
    /// Null if it has none, or if nobody knows.
    job::ValueAttr zone;
    uint32_t place;
    bool isRepeated;
  };
  /// What the script does with the resources of one kind.
  struct Kind {
    std::vector<Resource> made;
    std::vector<Resource> deleted;
    /// The places in `made` of what has a name that is known.
    llvm::StringMap<llvm::SmallVector<unsigned, 1>> madeByName;
    /// True if something is made whose name is not known.
    bool hasOpenName = false;
    /// True if it is not certain what all is called that is made.
    bool hasOtherNames = false;

    void make(const Resource &resource);
  };

  void addNode(const Command &command, const ScriptContext &script,
               job::ValueAttr zone);
  void checkTemplate(job::ValueAttr used) const;
  void checkDeletion(const Kind &kind, const Resource &deleted) const;
  void checkZone(const Resource &deleted,
                 llvm::ArrayRef<const Resource *> made) const;
  void checkName(const Kind &kind, const Resource &deleted) const;

  llvm::MapVector<llvm::StringRef, Kind> kinds;
  std::vector<job::ValueAttr> usedTemplates;
};

} // namespace trainlint::gcloud

#endif // TRAINLINT_FRONTEND_GCLOUD_RESOURCES_H
