//===- Relevance.cpp - Whether a text may have to do with training --------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The search of Wu and Manber: a window that is as long as the shortest word
// moves over the text, by as much as its last two bytes allow. Most pairs of
// bytes are in no word, so that about one byte in four is looked at.
//
//===----------------------------------------------------------------------===//

#include "Text/Python/Relevance.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <array>

using namespace trainlint;

/// No word may be shorter than the window. Short words would be found in the
/// images that notebooks hold.
static constexpr size_t WindowSize = 6;

static constexpr llvm::StringLiteral words[] = {
    // Clients of Vertex AI and AI Platform, pipelines and tensorflow_cloud.
    "aiplatform", "vertex_ai", "ai_platform", "pipeline_components",
    "tensorflow_cloud", "trainingInput", "training_input", "jobs().create",
    "mlengine", "MLEngine", "GCPJob", "workerPoolSpecs",
    // Trainers on TPUs.
    "TPUEstimator", "TPUConfig", "TPUStrategy", "TPUClusterResolver",
    "CrossShardOptimizer", "initialize_tpu_system", "keras_to_tpu_model",
    "contrib.tpu", "contrib import tpu", "contrib.distribute", "XRT_TPU_CONFIG",
    "torch_xla", "import jax", "from jax",
    // Commands.
    "gcloud"};

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

static constexpr size_t TableSize = 4096;

static constexpr size_t slotOf(char first, char second) {
  return (static_cast<unsigned char>(first) << 5 ^
          static_cast<unsigned char>(second)) %
         TableSize;
}

/// For each pair of bytes at the end of a window how far the window can move; 0
/// where a word may stand.
static constexpr std::array<uint8_t, TableSize> makeShifts() {
  std::array<uint8_t, TableSize> shifts = {};
  for (uint8_t &shift : shifts)
    shift = WindowSize - 1;
  for (llvm::StringLiteral word : words)
    for (size_t at = 0; at + 1 < WindowSize; ++at) {
      uint8_t &shift = shifts[slotOf(word.data()[at], word.data()[at + 1])];
      shift = std::min<uint8_t>(shift, WindowSize - 2 - at);
    }
  return shifts;
}

static constexpr std::array<uint8_t, TableSize> shifts = makeShifts();

/// The pairs of bytes that words begin with. Most windows that end like a word
/// begin with others.
static constexpr std::array<bool, TableSize> makeBeginnings() {
  std::array<bool, TableSize> beginnings = {};
  for (llvm::StringLiteral word : words)
    beginnings[slotOf(word.data()[0], word.data()[1])] = true;
  return beginnings;
}

static constexpr std::array<bool, TableSize> beginnings = makeBeginnings();

static constexpr bool areLongEnough() {
  for (llvm::StringLiteral word : words)
    if (word.size() < WindowSize)
      return false;
  return true;
}
static_assert(areLongEnough());

//===----------------------------------------------------------------------===//
// Search
//===----------------------------------------------------------------------===//

ArrayRef<llvm::StringLiteral> python::trainingWords() { return words; }

static bool beginsWithWord(StringRef text) {
  return llvm::any_of(
      words, [&](llvm::StringLiteral word) { return text.starts_with(word); });
}

bool python::mayHoldTraining(StringRef text) {
  const char *data = text.data();
  // The last byte of the window.
  for (size_t at = WindowSize - 1; at < text.size();) {
    uint8_t shift = shifts[slotOf(data[at - 1], data[at])];
    if (shift > 0) {
      at += shift;
      continue;
    }
    StringRef rest = text.substr(at - (WindowSize - 1));
    if (beginnings[slotOf(rest[0], rest[1])] && beginsWithWord(rest))
      return true;
    ++at;
  }
  return false;
}
