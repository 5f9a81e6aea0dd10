//===- Cancellation.cpp - Work that may be given up -----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/Cancellation.h"
#include <utility>

using namespace trainlint;

static thread_local const Cancellation *current = nullptr;

CancellationScope::CancellationScope(const Cancellation &cancellation)
    : outer(std::exchange(current, &cancellation)) {}

CancellationScope::~CancellationScope() { current = outer; }

bool trainlint::isCancelled() { return current && current->isRequested(); }
