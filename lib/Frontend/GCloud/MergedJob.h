//===- MergedJob.h - The document of a job from flags -----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_GCLOUD_MERGEDJOB_H
#define TRAINLINT_FRONTEND_GCLOUD_MERGEDJOB_H

#include "Frontend/GCloud/ScriptContext.h"
#include "Text/Yaml/NodeMaker.h"
#include <map>

namespace trainlint::gcloud {

/// Builds the document of a job from the flags of a command, laid over that of
/// a configuration file, as gcloud does. Nodes know the buffer that they stand
/// in, so that a finding can point at both.
class MergedJob {
public:
  /// Nodes live in the stream.
  MergedJob(yaml::Stream &stream, const SourceBuffer &script)
      : nodes(stream), script(script) {}

  /// Gives the field at a path such as "trainingInput.region" a value. `key`
  /// is the place of the flag.
  void set(llvm::StringRef path, SourceRange key, yaml::Node *value);

  /// The node of a value: through an alias if the value stands elsewhere.
  /// `text` is the value in the words of the file.
  yaml::Node *makeText(const shell::Value &value, llvm::StringRef text);
  yaml::Node *makeFlag(SourceRange range, bool value);
  yaml::Node *makeNumber(SourceRange range, int64_t value);
  yaml::Node *makeList(SourceRange range, llvm::ArrayRef<yaml::Node *> items);

  /// Says that a section is there even if no flag gives anything in it, and
  /// what stands for it.
  void require(llvm::StringRef section, SourceRange key);

  /// Says that fields which are not given may come from `range`.
  void setUnknown(SourceRange range) { unknownRest = range; }

  /// The document. `config` is the one of the file, or null; `range` stands
  /// for what no flag gives.
  yaml::Node *build(const yaml::Node *config, SourceRange range);

private:
  struct Section {
    SourceRange key;
    /// Null for a section.
    yaml::Node *value = nullptr;
    std::map<std::string, Section> fields;
  };

  yaml::ScalarNode *makeScalar(SourceRange range, llvm::StringRef text,
                               yaml::ScalarStyle style);
  yaml::Node *merge(const Section &section, const yaml::Node *below,
                    SourceRange range);

  yaml::NodeMaker nodes;
  const SourceBuffer &script;
  Section root;
  std::optional<SourceRange> unknownRest;
};

} // namespace trainlint::gcloud

#endif // TRAINLINT_FRONTEND_GCLOUD_MERGEDJOB_H
