//===- CompilationCache.h - Programs compiled by this process ---*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_BACKEND_CPU_RUNTIME_COMPILATIONCACHE_H
#define TRAINLINT_BACKEND_CPU_RUNTIME_COMPILATIONCACHE_H

#include "Backend/CPU/Interface/Executable.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SHA256.h"
#include <list>
#include <memory>
#include <mutex>

namespace trainlint::cpu {

/// Identifies a text and the options that it is compiled with.
inline std::string fingerprintOf(llvm::StringRef text,
                                 const CompileOptions &options) {
  std::string settings;
  llvm::raw_string_ostream out(settings);
  out << options.entry << '\0' << options.fileName << '\0' << options.replicas
      << ' ' << options.partitions << ' ' << options.useOneDnn << ' '
      << options.optimization << ' ' << options.keepStableHLO
      << options.keepLinalg << options.keepLLVM << options.timesOperations
      << options.timesTypes << options.timesEach << '\0';
  llvm::SHA256 hash;
  hash.update(settings);
  hash.update(text);
  return llvm::toHex(hash.final(), /*LowerCase=*/true);
}

/// Keeps what was used last. Several threads may use it at once.
template <typename Value>
class CompilationCache {
public:
  std::shared_ptr<const Value> find(llvm::StringRef key) {
    std::lock_guard<std::mutex> lock(mutex);
    for (auto entry = entries.begin(); entry != entries.end(); ++entry)
      if (entry->first == key) {
        entries.splice(entries.begin(), entries, entry);
        return entry->second;
      }
    return nullptr;
  }

  void insert(llvm::StringRef key, std::shared_ptr<const Value> value) {
    std::lock_guard<std::mutex> lock(mutex);
    entries.emplace_front(key.str(), std::move(value));
    if (entries.size() > capacity)
      entries.pop_back();
  }

private:
  static constexpr size_t capacity = 64;
  std::mutex mutex;
  std::list<std::pair<std::string, std::shared_ptr<const Value>>> entries;
};

} // namespace trainlint::cpu

#endif // TRAINLINT_BACKEND_CPU_RUNTIME_COMPILATIONCACHE_H
