//===- PeerMessage.cpp - What the clients of a job tell each other --------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/Plugin/PeerMessage.h"
#include "Support/LLVM.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FormatVariadic.h"

using namespace trainlint;
using namespace trainlint::cpuplugin;
namespace endian = llvm::support::endian;

static constexpr size_t NumberSize = 8;

static void append(std::string &out, int64_t number) {
  char bytes[NumberSize];
  endian::write64le(bytes, number);
  out.append(bytes, NumberSize);
}

static int64_t numberAt(StringRef bytes, size_t index) {
  return endian::read64le(bytes.data() + index * NumberSize);
}

std::string cpuplugin::writePeerHead(const PeerMessage &message) {
  std::string out;
  for (int64_t number :
       {static_cast<int64_t>(message.kind), message.run, message.process,
        static_cast<int64_t>(message.hasFailed), message.operation,
        message.round, message.rank, static_cast<int64_t>(message.group.size()),
        static_cast<int64_t>(message.bytes.size())})
    append(out, number);
  for (int64_t member : message.group)
    append(out, member);
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
    numbers[i] = numberAt(bytes, i);
    if (numbers[i] < 0)
      return noMessage("a number is negative");
  }
  auto [kind, run, process, hasFailed, operation, round, rank, members, size] =
      numbers;
  if (kind > static_cast<int64_t>(PeerMessage::Kind::Alive) || hasFailed > 1)
    return noMessage("it is of no known kind");
  PeerHead head;
  PeerMessage &message = head.message;
  message.kind = static_cast<PeerMessage::Kind>(kind);
  message.run = run;
  message.process = process;
  message.hasFailed = hasFailed != 0;
  message.operation = operation;
  message.round = round;
  message.rank = rank;
  head.groupSize = members * NumberSize;
  head.size = size;
  if (message.kind == PeerMessage::Kind::Part) {
    if (message.hasFailed || members == 0 ||
        static_cast<uint64_t>(members) > MostPeerMembers || rank >= members)
      return noMessage("no group is like that");
    return head;
  }
  if (members != 0 || rank != 0 || operation != 0 || round != 0)
    return noMessage("it has what only parts have");
  uint64_t most = message.hasFailed ? MostReasonBytes : 0;
  if (static_cast<uint64_t>(size) > most)
    return noMessage("it has more bytes than its kind");
  return head;
}

llvm::Error cpuplugin::parsePeerGroup(StringRef bytes, PeerMessage &message) {
  llvm::SmallSet<int64_t, 16> seen;
  for (size_t i = 0; i < bytes.size() / NumberSize; ++i) {
    int64_t member = numberAt(bytes, i);
    if (member < 0 || !seen.insert(member).second)
      return noMessage("no group is like that");
    message.group.push_back(member);
  }
  if (message.kind == PeerMessage::Kind::Part &&
      message.group[message.rank] != message.process)
    return noMessage("the process is another one of its group");
  return llvm::Error::success();
}

llvm::Expected<PeerMessage> cpuplugin::parsePeerMessage(StringRef bytes) {
  auto head = parsePeerHead(bytes);
  if (!head)
    return head.takeError();
  bytes = bytes.drop_front(PeerHeadSize);
  if (bytes.size() < head->groupSize ||
      bytes.size() - head->groupSize != head->size)
    return noMessage("it is cut off");
  if (llvm::Error error =
          parsePeerGroup(bytes.take_front(head->groupSize), head->message))
    return error;
  head->message.bytes = bytes.drop_front(head->groupSize).str();
  return std::move(head->message);
}
