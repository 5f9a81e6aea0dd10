//===- NoUserDatabase.cpp - Users in static programs ----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The C library asks shared objects for users, which a static program neither
// has nor should load. LLVM asks for them to expand `~name` and for a home
// directory without HOME, neither of which trainlint does: there are none.
//
//===----------------------------------------------------------------------===//

#include <pwd.h>

extern "C" int getpwnam_r(const char *, struct passwd *, char *, size_t,
                          struct passwd **result) {
  *result = nullptr;
  return 0;
}

extern "C" int getpwuid_r(uid_t, struct passwd *, char *, size_t,
                          struct passwd **result) {
  *result = nullptr;
  return 0;
}
