//===- PluginTest.cpp - Loading plugins -----------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pjrt/FaultPlugin.h"

using namespace trainlint;
using namespace trainlint::pjrt;
using namespace trainlint::test;

static std::string loadMessage(llvm::StringRef faults) {
  auto plugin = loadFaultPlugin(faults);
  std::string message = plugin ? "" : messageOf(plugin.takeError());
  setFaults("");
  return message;
}

static bool contains(llvm::StringRef text, llvm::StringRef part) {
  return text.contains(part);
}

TEST(PjrtPlugin, Loads) {
  auto plugin = loadFaultPlugin();
  ASSERT_TRUE(bool(plugin));
  EXPECT_EQ((*plugin)->getMinorVersion(), pjrt::abi::MinorVersion);
  ASSERT_EQ((*plugin)->getAttributes().size(), 2u);
  EXPECT_EQ((*plugin)->getAttributes()[1].name, "reads_text_only");
}

TEST(PjrtPlugin, IsNoSharedObject) {
  std::string message =
      messageOf(Plugin::load("no-such-plugin.so").takeError());
  EXPECT_TRUE(contains(message, "cannot load the plugin `no-such-plugin.so`"))
      << message;
}

TEST(PjrtPlugin, HasNoEntryPoint) {
  // A library that every program has.
  std::string message =
      messageOf(Plugin::load("/lib/x86_64-linux-gnu/libm.so.6").takeError());
  EXPECT_TRUE(contains(message, "is not a PJRT plugin: it does not export "
                                "GetPjrtApi"))
      << message;
}

TEST(PjrtPlugin, HasNoTable) {
  EXPECT_TRUE(contains(loadMessage("table=null"), "gives no function table"));
}

TEST(PjrtPlugin, IsOfAnotherMajorVersion) {
  EXPECT_TRUE(contains(loadMessage("version=1.0"),
                       "it has version 1.0 of the PJRT interface, and this "
                       "program speaks 0.57 and later of 0"));
}

TEST(PjrtPlugin, IsTooOld) {
  EXPECT_TRUE(contains(loadMessage("version=0.56"),
                       "it has version 0.56 of the PJRT interface, whose "
                       "functions are in another order before 0.57"));
  EXPECT_EQ(loadMessage("version=0.57"), "");
}

TEST(PjrtPlugin, IsNewer) { EXPECT_EQ(loadMessage("version=0.200"), ""); }

TEST(PjrtPlugin, HasAShortTable) {
  for (const char *size : {"size=0", "size=16", "size=39"})
    EXPECT_TRUE(contains(loadMessage(size), "too few for its version")) << size;
  EXPECT_TRUE(
      contains(loadMessage("size=40"), "it has no functions for errors"));
}

TEST(PjrtPlugin, EndsBeforeAFunction) {
  // The table ends after Client_Compile.
  auto plugin = loadFaultPlugin("size=208");
  ASSERT_TRUE(bool(plugin));
  EXPECT_TRUE((*plugin)->has(pjrt::abi::Slot::Client_Compile));
  EXPECT_FALSE((*plugin)->has(pjrt::abi::Slot::Client_DefaultDeviceAssignment));
  auto args = pjrt::abi::make<pjrt::abi::Client_DefaultDeviceAssignment_Args>();
  llvm::Error error =
      (*plugin)->call<pjrt::abi::Slot::Client_DefaultDeviceAssignment>(args);
  EXPECT_EQ(codeOf(error), pjrt::abi::Error_Code::UNIMPLEMENTED);
  EXPECT_TRUE(contains(messageOf(std::move(error)), "has no such function"));
  setFaults("");
}

TEST(PjrtPlugin, NamesTheVersionOfAMissingFunction) {
  auto plugin = loadFaultPlugin(
      "version=0.58;Client_CreateBuffersForAsyncHostToDevice=missing");
  ASSERT_TRUE(bool(plugin));
  auto args = pjrt::abi::make<
      pjrt::abi::Client_CreateBuffersForAsyncHostToDevice_Args>();
  std::string message = messageOf(
      (*plugin)
          ->call<pjrt::abi::Slot::Client_CreateBuffersForAsyncHostToDevice>(
              args));
  EXPECT_TRUE(contains(message, "of version 0.58 has no such function, which "
                                "came with 0.60"))
      << message;
  setFaults("");
}

TEST(PjrtPlugin, CannotBeInitialized) {
  EXPECT_EQ(loadMessage("Plugin_Initialize=UNAVAILABLE"),
            "Plugin_Initialize failed: UNAVAILABLE: a fault that a test asked "
            "for");
  EXPECT_EQ(loadMessage("Plugin_Initialize=missing"), "");
  EXPECT_EQ(loadMessage("Plugin_Attributes=UNIMPLEMENTED"), "");
  EXPECT_TRUE(contains(loadMessage("values=short"), "a named value of 48 "
                                                    "bytes, which has 56"));
}

TEST(PjrtPlugin, HasErrorsWithoutCode) {
  for (const char *faults : {"Error_GetCode=INTERNAL;Plugin_Initialize=ABORTED",
                             "Error_GetCode=missing;Plugin_Initialize=ABORTED"})
    EXPECT_EQ(loadMessage(faults), "Plugin_Initialize failed: UNKNOWN: a fault "
                                   "that a test asked for");
  EXPECT_TRUE(contains(loadMessage("Plugin_Initialize=77"), "error code 77"));
}
