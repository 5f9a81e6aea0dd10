//===- ModuleFile.h - A file that programs import ---------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_TEXT_PYTHON_MODULEFILE_H
#define TRAINLINT_TEXT_PYTHON_MODULEFILE_H

#include "Text/Python/Module.h"
#include <mutex>

namespace trainlint::python {

/// A file, and what it says as Python: parsed when that is first asked for,
/// once for all programs that import it. Any thread may ask.
class ModuleFile {
public:
  explicit ModuleFile(std::shared_ptr<const SourceBuffer> buffer)
      : source(std::move(buffer)) {}

  const SourceBuffer &buffer() const { return *source; }
  const std::shared_ptr<const SourceBuffer> &share() const { return source; }
  /// Lives as long as this.
  const Module &module() const {
    std::call_once(isParsed, [this] { parsed = readScript(*source); });
    return *parsed;
  }

private:
  std::shared_ptr<const SourceBuffer> source;
  mutable std::once_flag isParsed;
  mutable std::unique_ptr<const Module> parsed;
};

using ModuleFilePtr = std::shared_ptr<const ModuleFile>;

} // namespace trainlint::python

#endif // TRAINLINT_TEXT_PYTHON_MODULEFILE_H
