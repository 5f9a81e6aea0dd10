//===- Plugin.cpp - A loaded device plugin --------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Pjrt/Plugin.h"
#include "Support/LLVM.h"
#include "llvm/Support/FormatVariadic.h"
#include <cstring>
#include <dlfcn.h>

using namespace trainlint;
using namespace trainlint::pjrt;

//===----------------------------------------------------------------------===//
// Loading
//===----------------------------------------------------------------------===//

llvm::Expected<std::unique_ptr<Plugin>> Plugin::load(StringRef path) {
  std::string file = path.str();
  // A path is never looked up among the system's libraries.
  if (!path.contains('/'))
    file = "./" + file;
  void *handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle)
    return llvm::createStringError(
        llvm::formatv("cannot load the plugin `{0}`: {1}", path, dlerror()));
  auto *entry =
      reinterpret_cast<const abi::Api *(*)()>(dlsym(handle, abi::EntryPoint));
  if (!entry)
    return llvm::createStringError(
        llvm::formatv("`{0}` is not a PJRT plugin: it does not export {1}",
                      path, abi::EntryPoint));
  return adopt(entry(), path);
}

llvm::Expected<std::unique_ptr<Plugin>> Plugin::adopt(const abi::Api *api,
                                                      StringRef name) {
  auto refuse = [&](const llvm::Twine &why) {
    return llvm::createStringError(
        ("the plugin `" + name + "` cannot be used: " + why).str());
  };
  if (!api)
    return refuse("it gives no function table");
  if (api->head.struct_size < abi::FirstSlotOffset)
    return refuse("its function table has " +
                  llvm::Twine(api->head.struct_size) +
                  " bytes, too few for its version");
  const abi::Api_Version &version = api->pjrt_api_version;
  std::string spelled =
      llvm::formatv("{0}.{1}", version.major_version, version.minor_version);
  if (version.major_version != abi::MajorVersion)
    return refuse("it has version " + spelled +
                  " of the PJRT interface, and this program speaks " +
                  llvm::Twine(abi::MajorVersion) + "." +
                  llvm::Twine(abi::LeastMinorVersion) + " and later of " +
                  llvm::Twine(abi::MajorVersion));
  if (version.minor_version < abi::LeastMinorVersion)
    return refuse("it has version " + spelled +
                  " of the PJRT interface, whose functions are in another "
                  "order before " +
                  llvm::Twine(abi::MajorVersion) + "." +
                  llvm::Twine(abi::LeastMinorVersion));
  std::unique_ptr<Plugin> plugin(new Plugin(api, name));
  for (abi::Slot slot : {abi::Slot::Error_Destroy, abi::Slot::Error_Message})
    if (!plugin->has(slot))
      return refuse("it has no functions for errors");
  if (llvm::Error error = plugin->initialize())
    return error;
  return plugin;
}

llvm::Error Plugin::initialize() {
  auto start = abi::make<abi::Plugin_Initialize_Args>();
  // Plugins that need no initialization leave it out.
  if (has(abi::Slot::Plugin_Initialize))
    if (llvm::Error error = call<abi::Slot::Plugin_Initialize>(start))
      return error;
  if (!has(abi::Slot::Plugin_Attributes))
    return llvm::Error::success();
  auto args = abi::make<abi::Plugin_Attributes_Args>();
  if (llvm::Error error = call<abi::Slot::Plugin_Attributes>(args)) {
    if (codeOf(error) != abi::Error_Code::UNIMPLEMENTED)
      return error;
    llvm::consumeError(std::move(error));
    return llvm::Error::success();
  }
  auto read = readNamedValues(args.attributes, args.num_attributes,
                              "Plugin_Attributes");
  if (!read)
    return read.takeError();
  attributes = std::move(*read);
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Calling
//===----------------------------------------------------------------------===//

bool Plugin::has(abi::Slot slot) const {
  size_t offset = abi::FirstSlotOffset + sizeof(void *) * unsigned(slot);
  if (api->head.struct_size < offset + sizeof(void *))
    return false;
  void *function;
  std::memcpy(&function, reinterpret_cast<const char *>(api) + offset,
              sizeof(function));
  return function != nullptr;
}

llvm::Error Plugin::take(abi::Error *error, StringRef call) const {
  if (!error)
    return llvm::Error::success();
  auto destroy = [&](abi::Error *done) {
    auto args = abi::make<abi::Error_Destroy_Args>();
    args.error = done;
    api->Error_Destroy(&args);
  };
  auto text = abi::make<abi::Error_Message_Args>();
  text.error = error;
  api->Error_Message(&text);
  std::string message = textOf(text.message, text.message_size);

  abi::Error_Code code = abi::Error_Code::UNKNOWN;
  if (has(abi::Slot::Error_GetCode)) {
    auto args = abi::make<abi::Error_GetCode_Args>();
    args.error = error;
    if (abi::Error *second = api->Error_GetCode(&args))
      destroy(second);
    else
      code = args.code;
  }
  destroy(error);
  return llvm::make_error<PjrtError>(call, code, StringRef(message).rtrim());
}

llvm::Error Plugin::missing(StringRef call, int since) const {
  std::string message =
      llvm::formatv("the plugin `{0}` of version {1}.{2} has no such function",
                    name, abi::MajorVersion, getMinorVersion());
  if (since > getMinorVersion())
    message +=
        llvm::formatv(", which came with {0}.{1}", abi::MajorVersion, since);
  return llvm::make_error<PjrtError>(call, abi::Error_Code::UNIMPLEMENTED,
                                     message);
}

llvm::Error Plugin::tooShort(StringRef call, size_t actual,
                             size_t expected) const {
  return llvm::make_error<PjrtError>(
      call, abi::Error_Code::INTERNAL,
      llvm::formatv("the plugin `{0}` filled in {1} bytes of {2}", name, actual,
                    expected)
          .str());
}

llvm::Error Plugin::noResult(StringRef call, StringRef what) const {
  return llvm::make_error<PjrtError>(
      call, abi::Error_Code::INTERNAL,
      llvm::formatv("the plugin `{0}` reported success and gave no {1}", name,
                    what)
          .str());
}
