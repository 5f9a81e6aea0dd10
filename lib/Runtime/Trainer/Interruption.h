//===- Interruption.h - Ending a run with Ctrl-C ----------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_TRAINER_INTERRUPTION_H
#define TRAINLINT_RUNTIME_TRAINER_INTERRUPTION_H

namespace trainlint::trainer {

/// While it lives, the first SIGINT or SIGTERM is only noted; the second ends
/// the program as always. There is one at a time.
class Interruption {
public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption &) = delete;

  /// True once a signal came.
  static bool isRequested();
};

} // namespace trainlint::trainer

#endif // TRAINLINT_RUNTIME_TRAINER_INTERRUPTION_H
