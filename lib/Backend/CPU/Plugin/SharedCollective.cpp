//===- SharedCollective.cpp - Collectives of several clients --------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/Plugin/SharedCollective.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cstring>

using namespace trainlint;
using namespace trainlint::cpuplugin;

SharedCollective::SharedCollective(RunLink &link,
                                   const cpu::CollectiveCall &call,
                                   int64_t round,
                                   const Rendezvous::Parts &parts)
    : link(link), call(call), round(round), parts(parts),
      client(link.getClient()), element(cpu::byteSize(call.element)) {
  for (auto [rank, process] : llvm::enumerate(call.group)) {
    int64_t owner = link.clientOf(process);
    owners.push_back(owner);
    if (!llvm::is_contained(clients, owner))
      clients.push_back(owner);
    if (owner == client && leader < 0)
      leader = rank;
  }
  llvm::sort(clients);
  tree = partsOfOwners(owners);
}

const char *SharedCollective::inputOf(int64_t rank, int64_t offset) const {
  return static_cast<const char *>(parts[rank].input) + offset;
}

char *SharedCollective::outputOf(int64_t rank, int64_t offset) const {
  return static_cast<char *>(parts[rank].output) + offset;
}

//===----------------------------------------------------------------------===//
// Arrays of other processes
//===----------------------------------------------------------------------===//

/// Both sides collect what one sends the other one in the same order. What has
/// no bytes is not sent.
void SharedCollective::send(int64_t to, const void *data, int64_t size) {
  if (size != 0)
    sent.push_back({to, sentTo[to]++, static_cast<const char *>(data), size});
}

void SharedCollective::receive(int64_t from, void *data, int64_t size) {
  if (size != 0)
    received.push_back(
        {from, receivedFrom[from]++, static_cast<char *>(data), size});
}

llvm::Error SharedCollective::exchange() {
  ExchangeGroup group = {call.group[leader], call.operation, round, call.group};
  llvm::Error error = link.exchange(group, sent, received);
  sent.clear();
  received.clear();
  return error;
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// Adds the inputs of a part of the tree that is here, from an element on.
void SharedCollective::addInputs(const TreePart &part, int64_t begin,
                                 llvm::SmallVectorImpl<TreeValue> &out) const {
  for (int64_t rank = part.begin; rank < part.begin + part.count; ++rank)
    out.push_back({{rank, 1}, inputOf(rank, begin * element)});
}

/// At most `most` elements of each range, from `begin` on. `place` gives memory
/// for what others send, or for what is combined here for another range.
llvm::Error SharedCollective::reduceStep(
    llvm::ArrayRef<Range> ranges, int64_t begin, int64_t most,
    cpu::Combine combine,
    llvm::function_ref<char *(const Range &, int64_t bytes)> place) {
  auto countOf = [&](const Range &range) {
    return std::clamp<int64_t>(range.count - begin, 0, most);
  };
  std::vector<llvm::SmallVector<TreeValue>> values(ranges.size());
  for (auto [number, range] : llvm::enumerate(ranges)) {
    int64_t first = range.begin + begin, count = countOf(range);
    int64_t bytes = count * element;
    for (const TreePart &part : tree) {
      bool isPartHere = isHere(part.begin);
      if (isPartHere && range.owner == client) {
        addInputs(part, first, values[number]);
      } else if (isPartHere && part.count == 1) {
        send(range.owner, inputOf(part.begin, first * element), bytes);
      } else if (isPartHere) {
        llvm::SmallVector<TreeValue> inputs;
        addInputs(part, first, inputs);
        char *combined = place(range, bytes);
        combineTree(inputs, combined, count, element, combine);
        send(range.owner, combined, bytes);
      } else if (range.owner == client) {
        char *received = place(range, bytes);
        receive(owners[part.begin], received, bytes);
        values[number].push_back({part, received});
      }
    }
  }
  if (llvm::Error error = exchange())
    return error;
  for (auto [number, range] : llvm::enumerate(ranges))
    if (range.owner == client)
      combineTree(values[number], range.out + begin * element, countOf(range),
                  element, combine);
  return llvm::Error::success();
}

/// Goes through the ranges in steps, so that what others send takes little
/// memory. All clients take the same steps.
llvm::Error SharedCollective::reduce(llvm::ArrayRef<Range> ranges,
                                     cpu::Combine combine) {
  constexpr int64_t MostBytes = 16 << 20;
  int64_t longest = 0, arrays = 1;
  for (const Range &range : ranges)
    longest = std::max(longest, range.count);
  for (int64_t other : clients) {
    int64_t needed = 0;
    for (const Range &range : ranges)
      needed += llvm::count_if(tree, [&](const TreePart &part) {
        return owners[part.begin] == other ? part.count > 1
                                           : range.owner == other;
      });
    arrays = std::max(arrays, needed);
  }
  int64_t step = std::max<int64_t>(MostBytes / (arrays * element), 1);
  step = std::min(step, longest);
  std::unique_ptr<char[]> memory(new char[step * arrays * element]);
  for (int64_t begin = 0; begin < longest; begin += step) {
    char *free = memory.get();
    auto place = [&](const Range &, int64_t bytes) {
      return std::exchange(free, free + bytes);
    };
    if (llvm::Error error = reduceStep(ranges, begin, step, combine, place))
      return error;
  }
  return llvm::Error::success();
}

/// Does so in the outputs, which are as large as the inputs and not needed yet:
/// what others send goes to the ranges of the others, and what is combined for
/// them to the output of another process that is here.
llvm::Error SharedCollective::reduceInOutputs(llvm::ArrayRef<Range> ranges,
                                              cpu::Combine combine) {
  int64_t step = ranges.front().count;
  int64_t other = leader;
  for (auto [rank, owner] : llvm::enumerate(owners))
    if (owner == client && static_cast<int64_t>(rank) != leader)
      other = rank;
  // The last range may have a few elements more.
  for (int64_t begin = 0; begin < ranges.back().count; begin += step) {
    const Range *free = ranges.begin();
    auto place = [&](const Range &range, int64_t) {
      if (range.owner != client)
        return outputOf(other, (range.begin + begin) * element);
      if (free->owner == client)
        ++free;
      return (free++)->out;
    };
    if (llvm::Error error = reduceStep(ranges, begin, step, combine, place))
      return error;
  }
  return llvm::Error::success();
}

/// Gives each client a range of an array whose elements have a size, the last
/// one what is left over, too. The output of the leader has room for all.
std::vector<SharedCollective::Range>
SharedCollective::shareOut(int64_t count, int64_t size) const {
  std::vector<Range> ranges;
  int64_t all = clients.size();
  for (auto [number, owner] : llvm::enumerate(clients)) {
    int64_t begin = count / all * static_cast<int64_t>(number);
    ranges.push_back(
        {owner, begin, count / all, outputOf(leader, begin * size)});
  }
  ranges.back().count += count % all;
  return ranges;
}

/// Each client sends its range to the others, but to one that has them all.
llvm::Error SharedCollective::gather(llvm::ArrayRef<Range> ranges, int64_t size,
                                     std::optional<int64_t> whoHasAll) {
  for (const Range &range : ranges) {
    if (range.owner != client && client != whoHasAll)
      receive(range.owner, range.out, range.count * size);
    if (range.owner != client)
      continue;
    for (int64_t other : clients)
      if (other != client && other != whoHasAll)
        send(other, range.out, range.count * size);
  }
  return exchange();
}

llvm::Error SharedCollective::allReduce(int64_t count, cpu::Combine combine) {
  // A few elements are on their way once, not twice.
  int64_t fewBytes = std::max<int64_t>(4096, clients.size() * element);
  std::vector<Range> ranges = shareOut(count, element);
  if (count * element > fewBytes) {
    bool isOnePartEach = tree.size() == clients.size();
    if (llvm::Error error = isOnePartEach ? reduceInOutputs(ranges, combine)
                                          : reduce(ranges, combine))
      return error;
    return gather(ranges, element, std::nullopt);
  }
  for (Range &range : ranges) {
    range.begin = 0;
    range.count = count;
    range.out = outputOf(leader, 0);
  }
  return reduce(ranges, combine);
}

llvm::Error SharedCollective::reduceScatter(int64_t count,
                                            cpu::Combine combine) {
  std::vector<Range> ranges;
  for (auto [rank, owner] : llvm::enumerate(owners))
    ranges.push_back({owner, static_cast<int64_t>(rank) * count, count,
                      owner == client ? outputOf(rank, 0) : nullptr});
  return reduce(ranges, combine);
}

//===----------------------------------------------------------------------===//
// Movements
//===----------------------------------------------------------------------===//

llvm::Error SharedCollective::allGather(int64_t bytes) {
  for (auto [rank, owner] : llvm::enumerate(owners)) {
    if (owner != client) {
      receive(owner, outputOf(leader, rank * bytes), bytes);
      continue;
    }
    for (int64_t other : clients)
      if (other != client)
        send(other, inputOf(rank, 0), bytes);
  }
  return exchange();
}

llvm::Error SharedCollective::allToAll(int64_t bytes) {
  for (auto [from, sender] : llvm::enumerate(owners))
    for (auto [to, receiver] : llvm::enumerate(owners)) {
      if (sender == client && receiver != client)
        send(receiver, inputOf(from, to * bytes), bytes);
      if (sender != client && receiver == client)
        receive(sender, outputOf(to, from * bytes), bytes);
    }
  return exchange();
}

llvm::Error SharedCollective::permute(int64_t bytes) {
  // In the order of those who send.
  std::vector<std::pair<int64_t, int64_t>> pairs;
  for (auto [rank, part] : llvm::enumerate(parts)) {
    if (!isHere(rank))
      continue;
    if (part.target >= 0)
      pairs.push_back({rank, part.target});
    if (part.source >= 0)
      pairs.push_back({part.source, rank});
  }
  llvm::sort(pairs);
  for (auto [source, target] : pairs) {
    if (isHere(source) && !isHere(target))
      send(owners[target], inputOf(source, 0), bytes);
    if (!isHere(source) && isHere(target))
      receive(owners[source], outputOf(target, 0), bytes);
  }
  return exchange();
}

/// The first process gives each client a range, and the clients give theirs to
/// each other.
llvm::Error SharedCollective::broadcast(int64_t bytes) {
  int64_t root = owners.front();
  std::vector<Range> ranges = shareOut(bytes, /*size=*/1);
  for (Range &range : ranges) {
    if (root == client)
      range.out = const_cast<char *>(inputOf(0, range.begin));
    if (root == client && range.owner != client)
      send(range.owner, range.out, range.count);
    if (root != client && range.owner == client)
      receive(root, range.out, range.count);
  }
  if (llvm::Error error = exchange())
    return error;
  return gather(ranges, /*size=*/1, root);
}
