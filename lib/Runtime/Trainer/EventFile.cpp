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
#include "Text/Protobuf/MessageWriter.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include <chrono>
#include <unistd.h>

using namespace trainlint;
using namespace trainlint::trainer;
using proto::MessageWriter;

namespace {
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
      .real64(EventWallTime, wallTime)
      .bytes(EventFileVersion, "brain.Event:2")
      .take();
}

std::string trainer::startEvent(double wallTime, int64_t step) {
  std::string log = MessageWriter().number(SessionStatus, SessionStart).take();
  return MessageWriter()
      .real64(EventWallTime, wallTime)
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
                                    .real32(ValueNumber, scalar.value)
                                    .take());
  return MessageWriter()
      .real64(EventWallTime, wallTime)
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
