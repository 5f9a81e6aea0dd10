//===- ControlFlowOps.cpp - Branches and loops of ONNX --------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/ControlFlow.h"
#include "Ops/ONNX/Composition.h"
#include "Ops/ONNX/Iteration.h"
#include "Ops/ONNX/Operators.h"
#include "Support/MLIR.h"
#include "Support/Text.h"

using namespace trainlint;
using namespace trainlint::onnx;
using namespace trainlint::stablehlo;

//===----------------------------------------------------------------------===//
// Subgraphs
//===----------------------------------------------------------------------===//

/// The number of the subgraph that an attribute is.
static FailureOr<unsigned> subgraph(OpCall &call, StringRef name) {
  int64_t number = call.integer(name, -1);
  bool isThere = call.subgraphs && number >= 0 &&
                 number < int64_t(call.subgraphs->count());
  if (!isThere)
    return call.failMissing("attribute `" + name + "` is missing");
  return number;
}

/// Fails unless a subgraph takes so many inputs.
static LogicalResult expectArity(OpCall &call, unsigned number, StringRef name,
                                 size_t inputs) {
  size_t taken = call.subgraphs->inputCount(number);
  if (taken == inputs)
    return llvm::success();
  return call.fail("`" + name + "` takes " + pluralize(taken, "input") + "; " +
                   llvm::Twine(inputs) + (inputs == 1 ? " is" : " are") +
                   " given");
}

/// Fails if a tensor is not one boolean.
static LogicalResult expectTruth(OpCall &call, unsigned input) {
  if (call.inputs[input].isUnknown)
    return llvm::success();
  if (!call.inputs[input].isTensor())
    return call.fail("the condition is no tensor");
  RankedTensorType type = typeOf(call.inputs[input]);
  bool isOne = !disagree(elementCount(type.getShape()), 1);
  if (!type.getElementType().isInteger(1) || !isOne)
    return call.fail("the condition has type " + mismatch::typeText(type) +
                     "; one boolean is required");
  return llvm::success();
}

//===----------------------------------------------------------------------===//
// If
//===----------------------------------------------------------------------===//

static std::string branchProblem(mlir::Type one, mlir::Type other) {
  return "its branches have types " + mismatch::typeText(one) + " and " +
         mismatch::typeText(other);
}

static constexpr llvm::StringLiteral ListsOfData =
    "its condition depends on data, and its branches give sequences or "
    "optionals";

/// The tensors that a branch gives, each a value of the program.
static FailureOr<ValueList> branchValues(OpCall &call, unsigned number) {
  FailureOr<SmallVector<Operand>> results = call.subgraphs->run(number, {});
  if (failed(results))
    return llvm::failure();
  ValueList values;
  for (Operand &result : *results) {
    if (!result.isTensor())
      return call.failUnsupported(ListsOfData);
    values.push_back(call.valueOf(result));
  }
  return values;
}

static LogicalResult buildBranches(OpCall &call, unsigned onTrue,
                                   unsigned onFalse) {
  ProgramBuilder &b = call.builder;
  SmallVector<mlir::Type> types;
  auto first = [&](mlir::ValueRange) -> FailureOr<ValueList> {
    FailureOr<ValueList> values = branchValues(call, onTrue);
    if (succeeded(values))
      types = llvm::to_vector(mlir::ValueRange(*values).getTypes());
    return values;
  };
  auto second = [&](mlir::ValueRange) -> FailureOr<ValueList> {
    FailureOr<ValueList> values = branchValues(call, onFalse);
    if (failed(values))
      return llvm::failure();
    for (auto [type, value] : llvm::zip(types, *values)) {
      if (mlir::getElementTypeOrSelf(type) != ProgramBuilder::elementOf(value))
        return call.fail(branchProblem(type, value.getType()));
      if (type != value.getType())
        return call.failUnsupported(branchProblem(type, value.getType()));
    }
    return values;
  };
  Value condition = b.reshape(call.value(0), {});
  FailureOr<ValueList> results = llvm::failure();
  if (call.subgraphs->changesStates(
          [&] { results = branch(b, condition, first, second); }))
    return call.failUnsupported("a branch changes a state of the model");
  if (failed(results))
    return llvm::failure();
  for (Value value : *results)
    call.addResult(value);
  return llvm::success();
}

static LogicalResult ifOp(OpCall &call) {
  if (failed(call.expectInputs(1)) || failed(expectTruth(call, 0)))
    return llvm::failure();
  FailureOr<unsigned> onTrue = subgraph(call, "then_branch");
  if (failed(onTrue))
    return llvm::failure();
  FailureOr<unsigned> onFalse = subgraph(call, "else_branch");
  if (failed(onFalse) || failed(expectArity(call, *onTrue, "then_branch", 0)) ||
      failed(expectArity(call, *onFalse, "else_branch", 0)))
    return llvm::failure();
  for (auto [number, name] : {std::pair(*onTrue, "then_branch"),
                              std::pair(*onFalse, "else_branch")}) {
    unsigned count = call.subgraphs->resultCount(number);
    if (count != call.outputs)
      return call.fail("`" + llvm::Twine(name) + "` gives " +
                       pluralize(count, "output") + "; the node has " +
                       llvm::Twine(call.outputs));
  }
  std::optional<bool> known = knownTruth(call.builder, call.inputs[0]);
  if (known) {
    FailureOr<SmallVector<Operand>> results =
        call.subgraphs->run(*known ? *onTrue : *onFalse, {});
    if (failed(results))
      return llvm::failure();
    call.results = std::move(*results);
    return llvm::success();
  }
  if (call.builder.buildsOps())
    return buildBranches(call, *onTrue, *onFalse);
  FailureOr<SmallVector<Operand>> one = call.subgraphs->run(*onTrue, {});
  FailureOr<SmallVector<Operand>> other = call.subgraphs->run(*onFalse, {});
  if (failed(one) || failed(other))
    return llvm::failure();
  for (auto [left, right] : llvm::zip(*one, *other))
    call.addResult(join(call.builder, left, right));
  bool hasLists = llvm::any_of(*one, [](const Operand &result) {
    return result.items || result.isEmptyOptional;
  });
  if (hasLists && call.inputs[0].isOfData)
    (void)call.requireLowering(ListsOfData);
  return llvm::success();
}

//===----------------------------------------------------------------------===//
// Loop
//===----------------------------------------------------------------------===//

/// How often a loop runs at most, and whether it begins.
static LogicalResult takeBounds(OpCall &call, Iteration &loop) {
  ProgramBuilder &b = call.builder;
  bool isUnknown = false;
  if (call.has(0) && call.inputs[0].isTensor()) {
    RankedTensorType type = typeOf(call.inputs[0]);
    bool isOne = !disagree(elementCount(type.getShape()), 1);
    if (!type.getElementType().isInteger(64) || !isOne)
      return call.fail("the trip count has type " + mismatch::typeText(type) +
                       "; one i64 is required");
    if (std::optional<IndexVector> known = call.knownIntegers(0))
      loop.trips = known->front();
    else
      loop.limit = b.reshape(call.value(0), {});
  } else {
    isUnknown |= call.has(0);
  }
  if (call.has(1)) {
    if (failed(expectTruth(call, 1)))
      return llvm::failure();
    std::optional<bool> known = knownTruth(b, call.inputs[1]);
    if (known == false)
      loop.trips = 0;
    else if (!known && call.inputs[1].isTensor())
      loop.condition = b.reshape(call.value(1), {});
    else
      isUnknown |= !known;
  }
  bool hasLimit = loop.limit || (isUnknown && !loop.trips);
  loop.isLengthOfData = (hasLimit && call.has(0) && call.inputs[0].isOfData) ||
                        (loop.condition && call.inputs[1].isOfData);
  // Only where types are computed: nothing is known of how often it runs.
  if (isUnknown && loop.trips != 0) {
    loop.trips = std::nullopt;
    loop.limit = b.unknown(RankedTensorType::get({}, b.builder().getI64Type()));
  }
  return llvm::success();
}

static LogicalResult loopOp(OpCall &call) {
  FailureOr<unsigned> body = subgraph(call, "body");
  if (failed(body))
    return llvm::failure();
  size_t count = call.inputs.size() < 2 ? 0 : call.inputs.size() - 2;
  size_t given = call.subgraphs->resultCount(*body);
  if (failed(expectArity(call, *body, "body", count + 2)))
    return llvm::failure();
  if (given < count + 1)
    return call.fail("`body` gives " + pluralize(given, "output") + "; " +
                     llvm::Twine(count + 1) + " or more are required");
  if (call.outputs > given - 1)
    return call.fail("`body` gives " + pluralize(given, "output") +
                     "; the node has " + llvm::Twine(call.outputs));
  for (size_t i = 0; i < count; ++i) {
    if (!call.has(i + 2))
      return call.failMissing("input " + llvm::Twine(i + 2) + " is missing");
  }
  ProgramBuilder &b = call.builder;
  auto turn = [&](Value number, ArrayRef<Operand> carried) -> FailureOr<Turn> {
    // A turn that runs was let run.
    Operands inputs = {operandOf(number),
                       operandOf(b.scalar(b.builder().getI1Type(), 1))};
    llvm::append_range(inputs, carried);
    FailureOr<SmallVector<Operand>> results =
        call.subgraphs->run(*body, inputs);
    if (failed(results))
      return llvm::failure();
    Turn result;
    result.goesOn = results->front();
    result.carried.assign(results->begin() + 1, results->begin() + 1 + count);
    result.collected.assign(results->begin() + 1 + count, results->end());
    return result;
  };
  Iteration loop(call, turn);
  if (failed(takeBounds(call, loop)))
    return llvm::failure();
  for (size_t i = 0; i < count; ++i)
    loop.carried.push_back(call.inputs[i + 2]);
  if (failed(loop.run()))
    return llvm::failure();
  call.results = std::move(loop.carried);
  llvm::append_range(call.results, loop.collected);
  return llvm::success();
}

//===----------------------------------------------------------------------===//
// Scan
//===----------------------------------------------------------------------===//

namespace {
/// Which parts of its inputs and outputs a scan takes and gives in a turn.
struct ScanLayout {
  unsigned body = 0;
  size_t states = 0;
  IndexVector inputAxes;
  IndexVector inputDirections;
  IndexVector outputAxes;
  IndexVector outputDirections;
};
} // namespace

/// A list of numbers for each scan input or output; zeros if it is left out.
static FailureOr<IndexVector> scanNumbers(OpCall &call, StringRef name,
                                          size_t count) {
  std::optional<IndexVector> numbers = call.integers(name);
  if (!numbers)
    return IndexVector(count, 0);
  bool areDirections = name.contains("directions");
  bool fits = numbers->size() == count &&
              (!areDirections || llvm::all_of(*numbers, [](int64_t number) {
                return number == 0 || number == 1;
              }));
  if (!fits)
    return call.fail("`" + name + "` is " + mismatch::shapeText(*numbers) +
                     "; " + pluralize(count, "number") +
                     (areDirections ? " of 0 or 1" : "") +
                     (count == 1 ? " is" : " are") + " required");
  return *numbers;
}

/// The last states and the stacks of one sequence.
static FailureOr<Operands> scanOnce(OpCall &call, const ScanLayout &layout,
                                    Operands states, ArrayRef<Value> sources) {
  ProgramBuilder &b = call.builder;
  int64_t length = mlir::ShapedType::kDynamic;
  for (auto [axis, source] : llvm::zip(layout.inputAxes, sources)) {
    int64_t size = ProgramBuilder::shapeOf(source)[axis];
    if (disagree(size, length))
      return call.fail("scan inputs have " + llvm::Twine(length) + " and " +
                       llvm::Twine(size) + " elements along their axes");
    length = isKnown(length) ? length : size;
  }
  auto turn = [&](Value number, ArrayRef<Operand> carried) -> FailureOr<Turn> {
    Operands inputs(carried);
    for (auto [i, source] : llvm::enumerate(sources)) {
      Value place = number;
      if (layout.inputDirections[i] != 0)
        place = isKnown(length)
                    ? b.subtract(integerScalar(b, length - 1), number)
                    : number;
      inputs.push_back(
          operandOf(elementAt(b, source, layout.inputAxes[i], place)));
    }
    FailureOr<SmallVector<Operand>> results =
        call.subgraphs->run(layout.body, inputs);
    if (failed(results))
      return llvm::failure();
    Turn result;
    auto *border = results->begin() + layout.states;
    result.carried.assign(results->begin(), border);
    result.collected.assign(border, results->end());
    return result;
  };
  Iteration scan(call, turn);
  if (isKnown(length))
    scan.trips = length;
  else
    scan.limit = b.unknown(RankedTensorType::get({}, b.builder().getI64Type()));
  scan.carried = std::move(states);
  if (failed(scan.run()))
    return llvm::failure();
  Operands results = std::move(scan.carried);
  for (auto [i, stack] : llvm::enumerate(scan.collected)) {
    if (stack.isUnknown) {
      results.push_back(stack);
      continue;
    }
    int64_t rank = ProgramBuilder::shapeOf(stack.value).size();
    std::optional<int64_t> axis = OpCall::dimension(layout.outputAxes[i], rank);
    if (!axis)
      return call.fail(
          mismatch::axis(layout.outputAxes[i], rank, "scan_output_axes"));
    Value value = stack.value;
    if (layout.outputDirections[i] != 0)
      value = b.reverse(value, {0});
    SmallVector<int64_t> order = llvm::to_vector(llvm::seq<int64_t>(1, rank));
    order.insert(order.begin() + *axis, 0);
    results.push_back(operandOf(b.transpose(value, order)));
  }
  return results;
}

/// Before set 9, all inputs and outputs have a batch in front, and each example
/// is scanned by itself.
static LogicalResult scanBatch(OpCall &call, const ScanLayout &layout,
                               size_t first) {
  ProgramBuilder &b = call.builder;
  int64_t batch = mlir::ShapedType::kDynamic;
  int64_t length = mlir::ShapedType::kDynamic;
  for (size_t i = first; i < call.inputs.size(); ++i) {
    bool isSource = i >= first + layout.states;
    int64_t least = isSource ? 2 : 1;
    if (call.rank(i) < least)
      return call.fail(mismatch::rankBelow(call.shape(i), least));
    if (disagree(call.shape(i)[0], batch))
      return call.fail("inputs have batches of " + llvm::Twine(batch) +
                       " and " + llvm::Twine(call.shape(i)[0]));
    batch = isKnown(batch) ? batch : call.shape(i)[0];
    if (isSource && !isKnown(length))
      length = call.shape(i)[1];
  }
  if (call.has(0)) {
    std::optional<IndexVector> lengths = call.knownIntegers(0);
    bool areWhole = lengths && llvm::all_of(*lengths, [&](int64_t number) {
                      return number == length;
                    });
    if (!lengths && failed(call.requireConstant(0, "sequence_lens")))
      return llvm::failure();
    if (b.buildsOps() && !areWhole)
      return call.failUnsupported("`sequence_lens` is not the full length of "
                                  "each sequence");
  }
  constexpr int64_t MostExamples = 256;
  if (b.buildsOps() && (batch < 1 || batch > MostExamples))
    return call.failUnsupported("its batch has " + llvm::Twine(batch) +
                                " examples; 1 to " + llvm::Twine(MostExamples) +
                                " are supported");
  SmallVector<ValueList> parts;
  for (int64_t k = 0; k < (b.buildsOps() ? batch : 1); ++k) {
    Operands states;
    ValueList sources;
    for (size_t i = first; i < call.inputs.size(); ++i) {
      Value part = elementAt(b, call.value(i), 0, integerScalar(b, k));
      if (i < first + layout.states)
        states.push_back(operandOf(part));
      else
        sources.push_back(part);
    }
    FailureOr<Operands> results = scanOnce(call, layout, states, sources);
    if (failed(results))
      return llvm::failure();
    parts.resize(results->size());
    for (auto [list, result] : llvm::zip(parts, *results)) {
      if (!result.isTensor())
        return call.setUnknown();
      Value value = call.valueOf(result);
      SmallVector<int64_t> sizes(ProgramBuilder::shapeOf(value));
      sizes.insert(sizes.begin(), 1);
      list.push_back(b.reshape(value, sizes));
    }
  }
  for (const ValueList &list : parts) {
    if (b.buildsOps()) {
      call.addResult(b.concatenate(list, 0));
      continue;
    }
    SmallVector<int64_t> sizes(ProgramBuilder::shapeOf(list.front()));
    sizes[0] = batch;
    call.addResult(
        b.unknown(ProgramBuilder::typeOf(list.front()).clone(sizes)));
  }
  return llvm::success();
}

static LogicalResult scanOp(OpCall &call) {
  FailureOr<unsigned> body = subgraph(call, "body");
  if (failed(body))
    return llvm::failure();
  bool isOld = call.version < 9;
  size_t first = isOld ? 1 : 0;
  int64_t sources = call.integer("num_scan_inputs", 0);
  int64_t inputs = int64_t(call.inputs.size()) - int64_t(first);
  if (sources < 1 || sources > inputs)
    return call.fail("`num_scan_inputs` is " + llvm::Twine(sources) +
                     "; the node has " + pluralize(inputs, "input"));
  ScanLayout layout;
  layout.body = *body;
  layout.states = inputs - sources;
  size_t given = call.subgraphs->resultCount(*body);
  if (failed(expectArity(call, *body, "body", inputs)))
    return llvm::failure();
  if (given < layout.states || given != call.outputs)
    return call.fail("`body` gives " + pluralize(given, "output") +
                     "; the node has " + llvm::Twine(call.outputs) + " and " +
                     pluralize(layout.states, "state"));
  size_t stacks = given - layout.states;
  auto take = [&](IndexVector &list, StringRef name, size_t count) {
    FailureOr<IndexVector> numbers = scanNumbers(call, name, count);
    if (succeeded(numbers))
      list = std::move(*numbers);
    return succeeded(numbers);
  };
  layout.inputAxes.assign(sources, 0);
  layout.outputAxes.assign(stacks, 0);
  layout.outputDirections.assign(stacks, 0);
  bool isWhole =
      isOld
          ? take(layout.inputDirections, "directions", sources)
          : take(layout.inputAxes, "scan_input_axes", sources) &&
                take(layout.inputDirections, "scan_input_directions",
                     sources) &&
                take(layout.outputAxes, "scan_output_axes", stacks) &&
                take(layout.outputDirections, "scan_output_directions", stacks);
  if (!isWhole)
    return llvm::failure();
  for (size_t i = first; i < call.inputs.size(); ++i) {
    if (!call.has(i))
      return call.failMissing("input " + llvm::Twine(i) + " is missing");
    if (call.inputs[i].isUnknown)
      return call.setUnknown();
    if (!call.inputs[i].isTensor())
      return call.fail("input " + llvm::Twine(i) + " is no tensor");
  }
  if (isOld)
    return scanBatch(call, layout, first);
  Operands states(call.inputs.begin(), call.inputs.begin() + layout.states);
  ValueList values;
  for (size_t i = layout.states; i < call.inputs.size(); ++i) {
    int64_t &axis = layout.inputAxes[i - layout.states];
    std::optional<int64_t> dimension = OpCall::dimension(axis, call.rank(i));
    if (!dimension)
      return call.fail(mismatch::axis(axis, call.rank(i), "scan_input_axes"));
    axis = *dimension;
    values.push_back(call.value(i));
  }
  FailureOr<Operands> results = scanOnce(call, layout, states, values);
  if (failed(results))
    return llvm::failure();
  call.results = std::move(*results);
  return llvm::success();
}

void onnx::addControlFlowOps(OpTable &table) {
  table.addForLists(ifOp, {"If"});
  table.addForLists(loopOp, {"Loop"});
  table.addForLists(scanOp, {"Scan"});
}
