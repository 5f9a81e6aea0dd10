//===- Abi.h - The function table of a PJRT plugin --------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_PJRT_ABI_H
#define TRAINLINT_RUNTIME_PJRT_ABI_H

#include "Runtime/Pjrt/AbiClient.h"
#include "Runtime/Pjrt/AbiExecutable.h"

namespace trainlint::pjrt::abi {
// Names are those of the interface.
// NOLINTBEGIN(readability-identifier-naming)

/// The version that is declared here.
inline constexpr int MajorVersion = 0;
inline constexpr int MinorVersion = 94;
/// Older tables have another order.
inline constexpr int LeastMinorVersion = 57;

/// The one symbol that a plugin exports: `const Api *GetPjrtApi()`.
inline constexpr const char EntryPoint[] = "GetPjrtApi";

struct Api {
  Head head;
  Api_Version pjrt_api_version;
#define PJRT_SLOT(name, minor) Error *(*name)(name##_Args *);
#define PJRT_VOID_SLOT(name, minor) void (*name)(name##_Args *);
#define PJRT_OPAQUE_SLOT(name, minor) Error *(*name)(void *);
#include "Runtime/Pjrt/AbiSlots.def"
};
static_assert(std::is_standard_layout_v<Api> && sizeof(void *) == 8 &&
              offsetof(Api, pjrt_api_version) == 16);

/// The functions by number.
enum class Slot : unsigned {
#define PJRT_SLOT(name, minor) name,
#include "Runtime/Pjrt/AbiSlots.def"
};
inline constexpr unsigned SlotCount = 0
#define PJRT_SLOT(name, minor) +1
#include "Runtime/Pjrt/AbiSlots.def"
    ;
inline constexpr size_t FirstSlotOffset = 40;

#define PJRT_SLOT(name, minor)                                                 \
  static_assert(offsetof(Api, name) ==                                         \
                FirstSlotOffset + 8 * unsigned(Slot::name));
#include "Runtime/Pjrt/AbiSlots.def"
static_assert(SlotCount == 129 && sizeof(Api) == 1072);
// Where the interface has them, counted there by hand.
static_assert(unsigned(Slot::Client_Compile) == 20 &&
              unsigned(Slot::Client_BufferFromHostBuffer) == 22 &&
              unsigned(Slot::LoadedExecutable_Execute) == 55 &&
              unsigned(Slot::Buffer_ToHostBuffer) == 70 &&
              unsigned(Slot::Compile) == 89 &&
              unsigned(Slot::Executable_GetCompiledMemoryStats) == 96 &&
              unsigned(Slot::LoadedExecutable_GetDeviceAssignment) == 117 &&
              unsigned(Slot::Device_GetAttributes) == 128);

/// The type of the function in a slot.
template <Slot slot>
struct SlotTraits;
#define PJRT_OPAQUE_SLOT(name, minor)
#define PJRT_SLOT(slot, minor)                                                 \
  template <>                                                                  \
  struct SlotTraits<Slot::slot> {                                              \
    using Args = slot##_Args;                                                  \
    static constexpr const char *Name = #slot;                                 \
    static constexpr int Since = minor;                                        \
    static constexpr auto Member = &Api::slot;                                 \
  };
#include "Runtime/Pjrt/AbiSlots.def"

// NOLINTEND(readability-identifier-naming)
} // namespace trainlint::pjrt::abi

#endif // TRAINLINT_RUNTIME_PJRT_ABI_H
