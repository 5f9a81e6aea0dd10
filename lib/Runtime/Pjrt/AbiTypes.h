//===- AbiTypes.h - Shared types of the PJRT C interface --------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_PJRT_ABITYPES_H
#define TRAINLINT_RUNTIME_PJRT_ABITYPES_H

#include <cstddef>
#include <cstdint>
#include <type_traits>

/// The C interface between a program and a device plugin, as plugins for TPUs,
/// GPUs and CPUs export it (openxla/xla, xla/pjrt/c/pjrt_c_api.h, read at 0.81,
/// 0.94 and in the change log up to 0.105). Names, order and values are those
/// of the interface, less its prefix, so that they can be looked up there.
namespace trainlint::pjrt::abi {
// Names are those of the interface.
// NOLINTBEGIN(readability-identifier-naming)

/// The number of bytes that a struct announces in its head: up to the end of
/// its last field, without the padding that sizeof counts.
template <typename T>
inline constexpr size_t abiSize = 0;

/// States the last field of a struct, and the size that the interface gives it.
#define PJRT_ABI_SIZE(type, last, bytes)                                       \
  template <>                                                                  \
  inline constexpr size_t abiSize<type> =                                      \
      offsetof(type, last) + sizeof(type::last);                               \
  static_assert(abiSize<type> == (bytes) && std::is_trivial_v<type> &&         \
                std::is_standard_layout_v<type>)

//===----------------------------------------------------------------------===//
// What every struct begins with
//===----------------------------------------------------------------------===//

struct Extension_Base {
  size_t struct_size;
  uint32_t type;
  Extension_Base *next;
};
PJRT_ABI_SIZE(Extension_Base, next, 24);

struct Head {
  size_t struct_size;
  Extension_Base *extension_start;
};
static_assert(sizeof(Head) == 16);

/// A struct with its head filled in and all else zero.
template <typename T>
T make() {
  T value = {};
  value.head.struct_size = abiSize<T>;
  return value;
}

struct Api_Version {
  Head head;
  int major_version;
  int minor_version;
};
PJRT_ABI_SIZE(Api_Version, minor_version, 24);

//===----------------------------------------------------------------------===//
// Handles
//===----------------------------------------------------------------------===//

struct Error;
struct Event;
struct Client;
struct Device;
struct Memory;
struct DeviceDescription;
struct TopologyDescription;
struct Executable;
struct LoadedExecutable;
struct SerializedExecutable;
struct Buffer;
struct ExecuteContext;
struct AsyncHostToDeviceTransferManager;

//===----------------------------------------------------------------------===//
// Enumerations
//===----------------------------------------------------------------------===//

enum class Error_Code : uint32_t {
  OK,
  CANCELLED,
  UNKNOWN,
  INVALID_ARGUMENT,
  DEADLINE_EXCEEDED,
  NOT_FOUND,
  ALREADY_EXISTS,
  PERMISSION_DENIED,
  RESOURCE_EXHAUSTED,
  FAILED_PRECONDITION,
  ABORTED,
  OUT_OF_RANGE,
  UNIMPLEMENTED,
  INTERNAL,
  UNAVAILABLE,
  DATA_LOSS,
  UNAUTHENTICATED,
};

enum class NamedValue_Type : uint32_t { String, Int64, Int64List, Float, Bool };

enum class Buffer_Type : uint32_t {
  INVALID,
  PRED,
  S8,
  S16,
  S32,
  S64,
  U8,
  U16,
  U32,
  U64,
  F16,
  F32,
  F64,
  BF16,
  C64,
  C128,
  F8E5M2,
  F8E4M3FN,
  F8E4M3B11FNUZ,
  F8E5M2FNUZ,
  F8E4M3FNUZ,
  S4,
  U4,
  TOKEN,
  S2,
  U2,
  F8E4M3,
  F8E3M4,
  F8E8M0FNU,
  F4E2M1FN,
};
static_assert(uint32_t(Buffer_Type::TOKEN) == 23 &&
              uint32_t(Buffer_Type::F4E2M1FN) == 29);

/// How long the host's memory stays as it is.
enum class HostBufferSemantics : uint32_t {
  ImmutableOnlyDuringCall,
  ImmutableUntilTransferCompletes,
  ImmutableZeroCopy,
  MutableZeroCopy,
};

enum class Buffer_MemoryLayout_Type : uint32_t { Tiled, Strides };

//===----------------------------------------------------------------------===//
// Structs that several calls share
//===----------------------------------------------------------------------===//

struct NamedValue {
  Head head;
  const char *name;
  size_t name_size;
  NamedValue_Type type;
  union {
    const char *string_value;
    int64_t int64_value;
    const int64_t *int64_array_value;
    float float_value;
    bool bool_value;
  };
  size_t value_size;
};
PJRT_ABI_SIZE(NamedValue, value_size, 56);

struct Program {
  Head head;
  char *code;
  size_t code_size;
  const char *format;
  size_t format_size;
};
PJRT_ABI_SIZE(Program, format_size, 48);

struct ShapeSpec {
  Head head;
  const int64_t *dims;
  size_t num_dims;
  Buffer_Type element_type;
};
PJRT_ABI_SIZE(ShapeSpec, element_type, 36);

struct Buffer_MemoryLayout_Tiled {
  Head head;
  const int64_t *minor_to_major;
  size_t minor_to_major_size;
  const int64_t *tile_dims;
  const size_t *tile_dim_sizes;
  size_t num_tiles;
};
PJRT_ABI_SIZE(Buffer_MemoryLayout_Tiled, num_tiles, 56);

struct Buffer_MemoryLayout_Strides {
  Head head;
  const int64_t *byte_strides;
  size_t num_byte_strides;
};
PJRT_ABI_SIZE(Buffer_MemoryLayout_Strides, num_byte_strides, 32);

struct Buffer_MemoryLayout {
  Head head;
  union {
    Buffer_MemoryLayout_Tiled tiled;
    Buffer_MemoryLayout_Strides strides;
  };
  Buffer_MemoryLayout_Type type;
};
PJRT_ABI_SIZE(Buffer_MemoryLayout, type, 76);

/// Makes an error of the plugin inside a callback that the caller supplied.
using CallbackError = Error *(*)(Error_Code, const char *message,
                                 size_t message_size);
using KeyValueGetCallback_ValueDeleter = void (*)(char *value);
using KeyValueTryGetCallback_ValueDeleter = void (*)(char *value);
using Event_OnReadyCallback = void (*)(Error *error, void *user_arg);

// NOLINTEND(readability-identifier-naming)
} // namespace trainlint::pjrt::abi

#endif // TRAINLINT_RUNTIME_PJRT_ABITYPES_H
