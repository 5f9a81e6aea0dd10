//===- SharedCompilation.h - A text that two threads compile ----*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_LSP_SHAREDCOMPILATION_H
#define TRAINLINT_LSP_SHAREDCOMPILATION_H

#include "Driver/Graphs/GraphCompilation.h"
#include <mutex>

namespace trainlint::lsp {

/// One text of a document, compiled as far as somebody asked. Checks ask on
/// their thread and requests on another, who hold the lock meanwhile unless
/// they ask only whether it is a graph and for what was read of that.
class SharedCompilation {
public:
  using Owners = llvm::SmallVector<std::shared_ptr<const void>, 3>;

  /// `owners` hold what the settings point into.
  SharedCompilation(std::shared_ptr<const SourceBuffer> buffer,
                    CheckSettings settings, Owners owners)
      : owners(std::move(owners)), buffer(std::move(buffer)),
        settings(std::move(settings)),
        compilation(context, *this->buffer, this->settings,
                    /*content=*/nullptr, extentOf(*this->buffer)) {}

  [[nodiscard]] std::unique_lock<std::mutex> lock() {
    return std::unique_lock(mutex);
  }
  Compilation *operator->() { return &compilation; }
  /// The graph that the text is or that its jobs train; null if there is none.
  GraphCompilation *graph() { return graphOf(compilation); }
  const std::shared_ptr<const SourceBuffer> &text() const { return buffer; }

private:
  /// A graph that is being written is large, and no data.
  static ParsedInput::Extent extentOf(const SourceBuffer &buffer) {
    return isGraphText(buffer.name()) ? ParsedInput::Extent::Jobs
                                      : ParsedInput::Extent::Everything;
  }

  Owners owners;
  std::shared_ptr<const SourceBuffer> buffer;
  CheckSettings settings;
  GraphContext context;
  Compilation compilation;
  std::mutex mutex;
};

} // namespace trainlint::lsp

#endif // TRAINLINT_LSP_SHAREDCOMPILATION_H
