//===- SdkNames.cpp - Names of Vertex AI's clients ------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Jobs/SdkNames.h"
#include "Support/LLVM.h"
#include "Support/Placeholder.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::python;

static bool isModuleName(StringRef segment) {
  return !segment.empty() && !llvm::isUpper(segment.front());
}

SdkName python::sdkNameOf(StringRef name) {
  // It is another name of `aiplatform.init`.
  if (name == "vertexai.init")
    return {SdkLibrary::Sdk, name.take_back(4)};
  SdkName found;
  if (name.consume_front("google.cloud.aiplatform."))
    found.library = SdkLibrary::Sdk;
  else if (name.consume_front("google.cloud.aiplatform_v1.") ||
           name.consume_front("google.cloud.aiplatform_v1beta1."))
    found.library = SdkLibrary::Gapic;
  else
    return found;
  // The modules on the way: `jobs`, `gapic`, `types.custom_job`.
  while (name.contains('.')) {
    auto [segment, rest] = name.split('.');
    if (!isModuleName(segment))
      break;
    if (segment == "gapic" || segment == "compat")
      found.library = SdkLibrary::Gapic;
    name = rest;
  }
  found.name = name;
  return found;
}

bool python::isSdkObject(const Value &value, StringRef name) {
  return value.kind == ValueKind::Object && sdkNameOf(value.text).isSdk(name);
}

StringRef python::enumWord(const Value &value) {
  if (value.kind != ValueKind::Name)
    return {};
  StringRef name = value.text;
  name.consume_back(".name");
  if (sdkNameOf(name).library == SdkLibrary::None)
    return {};
  StringRef word = name.rsplit('.').second;
  bool isWord = llvm::all_of(word, [](char c) {
    return llvm::isUpper(c) || llvm::isDigit(c) || c == '_';
  });
  return isWord ? word : StringRef();
}

Place python::enumPlace(const Value &value, Place written) {
  StringRef word = enumWord(value);
  if (word.empty() || !written)
    return written;
  size_t offset = written.buffer->text(written.range).rfind(word);
  if (offset == StringRef::npos)
    return written;
  uint32_t begin = written.range.begin + offset;
  return {written.buffer, {begin, begin + static_cast<uint32_t>(word.size())}};
}

bool python::isBlank(StringRef text) {
  return text.empty() || text == "-" || isPlaceholderName(text);
}

bool python::isBlankValue(StringRef text, StringRef field) {
  return text.empty() || text == "-" || isPlaceholderValue(text, field);
}
