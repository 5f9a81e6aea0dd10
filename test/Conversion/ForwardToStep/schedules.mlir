// The rate of a step follows from `global_step`, which counts on.

// RUN: trainlint-opt %s --stablehlo-make-step="optimizer=sgd learning-rate=0.25" | FileCheck %s --check-prefix=SAME
// RUN: trainlint-opt %s --stablehlo-make-step="optimizer=sgd learning-rate=0.25 schedule=exponential decay-steps=8 decay-rate=0.5" | FileCheck %s --check-prefix=EXPONENTIAL
// RUN: trainlint-opt %s --stablehlo-make-step="optimizer=sgd learning-rate=0.25 schedule=exponential decay-steps=8 decay-rate=0.5 staircase=true" | FileCheck %s --check-prefix=STAIRCASE
// RUN: trainlint-opt %s --stablehlo-make-step="optimizer=sgd schedule=piecewise boundaries=4,16 values=0.5,0.25,0.125" | FileCheck %s --check-prefix=PIECEWISE
// RUN: trainlint-opt %s --stablehlo-make-step="optimizer=sgd learning-rate=0.5 schedule=polynomial decay-steps=8 end-learning-rate=0.125 power=2" | FileCheck %s --check-prefix=POLYNOMIAL
// RUN: trainlint-opt %s --stablehlo-make-step="optimizer=sgd learning-rate=0.5 schedule=polynomial decay-steps=8 end-learning-rate=0.125 cycle=true" | FileCheck %s --check-prefix=CYCLE
// RUN: trainlint-opt %s --stablehlo-make-step="optimizer=sgd learning-rate=0.5 schedule=cosine decay-steps=8 alpha=0.25" | FileCheck %s --check-prefix=WAVE
// RUN: trainlint-opt %s --stablehlo-make-step="optimizer=sgd learning-rate=0.5 schedule=cosine decay-steps=8 warmup-steps=4" | FileCheck %s --check-prefix=WARMUP

// A rate that is always the same.
// SAME-LABEL: func.func @main(
// SAME-SAME:    %[[W:[^:]*]]: tensor<2x3xf32> {tf.aliasing_output = {{[0-9]+}} : i32, trainlint.name = "w"
// SAME-SAME:    %[[GLOBAL_STEP:[^:]*]]: tensor<i64> {tf.aliasing_output = {{[0-9]+}} : i32, trainlint.name = "global_step"
// SAME-SAME:    %[[X:[^:]*]]: tensor<2x3xf32> {trainlint.name = "x"
// SAME: %[[REDUCE:.*]] = stablehlo.reduce(%{{.*}} init: %{{.*}}) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
// SAME: %[[MULTIPLY_1:.*]] = stablehlo.multiply %{{.*}}, %[[X]] : tensor<2x3xf32>
// SAME: %{{.*}} = stablehlo.convert %[[GLOBAL_STEP]] : (tensor<i64>) -> tensor<f32>
// SAME: %{{.*}} = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// SAME: %[[CONSTANT_3:.*]] = stablehlo.constant dense<2.500000e-01> : tensor<f32>
// SAME: %[[BROADCAST_IN_DIM_1:.*]] = stablehlo.broadcast_in_dim %[[CONSTANT_3]], dims = [] : (tensor<f32>) -> tensor<2x3xf32>
// SAME: %[[MULTIPLY_2:.*]] = stablehlo.multiply %[[MULTIPLY_1]], %[[BROADCAST_IN_DIM_1]] : tensor<2x3xf32>
// SAME: %[[SUBTRACT:.*]] = stablehlo.subtract %[[W]], %[[MULTIPLY_2]] : tensor<2x3xf32>
// SAME: %[[CONSTANT_4:.*]] = stablehlo.constant dense<1> : tensor<i64>
// SAME: %[[ADD:.*]] = stablehlo.add %[[GLOBAL_STEP]], %[[CONSTANT_4]] : tensor<i64>
// SAME: return %[[SUBTRACT]], %[[ADD]], %[[REDUCE]] : tensor<2x3xf32>, tensor<i64>, tensor<f32>

// A power of the part of `decay-steps`.
// EXPONENTIAL-LABEL: func.func @main(
// EXPONENTIAL-SAME:    %[[W:[^:]*]]: tensor<2x3xf32> {tf.aliasing_output = {{[0-9]+}} : i32, trainlint.name = "w"
// EXPONENTIAL-SAME:    %[[GLOBAL_STEP:[^:]*]]: tensor<i64> {tf.aliasing_output = {{[0-9]+}} : i32, trainlint.name = "global_step"
// EXPONENTIAL-SAME:    %[[X:[^:]*]]: tensor<2x3xf32> {trainlint.name = "x"
// EXPONENTIAL: %[[REDUCE:.*]] = stablehlo.reduce(%{{.*}} init: %{{.*}}) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
// EXPONENTIAL: %[[MULTIPLY_1:.*]] = stablehlo.multiply %{{.*}}, %[[X]] : tensor<2x3xf32>
// EXPONENTIAL: %[[CONVERT:.*]] = stablehlo.convert %[[GLOBAL_STEP]] : (tensor<i64>) -> tensor<f32>
// EXPONENTIAL: %[[CONSTANT_2:.*]] = stablehlo.constant dense<8.000000e+00> : tensor<f32>
// EXPONENTIAL: %[[DIVIDE:.*]] = stablehlo.divide %[[CONVERT]], %[[CONSTANT_2]] : tensor<f32>
// EXPONENTIAL: %[[CONSTANT_3:.*]] = stablehlo.constant dense<5.000000e-01> : tensor<f32>
// EXPONENTIAL: %[[POWER:.*]] = stablehlo.power %[[CONSTANT_3]], %[[DIVIDE]] : tensor<f32>
// EXPONENTIAL: %[[CONSTANT_4:.*]] = stablehlo.constant dense<2.500000e-01> : tensor<f32>
// EXPONENTIAL: %[[MULTIPLY_2:.*]] = stablehlo.multiply %[[POWER]], %[[CONSTANT_4]] : tensor<f32>
// EXPONENTIAL: %[[BROADCAST_IN_DIM_1:.*]] = stablehlo.broadcast_in_dim %[[MULTIPLY_2]], dims = [] : (tensor<f32>) -> tensor<2x3xf32>
// EXPONENTIAL: %[[MULTIPLY_3:.*]] = stablehlo.multiply %[[MULTIPLY_1]], %[[BROADCAST_IN_DIM_1]] : tensor<2x3xf32>
// EXPONENTIAL: %[[SUBTRACT:.*]] = stablehlo.subtract %[[W]], %[[MULTIPLY_3]] : tensor<2x3xf32>
// EXPONENTIAL: %[[CONSTANT_5:.*]] = stablehlo.constant dense<1> : tensor<i64>
// EXPONENTIAL: %[[ADD:.*]] = stablehlo.add %[[GLOBAL_STEP]], %[[CONSTANT_5]] : tensor<i64>
// EXPONENTIAL: return %[[SUBTRACT]], %[[ADD]], %[[REDUCE]] : tensor<2x3xf32>, tensor<i64>, tensor<f32>

// The same, in whole steps.
// STAIRCASE-LABEL: func.func @main(
// STAIRCASE-SAME:    %[[W:[^:]*]]: tensor<2x3xf32> {tf.aliasing_output = {{[0-9]+}} : i32, trainlint.name = "w"
// STAIRCASE-SAME:    %[[GLOBAL_STEP:[^:]*]]: tensor<i64> {tf.aliasing_output = {{[0-9]+}} : i32, trainlint.name = "global_step"
// STAIRCASE-SAME:    %[[X:[^:]*]]: tensor<2x3xf32> {trainlint.name = "x"
// STAIRCASE: %[[REDUCE:.*]] = stablehlo.reduce(%{{.*}} init: %{{.*}}) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
// STAIRCASE: %[[MULTIPLY_1:.*]] = stablehlo.multiply %{{.*}}, %[[X]] : tensor<2x3xf32>
// STAIRCASE: %[[CONVERT:.*]] = stablehlo.convert %[[GLOBAL_STEP]] : (tensor<i64>) -> tensor<f32>
// STAIRCASE: %[[CONSTANT_2:.*]] = stablehlo.constant dense<8.000000e+00> : tensor<f32>
// STAIRCASE: %[[DIVIDE:.*]] = stablehlo.divide %[[CONVERT]], %[[CONSTANT_2]] : tensor<f32>
// STAIRCASE: %[[FLOOR:.*]] = stablehlo.floor %[[DIVIDE]] : tensor<f32>
// STAIRCASE: %[[CONSTANT_3:.*]] = stablehlo.constant dense<5.000000e-01> : tensor<f32>
// STAIRCASE: %[[POWER:.*]] = stablehlo.power %[[CONSTANT_3]], %[[FLOOR]] : tensor<f32>
// STAIRCASE: %[[CONSTANT_4:.*]] = stablehlo.constant dense<2.500000e-01> : tensor<f32>
// STAIRCASE: %[[MULTIPLY_2:.*]] = stablehlo.multiply %[[POWER]], %[[CONSTANT_4]] : tensor<f32>
// STAIRCASE: %[[BROADCAST_IN_DIM_1:.*]] = stablehlo.broadcast_in_dim %[[MULTIPLY_2]], dims = [] : (tensor<f32>) -> tensor<2x3xf32>
// STAIRCASE: %[[MULTIPLY_3:.*]] = stablehlo.multiply %[[MULTIPLY_1]], %[[BROADCAST_IN_DIM_1]] : tensor<2x3xf32>
// STAIRCASE: %[[SUBTRACT:.*]] = stablehlo.subtract %[[W]], %[[MULTIPLY_3]] : tensor<2x3xf32>
// STAIRCASE: %[[CONSTANT_5:.*]] = stablehlo.constant dense<1> : tensor<i64>
// STAIRCASE: %[[ADD:.*]] = stablehlo.add %[[GLOBAL_STEP]], %[[CONSTANT_5]] : tensor<i64>
// STAIRCASE: return %[[SUBTRACT]], %[[ADD]], %[[REDUCE]] : tensor<2x3xf32>, tensor<i64>, tensor<f32>

// One value up to each boundary, and one after the last.
// PIECEWISE-LABEL: func.func @main(
// PIECEWISE-SAME:    %[[W:[^:]*]]: tensor<2x3xf32> {tf.aliasing_output = {{[0-9]+}} : i32, trainlint.name = "w"
// PIECEWISE-SAME:    %[[GLOBAL_STEP:[^:]*]]: tensor<i64> {tf.aliasing_output = {{[0-9]+}} : i32, trainlint.name = "global_step"
// PIECEWISE-SAME:    %[[X:[^:]*]]: tensor<2x3xf32> {trainlint.name = "x"
// PIECEWISE: %[[REDUCE:.*]] = stablehlo.reduce(%{{.*}} init: %{{.*}}) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
// PIECEWISE: %[[MULTIPLY_1:.*]] = stablehlo.multiply %{{.*}}, %[[X]] : tensor<2x3xf32>
// PIECEWISE: %{{.*}} = stablehlo.convert %[[GLOBAL_STEP]] : (tensor<i64>) -> tensor<f32>
// PIECEWISE: %{{.*}} = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// PIECEWISE: %[[CONSTANT_3:.*]] = stablehlo.constant dense<1.250000e-01> : tensor<f32>
// PIECEWISE: %[[CONSTANT_4:.*]] = stablehlo.constant dense<16> : tensor<i64>
// PIECEWISE: %[[COMPARE:.*]] = stablehlo.compare  LE, %[[GLOBAL_STEP]], %[[CONSTANT_4]] : (tensor<i64>, tensor<i64>) -> tensor<i1>
// PIECEWISE: %[[CONSTANT_5:.*]] = stablehlo.constant dense<2.500000e-01> : tensor<f32>
// PIECEWISE: %[[SELECT:.*]] = stablehlo.select %[[COMPARE]], %[[CONSTANT_5]], %[[CONSTANT_3]] : tensor<i1>, tensor<f32>
// PIECEWISE: %[[CONSTANT_6:.*]] = stablehlo.constant dense<4> : tensor<i64>
// PIECEWISE: %[[COMPARE_1:.*]] = stablehlo.compare  LE, %[[GLOBAL_STEP]], %[[CONSTANT_6]] : (tensor<i64>, tensor<i64>) -> tensor<i1>
// PIECEWISE: %[[CONSTANT_7:.*]] = stablehlo.constant dense<5.000000e-01> : tensor<f32>
// PIECEWISE: %[[SELECT_1:.*]] = stablehlo.select %[[COMPARE_1]], %[[CONSTANT_7]], %[[SELECT]] : tensor<i1>, tensor<f32>
// PIECEWISE: %[[BROADCAST_IN_DIM_1:.*]] = stablehlo.broadcast_in_dim %[[SELECT_1]], dims = [] : (tensor<f32>) -> tensor<2x3xf32>
// PIECEWISE: %[[MULTIPLY_2:.*]] = stablehlo.multiply %[[MULTIPLY_1]], %[[BROADCAST_IN_DIM_1]] : tensor<2x3xf32>
// PIECEWISE: %[[SUBTRACT:.*]] = stablehlo.subtract %[[W]], %[[MULTIPLY_2]] : tensor<2x3xf32>
// PIECEWISE: %[[CONSTANT_8:.*]] = stablehlo.constant dense<1> : tensor<i64>
// PIECEWISE: %[[ADD:.*]] = stablehlo.add %[[GLOBAL_STEP]], %[[CONSTANT_8]] : tensor<i64>
// PIECEWISE: return %[[SUBTRACT]], %[[ADD]], %[[REDUCE]] : tensor<2x3xf32>, tensor<i64>, tensor<f32>

// Down to the rate of the end, and no further.
// POLYNOMIAL-LABEL: func.func @main(
// POLYNOMIAL-SAME:    %[[W:[^:]*]]: tensor<2x3xf32> {tf.aliasing_output = {{[0-9]+}} : i32, trainlint.name = "w"
// POLYNOMIAL-SAME:    %[[GLOBAL_STEP:[^:]*]]: tensor<i64> {tf.aliasing_output = {{[0-9]+}} : i32, trainlint.name = "global_step"
// POLYNOMIAL-SAME:    %[[X:[^:]*]]: tensor<2x3xf32> {trainlint.name = "x"
// POLYNOMIAL: %[[REDUCE:.*]] = stablehlo.reduce(%{{.*}} init: %{{.*}}) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
// POLYNOMIAL: %[[MULTIPLY_1:.*]] = stablehlo.multiply %{{.*}}, %[[X]] : tensor<2x3xf32>
// POLYNOMIAL: %[[CONVERT:.*]] = stablehlo.convert %[[GLOBAL_STEP]] : (tensor<i64>) -> tensor<f32>
// POLYNOMIAL: %[[CONSTANT_2:.*]] = stablehlo.constant dense<8.000000e+00> : tensor<f32>
// POLYNOMIAL: %[[MINIMUM:.*]] = stablehlo.minimum %[[CONVERT]], %[[CONSTANT_2]] : tensor<f32>
// POLYNOMIAL: %[[DIVIDE:.*]] = stablehlo.divide %[[MINIMUM]], %[[CONSTANT_2]] : tensor<f32>
// POLYNOMIAL: %[[CONSTANT_3:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// POLYNOMIAL: %[[SUBTRACT:.*]] = stablehlo.subtract %[[CONSTANT_3]], %[[DIVIDE]] : tensor<f32>
// POLYNOMIAL: %[[CONSTANT_4:.*]] = stablehlo.constant dense<2.000000e+00> : tensor<f32>
// POLYNOMIAL: %[[POWER:.*]] = stablehlo.power %[[SUBTRACT]], %[[CONSTANT_4]] : tensor<f32>
// POLYNOMIAL: %[[CONSTANT_5:.*]] = stablehlo.constant dense<1.250000e-01> : tensor<f32>
// POLYNOMIAL: %[[CONSTANT_6:.*]] = stablehlo.constant dense<3.750000e-01> : tensor<f32>
// POLYNOMIAL: %[[MULTIPLY_2:.*]] = stablehlo.multiply %[[POWER]], %[[CONSTANT_6]] : tensor<f32>
// POLYNOMIAL: %[[ADD:.*]] = stablehlo.add %[[MULTIPLY_2]], %[[CONSTANT_5]] : tensor<f32>
// POLYNOMIAL: %[[BROADCAST_IN_DIM_1:.*]] = stablehlo.broadcast_in_dim %[[ADD]], dims = [] : (tensor<f32>) -> tensor<2x3xf32>
// POLYNOMIAL: %[[MULTIPLY_3:.*]] = stablehlo.multiply %[[MULTIPLY_1]], %[[BROADCAST_IN_DIM_1]] : tensor<2x3xf32>
// POLYNOMIAL: %[[SUBTRACT_1:.*]] = stablehlo.subtract %[[W]], %[[MULTIPLY_3]] : tensor<2x3xf32>
// POLYNOMIAL: %[[CONSTANT_7:.*]] = stablehlo.constant dense<1> : tensor<i64>
// POLYNOMIAL: %[[ADD_1:.*]] = stablehlo.add %[[GLOBAL_STEP]], %[[CONSTANT_7]] : tensor<i64>
// POLYNOMIAL: return %[[SUBTRACT_1]], %[[ADD_1]], %[[REDUCE]] : tensor<2x3xf32>, tensor<i64>, tensor<f32>

// Down again and again, over twice as many steps, and so on.
// CYCLE-LABEL: func.func @main(
// CYCLE-SAME:    %[[W:[^:]*]]: tensor<2x3xf32> {tf.aliasing_output = {{[0-9]+}} : i32, trainlint.name = "w"
// CYCLE-SAME:    %[[GLOBAL_STEP:[^:]*]]: tensor<i64> {tf.aliasing_output = {{[0-9]+}} : i32, trainlint.name = "global_step"
// CYCLE-SAME:    %[[X:[^:]*]]: tensor<2x3xf32> {trainlint.name = "x"
// CYCLE: %[[REDUCE:.*]] = stablehlo.reduce(%{{.*}} init: %{{.*}}) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
// CYCLE: %[[MULTIPLY_1:.*]] = stablehlo.multiply %{{.*}}, %[[X]] : tensor<2x3xf32>
// CYCLE: %[[CONVERT:.*]] = stablehlo.convert %[[GLOBAL_STEP]] : (tensor<i64>) -> tensor<f32>
// CYCLE: %[[CONSTANT_2:.*]] = stablehlo.constant dense<8.000000e+00> : tensor<f32>
// CYCLE: %[[DIVIDE:.*]] = stablehlo.divide %[[CONVERT]], %[[CONSTANT_2]] : tensor<f32>
// CYCLE: %[[CEIL:.*]] = stablehlo.ceil %[[DIVIDE]] : tensor<f32>
// CYCLE: %[[CONSTANT_3:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// CYCLE: %[[MAXIMUM:.*]] = stablehlo.maximum %[[CEIL]], %[[CONSTANT_3]] : tensor<f32>
// CYCLE: %[[MULTIPLY_2:.*]] = stablehlo.multiply %[[CONSTANT_2]], %[[MAXIMUM]] : tensor<f32>
// CYCLE: %[[MINIMUM:.*]] = stablehlo.minimum %[[CONVERT]], %[[MULTIPLY_2]] : tensor<f32>
// CYCLE: %[[DIVIDE_1:.*]] = stablehlo.divide %[[MINIMUM]], %[[MULTIPLY_2]] : tensor<f32>
// CYCLE: %[[CONSTANT_4:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// CYCLE: %[[SUBTRACT:.*]] = stablehlo.subtract %[[CONSTANT_4]], %[[DIVIDE_1]] : tensor<f32>
// CYCLE: %[[CONSTANT_5:.*]] = stablehlo.constant dense<1.250000e-01> : tensor<f32>
// CYCLE: %[[CONSTANT_6:.*]] = stablehlo.constant dense<3.750000e-01> : tensor<f32>
// CYCLE: %[[MULTIPLY_3:.*]] = stablehlo.multiply %[[SUBTRACT]], %[[CONSTANT_6]] : tensor<f32>
// CYCLE: %[[ADD:.*]] = stablehlo.add %[[MULTIPLY_3]], %[[CONSTANT_5]] : tensor<f32>
// CYCLE: %[[BROADCAST_IN_DIM_1:.*]] = stablehlo.broadcast_in_dim %[[ADD]], dims = [] : (tensor<f32>) -> tensor<2x3xf32>
// CYCLE: %[[MULTIPLY_4:.*]] = stablehlo.multiply %[[MULTIPLY_1]], %[[BROADCAST_IN_DIM_1]] : tensor<2x3xf32>
// CYCLE: %[[SUBTRACT_1:.*]] = stablehlo.subtract %[[W]], %[[MULTIPLY_4]] : tensor<2x3xf32>
// CYCLE: %[[CONSTANT_7:.*]] = stablehlo.constant dense<1> : tensor<i64>
// CYCLE: %[[ADD_1:.*]] = stablehlo.add %[[GLOBAL_STEP]], %[[CONSTANT_7]] : tensor<i64>
// CYCLE: return %[[SUBTRACT_1]], %[[ADD_1]], %[[REDUCE]] : tensor<2x3xf32>, tensor<i64>, tensor<f32>

// Half a wave.
// WAVE-LABEL: func.func @main(
// WAVE-SAME:    %[[W:[^:]*]]: tensor<2x3xf32> {tf.aliasing_output = {{[0-9]+}} : i32, trainlint.name = "w"
// WAVE-SAME:    %[[GLOBAL_STEP:[^:]*]]: tensor<i64> {tf.aliasing_output = {{[0-9]+}} : i32, trainlint.name = "global_step"
// WAVE-SAME:    %[[X:[^:]*]]: tensor<2x3xf32> {trainlint.name = "x"
// WAVE: %[[REDUCE:.*]] = stablehlo.reduce(%{{.*}} init: %{{.*}}) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
// WAVE: %[[MULTIPLY_1:.*]] = stablehlo.multiply %{{.*}}, %[[X]] : tensor<2x3xf32>
// WAVE: %[[CONVERT:.*]] = stablehlo.convert %[[GLOBAL_STEP]] : (tensor<i64>) -> tensor<f32>
// WAVE: %[[CONSTANT_2:.*]] = stablehlo.constant dense<8.000000e+00> : tensor<f32>
// WAVE: %[[MINIMUM:.*]] = stablehlo.minimum %[[CONVERT]], %[[CONSTANT_2]] : tensor<f32>
// WAVE: %[[DIVIDE:.*]] = stablehlo.divide %[[MINIMUM]], %[[CONSTANT_2]] : tensor<f32>
// WAVE: %[[CONSTANT_3:.*]] = stablehlo.constant dense<3.14159274> : tensor<f32>
// WAVE: %[[MULTIPLY_2:.*]] = stablehlo.multiply %[[DIVIDE]], %[[CONSTANT_3]] : tensor<f32>
// WAVE: %[[COSINE:.*]] = stablehlo.cosine %[[MULTIPLY_2]] : tensor<f32>
// WAVE: %[[CONSTANT_4:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// WAVE: %[[ADD:.*]] = stablehlo.add %[[COSINE]], %[[CONSTANT_4]] : tensor<f32>
// WAVE: %[[CONSTANT_5:.*]] = stablehlo.constant dense<3.750000e-01> : tensor<f32>
// WAVE: %[[MULTIPLY_3:.*]] = stablehlo.multiply %[[ADD]], %[[CONSTANT_5]] : tensor<f32>
// WAVE: %[[CONSTANT_6:.*]] = stablehlo.constant dense<2.500000e-01> : tensor<f32>
// WAVE: %[[ADD_1:.*]] = stablehlo.add %[[MULTIPLY_3]], %[[CONSTANT_6]] : tensor<f32>
// WAVE: %[[CONSTANT_7:.*]] = stablehlo.constant dense<5.000000e-01> : tensor<f32>
// WAVE: %[[MULTIPLY_4:.*]] = stablehlo.multiply %[[ADD_1]], %[[CONSTANT_7]] : tensor<f32>
// WAVE: %[[BROADCAST_IN_DIM_1:.*]] = stablehlo.broadcast_in_dim %[[MULTIPLY_4]], dims = [] : (tensor<f32>) -> tensor<2x3xf32>
// WAVE: %[[MULTIPLY_5:.*]] = stablehlo.multiply %[[MULTIPLY_1]], %[[BROADCAST_IN_DIM_1]] : tensor<2x3xf32>
// WAVE: %[[SUBTRACT:.*]] = stablehlo.subtract %[[W]], %[[MULTIPLY_5]] : tensor<2x3xf32>
// WAVE: %[[CONSTANT_8:.*]] = stablehlo.constant dense<1> : tensor<i64>
// WAVE: %[[ADD_2:.*]] = stablehlo.add %[[GLOBAL_STEP]], %[[CONSTANT_8]] : tensor<i64>
// WAVE: return %[[SUBTRACT]], %[[ADD_2]], %[[REDUCE]] : tensor<2x3xf32>, tensor<i64>, tensor<f32>

// In a line up, first.
// WARMUP-LABEL: func.func @main(
// WARMUP-SAME:    %[[W:[^:]*]]: tensor<2x3xf32> {tf.aliasing_output = {{[0-9]+}} : i32, trainlint.name = "w"
// WARMUP-SAME:    %[[GLOBAL_STEP:[^:]*]]: tensor<i64> {tf.aliasing_output = {{[0-9]+}} : i32, trainlint.name = "global_step"
// WARMUP-SAME:    %[[X:[^:]*]]: tensor<2x3xf32> {trainlint.name = "x"
// WARMUP: %[[REDUCE:.*]] = stablehlo.reduce(%{{.*}} init: %{{.*}}) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
// WARMUP: %[[MULTIPLY_1:.*]] = stablehlo.multiply %{{.*}}, %[[X]] : tensor<2x3xf32>
// WARMUP: %[[CONSTANT_2:.*]] = stablehlo.constant dense<4> : tensor<i64>
// WARMUP: %[[CONSTANT_3:.*]] = stablehlo.constant dense<0> : tensor<i64>
// WARMUP: %[[SUBTRACT:.*]] = stablehlo.subtract %[[GLOBAL_STEP]], %[[CONSTANT_2]] : tensor<i64>
// WARMUP: %[[MAXIMUM:.*]] = stablehlo.maximum %[[SUBTRACT]], %[[CONSTANT_3]] : tensor<i64>
// WARMUP: %[[CONSTANT_4:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// WARMUP: %[[CONVERT:.*]] = stablehlo.convert %[[GLOBAL_STEP]] : (tensor<i64>) -> tensor<f32>
// WARMUP: %[[CONSTANT_5:.*]] = stablehlo.constant dense<1.250000e-01> : tensor<f32>
// WARMUP: %[[MULTIPLY_2:.*]] = stablehlo.multiply %[[CONVERT]], %[[CONSTANT_5]] : tensor<f32>
// WARMUP: %[[ADD:.*]] = stablehlo.add %[[MULTIPLY_2]], %[[CONSTANT_4]] : tensor<f32>
// WARMUP: %[[CONVERT_1:.*]] = stablehlo.convert %[[MAXIMUM]] : (tensor<i64>) -> tensor<f32>
// WARMUP: %[[CONSTANT_6:.*]] = stablehlo.constant dense<8.000000e+00> : tensor<f32>
// WARMUP: %[[MINIMUM:.*]] = stablehlo.minimum %[[CONVERT_1]], %[[CONSTANT_6]] : tensor<f32>
// WARMUP: %[[DIVIDE:.*]] = stablehlo.divide %[[MINIMUM]], %[[CONSTANT_6]] : tensor<f32>
// WARMUP: %[[CONSTANT_7:.*]] = stablehlo.constant dense<3.14159274> : tensor<f32>
// WARMUP: %[[MULTIPLY_3:.*]] = stablehlo.multiply %[[DIVIDE]], %[[CONSTANT_7]] : tensor<f32>
// WARMUP: %[[COSINE:.*]] = stablehlo.cosine %[[MULTIPLY_3]] : tensor<f32>
// WARMUP: %[[CONSTANT_8:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// WARMUP: %[[ADD_1:.*]] = stablehlo.add %[[COSINE]], %[[CONSTANT_8]] : tensor<f32>
// WARMUP: %[[CONSTANT_9:.*]] = stablehlo.constant dense<5.000000e-01> : tensor<f32>
// WARMUP: %[[MULTIPLY_4:.*]] = stablehlo.multiply %[[ADD_1]], %[[CONSTANT_9]] : tensor<f32>
// WARMUP: %[[CONSTANT_10:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// WARMUP: %[[ADD_2:.*]] = stablehlo.add %[[MULTIPLY_4]], %[[CONSTANT_10]] : tensor<f32>
// WARMUP: %[[CONSTANT_11:.*]] = stablehlo.constant dense<5.000000e-01> : tensor<f32>
// WARMUP: %[[MULTIPLY_5:.*]] = stablehlo.multiply %[[ADD_2]], %[[CONSTANT_11]] : tensor<f32>
// WARMUP: %[[COMPARE:.*]] = stablehlo.compare  LT, %[[GLOBAL_STEP]], %[[CONSTANT_2]] : (tensor<i64>, tensor<i64>) -> tensor<i1>
// WARMUP: %[[SELECT:.*]] = stablehlo.select %[[COMPARE]], %[[ADD]], %[[MULTIPLY_5]] : tensor<i1>, tensor<f32>
// WARMUP: %[[BROADCAST_IN_DIM_1:.*]] = stablehlo.broadcast_in_dim %[[SELECT]], dims = [] : (tensor<f32>) -> tensor<2x3xf32>
// WARMUP: %[[MULTIPLY_6:.*]] = stablehlo.multiply %[[MULTIPLY_1]], %[[BROADCAST_IN_DIM_1]] : tensor<2x3xf32>
// WARMUP: %[[SUBTRACT_1:.*]] = stablehlo.subtract %[[W]], %[[MULTIPLY_6]] : tensor<2x3xf32>
// WARMUP: %[[CONSTANT_12:.*]] = stablehlo.constant dense<1> : tensor<i64>
// WARMUP: %[[ADD_3:.*]] = stablehlo.add %[[GLOBAL_STEP]], %[[CONSTANT_12]] : tensor<i64>
// WARMUP: return %[[SUBTRACT_1]], %[[ADD_3]], %[[REDUCE]] : tensor<2x3xf32>, tensor<i64>, tensor<f32>

func.func @init(%seed: tensor<i64>) -> (tensor<2x3xf32> {trainlint.name = "w"}) {
  %0 = stablehlo.constant dense<1.0> : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
func.func @forward(
    %w: tensor<2x3xf32> {trainlint.role = "parameter", trainlint.name = "w"},
    %x: tensor<2x3xf32> {trainlint.role = "input", trainlint.name = "x"})
    -> (tensor<f32> {trainlint.role = "loss", trainlint.name = "l"}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.multiply %w, %x : tensor<2x3xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}
