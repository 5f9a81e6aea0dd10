//===- Yaml.cpp - Both readers of YAML ------------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fuzz/Copies.h"
#include "Fuzz/Targets/Targets.h"
#include "Text/Yaml/Reader.h"

using namespace trainlint;
using llvm::StringRef;

void test::fuzzYaml(StringRef input) {
  yaml::ReadResult result = yaml::read(input, yaml::SecondOpinion::YamlCpp);
  auto lies = [&](SourceRange range) {
    return range.begin <= range.end && range.end <= input.size();
  };
  for (const yaml::Node *node : result.stream->nodes)
    if (!lies(node->range))
      broken("a node lies in the text");
  for (SourceRange comment : result.stream->comments)
    if (!lies(comment))
      broken("a comment lies in the text");
}
