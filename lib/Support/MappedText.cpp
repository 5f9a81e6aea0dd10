//===- MappedText.cpp - A text and where its parts are written ------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/MappedText.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace trainlint;

void MappedText::addWritten(StringRef file, SourceRange range) {
  if (range.empty())
    return;
  pieces.push_back({static_cast<uint32_t>(content.size()), range, true});
  content += file.slice(range.begin, range.end);
}

void MappedText::addMeaning(StringRef meaning, SourceRange range) {
  if (meaning.empty())
    return;
  pieces.push_back({static_cast<uint32_t>(content.size()), range, false});
  content += meaning;
}

void MappedText::addPart(const MappedText &other, SourceRange range) {
  const auto *piece =
      other.pieces.empty() ? nullptr : &other.pieceAt(range.begin);
  const Piece *end = other.pieces.data() + other.pieces.size();
  for (uint32_t at = range.begin; at < range.end; ++piece) {
    uint32_t next = piece + 1 == end ? other.content.size() : piece[1].begin;
    next = std::min(next, range.end);
    SourceRange place = piece->place;
    if (piece->isWritten)
      place = {place.begin + (at - piece->begin),
               place.begin + (next - piece->begin)};
    pieces.push_back(
        {static_cast<uint32_t>(content.size()), place, piece->isWritten});
    content += StringRef(other.content).slice(at, next);
    at = next;
  }
}

const MappedText::Piece &MappedText::pieceAt(uint32_t offset) const {
  auto next = llvm::partition_point(
      pieces, [&](const Piece &piece) { return piece.begin <= offset; });
  return *std::prev(next);
}

uint32_t MappedText::placeOf(uint32_t offset) const {
  if (pieces.empty())
    return 0;
  const Piece &piece = pieceAt(offset);
  if (piece.isWritten)
    return piece.place.begin + (offset - piece.begin);
  return offset == content.size() ? piece.place.end : piece.place.begin;
}

SourceRange MappedText::placeOf(SourceRange range) const {
  uint32_t begin = placeOf(range.begin);
  if (range.empty() || pieces.empty())
    return {begin, begin};
  const Piece &last = pieceAt(range.end - 1);
  uint32_t end = last.isWritten ? placeOf(range.end - 1) + 1 : last.place.end;
  return {begin, std::max(begin, end)};
}

uint32_t MappedText::offsetAt(uint32_t place, bool roundsUp) const {
  auto next = llvm::partition_point(
      pieces, [&](const Piece &piece) { return piece.place.begin <= place; });
  if (next == pieces.begin())
    return 0;
  const Piece &piece = *std::prev(next);
  if (place == piece.place.begin)
    return piece.begin;
  if (place < piece.place.end && piece.isWritten)
    return piece.begin + (place - piece.place.begin);
  if (place < piece.place.end && !roundsUp)
    return piece.begin;
  return next == pieces.end() ? content.size() : next->begin;
}

SourceRange MappedText::rangeAt(SourceRange place) const {
  uint32_t begin = offsetAt(place.begin, /*roundsUp=*/false);
  if (place.empty())
    return {begin, begin};
  return {begin, std::max(begin, offsetAt(place.end, /*roundsUp=*/true))};
}
