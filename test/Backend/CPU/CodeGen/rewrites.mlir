// Programs are rewritten before they become loops, as `--emit=stablehlo` shows.

// RUN: trainlint-test-cpu %s --entry=products --emit=stablehlo | FileCheck %s --check-prefix=PRODUCTS
// RUN: trainlint-test-cpu %s --entry=kept_products --emit=stablehlo | FileCheck %s --check-prefix=KEPT
// RUN: trainlint-test-cpu %s --entry=parts --emit=stablehlo | FileCheck %s --check-prefix=PARTS
// RUN: trainlint-test-cpu %s --entry=overlapping --emit=stablehlo | FileCheck %s --check-prefix=OVERLAPPING
// RUN: trainlint-test-cpu %s --entry=rows --emit=stablehlo | FileCheck %s --check-prefix=ROWS
// RUN: trainlint-test-cpu %s --entry=read_rows --emit=stablehlo | FileCheck %s --check-prefix=READ
// RUN: trainlint-test-cpu %s --entry=numbers | FileCheck %s --check-prefix=NUMBERS

// A sum of products is the product of the operands, one behind the other. What else is added stays.
// PRODUCTS-LABEL: func.func @products(
// PRODUCTS: %[[LEFT:.*]] = stablehlo.concatenate %arg0, %arg2, %arg0, dim = 0 : (tensor<2x8xf32>, tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<6x8xf32>
// PRODUCTS: %[[RIGHT:.*]] = stablehlo.concatenate %arg1, %arg3, %arg3, dim = 0 : (tensor<2x8xf32>, tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<6x8xf32>
// PRODUCTS: %[[PRODUCT:.*]] = stablehlo.dot_general %[[LEFT]], %[[RIGHT]], contracting_dims = [0] x [0] : (tensor<6x8xf32>, tensor<6x8xf32>) -> tensor<8x8xf32>
// PRODUCTS: %[[SUM:.*]] = stablehlo.add %arg4, %[[PRODUCT]] : tensor<8x8xf32>
// PRODUCTS-NEXT: return %[[SUM]]
func.func @products(%a: tensor<2x8xf32>, %b: tensor<2x8xf32>, %c: tensor<2x8xf32>, %d: tensor<2x8xf32>, %e: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [0] x [0] : (tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<8x8xf32>
  %1 = stablehlo.dot_general %c, %d, contracting_dims = [0] x [0] : (tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<8x8xf32>
  %2 = stablehlo.add %0, %1 : tensor<8x8xf32>
  %3 = stablehlo.dot_general %a, %d, contracting_dims = [0] x [0] : (tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<8x8xf32>
  %4 = stablehlo.add %2, %e : tensor<8x8xf32>
  %5 = stablehlo.add %4, %3 : tensor<8x8xf32>
  return %5 : tensor<8x8xf32>
}

// Operands that are larger than what they add are not copied, nor is a product repeated that is read
// elsewhere.
// KEPT-LABEL: func.func @kept_products(
// KEPT-NOT: stablehlo.concatenate
// KEPT: return
func.func @kept_products(%a: tensor<9x2xf32>, %b: tensor<9x2xf32>, %c: tensor<1x2xf32>, %d: tensor<1x2xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [0] x [0] : (tensor<9x2xf32>, tensor<9x2xf32>) -> tensor<2x2xf32>
  %1 = stablehlo.dot_general %b, %a, contracting_dims = [0] x [0] : (tensor<9x2xf32>, tensor<9x2xf32>) -> tensor<2x2xf32>
  %2 = stablehlo.add %0, %1 : tensor<2x2xf32>
  %3 = stablehlo.dot_general %c, %d, contracting_dims = [0] x [0] : (tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<2x2xf32>
  %4 = stablehlo.dot_general %d, %c, contracting_dims = [0] x [0] : (tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<2x2xf32>
  %5 = stablehlo.add %2, %3 : tensor<2x2xf32>
  %6 = stablehlo.add %5, %4 : tensor<2x2xf32>
  %7 = stablehlo.subtract %3, %4 : tensor<2x2xf32>
  return %6, %7 : tensor<2x2xf32>, tensor<2x2xf32>
}

// Gradients of slices are next to each other, with zeros where there was none.
// PARTS-LABEL: func.func @parts(
// PARTS: %[[ZEROS:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<2x1xf32>
// PARTS: %[[ALL:.*]] = stablehlo.concatenate %arg1, %[[ZEROS]], %arg0, dim = 1 : (tensor<2x2xf32>, tensor<2x1xf32>, tensor<2x3xf32>) -> tensor<2x6xf32>
// PARTS-NEXT: return %[[ALL]]
func.func @parts(%a: tensor<2x3xf32>, %b: tensor<2x2xf32>) -> tensor<2x6xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.pad %a, %zero, low = [0, 3], high = [0, 0], interior = [0, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x6xf32>
  %1 = stablehlo.pad %b, %zero, low = [0, 0], high = [0, 4], interior = [0, 0] : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x6xf32>
  %2 = stablehlo.add %0, %1 : tensor<2x6xf32>
  return %2 : tensor<2x6xf32>
}

// OVERLAPPING-LABEL: func.func @overlapping(
// OVERLAPPING-NOT: stablehlo.concatenate
// OVERLAPPING: return
func.func @overlapping(%a: tensor<2x3xf32>, %b: tensor<2x2xf32>) -> tensor<2x4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.pad %a, %zero, low = [0, 1], high = [0, 0], interior = [0, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x4xf32>
  %1 = stablehlo.pad %b, %zero, low = [0, 0], high = [0, 2], interior = [0, 0] : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x4xf32>
  %2 = stablehlo.add %0, %1 : tensor<2x4xf32>
  return %2 : tensor<2x4xf32>
}

// Of a table, only rows change that have a gradient.
// ROWS-LABEL: func.func @rows(
// ROWS: %[[RATES:.*]] = stablehlo.constant dense<5.000000e-01> : tensor<2x3xf32>
// ROWS: %[[SCALED:.*]] = stablehlo.multiply %arg2, %[[RATES]] : tensor<2x3xf32>
// ROWS: %[[CHANGE:.*]] = stablehlo.negate %[[SCALED]] : tensor<2x3xf32>
// ROWS: %[[TABLE:.*]] = "stablehlo.scatter"(%arg0, %arg1, %[[CHANGE]])
// ROWS: return %[[TABLE]] : tensor<4x3xf32>
func.func @rows(%table: tensor<4x3xf32>, %rows: tensor<2x1xi64>, %gradients: tensor<2x3xf32>) -> tensor<4x3xf32> {
  %zeros = stablehlo.constant dense<0.0> : tensor<4x3xf32>
  %rate = stablehlo.constant dense<0.5> : tensor<4x3xf32>
  %0 = "stablehlo.scatter"(%zeros, %rows, %gradients) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %sum = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<4x3xf32>, tensor<2x1xi64>, tensor<2x3xf32>) -> tensor<4x3xf32>
  %1 = stablehlo.multiply %0, %rate : tensor<4x3xf32>
  %2 = stablehlo.subtract %table, %1 : tensor<4x3xf32>
  return %2 : tensor<4x3xf32>
}

// A gradient that is read elsewhere is computed.
// READ-LABEL: func.func @read_rows(
// READ: %[[GRADIENT:.*]] = "stablehlo.scatter"(%{{cst.*}}, %arg1, %arg2)
// READ: return %{{.*}}, %[[GRADIENT]] : tensor<4x3xf32>, tensor<4x3xf32>
func.func @read_rows(%table: tensor<4x3xf32>, %rows: tensor<2x1xi64>, %gradients: tensor<2x3xf32>) -> (tensor<4x3xf32>, tensor<4x3xf32>) {
  %zeros = stablehlo.constant dense<0.0> : tensor<4x3xf32>
  %rate = stablehlo.constant dense<0.5> : tensor<4x3xf32>
  %0 = "stablehlo.scatter"(%zeros, %rows, %gradients) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %sum = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<4x3xf32>, tensor<2x1xi64>, tensor<2x3xf32>) -> tensor<4x3xf32>
  %1 = stablehlo.multiply %0, %rate : tensor<4x3xf32>
  %2 = stablehlo.subtract %table, %1 : tensor<4x3xf32>
  return %2, %0 : tensor<4x3xf32>, tensor<4x3xf32>
}

// A row that is named twice changes twice, and one that is not there is left out. Products and parts
// are added up as before.
// NUMBERS: tensor<3x2xf32> {{\[\[1, 1\], \[0.5, 0\], \[-0.5, -1\]\]}}
// NUMBERS-NEXT: tensor<2x2xf32> {{\[\[22, 26\], \[27, 32.25\]\]}}
// NUMBERS-NEXT: tensor<3xf32> [5, 0, 7]
func.func @numbers() -> (tensor<3x2xf32>, tensor<2x2xf32>, tensor<3xf32>) {
  %table = stablehlo.constant dense<1.0> : tensor<3x2xf32>
  %rows = stablehlo.constant dense<[[2], [1], [2], [5]]> : tensor<4x1xi64>
  %gradients = stablehlo.constant dense<[[1.0, 2.0], [1.0, 2.0], [2.0, 2.0], [9.0, 9.0]]> : tensor<4x2xf32>
  %zeros = stablehlo.constant dense<0.0> : tensor<3x2xf32>
  %rate = stablehlo.constant dense<0.5> : tensor<3x2xf32>
  %0 = "stablehlo.scatter"(%zeros, %rows, %gradients) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %sum = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3x2xf32>, tensor<4x1xi64>, tensor<4x2xf32>) -> tensor<3x2xf32>
  %1 = stablehlo.multiply %0, %rate : tensor<3x2xf32>
  %2 = stablehlo.subtract %table, %1 : tensor<3x2xf32>
  %a = stablehlo.constant dense<[[2.0, 3.0]]> : tensor<1x2xf32>
  %b = stablehlo.constant dense<[[3.0, 4.0]]> : tensor<1x2xf32>
  %c = stablehlo.constant dense<[[4.0, 4.5]]> : tensor<1x2xf32>
  %3 = stablehlo.dot_general %a, %b, contracting_dims = [0] x [0] : (tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<2x2xf32>
  %4 = stablehlo.dot_general %c, %c, contracting_dims = [0] x [0] : (tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<2x2xf32>
  %5 = stablehlo.add %3, %4 : tensor<2x2xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %p = stablehlo.constant dense<5.0> : tensor<1xf32>
  %q = stablehlo.constant dense<7.0> : tensor<1xf32>
  %6 = stablehlo.pad %p, %zero, low = [0], high = [2], interior = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<3xf32>
  %7 = stablehlo.pad %q, %zero, low = [2], high = [0], interior = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<3xf32>
  %8 = stablehlo.add %6, %7 : tensor<3xf32>
  return %2, %5, %8 : tensor<3x2xf32>, tensor<2x2xf32>, tensor<3xf32>
}
