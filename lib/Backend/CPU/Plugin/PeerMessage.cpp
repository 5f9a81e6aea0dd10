//===- PeerMessage.cpp - What the clients of a job tell each other --------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/Plugin/PeerMessage.h"
#include "Support/LLVM.h"
#include "llvm/Support/Endian.h"

using namespace trainlint;
using namespace trainlint::cpuplugin;
namespace endian = llvm::support::endian;

static constexpr size_t NumberSize = 8;

std::string cpuplugin::writePeerHead(const PeerMessage &message,
                                     uint64_t size) {
  std::string out;
  for (int64_t number :
       {static_cast<int64_t>(message.kind), message.run, message.process,
        static_cast<int64_t>(message.hasFailed), message.name.operation,
        message.name.round, message.name.group, message.name.number,
        static_cast<int64_t>(size)}) {
    char bytes[NumberSize];
    endian::write64le(bytes, number);
    out.append(bytes, NumberSize);
  }
  return out;
}

static llvm::Error noMessage(StringRef why) {
  return llvm::createStringError("sent what is no message: " + why);
}

llvm::Expected<PeerHead> cpuplugin::parsePeerHead(StringRef bytes) {
  if (bytes.size() < PeerHeadSize)
    return noMessage("it is cut off");
  int64_t numbers[PeerHeadSize / NumberSize];
  for (size_t i = 0; i < std::size(numbers); ++i) {
    numbers[i] = endian::read64le(bytes.data() + i * NumberSize);
    if (numbers[i] < 0)
      return noMessage("a number is negative");
  }
  auto [kind, run, process, hasFailed, operation, round, group, number, size] =
      numbers;
  if (kind > static_cast<int64_t>(PeerMessage::Kind::Alive) || hasFailed > 1)
    return noMessage("it is of no known kind");
  PeerHead head;
  PeerMessage &message = head.message;
  message.kind = static_cast<PeerMessage::Kind>(kind);
  message.run = run;
  message.process = process;
  message.hasFailed = hasFailed != 0;
  message.name = {operation, round, group, number};
  head.size = size;
  bool isOfArray = message.kind == PeerMessage::Kind::Array ||
                   message.kind == PeerMessage::Kind::Ready;
  if (isOfArray ? message.hasFailed : message.name != ArrayName())
    return noMessage("it has what only others have");
  if (message.kind == PeerMessage::Kind::Array)
    return head;
  uint64_t most = message.hasFailed ? MostReasonBytes : 0;
  if (head.size > most)
    return noMessage("it has more bytes than its kind");
  return head;
}

llvm::Expected<PeerMessage> cpuplugin::parsePeerMessage(StringRef bytes) {
  auto head = parsePeerHead(bytes);
  if (!head)
    return head.takeError();
  bytes = bytes.drop_front(PeerHeadSize);
  if (bytes.size() != head->size)
    return noMessage("it is cut off");
  head->message.bytes = bytes.str();
  return std::move(head->message);
}
