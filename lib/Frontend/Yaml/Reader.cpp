//===- Reader.cpp - YAML and JSON text to a located tree ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Yaml/Reader.h"
#include "Frontend/Yaml/Parser.h"
#include "Frontend/Yaml/Scanner.h"
#include "Frontend/Yaml/SecondReader.h"

using namespace trainlint;
using namespace trainlint::yaml;

ReadResult yaml::read(llvm::StringRef text) {
  ReadResult result;
  result.stream = std::make_unique<Stream>();
  Problem problem;
  if (!checkEncoding(text, problem)) {
    result.stream->problems.push_back(std::move(problem));
    return result;
  }
  parse(text, scan(text), *result.stream);
  // yaml-cpp accepts much that is not YAML, and can loop for ever on some of
  // it, so it only sees text that is well-formed.
  if (result.stream->problems.empty())
    result.disagreement = readValues(text, *result.stream);
  return result;
}
