//===- Detect.cpp - Telling AI Platform jobs from others ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/AIPlatform/Detect.h"
#include "Support/IgnoreCase.h"
#include "Support/LLVM.h"
#include "Support/NearMatch.h"

using namespace trainlint;
using namespace trainlint::yaml;

/// Fields that no other format has at its top level.
static constexpr llvm::StringLiteral TellingFields[] = {
    "scaleTier",           "masterType",
    "workerType",          "workerCount",
    "parameterServerType", "parameterServerCount",
    "evaluatorType",       "evaluatorCount",
    "masterConfig",        "parameterServerConfig"};

/// True if the text is encoded with two or four bytes a character.
static bool isWide(StringRef text) {
  return text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF") ||
         text.take_front(4).contains('\0');
}

bool aiplatform::mayHoldJob(StringRef text) {
  if (isWide(text)) {
    std::string narrow;
    llvm::copy_if(text, std::back_inserter(narrow), [](char c) { return c; });
    return narrow.find("trainingInput") != std::string::npos ||
           narrow.find("scaleTier") != std::string::npos;
  }
  return containsIgnoringCase(text, "traininginput") ||
         containsIgnoringCase(text, "training_input") ||
         containsIgnoringCase(text, "training-input") ||
         text.contains("scaleTier") || text.contains("masterType");
}

bool aiplatform::isJob(View root, TreeView &tree) {
  unsigned telling = 0;
  for (const EntryView &entry : tree.entries(root)) {
    StringRef key = keyText(entry);
    if (sameLetters(key, "trainingInput"))
      return true;
    telling += llvm::is_contained(TellingFields, key);
  }
  return telling >= 2;
}
