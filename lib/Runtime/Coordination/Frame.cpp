//===- Frame.cpp - What processes and their coordinator say ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Coordination/Frame.h"
#include "Support/Hmac.h"
#include "Support/LLVM.h"
#include "llvm/Support/Endian.h"

using namespace trainlint;
using namespace trainlint::coordination;
namespace endian = llvm::support::endian;

static constexpr StringRef Magic = "TLco";
/// Changes with the format and the meaning of frames.
static constexpr uint16_t Version = 1;

std::string coordination::writeFrame(const Frame &frame) {
  char head[FrameHeadSize];
  std::copy(Magic.begin(), Magic.end(), head);
  endian::write16le(head + 4, Version);
  endian::write16le(head + 6, static_cast<uint16_t>(frame.kind));
  endian::write32le(head + 8, frame.request);
  endian::write32le(head + 12, frame.key.size());
  endian::write32le(head + 16, frame.value.size());
  endian::write64le(head + 20, frame.number);
  return std::string(head, sizeof(head)) + frame.key + frame.value;
}

static llvm::Error noFrame(StringRef why) {
  return llvm::createStringError("sent what is no message: " + why);
}

llvm::Expected<FrameHead> coordination::parseFrameHead(StringRef bytes) {
  if (bytes.size() < FrameHeadSize)
    return noFrame("it is cut off");
  if (!bytes.starts_with(Magic))
    return noFrame("it begins with other bytes");
  if (endian::read16le(bytes.data() + 4) != Version)
    return noFrame("it is of another version");
  uint16_t kind = endian::read16le(bytes.data() + 6);
  if (kind > static_cast<uint16_t>(Frame::Kind::Verdict))
    return noFrame("it is of no known kind");
  FrameHead head;
  head.frame.kind = static_cast<Frame::Kind>(kind);
  head.frame.request = endian::read32le(bytes.data() + 8);
  head.keySize = endian::read32le(bytes.data() + 12);
  head.valueSize = endian::read32le(bytes.data() + 16);
  head.frame.number = endian::read64le(bytes.data() + 20);
  if (head.keySize > MostKeyBytes || head.valueSize > MostValueBytes)
    return noFrame("it is too long");
  if (head.frame.number < 0)
    return noFrame("its number is negative");
  return head;
}

std::string Channel::macOf(Side from, uint64_t number, StringRef bytes) const {
  char count[8];
  endian::write64le(count, number);
  return hmacSha256(key, {from == Side::Coordinator ? "C" : "P",
                          StringRef(count, sizeof(count)), bytes});
}

std::string Channel::seal(const Frame &frame) {
  std::string out = writeFrame(frame);
  out += macOf(side, sent++, out);
  return out;
}

llvm::Expected<std::optional<Frame>> Channel::next() {
  StringRef bytes = StringRef(received).substr(begin);
  if (bytes.size() < FrameHeadSize) {
    received.erase(0, begin);
    begin = 0;
    return std::nullopt;
  }
  auto head = parseFrameHead(bytes);
  if (!head)
    return head.takeError();
  size_t size = FrameHeadSize + head->keySize + head->valueSize;
  if (bytes.size() < size + HmacSize) {
    received.erase(0, begin);
    begin = 0;
    return std::nullopt;
  }
  Side other = side == Side::Process ? Side::Coordinator : Side::Process;
  if (!isSameSecret(bytes.substr(size, HmacSize),
                    macOf(other, taken, bytes.take_front(size))))
    return noFrame("its seal is not that of the other side");
  ++taken;
  begin += size + HmacSize;
  Frame frame = std::move(head->frame);
  frame.key = bytes.substr(FrameHeadSize, head->keySize).str();
  frame.value = bytes.substr(FrameHeadSize + head->keySize, head->valueSize);
  return frame;
}
