//===- OneDnnConvolution.cpp - Convolutions of oneDNN ---------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A oneDNN kernel (a primitive) is made for each shape and kept by the thread
// that runs it. Where it wants another layout than the program has, operands
// are reordered on the way in and results on the way out, by way of memory that
// all kernels of a thread share. Strides describe the program's layouts, so
// that any order of batch, channels and spatial dimensions needs no transpose.
// A kernel that works in blocks of channels is worth reordering; one that
// brings windows into a matrix first is taken only if there is no other.
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/Interface/RuntimeCalls.h"
#include "Backend/CPU/Runtime/ExecutionState.h"
#include "Backend/CPU/Runtime/OneDnn.h"
#include "Backend/CPU/Runtime/OneDnnLoader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MathExtras.h"
#include <cstdlib>
#include <map>
#include <memory>
#include <vector>

namespace trainlint::cpu {

namespace {

/// The numbers of a convolution, taken apart.
struct Description {
  explicit Description(const int64_t *numbers);
  /// Numbers of the whole shape.
  static size_t count(const int64_t *numbers) {
    int64_t spatial =
        reinterpret_cast<const ConvolutionShape *>(numbers)->spatial;
    return sizeof(ConvolutionShape) / 8 +
           spatial * sizeof(ConvolutionWindow) / 8 + 3 * (spatial + 2);
  }
  dnnl_memory_desc_t describe(const std::vector<int64_t> &sizes,
                              const std::vector<int64_t> &distances) const;

  ConvolutionShape shape;
  dnnl_dims_t strides, dilations, low, high;
  bool isPointwise;
  /// As they lie in memory.
  dnnl_memory_desc_t source, kernel, result;
};

/// A tensor in the layout that a kernel wants, which may be another than that
/// in memory.
struct Operand {
  dnnl_memory_desc_t given, wanted;
  dnnl_memory_t outside = nullptr, inside = nullptr;
  dnnl_primitive_t reorder = nullptr;
  /// Where it lies in the memory for operands that are reordered.
  size_t offset = 0;
};

/// Kinds of kernels, the best one last.
enum class Speed { None, Reference, Matrices, Direct };

/// A kernel of one shape, of one thread.
class Kernel {
public:
  Kernel() = default;
  ~Kernel();
  Kernel(const Kernel &) = delete;
  Kernel &operator=(const Kernel &) = delete;
  /// False if oneDNN has no fast one.
  bool find(const Description &description);
  bool create(const Description &description);
  /// False if there was not enough memory.
  bool run(void *source, void *kernel, void *result);

private:
  bool describePrimitive(const Description &description, bool asGiven);
  bool createOperands(const Description &description);
  bool createOperand(Operand &operand, dnnl_memory_desc_t given,
                     dnnl_query_t query, bool isOutput);

  ConvolutionKind kind;
  size_t reorderedBytes = 0;
  dnnl_primitive_desc_t primitiveDescription = nullptr;
  dnnl_primitive_t primitive = nullptr;
  Operand operands[3];
};

} // namespace

/// The windows are single elements that lie next to each other, so that the
/// source is the matrix.
static bool isPointwise(const int64_t *numbers) {
  const auto &shape = *reinterpret_cast<const ConvolutionShape *>(numbers);
  const auto *windows = reinterpret_cast<const ConvolutionWindow *>(&shape + 1);
  return llvm::all_of(llvm::ArrayRef(windows, shape.spatial),
                      [](const ConvolutionWindow &window) {
                        return window.kernel == 1 && window.stride == 1 &&
                               window.source == window.result;
                      });
}

Description::Description(const int64_t *numbers)
    : shape(*reinterpret_cast<const ConvolutionShape *>(numbers)),
      isPointwise(cpu::isPointwise(numbers)) {
  const auto *windows = reinterpret_cast<const ConvolutionWindow *>(
      numbers + sizeof(ConvolutionShape) / 8);
  const int64_t *distances =
      reinterpret_cast<const int64_t *>(windows + shape.spatial);
  size_t rank = shape.spatial + 2;
  std::vector<int64_t> sourceSizes = {shape.batch, shape.channels};
  std::vector<int64_t> kernelSizes = {shape.outputs,
                                      shape.channels / shape.groups};
  std::vector<int64_t> resultSizes = {shape.batch, shape.outputs};
  for (int64_t i = 0; i < shape.spatial; ++i) {
    sourceSizes.push_back(windows[i].source);
    kernelSizes.push_back(windows[i].kernel);
    resultSizes.push_back(windows[i].result);
    strides[i] = windows[i].stride;
    dilations[i] = windows[i].dilation - 1;
    low[i] = windows[i].paddingLow;
    high[i] = windows[i].paddingHigh;
  }
  std::vector<int64_t> kernelDistances(distances + rank, distances + 2 * rank);
  if (shape.groups > 1) {
    kernelSizes[0] /= shape.groups;
    kernelSizes.insert(kernelSizes.begin(), shape.groups);
    kernelDistances.insert(kernelDistances.begin(), shape.groupDistance);
  }
  source = describe(sourceSizes, {distances, distances + rank});
  kernel = describe(kernelSizes, kernelDistances);
  result = describe(resultSizes, {distances + 2 * rank, distances + 3 * rank});
}

dnnl_memory_desc_t
Description::describe(const std::vector<int64_t> &sizes,
                      const std::vector<int64_t> &distances) const {
  dnnl_memory_desc_t description;
  oneDnn()->memory_desc_init_by_strides(
      &description, int(sizes.size()), sizes.data(),
      shape.isBFloat16 ? dnnl_bf16 : dnnl_f32, distances.data());
  return description;
}

/// The same tensor in whatever layout is fast.
static dnnl_memory_desc_t inAnyLayout(dnnl_memory_desc_t description) {
  description.format_kind = dnnl_format_kind_any;
  description.format_desc = {};
  return description;
}

/// Tensors stay as they are, but for the kernel; or all may be laid out anew.
bool Kernel::describePrimitive(const Description &d, bool asGiven) {
  const OneDnnApi &library = *oneDnn();
  dnnl_memory_desc_t source = asGiven ? d.source : inAnyLayout(d.source);
  dnnl_memory_desc_t result = asGiven ? d.result : inAnyLayout(d.result);
  dnnl_memory_desc_t kernel = inAnyLayout(d.kernel);
  dnnl_convolution_desc_t forward, backward;
  if (library.dilated_convolution_forward_desc_init(
          &forward, dnnl_forward_training, dnnl_convolution_direct, &source,
          &kernel, nullptr, &result, d.strides, d.dilations, d.low,
          d.high) != dnnl_success)
    return false;
  dnnl_primitive_desc_t hint = nullptr;
  if (library.primitive_desc_create(&hint, &forward, nullptr, library.engine,
                                    nullptr) != dnnl_success)
    return false;
  if (kind == ConvolutionKind::Forward) {
    primitiveDescription = hint;
    return true;
  }
  dnnl_status_t status;
  if (kind == ConvolutionKind::BackwardData)
    status = library.dilated_convolution_backward_data_desc_init(
        &backward, dnnl_convolution_direct, &source, &kernel, &result,
        d.strides, d.dilations, d.low, d.high);
  else
    status = library.dilated_convolution_backward_weights_desc_init(
        &backward, dnnl_convolution_direct, &source, &kernel, nullptr, &result,
        d.strides, d.dilations, d.low, d.high);
  if (status == dnnl_success)
    status = library.primitive_desc_create(&primitiveDescription, &backward,
                                           nullptr, library.engine, hint);
  library.primitive_desc_destroy(hint);
  return status == dnnl_success;
}

/// oneDNN's reference kernels are slower than loops of our own.
static Speed speedOf(dnnl_primitive_desc_t description, bool isPointwise) {
  const char *name = "";
  oneDnn()->primitive_desc_query(description, dnnl_query_impl_info_str, 0,
                                 &name);
  if (llvm::StringRef(name).starts_with("ref"))
    return Speed::Reference;
  return llvm::StringRef(name).contains("gemm") && !isPointwise
             ? Speed::Matrices
             : Speed::Direct;
}

/// Memory for operands that are reordered; null if there is not enough. Kernels
/// of a thread run one after the other.
static char *reorderMemory(size_t bytes) {
  static thread_local std::unique_ptr<char, decltype(&std::free)> memory(
      nullptr, std::free);
  static thread_local size_t size = 0;
  if (bytes > size) {
    memory.reset();
    memory.reset(static_cast<char *>(std::aligned_alloc(64, bytes)));
    size = memory ? bytes : 0;
  }
  return memory.get();
}

bool Kernel::createOperand(Operand &operand, dnnl_memory_desc_t given,
                           dnnl_query_t query, bool isOutput) {
  const OneDnnApi &library = *oneDnn();
  operand.given = given;
  operand.wanted =
      *library.primitive_desc_query_md(primitiveDescription, query, 0);
  if (library.memory_create(&operand.outside, &operand.given, library.engine,
                            DNNL_MEMORY_NONE) != dnnl_success)
    return false;
  if (library.memory_desc_equal(&operand.given, &operand.wanted)) {
    operand.inside = operand.outside;
    return true;
  }
  operand.offset = reorderedBytes;
  reorderedBytes +=
      llvm::alignTo(library.memory_desc_get_size(&operand.wanted), 64);
  if (library.memory_create(&operand.inside, &operand.wanted, library.engine,
                            DNNL_MEMORY_NONE) != dnnl_success)
    return false;
  dnnl_primitive_desc_t reorder;
  if (library.reorder_primitive_desc_create(
          &reorder, isOutput ? &operand.wanted : &operand.given, library.engine,
          isOutput ? &operand.given : &operand.wanted, library.engine,
          nullptr) != dnnl_success)
    return false;
  dnnl_status_t status = library.primitive_create(&operand.reorder, reorder);
  library.primitive_desc_destroy(reorder);
  return status == dnnl_success;
}

bool Kernel::createOperands(const Description &d) {
  bool data = kind == ConvolutionKind::BackwardData;
  bool weights = kind == ConvolutionKind::BackwardWeights;
  bool forward = kind == ConvolutionKind::Forward;
  return createOperand(operands[0], d.source,
                       data ? dnnl_query_diff_src_md : dnnl_query_src_md,
                       data) &&
         createOperand(operands[1], d.kernel,
                       weights ? dnnl_query_diff_weights_md
                               : dnnl_query_weights_md,
                       weights) &&
         createOperand(operands[2], d.result,
                       forward ? dnnl_query_dst_md : dnnl_query_diff_dst_md,
                       forward);
}

bool Kernel::find(const Description &description) {
  kind = static_cast<ConvolutionKind>(description.shape.kind);
  Speed best = Speed::None;
  dnnl_primitive_desc_t found = nullptr;
  for (bool asGiven : {true, false}) {
    primitiveDescription = nullptr;
    if (best == Speed::Direct || !describePrimitive(description, asGiven))
      continue;
    Speed speed = speedOf(primitiveDescription, description.isPointwise);
    if (speed > best) {
      std::swap(found, primitiveDescription);
      best = speed;
    }
    if (primitiveDescription)
      oneDnn()->primitive_desc_destroy(primitiveDescription);
  }
  primitiveDescription = found;
  return best > Speed::Reference;
}

bool Kernel::create(const Description &description) {
  return find(description) && createOperands(description) &&
         oneDnn()->primitive_create(&primitive, primitiveDescription) ==
             dnnl_success;
}

Kernel::~Kernel() {
  const OneDnnApi &library = *oneDnn();
  for (Operand &operand : operands) {
    if (operand.inside && operand.inside != operand.outside)
      library.memory_destroy(operand.inside);
    if (operand.outside)
      library.memory_destroy(operand.outside);
    if (operand.reorder)
      library.primitive_destroy(operand.reorder);
  }
  if (primitive)
    library.primitive_destroy(primitive);
  if (primitiveDescription)
    library.primitive_desc_destroy(primitiveDescription);
}

bool Kernel::run(void *source, void *kernel, void *result) {
  // Making it may have failed, too.
  if (!primitive)
    return false;
  const OneDnnApi &library = *oneDnn();
  dnnl_stream_t stream = threadStream();
  bool data = kind == ConvolutionKind::BackwardData;
  bool weights = kind == ConvolutionKind::BackwardWeights;
  bool forward = kind == ConvolutionKind::Forward;
  void *pointers[] = {source, kernel, result};
  bool isOutput[] = {data, weights, forward};
  int names[] = {data ? DNNL_ARG_DIFF_SRC : DNNL_ARG_SRC,
                 weights ? DNNL_ARG_DIFF_WEIGHTS : DNNL_ARG_WEIGHTS,
                 forward ? DNNL_ARG_DST : DNNL_ARG_DIFF_DST};
  dnnl_exec_arg_t arguments[3];
  auto move = [&](Operand &operand, bool out) {
    dnnl_exec_arg_t both[] = {
        {DNNL_ARG_FROM, out ? operand.inside : operand.outside},
        {DNNL_ARG_TO, out ? operand.outside : operand.inside},
    };
    library.primitive_execute(operand.reorder, stream, 2, both);
  };
  char *memory = reorderMemory(reorderedBytes);
  if (!memory && reorderedBytes > 0)
    return false;
  for (int i = 0; i < 3; ++i) {
    library.memory_set_data_handle(operands[i].outside, pointers[i]);
    if (operands[i].reorder)
      library.memory_set_data_handle(operands[i].inside,
                                     memory + operands[i].offset);
    if (operands[i].reorder && !isOutput[i])
      move(operands[i], false);
    arguments[i] = {names[i], operands[i].inside};
  }
  library.primitive_execute(primitive, stream, 3, arguments);
  for (int i = 0; i < 3; ++i)
    if (operands[i].reorder && isOutput[i])
      move(operands[i], true);
  library.stream_wait(stream);
  return true;
}

bool supportsConvolution(llvm::ArrayRef<int64_t> shape) {
  return oneDnn() && Kernel().find(Description(shape.data()));
}

static int64_t multiplicationsOf(const int64_t *numbers) {
  const auto &shape = *reinterpret_cast<const ConvolutionShape *>(numbers);
  const auto *windows = reinterpret_cast<const ConvolutionWindow *>(&shape + 1);
  int64_t count = shape.batch * shape.outputs * (shape.channels / shape.groups);
  for (int64_t i = 0; i < shape.spatial; ++i)
    count *= windows[i].result * windows[i].kernel;
  return count;
}

/// Kernels are not shared between threads, because their buffers are not.
/// One is made for a number of threads.
static Kernel &kernelOf(const int64_t *numbers, int64_t threads) {
  static thread_local std::map<std::vector<int64_t>, Kernel> kernels;
  std::vector<int64_t> key(numbers, numbers + Description::count(numbers));
  key.push_back(threads);
  auto [entry, isNew] = kernels.try_emplace(std::move(key));
  if (isNew)
    entry->second.create(Description(numbers));
  return entry->second;
}

void convolve(void *state, int64_t shape, int64_t source, int64_t kernel,
              int64_t result) {
  const auto *numbers = reinterpret_cast<const int64_t *>(shape);
  llvm::Error &error = static_cast<ExecutionState *>(state)->error;
  int64_t threads =
      prepareThreads(static_cast<ExecutionState *>(state)->context,
                     multiplicationsOf(numbers));
  bool isDone = kernelOf(numbers, threads)
                    .run(reinterpret_cast<void *>(source),
                         reinterpret_cast<void *>(kernel),
                         reinterpret_cast<void *>(result));
  if (!isDone && !error)
    error = llvm::createStringError(
        std::errc::not_enough_memory,
        "there is not enough memory for the operands of a convolution");
}

} // namespace trainlint::cpu
