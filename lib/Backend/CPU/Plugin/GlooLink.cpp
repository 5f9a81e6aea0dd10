//===- GlooLink.cpp - Arrays through Gloo ---------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/Plugin/GlooLink.h"
#include "Support/Hmac.h"
#include "Support/LLVM.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"
#include <dlfcn.h>

using namespace trainlint;
using namespace trainlint::cpuplugin;
using std::chrono::milliseconds;

static llvm::Error unavailable(const llvm::Twine &message) {
  return failed(abi::Error_Code::UNAVAILABLE, message);
}

//===----------------------------------------------------------------------===//
// Connecting
//===----------------------------------------------------------------------===//

/// The functions of the shared object beside this one.
static llvm::Expected<const trainlint_gloo_functions *> load() {
  Dl_info self = {};
  if (!::dladdr(reinterpret_cast<void *>(&load), &self) || !self.dli_fname)
    return unavailable("the place of the plugin is not known");
  llvm::SmallString<128> file(llvm::sys::path::parent_path(self.dli_fname));
  llvm::sys::path::append(file, "trainlint-gloo.so");
  void *handle = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  using Entry = const trainlint_gloo_functions *();
  auto *entry =
      handle ? reinterpret_cast<Entry *>(::dlsym(handle, "trainlint_gloo"))
             : nullptr;
  if (!entry)
    return failed(abi::Error_Code::UNIMPLEMENTED,
                  "option `collectives=gloo` needs Gloo, in Debian libgloo0, "
                  "and trainlint-gloo.so beside the plugin: " +
                      llvm::Twine(::dlerror()));
  return entry();
}

static std::string secretKey(int64_t index) {
  return "trainlint/cpu/gloo/secret/" + std::to_string(index);
}

namespace {
/// The job's store, as Gloo sees it.
struct Words {
  const JobStore &store;
  milliseconds timeout;
  std::optional<Failure> failure;
};
} // namespace

static int putWord(void *data, const char *key, const char *value,
                   size_t size) {
  auto &words = *static_cast<Words *>(data);
  llvm::Error error =
      words.store.put("trainlint/cpu/gloo/" + std::string(key), {value, size});
  if (!error)
    return 0;
  words.failure = failureOf(std::move(error));
  return 1;
}

static int getWord(void *data, const char *key, void *target,
                   void (*take)(void *target, const char *value, size_t size)) {
  auto &words = *static_cast<Words *>(data);
  auto value =
      words.store.get("trainlint/cpu/gloo/" + std::string(key), words.timeout);
  if (!value) {
    words.failure = failureOf(value.takeError());
    return 1;
  }
  take(target, value->data(), value->size());
  return 0;
}

llvm::Expected<std::unique_ptr<GlooLink>>
GlooLink::connect(const PeerPlace &place, const JobStore &store) {
  auto functions = load();
  if (!functions)
    return functions.takeError();
  auto secret = randomBytes(HmacSize);
  if (!secret)
    return secret.takeError();
  if (llvm::Error error = store.put(secretKey(place.index), *secret))
    return error;
  Words words = {store, place.timeout, std::nullopt};
  trainlint_gloo_store callbacks = {&words, putWord, getWord};
  trainlint_gloo_failure problem = {};
  void *context = (*functions)
                      ->connect(place.host.c_str(), place.index, place.count,
                                place.timeout.count(), &callbacks, &problem);
  if (!context && words.failure)
    return failed(*words.failure);
  if (!context)
    return unavailable("Gloo cannot connect the processes: " +
                       llvm::Twine(problem.text));
  std::unique_ptr<GlooLink> link(new GlooLink(**functions, context));
  if (llvm::Error error = link->prove(place, store, *secret))
    return error;
  (*functions)->set_patient(context);
  return link;
}

/// What only a process that has read the other's secret can send.
static std::string proofOf(StringRef secret, int64_t from, int64_t to) {
  return hmacSha256(secret,
                    {"gloo", std::to_string(from), " ", std::to_string(to)});
}

llvm::Error GlooLink::prove(const PeerPlace &place, const JobStore &store,
                            StringRef secret) {
  std::vector<std::string> own(place.count), others(place.count);
  std::vector<trainlint_gloo_array> sent, received;
  for (int64_t other = 0; other < place.count; ++other) {
    if (other == place.index)
      continue;
    auto theirs = store.get(secretKey(other), place.timeout);
    if (!theirs)
      return theirs.takeError();
    own[other] = proofOf(*theirs, place.index, other);
    others[other].resize(HmacSize);
    int process = static_cast<int>(other);
    sent.push_back({process, 0, own[other].data(), HmacSize});
    received.push_back({process, 0, others[other].data(), HmacSize});
  }
  trainlint_gloo_failure problem = {};
  void *exchange = functions.begin(context, sent.data(), sent.size(),
                                   received.data(), received.size(), &problem);
  bool isWhole = exchange && functions.wait(exchange, &problem) == 0;
  if (exchange)
    functions.end(exchange);
  if (!isWhole)
    return unavailable(
        llvm::formatv("process {0} does not answer over Gloo: {1}",
                      problem.process, problem.text)
            .str());
  for (int64_t other = 0; other < place.count; ++other)
    if (other != place.index &&
        !isSameSecret(others[other], proofOf(secret, other, place.index)))
      return unavailable(
          llvm::formatv("what is connected with Gloo as process {0} has not "
                        "read the job's store",
                        other)
              .str());
  return llvm::Error::success();
}

GlooLink::~GlooLink() { functions.disconnect(context); }

//===----------------------------------------------------------------------===//
// Exchanging
//===----------------------------------------------------------------------===//

/// Stands for all that tells an array from others.
static uint64_t slotOf(int64_t run, const ExchangeGroup &group,
                       int64_t number) {
  int64_t numbers[] = {run, group.operation, group.round,
                       group.processes.front(), number};
  return llvm::xxh3_64bits(
      StringRef(reinterpret_cast<const char *>(numbers), sizeof(numbers)));
}

llvm::Error GlooRun::exchange(const ExchangeGroup &group,
                              llvm::ArrayRef<SentArray> sent,
                              llvm::ArrayRef<ReceivedArray> received) {
  std::vector<trainlint_gloo_array> out, in;
  for (const SentArray &array : sent)
    out.push_back(
        {static_cast<int>(array.client), slotOf(run, group, array.number),
         const_cast<char *>(array.data), static_cast<size_t>(array.size)});
  for (const ReceivedArray &array : received)
    in.push_back({static_cast<int>(array.client),
                  slotOf(run, group, array.number), array.data,
                  static_cast<size_t>(array.size)});
  trainlint_gloo_failure problem = {};
  std::unique_lock lock(mutex);
  if (failure)
    return failed(*failure);
  void *exchange = link.functions.begin(link.context, out.data(), out.size(),
                                        in.data(), in.size(), &problem);
  if (exchange) {
    active.insert(exchange);
    lock.unlock();
    bool isWhole = link.functions.wait(exchange, &problem) == 0;
    lock.lock();
    active.erase(exchange);
    lock.unlock();
    link.functions.end(exchange);
    if (isWhole)
      return llvm::Error::success();
    lock.lock();
  }
  // The other connections tell who is gone, and why, but perhaps a bit later.
  stopped.wait_for(lock, milliseconds(2000),
                   [&] { return failure.has_value(); });
  if (failure)
    return failed(*failure);
  return unavailable(llvm::formatv("the client {0} cannot be reached: {1}",
                                   problem.process, problem.text)
                         .str());
}

void GlooRun::stop(const Failure &reason) {
  std::lock_guard lock(mutex);
  if (!failure)
    failure = reason;
  for (void *exchange : active)
    link.functions.abort(exchange);
  stopped.notify_all();
}
