//===- FunctionTable.cpp - The function table of the CPU plugin -----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/Plugin/Entry.h"

using namespace trainlint::cpuplugin;

const abi::Api *trainlint::cpuplugin::functionTable() {
  static const abi::Api table = [] {
    abi::Api api = {};
    api.head.struct_size = sizeof(abi::Api);
    api.pjrt_api_version = abi::make<abi::Api_Version>();
    api.pjrt_api_version.major_version = abi::MajorVersion;
    api.pjrt_api_version.minor_version = abi::MinorVersion;
    addErrorCalls(api);
    addClientCalls(api);
    addDeviceCalls(api);
    addExecutableCalls(api);
    addBufferCalls(api);
    addTransferCalls(api);
    return api;
  }();
  return &table;
}
