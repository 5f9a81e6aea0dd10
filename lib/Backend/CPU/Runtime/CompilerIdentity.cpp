//===- CompilerIdentity.cpp - What machine code depends on ----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/Runtime/CompilerIdentity.h"
#include "Backend/CPU/Runtime/OneDnn.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/TargetParser/Host.h"
#include <dlfcn.h>
#include <map>

namespace fs = llvm::sys::fs;

static std::string describeCompiler() {
  std::string all;
  llvm::raw_string_ostream out(all);
  Dl_info self;
  fs::file_status status;
  // A program that was found in PATH does not know where it is.
  if ((dladdr(reinterpret_cast<void *>(&trainlint::cpu::compilerIdentity),
              &self) &&
       !fs::status(self.dli_fname, status)) ||
      !fs::status("/proc/self/exe", status))
    out << status.getSize() << ' '
        << status.getLastModificationTime().time_since_epoch().count();
  out << '\0' << llvm::sys::getHostCPUName() << '\0';
  llvm::StringMap<bool> features = llvm::sys::getHostCPUFeatures();
  std::map<llvm::StringRef, bool> sorted;
  for (const auto &feature : features)
    sorted[feature.getKey()] = feature.getValue();
  for (auto [feature, isThere] : sorted)
    out << feature << isThere;
  out << '\0' << trainlint::cpu::oneDnnVersion();
  return all;
}

const std::string &trainlint::cpu::compilerIdentity() {
  static const std::string text = describeCompiler();
  return text;
}
