//===- FaultPlugin.cpp - A plugin that fails as tests say -----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The virtual devices with programs of FakeProgram.cpp, and faults in between.
// They are named by the environment's TRAINLINT_FAULTS or by the exported
// function, in a list with semicolons:
//
//   Client_Compile=INTERNAL          the function fails with that code
//   Client_Compile=77                ... with a code that does not exist
//   Client_Compile#2=INTERNAL        ... only at the second call
//   Client_Compile=null              it succeeds and gives nothing
//   Client_Compile=short             it fills in a part of its struct
//   Client_Compile=missing           the table does not have it
//   Event_Await=late                 it fails after a while
//   Event_OnReady=late               the callback gets an error after a while
//   version=1.0                      the version that the table has
//   size=64                          the bytes that the table has
//   table=null                       there is no table
//   values=short                     named values of too few bytes
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/Plugin/Entry.h"
#include "llvm/ADT/StringMap.h"
#include <array>
#include <chrono>
#include <cstdlib>
#include <thread>

using namespace trainlint;
using namespace trainlint::cpuplugin;
using llvm::StringRef;

namespace {
struct Fault {
  std::string what;
  /// The call that fails, counted from 1; 0 for all.
  int call = 0;
  int calls = 0;
};

/// The faults, and the table that has them.
struct Script {
  std::mutex mutex;
  llvm::StringMap<Fault> faults;
  abi::Api table;

  static Script &get() {
    static Script script;
    return script;
  }

  /// What is to happen in this call of a function; empty for nothing.
  std::string next(StringRef function) {
    std::lock_guard lock(mutex);
    auto place = faults.find(function);
    if (place == faults.end())
      return "";
    Fault &fault = place->second;
    ++fault.calls;
    return fault.call == 0 || fault.call == fault.calls ? fault.what : "";
  }

  std::string setting(StringRef name) {
    std::lock_guard lock(mutex);
    auto place = faults.find(name);
    return place == faults.end() ? "" : place->second.what;
  }

  void read(StringRef text);
};
} // namespace

void Script::read(StringRef text) {
  std::lock_guard lock(mutex);
  faults.clear();
  llvm::SmallVector<StringRef> entries;
  text.split(entries, ';', -1, /*KeepEmpty=*/false);
  for (StringRef entry : entries) {
    auto [name, what] = entry.split('=');
    auto [function, number] = name.split('#');
    Fault fault{what.str()};
    if (!number.empty())
      number.getAsInteger(10, fault.call);
    faults[function] = fault;
  }
}

static abi::Error *makeError(abi::Error_Code code) {
  return wrap<abi::Error>(new Failure{code, "a fault that a test asked for"});
}

static abi::Error_Code codeNamed(StringRef name) {
  uint32_t number;
  if (!name.getAsInteger(10, number))
    return static_cast<abi::Error_Code>(number);
  for (uint32_t code = 1; code <= 16; ++code)
    if (pjrt::codeName(static_cast<abi::Error_Code>(code)) == name)
      return static_cast<abi::Error_Code>(code);
  return abi::Error_Code::INTERNAL;
}

static constexpr std::chrono::milliseconds Delay{20};

/// The callback of an event gets an error from another thread.
static abi::Error *fireLate(abi::Event_OnReady_Args *args) {
  std::thread([callback = args->callback, argument = args->user_arg] {
    std::this_thread::sleep_for(Delay);
    callback(makeError(abi::Error_Code::DATA_LOSS), argument);
  }).detach();
  return nullptr;
}

/// Values that are shorter than they should be.
static void ellipsize(abi::Plugin_Attributes_Args *args) {
  static std::vector<abi::NamedValue> copy;
  copy.assign(args->attributes, args->attributes + args->num_attributes);
  for (abi::NamedValue &value : copy)
    value.head.struct_size -= 8;
  args->attributes = copy.data();
}

/// Waits for an event of the plugin. A caller frees memory when work has ended,
/// with whatever error, so faults tell of the end only when it has come.
static void waitFor(abi::Event *event) {
  if (event)
    unwrap(event)->work->await();
}

/// Waits for what a call has begun, before its caller is told that it failed.
template <abi::Slot slot, typename Args>
static void waitForWork(const Args &args) {
  if constexpr (slot == abi::Slot::Event_Await ||
                slot == abi::Slot::Buffer_ToHostBuffer)
    waitFor(args.event);
  if constexpr (slot ==
                abi::Slot::AsyncHostToDeviceTransferManager_TransferData)
    waitFor(args.done_with_h2d_transfer);
  if constexpr (slot == abi::Slot::Client_BufferFromHostBuffer)
    waitFor(args.done_with_host_buffer);
}

template <abi::Slot slot>
static abi::Error *call(typename abi::SlotTraits<slot>::Args *args) {
  using Traits = abi::SlotTraits<slot>;
  auto function = functionTable()->*Traits::Member;
  std::string what = Script::get().next(Traits::Name);
  if (what.empty()) {
    abi::Error *error = function(args);
    if constexpr (slot == abi::Slot::Plugin_Attributes)
      if (!error && Script::get().setting("values") == "short")
        ellipsize(args);
    return error;
  }
  if constexpr (slot == abi::Slot::Event_Await)
    waitForWork<slot>(*args);
  if (what == "null")
    return nullptr;
  if (what == "short") {
    abi::Error *error = function(args);
    if (!error)
      waitForWork<slot>(*args);
    args->head.struct_size = sizeof(abi::Head);
    return error;
  }
  if (what == "late") {
    if constexpr (slot == abi::Slot::Event_OnReady)
      return fireLate(args);
    std::this_thread::sleep_for(Delay);
    return makeError(abi::Error_Code::DATA_LOSS);
  }
  return makeError(codeNamed(what));
}

/// Puts a function with faults into a slot that the plugin fills.
template <abi::Slot slot>
static void wrapSlot(abi::Api &table) {
  using Traits = abi::SlotTraits<slot>;
  if (!(table.*Traits::Member))
    return;
  if (Script::get().setting(Traits::Name) == "missing")
    table.*Traits::Member = nullptr;
  else
    table.*Traits::Member = call<slot>;
}

extern "C" __attribute__((visibility("default"))) void
trainlintSetFaults(const char *text) {
  Script::get().read(text);
}

extern "C" __attribute__((visibility("default"))) const abi::Api *GetPjrtApi() {
  Script &script = Script::get();
  if (const char *text = std::getenv("TRAINLINT_FAULTS"))
    script.read(text);
  if (script.setting("table") == "null")
    return nullptr;
  script.table = *functionTable();
#define PJRT_OPAQUE_SLOT(name, minor)
#define PJRT_VOID_SLOT(name, minor)                                            \
  if (script.setting(#name) == "missing")                                      \
    script.table.name = nullptr;
#define PJRT_SLOT(name, minor) wrapSlot<abi::Slot::name>(script.table);
#include "Runtime/Pjrt/AbiSlots.def"
  std::string version = script.setting("version"),
              size = script.setting("size");
  auto [major, minor] = StringRef(version).split('.');
  major.getAsInteger(10, script.table.pjrt_api_version.major_version);
  minor.getAsInteger(10, script.table.pjrt_api_version.minor_version);
  StringRef(size).getAsInteger(10, script.table.head.struct_size);
  return &script.table;
}
