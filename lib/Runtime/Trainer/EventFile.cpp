//===- EventFile.cpp - Files that TensorBoard reads -----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Trainer/EventFile.h"
#include "Runtime/Data/RecordFile.h"
#include "Support/LLVM.h"
#include "Support/OutputFile.h"
#include "Support/Printable.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/LEB128.h"
#include "llvm/Support/Path.h"
#include <chrono>
#include <unistd.h>

using namespace trainlint;
using namespace trainlint::trainer;

namespace {
/// Writes the fields of a message, as Protobuf encodes them.
class MessageWriter {
public:
  MessageWriter &number(unsigned field, uint64_t value) {
    tag(field, 0);
    llvm::encodeULEB128(value, stream);
    return *this;
  }
  MessageWriter &fixed64(unsigned field, double value) {
    tag(field, 1);
    char bytes[8];
    llvm::support::endian::write64le(bytes, llvm::bit_cast<uint64_t>(value));
    stream << StringRef(bytes, sizeof(bytes));
    return *this;
  }
  MessageWriter &fixed32(unsigned field, float value) {
    tag(field, 5);
    char bytes[4];
    llvm::support::endian::write32le(bytes, llvm::bit_cast<uint32_t>(value));
    stream << StringRef(bytes, sizeof(bytes));
    return *this;
  }
  MessageWriter &bytes(unsigned field, StringRef value) {
    tag(field, 2);
    llvm::encodeULEB128(value.size(), stream);
    stream << value;
    return *this;
  }
  std::string take() { return std::move(text); }

private:
  void tag(unsigned field, unsigned type) {
    llvm::encodeULEB128(field << 3 | type, stream);
  }

  std::string text;
  llvm::raw_string_ostream stream{text};
};

/// The fields of Event, Summary, its values, and SessionLog.
enum : unsigned {
  EventWallTime = 1,
  EventStep = 2,
  EventFileVersion = 3,
  EventSummary = 5,
  EventSessionLog = 7,
  SummaryValue = 1,
  ValueTag = 1,
  ValueNumber = 2,
  SessionStatus = 1,
  SessionStart = 1,
};
} // namespace

std::string trainer::versionEvent(double wallTime) {
  return MessageWriter()
      .fixed64(EventWallTime, wallTime)
      .bytes(EventFileVersion, "brain.Event:2")
      .take();
}

std::string trainer::startEvent(double wallTime, int64_t step) {
  std::string log = MessageWriter().number(SessionStatus, SessionStart).take();
  return MessageWriter()
      .fixed64(EventWallTime, wallTime)
      .number(EventStep, step)
      .bytes(EventSessionLog, log)
      .take();
}

std::string trainer::scalarEvent(double wallTime, int64_t step,
                                 llvm::ArrayRef<Scalar> scalars) {
  MessageWriter summary;
  for (const Scalar &scalar : scalars)
    summary.bytes(SummaryValue, MessageWriter()
                                    .bytes(ValueTag, printable(scalar.tag))
                                    .fixed32(ValueNumber, scalar.value)
                                    .take());
  return MessageWriter()
      .fixed64(EventWallTime, wallTime)
      .number(EventStep, step)
      .bytes(EventSummary, summary.take())
      .take();
}

static double wallTime() {
  auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration<double>(now).count();
}

llvm::Expected<std::unique_ptr<EventFile>>
EventFile::create(const std::string &folder, int64_t firstStep) {
  if (std::error_code error = llvm::sys::fs::create_directories(folder))
    return llvm::createStringError("cannot use the folder `" + folder +
                                   "`: " + error.message());
  char host[256] = "";
  if (gethostname(host, sizeof(host) - 1) != 0 || !*host)
    std::snprintf(host, sizeof(host), "localhost");
  llvm::SmallString<128> file(folder);
  // Two runs of one second and one computer have different processes.
  llvm::sys::path::append(file, llvm::formatv("events.out.tfevents.{0}.{1}.{2}",
                                              static_cast<int64_t>(wallTime()),
                                              host, getpid())
                                    .str());
  if (llvm::Error refused = checkOutputPath(file))
    return refused;
  int descriptor;
  // A new one: a link that waits under this name leads to another file.
  if (std::error_code error = llvm::sys::fs::openFileForWrite(
          file, descriptor, llvm::sys::fs::CD_CreateNew))
    return llvm::createStringError("cannot write `" + file +
                                   "`: " + error.message());
  std::unique_ptr<EventFile> out(new EventFile(file.str().str(), descriptor));
  if (llvm::Error error = out->write(versionEvent(wallTime())))
    return error;
  if (firstStep > 0)
    if (llvm::Error error = out->write(startEvent(wallTime(), firstStep)))
      return error;
  return out;
}

llvm::Error EventFile::write(StringRef event) {
  std::string record;
  data::appendRecord(record, event);
  stream << record;
  stream.flush();
  if (std::error_code error = stream.error()) {
    stream.clear_error();
    return llvm::createStringError("cannot write `" + path +
                                   "`: " + error.message());
  }
  return llvm::Error::success();
}

llvm::Error EventFile::add(int64_t step, llvm::ArrayRef<Scalar> scalars) {
  return write(scalarEvent(wallTime(), step, scalars));
}
