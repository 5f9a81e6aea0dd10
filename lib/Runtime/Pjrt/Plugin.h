//===- Plugin.h - A loaded device plugin ------------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_PJRT_PLUGIN_H
#define TRAINLINT_RUNTIME_PJRT_PLUGIN_H

#include "Runtime/Pjrt/Abi.h"
#include "Runtime/Pjrt/NamedValues.h"
#include "Runtime/Pjrt/PjrtError.h"
#include <memory>

namespace trainlint::pjrt {

/// A text of a plugin, which may leave it null.
inline std::string textOf(const char *text, size_t size) {
  return text ? std::string(text, size) : std::string();
}

/// The function table of a device plugin. It outlives all that is made with it.
/// Calls may come from several threads, as far as the plugin allows it, which
/// every plugin does for different objects.
class Plugin {
public:
  /// Loads a shared object, checks its version and initializes it. The object
  /// stays loaded until the process ends, since plugins leave threads behind.
  static llvm::Expected<std::unique_ptr<Plugin>> load(llvm::StringRef path);

  /// Takes a table that is in the process already; `name` is for messages.
  static llvm::Expected<std::unique_ptr<Plugin>> adopt(const abi::Api *api,
                                                       llvm::StringRef name);

  llvm::StringRef getName() const { return name; }
  int getMinorVersion() const { return api->pjrt_api_version.minor_version; }

  /// What the plugin says about itself, such as `xla_version`; empty if it says
  /// nothing.
  llvm::ArrayRef<NamedValue> getAttributes() const { return attributes; }

  /// True if the plugin has a function.
  bool has(abi::Slot slot) const;

  /// Calls a function. Fails as the plugin does, if it has no such function, or
  /// if it knows fewer fields than `args` has.
  template <abi::Slot slot>
  llvm::Error call(typename abi::SlotTraits<slot>::Args &args) const {
    using Traits = abi::SlotTraits<slot>;
    if (llvm::Error error = callWithoutResults<slot>(args))
      return error;
    if (args.head.struct_size < abi::abiSize<typename Traits::Args>)
      return tooShort(Traits::Name, args.head.struct_size,
                      abi::abiSize<typename Traits::Args>);
    return llvm::Error::success();
  }

  /// Calls a function that gives nothing back but its success.
  template <abi::Slot slot>
  llvm::Error
  callWithoutResults(typename abi::SlotTraits<slot>::Args &args) const {
    using Traits = abi::SlotTraits<slot>;
    if (!has(slot))
      return missing(Traits::Name, Traits::Since);
    return take((api->*Traits::Member)(&args), Traits::Name);
  }

  /// Calls a function that frees something, of which a failure tells nothing
  /// that a caller could act on.
  template <abi::Slot slot>
  void release(typename abi::SlotTraits<slot>::Args args) const {
    if (has(slot))
      llvm::consumeError(call<slot>(args));
  }

  /// Turns an error of the plugin into one of ours and frees it. Success for
  /// null.
  llvm::Error take(abi::Error *error, llvm::StringRef call) const;

  /// The error for a result that a successful call left empty.
  llvm::Error noResult(llvm::StringRef call, llvm::StringRef what) const;

private:
  Plugin(const abi::Api *api, llvm::StringRef name)
      : api(api), name(name.str()) {}

  llvm::Error initialize();
  llvm::Error missing(llvm::StringRef call, int since) const;
  llvm::Error tooShort(llvm::StringRef call, size_t actual,
                       size_t expected) const;

  const abi::Api *api;
  std::string name;
  std::vector<NamedValue> attributes;
};

} // namespace trainlint::pjrt

#endif // TRAINLINT_RUNTIME_PJRT_PLUGIN_H
