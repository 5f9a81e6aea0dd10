//===- SnakeCaseFields.h - Fields in the spelling of Python -----*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_VERTEXAI_SNAKECASEFIELDS_H
#define TRAINLINT_FRONTEND_VERTEXAI_SNAKECASEFIELDS_H

#include "Schema/Schema.h"
#include "Text/Yaml/View.h"

namespace trainlint::vertexai {

/// A key and the field that it stands for.
struct RenamedKey {
  yaml::View key;
  llvm::StringRef field;
};

/// The property of a name, in the spelling of gcloud (`workerPoolSpecs`) or of
/// Python (`worker_pool_specs`); null if there is none.
const schema::Property *propertyMeant(const schema::Schema &schema,
                                      llvm::StringRef name);

/// A document that spells all of its fields as Python does, with gcloud's
/// spelling in their place; the root itself for any other document. Values and
/// places stay what they are, and the nodes live as long as `tree`. The keys
/// that were renamed are added to `renamed`.
yaml::View inCamelCase(yaml::View root, const schema::Schema &schema,
                       yaml::TreeView &tree,
                       llvm::SmallVectorImpl<RenamedKey> &renamed);

/// The same for a document that may mix the spellings, as the JSON that the API
/// itself reads: every known field has gcloud's spelling.
yaml::View withApiNames(yaml::View root, const schema::Schema &schema,
                        yaml::TreeView &tree);

} // namespace trainlint::vertexai

#endif // TRAINLINT_FRONTEND_VERTEXAI_SNAKECASEFIELDS_H
