//===- MappedFiles.cpp - Files that change while they are read ------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/MappedFiles.h"
#include <csignal>
#include <cstring>
#include <unistd.h>

static const char *program;
static int exitCode;

static void say(const char *text) {
  // Nothing is left to do if even this fails.
  (void)!::write(STDERR_FILENO, text, std::strlen(text));
}

/// Only what may be called from a handler of signals.
static void end(int) {
  say(program);
  say(": a file was cut short while it was read\n");
  ::_exit(exitCode);
}

void trainlint::endOnLostFile(const char *name, int code) {
  program = name;
  exitCode = code;
  struct sigaction action = {};
  action.sa_handler = end;
  ::sigaction(SIGBUS, &action, /*old=*/nullptr);
}
