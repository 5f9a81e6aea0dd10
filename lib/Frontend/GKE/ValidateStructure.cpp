//===- ValidateStructure.cpp - Structure of manifests ---------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/GKE/ValidateStructure.h"
#include "Diagnostics/Messages/Structure.h"
#include "Frontend/GKE/Accelerators.h"
#include "Frontend/GKE/Workloads.h"
#include "Schema/Validator.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::frontend;
using namespace trainlint::gke;
using namespace trainlint::yaml;

/// True if an object changes another that is not here: it lacks what no object
/// of its kind can do without, or its pods do.
static bool isPatch(const Section &object, const schema::Schema &schema,
                    TreeView &tree) {
  const schema::Property *property = schema.findProperty("spec");
  if (!property)
    return false;
  Section spec = object.section("spec", tree);
  for (StringRef field : property->schema->required) {
    if (!spec.find(field).key)
      return true;
  }
  return llvm::any_of(podGroupsOf(object, tree), [&](const PodGroup &group) {
    return static_cast<bool>(
        incompletePart(group.pods.section("spec", tree), group.at, tree));
  });
}

unsigned gke::checkStructure(View object, const schema::Schema &schema,
                             TreeView &tree) {
  schema::Validator validator(tree, schema::Decoder::Kubernetes);
  StringRef kind = schema.findProperty("kind")->schema->words.front();
  std::string noun = ("the " + kind).str();
  Section fields(object, schema, tree);
  // Without a version an object is an excerpt, unless it has a name.
  bool isExcerpt = !fields.find("apiVersion").key;
  if (isExcerpt && !fields.standIn("apiVersion") &&
      fields.section("metadata", tree).find("name").key)
    diag::MissingField::missing(tree.location(fields.find("kind").key), noun,
                                "apiVersion");
  validator.setIncomplete(isExcerpt || isPatch(fields, schema, tree));
  validator.validate(object, schema, noun);
  return validator.skippedValues();
}
