//===- CompileOptions.cpp - Options of a compilation ----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Pjrt/CompileOptions.h"
#include "Support/LLVM.h"
#include "Text/Protobuf/MessageWriter.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/FormatVariadic.h"

using namespace trainlint;
using namespace trainlint::pjrt;
using proto::MessageWriter;

// Field numbers of the messages, from xla/pjrt/proto/compile_options.proto and
// xla/xla_data.proto.
namespace {
enum CompileOptionsField : uint32_t { BuildOptions = 3, EnvOverrides = 7 };
enum BuildOptionsField : uint32_t {
  DeviceOrdinal = 1,
  NumReplicas = 4,
  NumPartitions = 5,
  UseSpmd = 6,
  Assignment = 9,
  UseShardy = 19,
};
enum AssignmentField : uint32_t {
  ReplicaCount = 1,
  ComputationCount = 2,
  ComputationDevices = 3,
};
enum ComputationDeviceField : uint32_t { ReplicaDeviceIds = 1 };
enum MapField : uint32_t { Key = 1, Value = 2 };
enum OverrideField : uint32_t {
  StringField = 1,
  BoolField = 2,
  IntField = 3,
  DoubleField = 4,
};
} // namespace

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static std::string serializeAssignment(const CompileOptions &options) {
  MessageWriter out;
  out.number(ReplicaCount, options.replicas)
      .number(ComputationCount, options.partitions);
  for (int64_t partition = 0; partition < options.partitions; ++partition) {
    std::vector<int64_t> ids;
    for (int64_t replica = 0; replica < options.replicas; ++replica)
      ids.push_back(options.devices[replica * options.partitions + partition]);
    out.bytes(ComputationDevices,
              MessageWriter().packed(ReplicaDeviceIds, ids).take());
  }
  return out.take();
}

namespace {
struct OverrideWriter {
  MessageWriter &out;

  void operator()(const std::string &text) { out.bytes(StringField, text); }
  void operator()(int64_t number) { out.number(IntField, number); }
  void operator()(const std::vector<int64_t> &) {}
  void operator()(float number) { out.real64(DoubleField, number); }
  void operator()(bool flag) { out.number(BoolField, flag); }
};
} // namespace

llvm::Expected<std::string>
trainlint::pjrt::serialize(const CompileOptions &options) {
  if (options.replicas < 1 || options.partitions < 1)
    return llvm::createStringError(
        llvm::formatv("a program cannot be compiled for {0} replicas of {1} "
                      "partitions",
                      options.replicas, options.partitions));
  size_t processes = options.replicas * options.partitions;
  if (!options.devices.empty() && options.devices.size() != processes)
    return llvm::createStringError(llvm::formatv(
        "{0} devices are given for {1} replicas of {2} partitions",
        options.devices.size(), options.replicas, options.partitions));

  MessageWriter build;
  // Without an ordinal the assignment decides.
  build.number(DeviceOrdinal, static_cast<uint64_t>(int64_t(-1)))
      .number(NumReplicas, options.replicas)
      .number(NumPartitions, options.partitions)
      .nonZero(UseSpmd, options.useSpmd);
  if (!options.devices.empty())
    build.bytes(Assignment, serializeAssignment(options));
  build.nonZero(UseShardy, options.useShardy);

  MessageWriter out;
  out.bytes(BuildOptions, build.take());
  for (const NamedValue &value : options.overrides) {
    if (std::holds_alternative<std::vector<int64_t>>(value.value))
      return llvm::createStringError("the option `" + value.name +
                                     "` of the compiler cannot be a list");
    MessageWriter written;
    std::visit(OverrideWriter{written}, value.value);
    out.bytes(EnvOverrides, MessageWriter()
                                .bytes(Key, value.name)
                                .bytes(Value, written.take())
                                .take());
  }
  return out.take();
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

namespace {
/// Reads the nested messages; what is damaged is recorded once.
class OptionsReader {
public:
  explicit OptionsReader(StringRef bytes) : bytes(bytes) {}

  llvm::Expected<CompileOptions> read() {
    fields({0, static_cast<uint32_t>(bytes.size())}, [&](const auto &field) {
      if (field.number == BuildOptions)
        readBuildOptions(field);
      if (field.number == EnvOverrides)
        readOverride(field);
    });
    if (problem)
      return llvm::createStringError("the options of the compilation are "
                                     "damaged");
    return std::move(options);
  }

private:
  template <typename Function>
  void fields(SourceRange range, Function function) {
    proto::WireReader reader(bytes, range, problem);
    proto::WireField field;
    while (reader.next(field))
      function(field);
  }

  /// The fields of a field that is a message; none if it is something else.
  template <typename Function>
  void nested(const proto::WireField &field, Function function) {
    if (field.type == proto::WireType::Bytes)
      fields(field.value, function);
  }

  StringRef text(const proto::WireField &field) const {
    return bytes.slice(field.value.begin, field.value.end);
  }

  void readBuildOptions(const proto::WireField &message) {
    nested(message, [&](const proto::WireField &field) {
      switch (field.number) {
      case NumReplicas:
        options.replicas = field.bits;
        break;
      case NumPartitions:
        options.partitions = field.bits;
        break;
      case UseSpmd:
        options.useSpmd = field.bits != 0;
        break;
      case UseShardy:
        options.useShardy = field.bits != 0;
        break;
      case Assignment:
        readAssignment(field);
        break;
      }
    });
  }

  /// The message lists partitions, each with the devices of its replicas.
  void readAssignment(const proto::WireField &message) {
    std::vector<std::vector<int64_t>> partitions;
    nested(message, [&](const proto::WireField &field) {
      if (field.number == ComputationDevices)
        readDevices(field, partitions.emplace_back());
    });
    size_t replicas = partitions.empty() ? 0 : partitions.front().size();
    for (size_t replica = 0; replica < replicas; ++replica)
      for (const std::vector<int64_t> &devices : partitions)
        options.devices.push_back(replica < devices.size() ? devices[replica]
                                                           : -1);
  }

  /// Numbers lie one by one or packed.
  void readDevices(const proto::WireField &message, std::vector<int64_t> &out) {
    nested(message, [&](const proto::WireField &field) {
      if (field.number != ReplicaDeviceIds)
        return;
      if (field.type == proto::WireType::Varint) {
        out.push_back(field.bits);
        return;
      }
      proto::WireCursor cursor(bytes, field.value, problem);
      uint64_t id;
      while (!cursor.atEnd() && cursor.readVarint(id))
        out.push_back(id);
    });
  }

  void readOverride(const proto::WireField &message) {
    NamedValue read;
    nested(message, [&](const proto::WireField &field) {
      if (field.number == Key)
        read.name = text(field).str();
      if (field.number == Value)
        nested(field, [&](const proto::WireField &value) {
          if (value.number == StringField)
            read.value = text(value).str();
          if (value.number == BoolField)
            read.value = value.bits != 0;
          if (value.number == IntField)
            read.value = static_cast<int64_t>(value.bits);
          if (value.number == DoubleField)
            read.value = static_cast<float>(llvm::bit_cast<double>(value.bits));
        });
    });
    options.overrides.push_back(std::move(read));
  }

  StringRef bytes;
  proto::FirstProblem problem;
  CompileOptions options;
};
} // namespace

llvm::Expected<CompileOptions>
trainlint::pjrt::parseCompileOptions(StringRef bytes) {
  return OptionsReader(bytes).read();
}
