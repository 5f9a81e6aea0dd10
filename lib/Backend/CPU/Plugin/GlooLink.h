//===- GlooLink.h - Arrays through Gloo -------------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_BACKEND_CPU_PLUGIN_GLOOLINK_H
#define TRAINLINT_BACKEND_CPU_PLUGIN_GLOOLINK_H

#include "Backend/CPU/Plugin/Exchange.h"
#include "Backend/CPU/Plugin/GlooInterface.h"
#include "Backend/CPU/Plugin/PeerMeeting.h"
#include <set>

namespace trainlint::cpuplugin {

/// Connections of Gloo between the clients of a job, who have met before. Gloo
/// takes whoever comes first for the one that it waits for, so all show each
/// other over these connections, too, that they have read the store.
class GlooLink {
public:
  static llvm::Expected<std::unique_ptr<GlooLink>>
  connect(const PeerPlace &place, const JobStore &store);
  ~GlooLink();

private:
  friend class GlooRun;

  GlooLink(const trainlint_gloo_functions &functions, void *context)
      : functions(functions), context(context) {}
  llvm::Error prove(const PeerPlace &place, const JobStore &store,
                    llvm::StringRef secret);

  const trainlint_gloo_functions &functions;
  void *context;
};

/// The transfers of one run.
class GlooRun {
public:
  GlooRun(GlooLink &link, int64_t run) : link(link), run(run) {}

  llvm::Error exchange(const ExchangeGroup &group,
                       llvm::ArrayRef<SentArray> sent,
                       llvm::ArrayRef<ReceivedArray> received);
  void stop(const Failure &reason);

private:
  GlooLink &link;
  int64_t run;
  std::mutex mutex;
  std::condition_variable stopped;
  std::set<void *> active;
  std::optional<Failure> failure;
};

} // namespace trainlint::cpuplugin

#endif // TRAINLINT_BACKEND_CPU_PLUGIN_GLOOLINK_H
