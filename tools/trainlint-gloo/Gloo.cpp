//===- Gloo.cpp - Gloo behind an interface in C ---------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/Plugin/GlooInterface.h"
#include <atomic>
#include <csignal>
#include <cstdio>
#include <exception>
#include <gloo/rendezvous/context.h>
#include <gloo/rendezvous/store.h>
#include <gloo/transport/tcp/device.h>
#include <gloo/transport/unbound_buffer.h>
#include <memory>
#include <stdexcept>
#include <vector>

using Failure = trainlint_gloo_failure;
using Array = trainlint_gloo_array;

namespace {
/// The words of the job.
class Store : public gloo::rendezvous::Store {
public:
  explicit Store(const trainlint_gloo_store &functions)
      : functions(functions) {}

  void set(const std::string &key, const std::vector<char> &value) override {
    if (functions.put(functions.data, key.c_str(), value.data(),
                      value.size()) != 0)
      throw std::runtime_error("the job's store does not take an address");
  }
  std::vector<char> get(const std::string &key) override {
    std::vector<char> value;
    auto take = [](void *target, const char *bytes, size_t size) {
      static_cast<std::vector<char> *>(target)->assign(bytes, bytes + size);
    };
    if (functions.get(functions.data, key.c_str(), &value, take) != 0)
      throw std::runtime_error("an address is missing in the job's store");
    return value;
  }
  void wait(const std::vector<std::string> &keys) override {
    for (const std::string &key : keys)
      get(key);
  }

private:
  const trainlint_gloo_store &functions;
};

/// Keeps the signal of a connection that a peer has closed, to which Gloo
/// writes without asking for an error instead, from this thread and from those
/// that it begins meanwhile.
class WithoutPipeSignal {
public:
  WithoutPipeSignal() {
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    sigset_t pending;
    sigpending(&pending);
    wasPending = sigismember(&pending, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &pipe, &before);
  }
  ~WithoutPipeSignal() {
    timespec now = {};
    if (!wasPending)
      sigtimedwait(&pipe, nullptr, &now);
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }

private:
  sigset_t pipe, before;
  bool wasPending;
};

/// Arrays on their way.
struct Exchange {
  struct Transfer {
    int process;
    std::unique_ptr<gloo::transport::UnboundBuffer> buffer;
  };
  std::vector<Transfer> sent, received;
  std::atomic<bool> isAborted{false};
};
} // namespace

static void report(Failure *failure, int process, const char *text) {
  failure->process = process;
  std::snprintf(failure->text, sizeof(failure->text), "%s", text);
}

static void *connectAll(const char *host, int process, int processes,
                        int64_t milliseconds,
                        const trainlint_gloo_store *functions,
                        Failure *failure) {
  WithoutPipeSignal quiet;
  try {
    auto device =
        gloo::transport::tcp::CreateDevice(gloo::transport::tcp::attr(host));
    auto context =
        std::make_unique<gloo::rendezvous::Context>(process, processes);
    context->setTimeout(std::chrono::milliseconds(milliseconds));
    Store store(*functions);
    context->connectFullMesh(store, device);
    return context.release();
  } catch (const std::exception &error) {
    report(failure, /*process=*/-1, error.what());
    return nullptr;
  }
}

/// Who is silent is found without Gloo, and who computes may take any time.
static void setPatient(void *context) {
  static_cast<gloo::rendezvous::Context *>(context)->setTimeout(
      std::chrono::hours(24 * 365));
}

static void disconnect(void *context) {
  WithoutPipeSignal quiet;
  try {
    delete static_cast<gloo::rendezvous::Context *>(context);
  } catch (const std::exception &) {
    // The connections are of no use any more.
  }
}

static void *begin(void *handle, const Array *sent, size_t sentCount,
                   const Array *received, size_t receivedCount,
                   Failure *failure) {
  auto *context = static_cast<gloo::rendezvous::Context *>(handle);
  int current = -1;
  WithoutPipeSignal quiet;
  try {
    auto exchange = std::make_unique<Exchange>();
    auto add = [&](std::vector<Exchange::Transfer> &list, const Array &array) {
      current = array.process;
      list.push_back({array.process,
                      context->createUnboundBuffer(array.bytes, array.size)});
    };
    for (size_t i = 0; i < receivedCount; ++i) {
      add(exchange->received, received[i]);
      exchange->received.back().buffer->recv(received[i].process,
                                             received[i].slot);
    }
    for (size_t i = 0; i < sentCount; ++i) {
      add(exchange->sent, sent[i]);
      exchange->sent.back().buffer->send(sent[i].process, sent[i].slot);
    }
    return exchange.release();
  } catch (const std::exception &error) {
    report(failure, current, error.what());
    return nullptr;
  }
}

static int wait(void *handle, Failure *failure) {
  auto *exchange = static_cast<Exchange *>(handle);
  int current = -1;
  try {
    bool isWhole = true;
    for (auto &[process, buffer] : exchange->received) {
      current = process;
      isWhole = isWhole && !exchange->isAborted && buffer->waitRecv();
    }
    for (auto &[process, buffer] : exchange->sent) {
      current = process;
      isWhole = isWhole && !exchange->isAborted && buffer->waitSend();
    }
    if (isWhole)
      return 0;
    report(failure, /*process=*/-1, "it was given up");
  } catch (const std::exception &error) {
    report(failure, current, error.what());
  }
  return 1;
}

static void abortWaiting(void *handle) {
  auto *exchange = static_cast<Exchange *>(handle);
  exchange->isAborted = true;
  for (auto &[process, buffer] : exchange->received)
    buffer->abortWaitRecv();
  for (auto &[process, buffer] : exchange->sent)
    buffer->abortWaitSend();
}

static void end(void *exchange) {
  try {
    delete static_cast<Exchange *>(exchange);
  } catch (const std::exception &) {
    // What failed before fails again.
  }
}

extern "C" __attribute__((visibility("default")))
const trainlint_gloo_functions *
trainlint_gloo() {
  static const trainlint_gloo_functions functions = {
      connectAll, setPatient, disconnect, begin, wait, abortWaiting, end};
  return &functions;
}
