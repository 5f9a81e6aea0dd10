//===- SerializedExecutableTest.cpp - Compiled programs as bytes ----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/Runtime/SerializedExecutable.h"
#include "Support/Hmac.h"
#include "TestHelpers.h"
#include "llvm/ADT/STLExtras.h"

using namespace trainlint;
using namespace trainlint::cpu;
using namespace trainlint::test;
using llvm::StringRef;

static constexpr StringRef Impossible = "describes a program that cannot be";

static SerializedExecutable makeProgram() {
  SerializedExecutable program;
  program.inputs = {{ElementType::F32, {2, 3}}, {ElementType::Bool, {}}};
  program.outputs = {{ElementType::F32, {2, 3}}};
  program.donations = {{0, 0, true}};
  program.arenaBytes = 4096;
  program.constants = std::string("\0\1\2", 3);
  CollectiveOp collective{};
  collective.kind = CollectiveKind::AllGather;
  collective.mode = GroupMode::CrossPartition;
  collective.groups = {{0, 1}, {2, -1}};
  collective.pairs = {{0, 1}, {1, 0}};
  collective.element = ElementType::C128;
  collective.count = 6;
  collective.reduction = Reduction::Sum;
  program.collectives = {collective};
  program.objects = {"\177ELF and so on", "\177ELF of another part"};
  return program;
}

TEST(SerializedExecutable, RoundTrip) {
  SerializedExecutable program = makeProgram();
  std::string bytes = writeExecutable(program);
  SerializedExecutable read = llvm::cantFail(parseExecutable(bytes));
  EXPECT_TRUE(read.inputs == program.inputs);
  EXPECT_TRUE(read.outputs == program.outputs);
  ASSERT_EQ(read.donations.size(), 1u);
  EXPECT_TRUE(read.donations[0].required);
  EXPECT_EQ(read.arenaBytes, 4096);
  EXPECT_EQ(read.constants, program.constants);
  ASSERT_EQ(read.collectives.size(), 1u);
  EXPECT_EQ(read.collectives[0].kind, CollectiveKind::AllGather);
  EXPECT_EQ(read.collectives[0].mode, GroupMode::CrossPartition);
  EXPECT_EQ(read.collectives[0].groups[1][1], -1);
  EXPECT_EQ(read.collectives[0].pairs.size(), 2u);
  EXPECT_EQ(read.collectives[0].element, ElementType::C128);
  EXPECT_EQ(read.objects, program.objects);
  EXPECT_EQ(writeExecutable(read), bytes);
}

TEST(SerializedExecutable, CutAnywhere) {
  std::string bytes = writeExecutable(makeProgram());
  for (size_t size = 0; size < bytes.size(); ++size)
    EXPECT_EQ(messageOf(parseExecutable(StringRef(bytes).take_front(size))),
              "is damaged")
        << size;
  EXPECT_EQ(messageOf(parseExecutable(bytes + "x")), "is damaged");
}

/// Each number of the format replaced by ones that are hardly right. Whatever
/// is read then has to be within the ranges, which a further round trip shows.
TEST(SerializedExecutable, NumbersOfAllSizes) {
  std::string bytes = writeExecutable(makeProgram());
  size_t refused = 0;
  for (size_t at = 0; at + 8 <= bytes.size(); ++at)
    for (int64_t number : {int64_t(-1), int64_t(0), int64_t(1), int64_t(7),
                           int64_t(255), int64_t(1) << 31, int64_t(1) << 48,
                           int64_t(1) << 62, INT64_MAX, INT64_MIN}) {
      std::string changed = bytes;
      std::memcpy(changed.data() + at, &number, sizeof(number));
      auto read = parseExecutable(changed);
      if (!read) {
        llvm::consumeError(read.takeError());
        ++refused;
        continue;
      }
      EXPECT_EQ(writeExecutable(*read), changed);
      for (const BufferType &type : read->inputs) {
        EXPECT_GE(type.byteSize(), 0);
        EXPECT_FALSE(type.text().empty());
      }
    }
  EXPECT_GT(refused, 500u);
}

template <typename Change>
static std::string refusalOf(Change change) {
  SerializedExecutable program = makeProgram();
  change(program);
  return messageOf(parseExecutable(writeExecutable(program)));
}

TEST(SerializedExecutable, Ranges) {
  EXPECT_EQ(refusalOf([](SerializedExecutable &) {}), "");
  EXPECT_EQ(refusalOf([](auto &p) { p.arenaBytes = -1; }), Impossible);
  EXPECT_EQ(refusalOf([](auto &p) { p.arenaBytes = int64_t(1) << 48; }),
            Impossible);
  EXPECT_EQ(refusalOf([](auto &p) { p.inputs[0].dimensions[0] = -2; }),
            Impossible);
  EXPECT_EQ(refusalOf([](auto &p) {
              p.inputs[1].dimensions = {int64_t(1) << 40, int64_t(1) << 40};
            }),
            Impossible);
  EXPECT_EQ(refusalOf([](auto &p) {
              p.inputs[1].dimensions = {0, int64_t(1) << 62, int64_t(1) << 62};
            }),
            Impossible);
  EXPECT_EQ(refusalOf([](auto &p) { p.donations[0].input = 2; }), Impossible);
  EXPECT_EQ(refusalOf([](auto &p) { p.donations[0].output = -1; }), Impossible);
  // Of another type, and twice.
  EXPECT_EQ(refusalOf([](auto &p) { p.donations[0].input = 1; }), Impossible);
  EXPECT_EQ(refusalOf([](auto &p) { p.donations.push_back(p.donations[0]); }),
            Impossible);
  EXPECT_EQ(refusalOf([](auto &p) { p.collectives[0].count = -1; }),
            Impossible);
  EXPECT_EQ(refusalOf([](auto &p) { p.collectives[0].count = INT64_MAX; }),
            Impossible);
  EXPECT_EQ(refusalOf([](auto &p) { p.collectives[0].groups[0][0] = -2; }),
            Impossible);
  EXPECT_EQ(refusalOf([](auto &p) { p.collectives[0].groups[0][0] = 1 << 30; }),
            Impossible);
  EXPECT_EQ(refusalOf([](auto &p) { p.collectives[0].pairs[0].first = -1; }),
            Impossible);
}

TEST(SerializedExecutable, Enumerations) {
  auto put = [](auto &field, int number) {
    field = static_cast<std::decay_t<decltype(field)>>(number);
  };
  for (int number : {-1, 100}) {
    EXPECT_EQ(refusalOf([&](auto &p) { put(p.collectives[0].kind, number); }),
              "is damaged");
    EXPECT_EQ(refusalOf([&](auto &p) { put(p.collectives[0].mode, number); }),
              "is damaged");
    EXPECT_EQ(
        refusalOf([&](auto &p) { put(p.collectives[0].reduction, number); }),
        "is damaged");
  }
  EXPECT_EQ(refusalOf([&](auto &p) { put(p.inputs[0].element, 200); }),
            "is damaged");
}

TEST(SerializedExecutable, Seals) {
  const std::string key(32, 'k'), identity(64, 'a'), other(64, 'b');
  std::string bytes = writeExecutable(makeProgram());
  std::string sealed = sealExecutable(bytes, key, identity);
  EXPECT_EQ(llvm::cantFail(openSealed(sealed, key, identity)), bytes);
  StringRef notOurs = "was not written for this program with the user's key";
  EXPECT_EQ(messageOf(openSealed(sealed, std::string(32, 'x'), identity)),
            notOurs);
  EXPECT_EQ(messageOf(openSealed(sealed, key, other)), notOurs);
  for (size_t at = 0; at < sealed.size(); ++at) {
    std::string changed = sealed;
    changed[at] ^= 1;
    EXPECT_NE(messageOf(openSealed(changed, key, identity)), "") << at;
    EXPECT_NE(
        messageOf(openSealed(StringRef(sealed).take_front(at), key, identity)),
        "");
  }
  EXPECT_EQ(messageOf(openSealed("", key, identity)), "is no compiled program");
}
