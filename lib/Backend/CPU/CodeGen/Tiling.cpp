//===- Tiling.cpp - Products in registers ---------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Register tiling with a packed panel, as in GotoBLAS and BLIS. Sums of
// products are computed in tiles of the result that stay in vector registers:
// some rows of a few vectors each. For each step of the sum a vector of one
// operand is multiplied with a broadcast element of the other one for each row.
// The vectors are read from a panel, into which a part of the operand was
// packed before; it is used for all rows. A panel fits in half of the
// second-level cache: if the sums are longer, several passes over the result
// add them up. The work is that of the plain loops, and each element of the
// packed operand is moved once for each outer loop.
//
// The result is divided into parts that have nothing to do with each other, so
// that threads can take them; each thread has a panel. Parts lie side by side
// along the columns first, as nothing is packed twice then, and along the
// largest other loop. How many there are does not depend on the threads, so
// that code is the same for all.
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/CodeGen/Contractions.h"
#include "Backend/CPU/CodeGen/Elements.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/Debug.h"

#define DEBUG_TYPE "cpu-tiling"

namespace arith = mlir::arith;
namespace memref = mlir::memref;
namespace scf = mlir::scf;
namespace vector = mlir::vector;
using llvm::ArrayRef;
using llvm::SmallVector;
using mlir::AffineExpr;
using mlir::utils::IteratorType;

namespace trainlint::cpu {

/// Smaller sums of products are left to loops.
static constexpr int64_t smallestTiled = 16384;

/// With so many rows a loop is chosen for them that is close to the columns,
/// rather than the longest one.
static constexpr int64_t enoughRows = 8;

/// Half of a second-level cache.
static constexpr int64_t largestPanel = 1 << 19;

/// Vectors in a row of a tile.
static constexpr int64_t vectorsInTile = 2;

/// Parts of a result, for as many threads.
static constexpr int64_t mostParts = 16;

/// With fewer multiplications, waking threads costs more than they save.
static constexpr int64_t fewestDivided = 1 << 21;

/// The panels of all parts.
static constexpr int64_t largestPanels = 1 << 23;

/// With fewer tiles in a part, packing for it costs more than a twentieth.
static constexpr int64_t fewestTiles = 32;

namespace {

/// Loops of a contraction by what they do.
struct LoopRoles {
  /// Which operand is read as vectors: 0 or 1.
  unsigned vectorOperand;
  unsigned column;
  std::optional<unsigned> row;
  SmallVector<unsigned> outer, inner, sums;
  /// Sums that are taken around everything else, in several passes over the
  /// result.
  SmallVector<unsigned> passes;
  /// The operand lies along the last one of the sums, not along the column.
  bool isTransposed = false;
};

class Tiler {
public:
  Tiler(Lowering &lowering, Location loc, const Contraction &c,
        const LoopRoles &roles, ArrayRef<int64_t> sizes)
      : lowering(lowering), b(lowering.b), loc(loc), c(c), roles(roles),
        sizes(sizes), element(c.resultElement), indices(sizes.size()) {
    const Registers &registers = lowering.options.registers;
    lanes = registers.bytes * 8 / element.getIntOrFloatBitWidth();
    vectors = vectorsInTile;
    // All sums, the vectors of a step and one broadcast element.
    rows = (registers.count - vectors - 1) / vectors;
    type = mlir::VectorType::get(lanes, element);
    SmallVector<int64_t> shape = {1};
    for (unsigned loop : roles.sums)
      shape.push_back(sizes[loop]);
    shape.push_back(vectors * lanes);
    divide(llvm::product_of(shape) * element.getIntOrFloatBitWidth() / 8);
    shape.front() = columnParts.count * otherParts.count;
    panels = lowering.allocate(loc, mlir::MemRefType::get(shape, element));
  }

  void run() {
    if (!roles.passes.empty())
      lowering.fill(loc, c.result, number(b, loc, element, 0));
    lowering.parallelLoops(
        loc, {columnParts.count * otherParts.count}, [&](ValueRange at) {
          Value part = at.front();
          setPanel();
          Value count = lowering.index(loc, otherParts.count);
          setRange(columnParts, arith::DivUIOp::create(b, loc, part, count));
          setRange(otherParts, arith::RemUIOp::create(b, loc, part, count));
          nest(roles.passes, [&] { nest(roles.outer, [&] { runColumns(); }); });
        });
  }

private:
  /// How a loop is divided.
  struct Parts {
    unsigned loop = 0;
    int64_t count = 1;
    /// Iterations in a part, but for the last one.
    int64_t size = 0;
    /// Those of the part that is being emitted.
    Value from, to;
  };

  /// Rows or columns of a loop that a tile takes.
  int64_t widthOf(unsigned loop) const {
    if (loop == roles.column)
      return vectors * lanes;
    return loop == roles.row ? rows : 1;
  }

  int64_t blocksIn(unsigned loop) const {
    return llvm::divideCeil(sizes[loop], widthOf(loop));
  }

  /// Whole tiles for each part, so that none is empty.
  Parts inParts(unsigned loop, int64_t most) const {
    int64_t blocks = blocksIn(loop);
    int64_t each =
        llvm::divideCeil(blocks, std::clamp<int64_t>(most, 1, blocks));
    Parts parts;
    parts.loop = loop;
    parts.count = llvm::divideCeil(blocks, each);
    parts.size = each * widthOf(loop);
    return parts;
  }

  void divide(int64_t panelBytes) {
    if (llvm::product_of(sizes) < fewestDivided)
      return;
    int64_t most = std::min(mostParts, largestPanels / panelBytes);
    columnParts = inParts(roles.column, most);
    SmallVector<unsigned> others(roles.outer);
    llvm::append_range(others, roles.inner);
    if (roles.row)
      others.push_back(*roles.row);
    int64_t tiles = 1;
    for (unsigned loop : others)
      tiles *= blocksIn(loop);
    most = std::min(most / columnParts.count, tiles / fewestTiles);
    for (unsigned loop : others) {
      Parts parts = inParts(loop, most);
      if (parts.count > otherParts.count)
        otherParts = parts;
    }
  }

  /// A thread uses one panel for all of its parts, which then stays in the
  /// cache.
  void setPanel() {
    ownPanel = arith::ConstantIndexOp::create(b, loc, 0);
    ownPanel.getDefiningOp()->setAttr(firstAttribute, b.getUnitAttr());
  }

  void setRange(Parts &parts, Value number) {
    if (parts.count == 1)
      return;
    parts.from = lowering.linear(loc, number, parts.size, 0);
    parts.to = arith::MinUIOp::create(
        b, loc, lowering.linear(loc, parts.from, 1, parts.size),
        lowering.index(loc, sizes[parts.loop]));
  }

  /// How a loop is divided; null if it is not.
  const Parts *partsOf(unsigned loop) const {
    for (const Parts *parts : {&columnParts, &otherParts})
      if (parts->loop == loop && parts->count > 1)
        return parts;
    return nullptr;
  }

  void runColumns() {
    blocks(roles.column, vectors * lanes, [&](Value start, int64_t width) {
      pack(start, width);
      nest(roles.inner, [&] { runRows(start, width); });
    });
  }

  void runRows(Value start, int64_t width) {
    if (!roles.row)
      return tile(start, width, 1);
    blocks(*roles.row, rows, [&](Value row, int64_t count) {
      indices[*roles.row] = row;
      tile(start, width, count);
    });
  }

  void nest(ArrayRef<unsigned> loops, llvm::function_ref<void()> body) {
    if (loops.empty())
      return body();
    unsigned loop = loops.front();
    auto inside = [&](Value index) {
      indices[loop] = index;
      nest(loops.drop_front(), body);
    };
    Value first = lowering.index(loc, 0);
    if (const Parts *parts = partsOf(loop))
      forRange(parts->from, parts->to, 1, inside);
    else if (sizes[loop] == 1)
      inside(first);
    else
      forRange(first, lowering.index(loc, sizes[loop]), 1, inside);
  }

  /// Whole blocks of a loop, then what is left. Of several parts the last one
  /// has that.
  void blocks(unsigned loop, int64_t width,
              llvm::function_ref<void(Value, int64_t)> body) {
    int64_t rest = sizes[loop] % width;
    Value first = lowering.index(loc, 0);
    Value whole = lowering.index(loc, sizes[loop] - rest);
    auto onWhole = [&](Value start) { body(start, width); };
    auto onRest = [&](Value start) { body(start, rest); };
    if (const Parts *parts = partsOf(loop)) {
      Value end = arith::MinUIOp::create(b, loc, parts->to, whole);
      forRange(parts->from, end, width, onWhole);
      if (rest)
        forRange(whole, parts->to, width, onRest);
      return;
    }
    if (rest < sizes[loop])
      forRange(first, whole, width, onWhole);
    if (rest)
      onRest(whole);
  }

  void forRange(Value from, Value to, int64_t width,
                llvm::function_ref<void(Value)> body) {
    auto loop =
        scf::ForOp::create(b, loc, from, to, lowering.index(loc, width));
    mlir::OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    body(loop.getInductionVar());
  }

  SmallVector<Value> placeOf(unsigned operand) {
    SmallVector<Value> place;
    for (AffineExpr expression : c.maps[operand].getResults())
      place.push_back(lowering.place(
          loc, expression, [&](unsigned loop) { return indices[loop]; }));
    return place;
  }

  /// The lanes of vector `number` that are within a block, or nothing for all.
  Value maskFor(int64_t width, int64_t number) {
    int64_t used = std::clamp<int64_t>(width - number * lanes, 0, lanes);
    if (used == lanes)
      return {};
    return vector::CreateMaskOp::create(
        b, loc, mlir::VectorType::get(lanes, b.getI1Type()),
        lowering.index(loc, used));
  }

  int64_t vectorsOf(int64_t width) { return llvm::divideCeil(width, lanes); }

  void pack(Value start, int64_t width) {
    if (roles.isTransposed)
      return packTransposed(start, width);
    Value operand = roles.vectorOperand ? c.rhs : c.lhs;
    nest(roles.sums, [&] {
      for (int64_t v = 0; v < vectorsOf(width); ++v) {
        indices[roles.column] = lowering.linear(loc, start, 1, v * lanes);
        SmallVector<Value> place = placeOf(roles.vectorOperand);
        Value part = load(operand, place, maskFor(width, v));
        vector::StoreOp::create(b, loc, part, panels, panelPlace(v));
      }
    });
  }

  /// The operand lies along the last sum: squares of it are transposed in
  /// registers on their way to the panel.
  void packTransposed(Value start, int64_t width) {
    unsigned along = roles.sums.back();
    nest(ArrayRef<unsigned>(roles.sums).drop_back(), [&] {
      blocks(along, lanes, [&](Value first, int64_t steps) {
        for (int64_t v = 0; v < vectorsOf(width); ++v)
          packSquare(start, v, std::min(width - v * lanes, lanes), first,
                     steps);
      });
    });
  }

  void packSquare(Value start, int64_t v, int64_t columns, Value first,
                  int64_t steps) {
    unsigned along = roles.sums.back();
    Value operand = roles.vectorOperand ? c.rhs : c.lhs;
    SmallVector<Value> square;
    indices[along] = first;
    for (int64_t i = 0; i < lanes; ++i) {
      indices[roles.column] = lowering.linear(loc, start, 1, v * lanes + i);
      square.push_back(i < columns ? load(operand, placeOf(roles.vectorOperand),
                                          maskFor(steps, 0))
                                   : zeros());
    }
    transpose(square);
    for (int64_t i = 0; i < steps; ++i) {
      indices[along] = lowering.linear(loc, first, 1, i);
      vector::StoreOp::create(b, loc, square[i], panels, panelPlace(v));
    }
  }

  /// Collectives rows and columns of ever smaller parts.
  void transpose(SmallVector<Value> &square) {
    for (int64_t half = lanes / 2; half > 0; half /= 2) {
      SmallVector<int64_t> low, high;
      for (int64_t lane = 0; lane < lanes; ++lane) {
        bool isUpper = lane & half;
        low.push_back(isUpper ? lanes + lane - half : lane);
        high.push_back(isUpper ? lanes + lane : lane + half);
      }
      for (int64_t row = 0; row < lanes; ++row) {
        if (row & half)
          continue;
        Value upper = square[row], lower = square[row + half];
        square[row] = vector::ShuffleOp::create(b, loc, upper, lower, low);
        square[row + half] =
            vector::ShuffleOp::create(b, loc, upper, lower, high);
      }
    }
  }

  SmallVector<Value> panelPlace(int64_t v) {
    SmallVector<Value> place = {ownPanel};
    for (unsigned loop : roles.sums)
      place.push_back(indices[loop]);
    place.push_back(lowering.index(loc, v * lanes));
    return place;
  }

  Value zeros() {
    return arith::ConstantOp::create(b, loc, b.getZeroAttr(type));
  }

  /// A step of the sums of a tile.
  SmallVector<Value> step(int64_t width, int64_t count, ValueRange sums) {
    unsigned other = 1 - roles.vectorOperand;
    Value operand = other ? c.rhs : c.lhs;
    SmallVector<Value> parts, next;
    for (int64_t v = 0; v < vectorsOf(width); ++v)
      parts.push_back(
          vector::LoadOp::create(b, loc, type, panels, panelPlace(v)));
    Value first = roles.row ? indices[*roles.row] : Value();
    for (int64_t r = 0; r < count; ++r) {
      if (roles.row)
        indices[*roles.row] = lowering.linear(loc, first, 1, r);
      Value scalar = memref::LoadOp::create(b, loc, operand, placeOf(other));
      Value all = vector::BroadcastOp::create(b, loc, type, scalar);
      for (Value part : parts)
        next.push_back(
            vector::FMAOp::create(b, loc, all, part, sums[next.size()]));
    }
    if (roles.row)
      indices[*roles.row] = first;
    return next;
  }

  SmallVector<Value> sumUp(unsigned depth, int64_t width, int64_t count,
                           ValueRange sums) {
    if (depth == roles.sums.size())
      return step(width, count, sums);
    unsigned loop = roles.sums[depth];
    return lowering.loop(loc, lowering.index(loc, 0),
                         lowering.index(loc, sizes[loop]), sums,
                         [&](Value index, ValueRange carried) {
                           indices[loop] = index;
                           return sumUp(depth + 1, width, count, carried);
                         });
  }

  /// Calls the body for each vector of a tile of the result, with its place and
  /// the lanes that are within it.
  void forTile(Value start, int64_t width, int64_t count,
               llvm::function_ref<void(ValueRange, Value)> body) {
    Value first = roles.row ? indices[*roles.row] : Value();
    for (int64_t r = 0; r < count; ++r) {
      if (roles.row)
        indices[*roles.row] = lowering.linear(loc, first, 1, r);
      for (int64_t v = 0; v < vectorsOf(width); ++v) {
        indices[roles.column] = lowering.linear(loc, start, 1, v * lanes);
        body(placeOf(2), maskFor(width, v));
      }
    }
    if (roles.row)
      indices[*roles.row] = first;
  }

  void tile(Value start, int64_t width, int64_t count) {
    SmallVector<Value> sums;
    if (roles.passes.empty())
      sums.assign(vectorsOf(width) * count, zeros());
    else
      forTile(start, width, count, [&](ValueRange place, Value mask) {
        sums.push_back(load(c.result, place, mask));
      });
    sums = sumUp(0, width, count, sums);
    auto *next = sums.begin();
    forTile(start, width, count, [&](ValueRange place, Value mask) {
      if (mask)
        vector::MaskedStoreOp::create(b, loc, c.result, place, mask, *next++);
      else
        vector::StoreOp::create(b, loc, *next++, c.result, place);
    });
  }

  Value load(Value buffer, ValueRange place, Value mask) {
    if (mask)
      return vector::MaskedLoadOp::create(b, loc, type, buffer, place, mask,
                                          zeros());
    return vector::LoadOp::create(b, loc, type, buffer, place);
  }

  Lowering &lowering;
  mlir::OpBuilder &b;
  Location loc;
  const Contraction &c;
  const LoopRoles &roles;
  ArrayRef<int64_t> sizes;
  Type element;
  SmallVector<Value> indices;
  int64_t lanes, vectors, rows;
  mlir::VectorType type;
  Parts columnParts, otherParts;
  /// As many panels as there may be threads, and which one is used.
  Value panels, ownPanel;
};

} // namespace

/// Sizes of loops: each is a dimension of some operand.
static SmallVector<int64_t> sizesOf(const Contraction &c) {
  SmallVector<int64_t> sizes(c.iterators.size(), 1);
  Value buffers[] = {c.lhs, c.rhs, c.result};
  for (auto [buffer, map] : llvm::zip(buffers, c.maps)) {
    auto shape = llvm::cast<mlir::MemRefType>(buffer.getType()).getShape();
    for (auto [size, expression] : llvm::zip(shape, map.getResults()))
      if (auto loop = llvm::dyn_cast<mlir::AffineDimExpr>(expression))
        sizes[loop.getPosition()] = size;
  }
  return sizes;
}

static bool uses(AffineMap map, unsigned loop) {
  return map.isFunctionOfDim(loop);
}

/// The last dimension is `loop`, possibly moved, and no other one depends on
/// it.
static bool isAlong(AffineMap map, unsigned loop) {
  if (map.getNumResults() == 0)
    return false;
  for (AffineExpr expression : map.getResults().drop_back())
    if (expression.isFunctionOfDim(loop))
      return false;
  AffineExpr last = map.getResults().back();
  AffineExpr dim = mlir::getAffineDimExpr(loop, map.getContext());
  AffineExpr rest = mlir::simplifyAffineExpr(last - dim, map.getNumDims(), 0);
  return last.isFunctionOfDim(loop) && !rest.isFunctionOfDim(loop);
}

/// Copies an operand so that the dimension of a loop comes last.
static bool putLast(Lowering &lowering, Location loc, Value &buffer,
                    AffineMap &map, unsigned loop) {
  auto type = llvm::cast<mlir::MemRefType>(buffer.getType());
  AffineExpr dim = mlir::getAffineDimExpr(loop, map.getContext());
  ArrayRef<AffineExpr> results = map.getResults();
  int64_t dimension = llvm::find(results, dim) - results.begin();
  if (dimension == int64_t(results.size()) || !map.isProjectedPermutation())
    return false;
  SmallVector<int64_t> order;
  for (int64_t i = 0; i < type.getRank(); ++i)
    if (i != dimension)
      order.push_back(i);
  order.push_back(dimension);
  auto places =
      llvm::map_to_vector(order, [&](int64_t i) { return results[i]; });
  buffer = reordered(lowering, loc, buffer, type.getElementType(), order);
  map = AffineMap::get(map.getNumDims(), 0, places, map.getContext());
  return true;
}

/// A sum whose elements lie next to each other.
static std::optional<unsigned> findSumAlong(const Contraction &c,
                                            AffineMap map) {
  for (auto [loop, iterator] : llvm::enumerate(c.iterators))
    if (iterator == IteratorType::reduction && isAlong(map, loop))
      return loop;
  return std::nullopt;
}

/// Orders sums as the vectors lie in memory, and takes so many of them around
/// the rest that a panel stays in the cache. The sum that an operand is
/// transposed along comes last.
static void arrangeSums(LoopRoles &roles,
                        std::optional<unsigned> transposedAlong,
                        AffineMap vectorMap, ArrayRef<int64_t> sizes,
                        int64_t panelRowBytes) {
  auto firstUse = [&](unsigned loop) {
    unsigned place = 0;
    while (place < vectorMap.getNumResults() &&
           !vectorMap.getResult(place).isFunctionOfDim(loop))
      ++place;
    return place;
  };
  llvm::stable_sort(roles.sums, [&](unsigned left, unsigned right) {
    return firstUse(left) < firstUse(right);
  });
  if (transposedAlong) {
    llvm::erase(roles.sums, *transposedAlong);
    roles.sums.push_back(*transposedAlong);
    roles.isTransposed = true;
  }
  auto panelBytes = [&] {
    int64_t bytes = panelRowBytes;
    for (unsigned loop : roles.sums)
      bytes *= sizes[loop];
    return bytes;
  };
  while (roles.sums.size() > 1 && panelBytes() > largestPanel) {
    roles.passes.push_back(roles.sums.front());
    roles.sums.erase(roles.sums.begin());
  }
}

/// Finds out what the loops do; moves an operand if vectors cannot be read from
/// it.
static std::optional<LoopRoles> assignRoles(Lowering &lowering, Location loc,
                                            Contraction &c,
                                            ArrayRef<int64_t> sizes) {
  LoopRoles roles;
  AffineMap result = c.maps[2];
  auto column =
      result.getNumResults()
          ? llvm::dyn_cast<mlir::AffineDimExpr>(result.getResults().back())
          : mlir::AffineDimExpr(nullptr);
  if (!column || !isAlong(result, column.getPosition()))
    return std::nullopt;
  roles.column = column.getPosition();
  bool inLeft = uses(c.maps[0], roles.column),
       inRight = uses(c.maps[1], roles.column);
  if (inLeft == inRight)
    return std::nullopt;
  roles.vectorOperand = inRight;
  AffineMap &vectorMap = c.maps[roles.vectorOperand];
  const AffineMap &other = c.maps[1 - roles.vectorOperand];
  std::optional<unsigned> sumAlong;
  if (!isAlong(vectorMap, roles.column)) {
    sumAlong = findSumAlong(c, vectorMap);
    if (!sumAlong &&
        !putLast(lowering, loc, roles.vectorOperand ? c.rhs : c.lhs, vectorMap,
                 roles.column))
      return std::nullopt;
  }
  for (unsigned loop = 0; loop < sizes.size(); ++loop) {
    if (c.iterators[loop] == IteratorType::reduction)
      roles.sums.push_back(loop);
    else if (loop != roles.column && uses(other, loop) &&
             !uses(vectorMap, loop) &&
             (!roles.row || sizes[loop] >= enoughRows ||
              sizes[loop] >= sizes[*roles.row]))
      roles.row = loop;
  }
  for (unsigned loop = 0; loop < sizes.size(); ++loop)
    if (c.iterators[loop] == IteratorType::parallel && loop != roles.column &&
        loop != roles.row)
      (uses(vectorMap, loop) ? roles.outer : roles.inner).push_back(loop);
  arrangeSums(roles, sumAlong, vectorMap, sizes,
              vectorsInTile * lowering.options.registers.bytes);
  return roles;
}

bool emitTiled(Lowering &lowering, Location loc,
               const Contraction &contraction) {
  Type element = contraction.resultElement;
  bool isPlain = (element.isF32() || element.isF64()) &&
                 contraction.lhsElement == element &&
                 contraction.rhsElement == element;
  auto decline = [&]([[maybe_unused]] const char *why) {
    LLVM_DEBUG(llvm::dbgs()
               << "product at " << loc << " is not tiled: " << why << "\n");
    return false;
  };
  if (!isPlain)
    return decline("its elements are not all f32 or all f64");
  if (lowering.options.registers.bytes == 0)
    return decline("code is not optimized");
  SmallVector<int64_t> sizes = sizesOf(contraction);
  if (llvm::product_of(sizes) < smallestTiled)
    return decline("it has too few multiplications");
  Contraction c = contraction;
  std::optional<LoopRoles> roles = assignRoles(lowering, loc, c, sizes);
  if (!roles)
    return decline("no operand can be read as vectors along the result");
  LLVM_DEBUG(
      llvm::dbgs() << "product at " << loc << " is tiled: "
                   << (roles->vectorOperand ? "rhs" : "lhs") << " is packed, "
                   << roles->sums.size() << " sums in a tile, "
                   << roles->passes.size() << " around it"
                   << (roles->isTransposed ? ", transposed" : "") << "\n");
  lowering.b.getContext()->loadDialect<vector::VectorDialect>();
  Tiler(lowering, loc, c, *roles, sizes).run();
  return true;
}

} // namespace trainlint::cpu

#undef DEBUG_TYPE
