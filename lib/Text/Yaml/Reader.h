//===- Reader.h - YAML and JSON text to a located tree ----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_TEXT_YAML_READER_H
#define TRAINLINT_TEXT_YAML_READER_H

#include "Text/Yaml/Tree.h"
#include <memory>
#include <optional>

namespace trainlint::yaml {

/// A text that was read. `problems` is empty if it is well-formed YAML or JSON;
/// otherwise the documents before the problem are there.
struct ReadResult {
  std::unique_ptr<Stream> stream;
  /// Where yaml-cpp reads the text differently; none if the two agree, or if it
  /// was not asked.
  std::optional<Problem> disagreement;
};

/// Whether the text is read by yaml-cpp as well, which takes as long again.
enum class SecondOpinion : uint8_t { None, YamlCpp };

/// Reads all documents of a text that stays alive as long as the result and is
/// followed by a NUL byte.
ReadResult read(llvm::StringRef text,
                SecondOpinion second = SecondOpinion::None);

} // namespace trainlint::yaml

#endif // TRAINLINT_TEXT_YAML_READER_H
