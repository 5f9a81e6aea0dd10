//===- OneDnnProduct.cpp - Products of bfloat16 by oneDNN -----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// oneDNN has a function for products of f32, but a kernel (a primitive) for
// each shape of those of bf16, which it adds up in f32 and rounds once. It is
// made once for a number of threads and kept by the thread that runs it.
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/Interface/RuntimeCalls.h"
#include "Backend/CPU/Runtime/ExecutionState.h"
#include "Backend/CPU/Runtime/OneDnn.h"
#include "Backend/CPU/Runtime/OneDnnLoader.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <map>
#include <vector>

namespace trainlint::cpu {

namespace {

/// A kernel of one shape, of one thread.
class ProductKernel {
public:
  ProductKernel() = default;
  ~ProductKernel();
  ProductKernel(const ProductKernel &) = delete;
  ProductKernel &operator=(const ProductKernel &) = delete;
  /// False if oneDNN has no fast one.
  bool find(const MatrixShape &shape);
  bool create(const MatrixShape &shape);
  /// False if it could not be made.
  bool run(void *left, void *right, void *result);

private:
  dnnl_memory_desc_t descriptions[3];
  dnnl_memory_t operands[3] = {};
  dnnl_primitive_desc_t primitiveDescription = nullptr;
  dnnl_primitive_t primitive = nullptr;
};

} // namespace

/// Matrices of bf16, each behind the other.
static dnnl_memory_desc_t describeMatrices(int64_t batch, int64_t rows,
                                           int64_t columns, bool transposed) {
  dnnl_dims_t sizes = {batch, rows, columns};
  dnnl_dims_t distances = {rows * columns, transposed ? 1 : columns,
                           transposed ? rows : 1};
  // The library has more kernels for two dimensions.
  int skipped = batch == 1 ? 1 : 0;
  dnnl_memory_desc_t description;
  oneDnn()->memory_desc_init_by_strides(&description, 3 - skipped,
                                        sizes + skipped, dnnl_bf16,
                                        distances + skipped);
  return description;
}

bool ProductKernel::find(const MatrixShape &shape) {
  const OneDnnApi &library = *oneDnn();
  descriptions[0] = describeMatrices(shape.batch, shape.rows, shape.sums,
                                     shape.leftTransposed);
  descriptions[1] = describeMatrices(shape.batch, shape.sums, shape.columns,
                                     shape.rightTransposed);
  descriptions[2] =
      describeMatrices(shape.batch, shape.rows, shape.columns, false);
  dnnl_matmul_desc_t product;
  if (library.matmul_desc_init(&product, &descriptions[0], &descriptions[1],
                               nullptr, &descriptions[2]) != dnnl_success ||
      library.primitive_desc_create(&primitiveDescription, &product, nullptr,
                                    library.engine, nullptr) != dnnl_success)
    return false;
  const char *name = "";
  library.primitive_desc_query(primitiveDescription, dnnl_query_impl_info_str,
                               0, &name);
  return !llvm::StringRef(name).starts_with("ref");
}

bool ProductKernel::create(const MatrixShape &shape) {
  if (!find(shape))
    return false;
  const OneDnnApi &library = *oneDnn();
  for (int i = 0; i < 3; ++i)
    if (library.memory_create(&operands[i], &descriptions[i], library.engine,
                              DNNL_MEMORY_NONE) != dnnl_success)
      return false;
  return library.primitive_create(&primitive, primitiveDescription) ==
         dnnl_success;
}

ProductKernel::~ProductKernel() {
  const OneDnnApi &library = *oneDnn();
  for (dnnl_memory_t operand : operands)
    if (operand)
      library.memory_destroy(operand);
  if (primitive)
    library.primitive_destroy(primitive);
  if (primitiveDescription)
    library.primitive_desc_destroy(primitiveDescription);
}

bool ProductKernel::run(void *left, void *right, void *result) {
  if (!primitive)
    return false;
  const OneDnnApi &library = *oneDnn();
  void *pointers[] = {left, right, result};
  int names[] = {DNNL_ARG_SRC, DNNL_ARG_WEIGHTS, DNNL_ARG_DST};
  dnnl_exec_arg_t arguments[3];
  for (int i = 0; i < 3; ++i) {
    library.memory_set_data_handle(operands[i], pointers[i]);
    arguments[i] = {names[i], operands[i]};
  }
  dnnl_stream_t stream = threadStream();
  if (library.primitive_execute(primitive, stream, 3, arguments) !=
      dnnl_success)
    return false;
  library.stream_wait(stream);
  return true;
}

bool supportsProduct(llvm::ArrayRef<int64_t> shape) {
  return oneDnn() && ProductKernel().find(
                         *reinterpret_cast<const MatrixShape *>(shape.data()));
}

void multiplyNarrow(void *state, int64_t shapeAddress, int64_t left,
                    int64_t right, int64_t result) {
  static thread_local std::map<std::vector<int64_t>, ProductKernel> kernels;
  const auto &shape = *reinterpret_cast<const MatrixShape *>(shapeAddress);
  auto &execution = *static_cast<ExecutionState *>(state);
  int64_t threads = prepareThreads(
      execution.context, shape.batch * shape.rows * shape.columns * shape.sums);
  const auto *numbers = reinterpret_cast<const int64_t *>(&shape);
  std::vector<int64_t> key(numbers, numbers + sizeof(MatrixShape) / 8);
  key.push_back(threads);
  auto [entry, isNew] = kernels.try_emplace(std::move(key));
  if (isNew)
    entry->second.create(shape);
  bool isDone = entry->second.run(reinterpret_cast<void *>(left),
                                  reinterpret_cast<void *>(right),
                                  reinterpret_cast<void *>(result));
  if (!isDone && !execution.error)
    execution.error = llvm::createStringError(
        std::errc::not_enough_memory,
        "there is not enough memory for the operands of a product");
}

} // namespace trainlint::cpu
