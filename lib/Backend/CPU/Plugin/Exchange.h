//===- Exchange.h - What moves arrays between clients -----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_BACKEND_CPU_PLUGIN_EXCHANGE_H
#define TRAINLINT_BACKEND_CPU_PLUGIN_EXCHANGE_H

#include "Backend/CPU/Plugin/Completion.h"
#include "llvm/ADT/ArrayRef.h"

namespace trainlint::cpuplugin {

/// One execution of one collective operation by one group, in which the clients
/// of its processes exchange arrays.
struct ExchangeGroup {
  /// The process that speaks for all of this client.
  int64_t process;
  int64_t operation;
  /// How often the operation was run before.
  int64_t round;
  llvm::ArrayRef<int64_t> processes;
};

/// An array for a client. Both sides number what one sends the other one.
struct SentArray {
  int64_t client;
  int64_t number;
  const char *data;
  int64_t size;
};

struct ReceivedArray {
  int64_t client;
  int64_t number;
  char *data;
  int64_t size;
};

/// How a run reaches its processes on the devices of other clients.
class RunLink {
public:
  virtual ~RunLink() = default;

  /// This client.
  virtual int64_t getClient() const = 0;
  virtual int64_t clientOf(int64_t process) const = 0;
  bool isRemote(int64_t process) const {
    return clientOf(process) != getClient();
  }

  /// Sends and receives arrays, and returns when all of them are there.
  virtual llvm::Error exchange(const ExchangeGroup &group,
                               llvm::ArrayRef<SentArray> sent,
                               llvm::ArrayRef<ReceivedArray> received) = 0;
  /// Ends all collectives, now and later.
  virtual void stop(const Failure &reason) = 0;
  /// A process elsewhere has ended: what it did not send, it never will.
  virtual void leave(int64_t process) = 0;

  /// Tells all other clients that a process ended, and of the failure that
  /// ended it.
  virtual void sendLeave(int64_t process,
                         const std::optional<Failure> &failure) = 0;
};

} // namespace trainlint::cpuplugin

#endif // TRAINLINT_BACKEND_CPU_PLUGIN_EXCHANGE_H
