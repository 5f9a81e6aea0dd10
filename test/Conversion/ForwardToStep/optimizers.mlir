// What each optimizer makes of the gradient of a weight, here the input. Its slots are further
// arguments with the name of the weight, which `init` begins with zeros.

// RUN: trainlint-opt %s --stablehlo-make-step="optimizer=sgd learning-rate=0.25" | FileCheck %s --check-prefix=SGD
// RUN: trainlint-opt %s --stablehlo-make-step="optimizer=sgd learning-rate=0.25 l2=0.5" | FileCheck %s --check-prefix=DECAY
// RUN: trainlint-opt %s --stablehlo-make-step="optimizer=momentum learning-rate=0.25 momentum=0.5" | FileCheck %s --check-prefix=MOMENTUM
// RUN: trainlint-opt %s --stablehlo-make-step="optimizer=momentum learning-rate=0.25 momentum=0.5 nesterov=true" | FileCheck %s --check-prefix=NESTEROV
// RUN: trainlint-opt %s --stablehlo-make-step="optimizer=momentum learning-rate=0.25 momentum=0.5 momentum-form=tensorflow" | FileCheck %s --check-prefix=OLDFORM
// RUN: trainlint-opt %s --stablehlo-make-step="optimizer=adam learning-rate=0.25 beta-1=0.5 beta-2=0.75 epsilon=0.125" | FileCheck %s --check-prefix=ADAM
// RUN: trainlint-opt %s --stablehlo-make-step="optimizer=adamw learning-rate=0.25 beta-1=0.5 beta-2=0.75 epsilon=0.125 weight-decay=0.0625" | FileCheck %s --check-prefix=ADAMW
// RUN: trainlint-opt %s --stablehlo-make-step="optimizer=rmsprop learning-rate=0.25 rho=0.5 epsilon=0.125" | FileCheck %s --check-prefix=RMSPROP
// RUN: trainlint-opt %s --stablehlo-make-step="optimizer=rmsprop learning-rate=0.25 rho=0.5 momentum=0.75 epsilon=0.125 centered=true" | FileCheck %s --check-prefix=CENTERED
// RUN: trainlint-opt %s --stablehlo-make-step="optimizer=adagrad learning-rate=0.25 initial-accumulator=0.5 epsilon=0.125" | FileCheck %s --check-prefix=ADAGRAD
// RUN: trainlint-opt %s --stablehlo-make-step="optimizer=lars learning-rate=0.25 momentum=0.5 weight-decay=0.0625" | FileCheck %s --check-prefix=LARS

// Plain descent.
// SGD-LABEL: func.func @main(
// SGD-SAME:    %[[W:[^:]*]]: tensor<2x3xf32> {tf.aliasing_output = {{[0-9]+}} : i32, trainlint.name = "w"
// SGD-SAME:    %[[GLOBAL_STEP:[^:]*]]: tensor<i64> {tf.aliasing_output = {{[0-9]+}} : i32, trainlint.name = "global_step"
// SGD-SAME:    %[[X:[^:]*]]: tensor<2x3xf32> {trainlint.name = "x"
// SGD: %[[REDUCE:.*]] = stablehlo.reduce(%{{.*}} init: %{{.*}}) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
// SGD: %[[MULTIPLY_1:.*]] = stablehlo.multiply %{{.*}}, %[[X]] : tensor<2x3xf32>
// SGD: %{{.*}} = stablehlo.convert %[[GLOBAL_STEP]] : (tensor<i64>) -> tensor<f32>
// SGD: %{{.*}} = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// SGD: %[[CONSTANT_3:.*]] = stablehlo.constant dense<2.500000e-01> : tensor<f32>
// SGD: %[[BROADCAST_IN_DIM_1:.*]] = stablehlo.broadcast_in_dim %[[CONSTANT_3]], dims = [] : (tensor<f32>) -> tensor<2x3xf32>
// SGD: %[[MULTIPLY_2:.*]] = stablehlo.multiply %[[MULTIPLY_1]], %[[BROADCAST_IN_DIM_1]] : tensor<2x3xf32>
// SGD: %[[SUBTRACT:.*]] = stablehlo.subtract %[[W]], %[[MULTIPLY_2]] : tensor<2x3xf32>
// SGD: %[[CONSTANT_4:.*]] = stablehlo.constant dense<1> : tensor<i64>
// SGD: %[[ADD:.*]] = stablehlo.add %[[GLOBAL_STEP]], %[[CONSTANT_4]] : tensor<i64>
// SGD: return %[[SUBTRACT]], %[[ADD]], %[[REDUCE]] : tensor<2x3xf32>, tensor<i64>, tensor<f32>

// What `l2` adds to the loss has a gradient, too.
// DECAY-LABEL: func.func @main(
// DECAY-SAME:    %[[W:[^:]*]]: tensor<2x3xf32> {tf.aliasing_output = {{[0-9]+}} : i32, trainlint.name = "w"
// DECAY-SAME:    %[[GLOBAL_STEP:[^:]*]]: tensor<i64> {tf.aliasing_output = {{[0-9]+}} : i32, trainlint.name = "global_step"
// DECAY-SAME:    %[[X:[^:]*]]: tensor<2x3xf32> {trainlint.name = "x"
// DECAY: %[[CONSTANT:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// DECAY: %[[MULTIPLY:.*]] = stablehlo.multiply %[[W]], %[[X]] : tensor<2x3xf32>
// DECAY: %[[REDUCE:.*]] = stablehlo.reduce(%[[MULTIPLY]] init: %[[CONSTANT]]) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
// DECAY: %[[MULTIPLY_1:.*]] = stablehlo.multiply %[[W]], %[[W]] : tensor<2x3xf32>
// DECAY: %[[CONSTANT_1:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// DECAY: %[[REDUCE_1:.*]] = stablehlo.reduce(%[[MULTIPLY_1]] init: %[[CONSTANT_1]]) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
// DECAY: %[[CONSTANT_2:.*]] = stablehlo.constant dense<5.000000e-01> : tensor<f32>
// DECAY: %[[MULTIPLY_2:.*]] = stablehlo.multiply %[[REDUCE_1]], %[[CONSTANT_2]] : tensor<f32>
// DECAY: %[[ADD:.*]] = stablehlo.add %[[REDUCE]], %[[MULTIPLY_2]] : tensor<f32>
// DECAY: %[[CONSTANT_3:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// DECAY: %[[MULTIPLY_3:.*]] = stablehlo.multiply %[[CONSTANT_3]], %[[CONSTANT_2]] : tensor<f32>
// DECAY: %[[BROADCAST_IN_DIM:.*]] = stablehlo.broadcast_in_dim %[[MULTIPLY_3]], dims = [] : (tensor<f32>) -> tensor<2x3xf32>
// DECAY: %[[MULTIPLY_4:.*]] = stablehlo.multiply %[[BROADCAST_IN_DIM]], %[[W]] : tensor<2x3xf32>
// DECAY: %[[MULTIPLY_5:.*]] = stablehlo.multiply %[[BROADCAST_IN_DIM]], %[[W]] : tensor<2x3xf32>
// DECAY: %[[ADD_1:.*]] = stablehlo.add %[[MULTIPLY_4]], %[[MULTIPLY_5]] : tensor<2x3xf32>
// DECAY: %[[BROADCAST_IN_DIM_1:.*]] = stablehlo.broadcast_in_dim %[[CONSTANT_3]], dims = [] : (tensor<f32>) -> tensor<2x3xf32>
// DECAY: %[[MULTIPLY_6:.*]] = stablehlo.multiply %[[BROADCAST_IN_DIM_1]], %[[X]] : tensor<2x3xf32>
// DECAY: %[[ADD_2:.*]] = stablehlo.add %[[ADD_1]], %[[MULTIPLY_6]] : tensor<2x3xf32>
// DECAY: %{{.*}} = stablehlo.convert %[[GLOBAL_STEP]] : (tensor<i64>) -> tensor<f32>
// DECAY: %{{.*}} = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// DECAY: %[[CONSTANT_5:.*]] = stablehlo.constant dense<2.500000e-01> : tensor<f32>
// DECAY: %[[BROADCAST_IN_DIM_2:.*]] = stablehlo.broadcast_in_dim %[[CONSTANT_5]], dims = [] : (tensor<f32>) -> tensor<2x3xf32>
// DECAY: %[[MULTIPLY_7:.*]] = stablehlo.multiply %[[ADD_2]], %[[BROADCAST_IN_DIM_2]] : tensor<2x3xf32>
// DECAY: %[[SUBTRACT:.*]] = stablehlo.subtract %[[W]], %[[MULTIPLY_7]] : tensor<2x3xf32>
// DECAY: %[[CONSTANT_6:.*]] = stablehlo.constant dense<1> : tensor<i64>
// DECAY: %[[ADD_3:.*]] = stablehlo.add %[[GLOBAL_STEP]], %[[CONSTANT_6]] : tensor<i64>
// DECAY: return %[[SUBTRACT]], %[[ADD_3]], %[[ADD]] : tensor<2x3xf32>, tensor<i64>, tensor<f32>

// The form of Keras keeps sums of steps.
// MOMENTUM-LABEL: func.func @main(
// MOMENTUM-SAME:    %[[W:[^:]*]]: tensor<2x3xf32> {tf.aliasing_output = {{[0-9]+}} : i32, trainlint.name = "w"
// MOMENTUM-SAME:    %[[W_MOMENTUM:[^:]*]]: tensor<2x3xf32> {tf.aliasing_output = {{[0-9]+}} : i32, trainlint.name = "w/momentum"
// MOMENTUM-SAME:    %[[GLOBAL_STEP:[^:]*]]: tensor<i64> {tf.aliasing_output = {{[0-9]+}} : i32, trainlint.name = "global_step"
// MOMENTUM-SAME:    %[[X:[^:]*]]: tensor<2x3xf32> {trainlint.name = "x"
// MOMENTUM: %[[REDUCE:.*]] = stablehlo.reduce(%{{.*}} init: %{{.*}}) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
// MOMENTUM: %[[MULTIPLY_1:.*]] = stablehlo.multiply %{{.*}}, %[[X]] : tensor<2x3xf32>
// MOMENTUM: %{{.*}} = stablehlo.convert %[[GLOBAL_STEP]] : (tensor<i64>) -> tensor<f32>
// MOMENTUM: %{{.*}} = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// MOMENTUM: %[[CONSTANT_3:.*]] = stablehlo.constant dense<2.500000e-01> : tensor<f32>
// MOMENTUM: %[[CONSTANT_4:.*]] = stablehlo.constant dense<5.000000e-01> : tensor<f32>
// MOMENTUM: %[[BROADCAST_IN_DIM_1:.*]] = stablehlo.broadcast_in_dim %[[CONSTANT_3]], dims = [] : (tensor<f32>) -> tensor<2x3xf32>
// MOMENTUM: %[[MULTIPLY_2:.*]] = stablehlo.multiply %[[MULTIPLY_1]], %[[BROADCAST_IN_DIM_1]] : tensor<2x3xf32>
// MOMENTUM: %[[BROADCAST_IN_DIM_2:.*]] = stablehlo.broadcast_in_dim %[[CONSTANT_4]], dims = [] : (tensor<f32>) -> tensor<2x3xf32>
// MOMENTUM: %[[MULTIPLY_3:.*]] = stablehlo.multiply %[[W_MOMENTUM]], %[[BROADCAST_IN_DIM_2]] : tensor<2x3xf32>
// MOMENTUM: %[[SUBTRACT:.*]] = stablehlo.subtract %[[MULTIPLY_3]], %[[MULTIPLY_2]] : tensor<2x3xf32>
// MOMENTUM: %[[ADD:.*]] = stablehlo.add %[[W]], %[[SUBTRACT]] : tensor<2x3xf32>
// MOMENTUM: %[[CONSTANT_5:.*]] = stablehlo.constant dense<1> : tensor<i64>
// MOMENTUM: %[[ADD_1:.*]] = stablehlo.add %[[GLOBAL_STEP]], %[[CONSTANT_5]] : tensor<i64>
// MOMENTUM: return %[[ADD]], %[[SUBTRACT]], %[[ADD_1]], %[[REDUCE]] : tensor<2x3xf32>, tensor<2x3xf32>, tensor<i64>, tensor<f32>

// A step ahead.
// NESTEROV-LABEL: func.func @main(
// NESTEROV-SAME:    %[[W:[^:]*]]: tensor<2x3xf32> {tf.aliasing_output = {{[0-9]+}} : i32, trainlint.name = "w"
// NESTEROV-SAME:    %[[W_MOMENTUM:[^:]*]]: tensor<2x3xf32> {tf.aliasing_output = {{[0-9]+}} : i32, trainlint.name = "w/momentum"
// NESTEROV-SAME:    %[[GLOBAL_STEP:[^:]*]]: tensor<i64> {tf.aliasing_output = {{[0-9]+}} : i32, trainlint.name = "global_step"
// NESTEROV-SAME:    %[[X:[^:]*]]: tensor<2x3xf32> {trainlint.name = "x"
// NESTEROV: %[[REDUCE:.*]] = stablehlo.reduce(%{{.*}} init: %{{.*}}) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
// NESTEROV: %[[MULTIPLY_1:.*]] = stablehlo.multiply %{{.*}}, %[[X]] : tensor<2x3xf32>
// NESTEROV: %{{.*}} = stablehlo.convert %[[GLOBAL_STEP]] : (tensor<i64>) -> tensor<f32>
// NESTEROV: %{{.*}} = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// NESTEROV: %[[CONSTANT_3:.*]] = stablehlo.constant dense<2.500000e-01> : tensor<f32>
// NESTEROV: %[[CONSTANT_4:.*]] = stablehlo.constant dense<5.000000e-01> : tensor<f32>
// NESTEROV: %[[BROADCAST_IN_DIM_1:.*]] = stablehlo.broadcast_in_dim %[[CONSTANT_3]], dims = [] : (tensor<f32>) -> tensor<2x3xf32>
// NESTEROV: %[[MULTIPLY_2:.*]] = stablehlo.multiply %[[MULTIPLY_1]], %[[BROADCAST_IN_DIM_1]] : tensor<2x3xf32>
// NESTEROV: %[[BROADCAST_IN_DIM_2:.*]] = stablehlo.broadcast_in_dim %[[CONSTANT_4]], dims = [] : (tensor<f32>) -> tensor<2x3xf32>
// NESTEROV: %[[MULTIPLY_3:.*]] = stablehlo.multiply %[[W_MOMENTUM]], %[[BROADCAST_IN_DIM_2]] : tensor<2x3xf32>
// NESTEROV: %[[SUBTRACT:.*]] = stablehlo.subtract %[[MULTIPLY_3]], %[[MULTIPLY_2]] : tensor<2x3xf32>
// NESTEROV: %[[BROADCAST_IN_DIM_3:.*]] = stablehlo.broadcast_in_dim %[[CONSTANT_4]], dims = [] : (tensor<f32>) -> tensor<2x3xf32>
// NESTEROV: %[[MULTIPLY_4:.*]] = stablehlo.multiply %[[SUBTRACT]], %[[BROADCAST_IN_DIM_3]] : tensor<2x3xf32>
// NESTEROV: %[[SUBTRACT_1:.*]] = stablehlo.subtract %[[MULTIPLY_4]], %[[MULTIPLY_2]] : tensor<2x3xf32>
// NESTEROV: %[[ADD:.*]] = stablehlo.add %[[W]], %[[SUBTRACT_1]] : tensor<2x3xf32>
// NESTEROV: %[[CONSTANT_5:.*]] = stablehlo.constant dense<1> : tensor<i64>
// NESTEROV: %[[ADD_1:.*]] = stablehlo.add %[[GLOBAL_STEP]], %[[CONSTANT_5]] : tensor<i64>
// NESTEROV: return %[[ADD]], %[[SUBTRACT]], %[[ADD_1]], %[[REDUCE]] : tensor<2x3xf32>, tensor<2x3xf32>, tensor<i64>, tensor<f32>

// The form of TensorFlow keeps sums of gradients.
// OLDFORM-LABEL: func.func @main(
// OLDFORM-SAME:    %[[W:[^:]*]]: tensor<2x3xf32> {tf.aliasing_output = {{[0-9]+}} : i32, trainlint.name = "w"
// OLDFORM-SAME:    %[[W_MOMENTUM:[^:]*]]: tensor<2x3xf32> {tf.aliasing_output = {{[0-9]+}} : i32, trainlint.name = "w/momentum"
// OLDFORM-SAME:    %[[GLOBAL_STEP:[^:]*]]: tensor<i64> {tf.aliasing_output = {{[0-9]+}} : i32, trainlint.name = "global_step"
// OLDFORM-SAME:    %[[X:[^:]*]]: tensor<2x3xf32> {trainlint.name = "x"
// OLDFORM: %[[REDUCE:.*]] = stablehlo.reduce(%{{.*}} init: %{{.*}}) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
// OLDFORM: %[[MULTIPLY_1:.*]] = stablehlo.multiply %{{.*}}, %[[X]] : tensor<2x3xf32>
// OLDFORM: %{{.*}} = stablehlo.convert %[[GLOBAL_STEP]] : (tensor<i64>) -> tensor<f32>
// OLDFORM: %{{.*}} = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// OLDFORM: %[[CONSTANT_3:.*]] = stablehlo.constant dense<2.500000e-01> : tensor<f32>
// OLDFORM: %[[CONSTANT_4:.*]] = stablehlo.constant dense<5.000000e-01> : tensor<f32>
// OLDFORM: %[[BROADCAST_IN_DIM_1:.*]] = stablehlo.broadcast_in_dim %[[CONSTANT_4]], dims = [] : (tensor<f32>) -> tensor<2x3xf32>
// OLDFORM: %[[MULTIPLY_2:.*]] = stablehlo.multiply %[[W_MOMENTUM]], %[[BROADCAST_IN_DIM_1]] : tensor<2x3xf32>
// OLDFORM: %[[ADD:.*]] = stablehlo.add %[[MULTIPLY_2]], %[[MULTIPLY_1]] : tensor<2x3xf32>
// OLDFORM: %[[BROADCAST_IN_DIM_2:.*]] = stablehlo.broadcast_in_dim %[[CONSTANT_3]], dims = [] : (tensor<f32>) -> tensor<2x3xf32>
// OLDFORM: %[[MULTIPLY_3:.*]] = stablehlo.multiply %[[ADD]], %[[BROADCAST_IN_DIM_2]] : tensor<2x3xf32>
// OLDFORM: %[[SUBTRACT:.*]] = stablehlo.subtract %[[W]], %[[MULTIPLY_3]] : tensor<2x3xf32>
// OLDFORM: %[[CONSTANT_5:.*]] = stablehlo.constant dense<1> : tensor<i64>
// OLDFORM: %[[ADD_1:.*]] = stablehlo.add %[[GLOBAL_STEP]], %[[CONSTANT_5]] : tensor<i64>
// OLDFORM: return %[[SUBTRACT]], %[[ADD]], %[[ADD_1]], %[[REDUCE]] : tensor<2x3xf32>, tensor<2x3xf32>, tensor<i64>, tensor<f32>

// Means of the gradient and of its square; both are too small at first, which the rate makes up for.
// ADAM-LABEL: func.func @main(
// ADAM-SAME:    %[[W:[^:]*]]: tensor<2x3xf32> {tf.aliasing_output = {{[0-9]+}} : i32, trainlint.name = "w"
// ADAM-SAME:    %[[W_M:[^:]*]]: tensor<2x3xf32> {tf.aliasing_output = {{[0-9]+}} : i32, trainlint.name = "w/m"
// ADAM-SAME:    %[[W_V:[^:]*]]: tensor<2x3xf32> {tf.aliasing_output = {{[0-9]+}} : i32, trainlint.name = "w/v"
// ADAM-SAME:    %[[GLOBAL_STEP:[^:]*]]: tensor<i64> {tf.aliasing_output = {{[0-9]+}} : i32, trainlint.name = "global_step"
// ADAM-SAME:    %[[X:[^:]*]]: tensor<2x3xf32> {trainlint.name = "x"
// ADAM: %[[REDUCE:.*]] = stablehlo.reduce(%{{.*}} init: %{{.*}}) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
// ADAM: %[[MULTIPLY_1:.*]] = stablehlo.multiply %{{.*}}, %[[X]] : tensor<2x3xf32>
// ADAM: %{{.*}} = stablehlo.convert %[[GLOBAL_STEP]] : (tensor<i64>) -> tensor<f32>
// ADAM: %{{.*}} = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// ADAM: %[[CONSTANT_3:.*]] = stablehlo.constant dense<2.500000e-01> : tensor<f32>
// ADAM: %[[CONSTANT_4:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// ADAM: %[[CONVERT_1:.*]] = stablehlo.convert %[[GLOBAL_STEP]] : (tensor<i64>) -> tensor<f32>
// ADAM: %[[ADD:.*]] = stablehlo.add %[[CONVERT_1]], %[[CONSTANT_4]] : tensor<f32>
// ADAM: %[[CONSTANT_5:.*]] = stablehlo.constant dense<5.000000e-01> : tensor<f32>
// ADAM: %[[CONSTANT_6:.*]] = stablehlo.constant dense<7.500000e-01> : tensor<f32>
// ADAM: %[[CONSTANT_7:.*]] = stablehlo.constant dense<1.250000e-01> : tensor<f32>
// ADAM: %[[POWER:.*]] = stablehlo.power %[[CONSTANT_5]], %[[ADD]] : tensor<f32>
// ADAM: %[[POWER_1:.*]] = stablehlo.power %[[CONSTANT_6]], %[[ADD]] : tensor<f32>
// ADAM: %[[CONSTANT_8:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// ADAM: %[[SUBTRACT:.*]] = stablehlo.subtract %[[CONSTANT_8]], %[[POWER]] : tensor<f32>
// ADAM: %[[CONSTANT_9:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// ADAM: %[[SUBTRACT_1:.*]] = stablehlo.subtract %[[CONSTANT_9]], %[[POWER_1]] : tensor<f32>
// ADAM: %[[SQRT:.*]] = stablehlo.sqrt %[[SUBTRACT_1]] : tensor<f32>
// ADAM: %[[MULTIPLY_2:.*]] = stablehlo.multiply %[[CONSTANT_3]], %[[SQRT]] : tensor<f32>
// ADAM: %[[DIVIDE:.*]] = stablehlo.divide %[[MULTIPLY_2]], %[[SUBTRACT]] : tensor<f32>
// ADAM: %[[CONSTANT_10:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// ADAM: %[[SUBTRACT_2:.*]] = stablehlo.subtract %[[CONSTANT_10]], %[[CONSTANT_5]] : tensor<f32>
// ADAM: %[[SUBTRACT_3:.*]] = stablehlo.subtract %[[MULTIPLY_1]], %[[W_M]] : tensor<2x3xf32>
// ADAM: %[[BROADCAST_IN_DIM_1:.*]] = stablehlo.broadcast_in_dim %[[SUBTRACT_2]], dims = [] : (tensor<f32>) -> tensor<2x3xf32>
// ADAM: %[[MULTIPLY_3:.*]] = stablehlo.multiply %[[SUBTRACT_3]], %[[BROADCAST_IN_DIM_1]] : tensor<2x3xf32>
// ADAM: %[[ADD_1:.*]] = stablehlo.add %[[W_M]], %[[MULTIPLY_3]] : tensor<2x3xf32>
// ADAM: %[[MULTIPLY_4:.*]] = stablehlo.multiply %[[MULTIPLY_1]], %[[MULTIPLY_1]] : tensor<2x3xf32>
// ADAM: %[[CONSTANT_11:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// ADAM: %[[SUBTRACT_4:.*]] = stablehlo.subtract %[[CONSTANT_11]], %[[CONSTANT_6]] : tensor<f32>
// ADAM: %[[SUBTRACT_5:.*]] = stablehlo.subtract %[[MULTIPLY_4]], %[[W_V]] : tensor<2x3xf32>
// ADAM: %[[BROADCAST_IN_DIM_2:.*]] = stablehlo.broadcast_in_dim %[[SUBTRACT_4]], dims = [] : (tensor<f32>) -> tensor<2x3xf32>
// ADAM: %[[MULTIPLY_5:.*]] = stablehlo.multiply %[[SUBTRACT_5]], %[[BROADCAST_IN_DIM_2]] : tensor<2x3xf32>
// ADAM: %[[ADD_2:.*]] = stablehlo.add %[[W_V]], %[[MULTIPLY_5]] : tensor<2x3xf32>
// ADAM: %[[SQRT_1:.*]] = stablehlo.sqrt %[[ADD_2]] : tensor<2x3xf32>
// ADAM: %[[BROADCAST_IN_DIM_3:.*]] = stablehlo.broadcast_in_dim %[[CONSTANT_7]], dims = [] : (tensor<f32>) -> tensor<2x3xf32>
// ADAM: %[[ADD_3:.*]] = stablehlo.add %[[SQRT_1]], %[[BROADCAST_IN_DIM_3]] : tensor<2x3xf32>
// ADAM: %[[BROADCAST_IN_DIM_4:.*]] = stablehlo.broadcast_in_dim %[[DIVIDE]], dims = [] : (tensor<f32>) -> tensor<2x3xf32>
// ADAM: %[[MULTIPLY_6:.*]] = stablehlo.multiply %[[ADD_1]], %[[BROADCAST_IN_DIM_4]] : tensor<2x3xf32>
// ADAM: %[[DIVIDE_1:.*]] = stablehlo.divide %[[MULTIPLY_6]], %[[ADD_3]] : tensor<2x3xf32>
// ADAM: %[[SUBTRACT_6:.*]] = stablehlo.subtract %[[W]], %[[DIVIDE_1]] : tensor<2x3xf32>
// ADAM: %[[CONSTANT_12:.*]] = stablehlo.constant dense<1> : tensor<i64>
// ADAM: %[[ADD_4:.*]] = stablehlo.add %[[GLOBAL_STEP]], %[[CONSTANT_12]] : tensor<i64>
// ADAM: return %[[SUBTRACT_6]], %[[ADD_1]], %[[ADD_2]], %[[ADD_4]], %[[REDUCE]] : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<i64>, tensor<f32>

// The weight itself is made smaller, apart from the gradient.
// ADAMW-LABEL: func.func @main(
// ADAMW-SAME:    %[[W:[^:]*]]: tensor<2x3xf32> {tf.aliasing_output = {{[0-9]+}} : i32, trainlint.name = "w"
// ADAMW-SAME:    %[[W_M:[^:]*]]: tensor<2x3xf32> {tf.aliasing_output = {{[0-9]+}} : i32, trainlint.name = "w/m"
// ADAMW-SAME:    %[[W_V:[^:]*]]: tensor<2x3xf32> {tf.aliasing_output = {{[0-9]+}} : i32, trainlint.name = "w/v"
// ADAMW-SAME:    %[[GLOBAL_STEP:[^:]*]]: tensor<i64> {tf.aliasing_output = {{[0-9]+}} : i32, trainlint.name = "global_step"
// ADAMW-SAME:    %[[X:[^:]*]]: tensor<2x3xf32> {trainlint.name = "x"
// ADAMW: %[[REDUCE:.*]] = stablehlo.reduce(%{{.*}} init: %{{.*}}) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
// ADAMW: %[[MULTIPLY_1:.*]] = stablehlo.multiply %{{.*}}, %[[X]] : tensor<2x3xf32>
// ADAMW: %{{.*}} = stablehlo.convert %[[GLOBAL_STEP]] : (tensor<i64>) -> tensor<f32>
// ADAMW: %{{.*}} = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// ADAMW: %[[CONSTANT_3:.*]] = stablehlo.constant dense<2.500000e-01> : tensor<f32>
// ADAMW: %[[CONSTANT_4:.*]] = stablehlo.constant dense<6.250000e-02> : tensor<f32>
// ADAMW: %[[MULTIPLY_2:.*]] = stablehlo.multiply %[[CONSTANT_3]], %[[CONSTANT_4]] : tensor<f32>
// ADAMW: %[[BROADCAST_IN_DIM_1:.*]] = stablehlo.broadcast_in_dim %[[MULTIPLY_2]], dims = [] : (tensor<f32>) -> tensor<2x3xf32>
// ADAMW: %[[MULTIPLY_3:.*]] = stablehlo.multiply %[[W]], %[[BROADCAST_IN_DIM_1]] : tensor<2x3xf32>
// ADAMW: %[[SUBTRACT:.*]] = stablehlo.subtract %[[W]], %[[MULTIPLY_3]] : tensor<2x3xf32>
// ADAMW: %[[CONSTANT_5:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// ADAMW: %[[CONVERT_1:.*]] = stablehlo.convert %[[GLOBAL_STEP]] : (tensor<i64>) -> tensor<f32>
// ADAMW: %[[ADD:.*]] = stablehlo.add %[[CONVERT_1]], %[[CONSTANT_5]] : tensor<f32>
// ADAMW: %[[CONSTANT_6:.*]] = stablehlo.constant dense<5.000000e-01> : tensor<f32>
// ADAMW: %[[CONSTANT_7:.*]] = stablehlo.constant dense<7.500000e-01> : tensor<f32>
// ADAMW: %[[CONSTANT_8:.*]] = stablehlo.constant dense<1.250000e-01> : tensor<f32>
// ADAMW: %[[POWER:.*]] = stablehlo.power %[[CONSTANT_6]], %[[ADD]] : tensor<f32>
// ADAMW: %[[POWER_1:.*]] = stablehlo.power %[[CONSTANT_7]], %[[ADD]] : tensor<f32>
// ADAMW: %[[CONSTANT_9:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// ADAMW: %[[SUBTRACT_1:.*]] = stablehlo.subtract %[[CONSTANT_9]], %[[POWER]] : tensor<f32>
// ADAMW: %[[CONSTANT_10:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// ADAMW: %[[SUBTRACT_2:.*]] = stablehlo.subtract %[[CONSTANT_10]], %[[POWER_1]] : tensor<f32>
// ADAMW: %[[SQRT:.*]] = stablehlo.sqrt %[[SUBTRACT_2]] : tensor<f32>
// ADAMW: %[[MULTIPLY_4:.*]] = stablehlo.multiply %[[CONSTANT_3]], %[[SQRT]] : tensor<f32>
// ADAMW: %[[DIVIDE:.*]] = stablehlo.divide %[[MULTIPLY_4]], %[[SUBTRACT_1]] : tensor<f32>
// ADAMW: %[[CONSTANT_11:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// ADAMW: %[[SUBTRACT_3:.*]] = stablehlo.subtract %[[CONSTANT_11]], %[[CONSTANT_6]] : tensor<f32>
// ADAMW: %[[SUBTRACT_4:.*]] = stablehlo.subtract %[[MULTIPLY_1]], %[[W_M]] : tensor<2x3xf32>
// ADAMW: %[[BROADCAST_IN_DIM_2:.*]] = stablehlo.broadcast_in_dim %[[SUBTRACT_3]], dims = [] : (tensor<f32>) -> tensor<2x3xf32>
// ADAMW: %[[MULTIPLY_5:.*]] = stablehlo.multiply %[[SUBTRACT_4]], %[[BROADCAST_IN_DIM_2]] : tensor<2x3xf32>
// ADAMW: %[[ADD_1:.*]] = stablehlo.add %[[W_M]], %[[MULTIPLY_5]] : tensor<2x3xf32>
// ADAMW: %[[MULTIPLY_6:.*]] = stablehlo.multiply %[[MULTIPLY_1]], %[[MULTIPLY_1]] : tensor<2x3xf32>
// ADAMW: %[[CONSTANT_12:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// ADAMW: %[[SUBTRACT_5:.*]] = stablehlo.subtract %[[CONSTANT_12]], %[[CONSTANT_7]] : tensor<f32>
// ADAMW: %[[SUBTRACT_6:.*]] = stablehlo.subtract %[[MULTIPLY_6]], %[[W_V]] : tensor<2x3xf32>
// ADAMW: %[[BROADCAST_IN_DIM_3:.*]] = stablehlo.broadcast_in_dim %[[SUBTRACT_5]], dims = [] : (tensor<f32>) -> tensor<2x3xf32>
// ADAMW: %[[MULTIPLY_7:.*]] = stablehlo.multiply %[[SUBTRACT_6]], %[[BROADCAST_IN_DIM_3]] : tensor<2x3xf32>
// ADAMW: %[[ADD_2:.*]] = stablehlo.add %[[W_V]], %[[MULTIPLY_7]] : tensor<2x3xf32>
// ADAMW: %[[SQRT_1:.*]] = stablehlo.sqrt %[[ADD_2]] : tensor<2x3xf32>
// ADAMW: %[[BROADCAST_IN_DIM_4:.*]] = stablehlo.broadcast_in_dim %[[CONSTANT_8]], dims = [] : (tensor<f32>) -> tensor<2x3xf32>
// ADAMW: %[[ADD_3:.*]] = stablehlo.add %[[SQRT_1]], %[[BROADCAST_IN_DIM_4]] : tensor<2x3xf32>
// ADAMW: %[[BROADCAST_IN_DIM_5:.*]] = stablehlo.broadcast_in_dim %[[DIVIDE]], dims = [] : (tensor<f32>) -> tensor<2x3xf32>
// ADAMW: %[[MULTIPLY_8:.*]] = stablehlo.multiply %[[ADD_1]], %[[BROADCAST_IN_DIM_5]] : tensor<2x3xf32>
// ADAMW: %[[DIVIDE_1:.*]] = stablehlo.divide %[[MULTIPLY_8]], %[[ADD_3]] : tensor<2x3xf32>
// ADAMW: %[[SUBTRACT_7:.*]] = stablehlo.subtract %[[SUBTRACT]], %[[DIVIDE_1]] : tensor<2x3xf32>
// ADAMW: %[[CONSTANT_13:.*]] = stablehlo.constant dense<1> : tensor<i64>
// ADAMW: %[[ADD_4:.*]] = stablehlo.add %[[GLOBAL_STEP]], %[[CONSTANT_13]] : tensor<i64>
// ADAMW: return %[[SUBTRACT_7]], %[[ADD_1]], %[[ADD_2]], %[[ADD_4]], %[[REDUCE]] : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<i64>, tensor<f32>

// A mean of squares.
// RMSPROP-LABEL: func.func @main(
// RMSPROP-SAME:    %[[W:[^:]*]]: tensor<2x3xf32> {tf.aliasing_output = {{[0-9]+}} : i32, trainlint.name = "w"
// RMSPROP-SAME:    %[[W_RMS:[^:]*]]: tensor<2x3xf32> {tf.aliasing_output = {{[0-9]+}} : i32, trainlint.name = "w/rms"
// RMSPROP-SAME:    %[[W_MOMENTUM:[^:]*]]: tensor<2x3xf32> {tf.aliasing_output = {{[0-9]+}} : i32, trainlint.name = "w/momentum"
// RMSPROP-SAME:    %[[GLOBAL_STEP:[^:]*]]: tensor<i64> {tf.aliasing_output = {{[0-9]+}} : i32, trainlint.name = "global_step"
// RMSPROP-SAME:    %[[X:[^:]*]]: tensor<2x3xf32> {trainlint.name = "x"
// RMSPROP: %[[REDUCE:.*]] = stablehlo.reduce(%{{.*}} init: %{{.*}}) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
// RMSPROP: %[[MULTIPLY_1:.*]] = stablehlo.multiply %{{.*}}, %[[X]] : tensor<2x3xf32>
// RMSPROP: %{{.*}} = stablehlo.convert %[[GLOBAL_STEP]] : (tensor<i64>) -> tensor<f32>
// RMSPROP: %{{.*}} = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// RMSPROP: %[[CONSTANT_3:.*]] = stablehlo.constant dense<2.500000e-01> : tensor<f32>
// RMSPROP: %[[CONSTANT_4:.*]] = stablehlo.constant dense<5.000000e-01> : tensor<f32>
// RMSPROP: %[[CONSTANT_5:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// RMSPROP: %[[CONSTANT_6:.*]] = stablehlo.constant dense<1.250000e-01> : tensor<f32>
// RMSPROP: %[[MULTIPLY_2:.*]] = stablehlo.multiply %[[MULTIPLY_1]], %[[MULTIPLY_1]] : tensor<2x3xf32>
// RMSPROP: %[[CONSTANT_7:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// RMSPROP: %[[SUBTRACT:.*]] = stablehlo.subtract %[[CONSTANT_7]], %[[CONSTANT_4]] : tensor<f32>
// RMSPROP: %[[SUBTRACT_1:.*]] = stablehlo.subtract %[[MULTIPLY_2]], %[[W_RMS]] : tensor<2x3xf32>
// RMSPROP: %[[BROADCAST_IN_DIM_1:.*]] = stablehlo.broadcast_in_dim %[[SUBTRACT]], dims = [] : (tensor<f32>) -> tensor<2x3xf32>
// RMSPROP: %[[MULTIPLY_3:.*]] = stablehlo.multiply %[[SUBTRACT_1]], %[[BROADCAST_IN_DIM_1]] : tensor<2x3xf32>
// RMSPROP: %[[ADD:.*]] = stablehlo.add %[[W_RMS]], %[[MULTIPLY_3]] : tensor<2x3xf32>
// RMSPROP: %[[BROADCAST_IN_DIM_2:.*]] = stablehlo.broadcast_in_dim %[[CONSTANT_6]], dims = [] : (tensor<f32>) -> tensor<2x3xf32>
// RMSPROP: %[[ADD_1:.*]] = stablehlo.add %[[ADD]], %[[BROADCAST_IN_DIM_2]] : tensor<2x3xf32>
// RMSPROP: %[[RSQRT:.*]] = stablehlo.rsqrt %[[ADD_1]] : tensor<2x3xf32>
// RMSPROP: %[[BROADCAST_IN_DIM_3:.*]] = stablehlo.broadcast_in_dim %[[CONSTANT_3]], dims = [] : (tensor<f32>) -> tensor<2x3xf32>
// RMSPROP: %[[MULTIPLY_4:.*]] = stablehlo.multiply %[[MULTIPLY_1]], %[[BROADCAST_IN_DIM_3]] : tensor<2x3xf32>
// RMSPROP: %[[MULTIPLY_5:.*]] = stablehlo.multiply %[[MULTIPLY_4]], %[[RSQRT]] : tensor<2x3xf32>
// RMSPROP: %[[BROADCAST_IN_DIM_4:.*]] = stablehlo.broadcast_in_dim %[[CONSTANT_5]], dims = [] : (tensor<f32>) -> tensor<2x3xf32>
// RMSPROP: %[[MULTIPLY_6:.*]] = stablehlo.multiply %[[W_MOMENTUM]], %[[BROADCAST_IN_DIM_4]] : tensor<2x3xf32>
// RMSPROP: %[[ADD_2:.*]] = stablehlo.add %[[MULTIPLY_6]], %[[MULTIPLY_5]] : tensor<2x3xf32>
// RMSPROP: %[[SUBTRACT_2:.*]] = stablehlo.subtract %[[W]], %[[ADD_2]] : tensor<2x3xf32>
// RMSPROP: %[[CONSTANT_8:.*]] = stablehlo.constant dense<1> : tensor<i64>
// RMSPROP: %[[ADD_3:.*]] = stablehlo.add %[[GLOBAL_STEP]], %[[CONSTANT_8]] : tensor<i64>
// RMSPROP: return %[[SUBTRACT_2]], %[[ADD]], %[[ADD_2]], %[[ADD_3]], %[[REDUCE]] : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<i64>, tensor<f32>

// What is centered keeps a mean, too; momentum keeps steps.
// CENTERED-LABEL: func.func @main(
// CENTERED-SAME:    %[[W:[^:]*]]: tensor<2x3xf32> {tf.aliasing_output = {{[0-9]+}} : i32, trainlint.name = "w"
// CENTERED-SAME:    %[[W_MG:[^:]*]]: tensor<2x3xf32> {tf.aliasing_output = {{[0-9]+}} : i32, trainlint.name = "w/mg"
// CENTERED-SAME:    %[[W_RMS:[^:]*]]: tensor<2x3xf32> {tf.aliasing_output = {{[0-9]+}} : i32, trainlint.name = "w/rms"
// CENTERED-SAME:    %[[W_MOMENTUM:[^:]*]]: tensor<2x3xf32> {tf.aliasing_output = {{[0-9]+}} : i32, trainlint.name = "w/momentum"
// CENTERED-SAME:    %[[GLOBAL_STEP:[^:]*]]: tensor<i64> {tf.aliasing_output = {{[0-9]+}} : i32, trainlint.name = "global_step"
// CENTERED-SAME:    %[[X:[^:]*]]: tensor<2x3xf32> {trainlint.name = "x"
// CENTERED: %[[REDUCE:.*]] = stablehlo.reduce(%{{.*}} init: %{{.*}}) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
// CENTERED: %[[MULTIPLY_1:.*]] = stablehlo.multiply %{{.*}}, %[[X]] : tensor<2x3xf32>
// CENTERED: %{{.*}} = stablehlo.convert %[[GLOBAL_STEP]] : (tensor<i64>) -> tensor<f32>
// CENTERED: %{{.*}} = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// CENTERED: %[[CONSTANT_3:.*]] = stablehlo.constant dense<2.500000e-01> : tensor<f32>
// CENTERED: %[[CONSTANT_4:.*]] = stablehlo.constant dense<5.000000e-01> : tensor<f32>
// CENTERED: %[[CONSTANT_5:.*]] = stablehlo.constant dense<7.500000e-01> : tensor<f32>
// CENTERED: %[[CONSTANT_6:.*]] = stablehlo.constant dense<1.250000e-01> : tensor<f32>
// CENTERED: %[[CONSTANT_7:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// CENTERED: %[[SUBTRACT:.*]] = stablehlo.subtract %[[CONSTANT_7]], %[[CONSTANT_4]] : tensor<f32>
// CENTERED: %[[SUBTRACT_1:.*]] = stablehlo.subtract %[[MULTIPLY_1]], %[[W_MG]] : tensor<2x3xf32>
// CENTERED: %[[BROADCAST_IN_DIM_1:.*]] = stablehlo.broadcast_in_dim %[[SUBTRACT]], dims = [] : (tensor<f32>) -> tensor<2x3xf32>
// CENTERED: %[[MULTIPLY_2:.*]] = stablehlo.multiply %[[SUBTRACT_1]], %[[BROADCAST_IN_DIM_1]] : tensor<2x3xf32>
// CENTERED: %[[ADD:.*]] = stablehlo.add %[[W_MG]], %[[MULTIPLY_2]] : tensor<2x3xf32>
// CENTERED: %[[MULTIPLY_3:.*]] = stablehlo.multiply %[[MULTIPLY_1]], %[[MULTIPLY_1]] : tensor<2x3xf32>
// CENTERED: %[[CONSTANT_8:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// CENTERED: %[[SUBTRACT_2:.*]] = stablehlo.subtract %[[CONSTANT_8]], %[[CONSTANT_4]] : tensor<f32>
// CENTERED: %[[SUBTRACT_3:.*]] = stablehlo.subtract %[[MULTIPLY_3]], %[[W_RMS]] : tensor<2x3xf32>
// CENTERED: %[[BROADCAST_IN_DIM_2:.*]] = stablehlo.broadcast_in_dim %[[SUBTRACT_2]], dims = [] : (tensor<f32>) -> tensor<2x3xf32>
// CENTERED: %[[MULTIPLY_4:.*]] = stablehlo.multiply %[[SUBTRACT_3]], %[[BROADCAST_IN_DIM_2]] : tensor<2x3xf32>
// CENTERED: %[[ADD_1:.*]] = stablehlo.add %[[W_RMS]], %[[MULTIPLY_4]] : tensor<2x3xf32>
// CENTERED: %[[MULTIPLY_5:.*]] = stablehlo.multiply %[[ADD]], %[[ADD]] : tensor<2x3xf32>
// CENTERED: %[[SUBTRACT_4:.*]] = stablehlo.subtract %[[ADD_1]], %[[MULTIPLY_5]] : tensor<2x3xf32>
// CENTERED: %[[BROADCAST_IN_DIM_3:.*]] = stablehlo.broadcast_in_dim %[[CONSTANT_6]], dims = [] : (tensor<f32>) -> tensor<2x3xf32>
// CENTERED: %[[ADD_2:.*]] = stablehlo.add %[[SUBTRACT_4]], %[[BROADCAST_IN_DIM_3]] : tensor<2x3xf32>
// CENTERED: %[[RSQRT:.*]] = stablehlo.rsqrt %[[ADD_2]] : tensor<2x3xf32>
// CENTERED: %[[BROADCAST_IN_DIM_4:.*]] = stablehlo.broadcast_in_dim %[[CONSTANT_3]], dims = [] : (tensor<f32>) -> tensor<2x3xf32>
// CENTERED: %[[MULTIPLY_6:.*]] = stablehlo.multiply %[[MULTIPLY_1]], %[[BROADCAST_IN_DIM_4]] : tensor<2x3xf32>
// CENTERED: %[[MULTIPLY_7:.*]] = stablehlo.multiply %[[MULTIPLY_6]], %[[RSQRT]] : tensor<2x3xf32>
// CENTERED: %[[BROADCAST_IN_DIM_5:.*]] = stablehlo.broadcast_in_dim %[[CONSTANT_5]], dims = [] : (tensor<f32>) -> tensor<2x3xf32>
// CENTERED: %[[MULTIPLY_8:.*]] = stablehlo.multiply %[[W_MOMENTUM]], %[[BROADCAST_IN_DIM_5]] : tensor<2x3xf32>
// CENTERED: %[[ADD_3:.*]] = stablehlo.add %[[MULTIPLY_8]], %[[MULTIPLY_7]] : tensor<2x3xf32>
// CENTERED: %[[SUBTRACT_5:.*]] = stablehlo.subtract %[[W]], %[[ADD_3]] : tensor<2x3xf32>
// CENTERED: %[[CONSTANT_9:.*]] = stablehlo.constant dense<1> : tensor<i64>
// CENTERED: %[[ADD_4:.*]] = stablehlo.add %[[GLOBAL_STEP]], %[[CONSTANT_9]] : tensor<i64>
// CENTERED: return %[[SUBTRACT_5]], %[[ADD]], %[[ADD_1]], %[[ADD_3]], %[[ADD_4]], %[[REDUCE]] : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<i64>, tensor<f32>

// A sum of squares.
// ADAGRAD-LABEL: func.func @main(
// ADAGRAD-SAME:    %[[W:[^:]*]]: tensor<2x3xf32> {tf.aliasing_output = {{[0-9]+}} : i32, trainlint.name = "w"
// ADAGRAD-SAME:    %[[W_ACCUMULATOR:[^:]*]]: tensor<2x3xf32> {tf.aliasing_output = {{[0-9]+}} : i32, trainlint.name = "w/accumulator"
// ADAGRAD-SAME:    %[[GLOBAL_STEP:[^:]*]]: tensor<i64> {tf.aliasing_output = {{[0-9]+}} : i32, trainlint.name = "global_step"
// ADAGRAD-SAME:    %[[X:[^:]*]]: tensor<2x3xf32> {trainlint.name = "x"
// ADAGRAD: %[[REDUCE:.*]] = stablehlo.reduce(%{{.*}} init: %{{.*}}) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
// ADAGRAD: %[[MULTIPLY_1:.*]] = stablehlo.multiply %{{.*}}, %[[X]] : tensor<2x3xf32>
// ADAGRAD: %{{.*}} = stablehlo.convert %[[GLOBAL_STEP]] : (tensor<i64>) -> tensor<f32>
// ADAGRAD: %{{.*}} = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// ADAGRAD: %[[CONSTANT_3:.*]] = stablehlo.constant dense<2.500000e-01> : tensor<f32>
// ADAGRAD: %[[CONSTANT_4:.*]] = stablehlo.constant dense<1.250000e-01> : tensor<f32>
// ADAGRAD: %[[MULTIPLY_2:.*]] = stablehlo.multiply %[[MULTIPLY_1]], %[[MULTIPLY_1]] : tensor<2x3xf32>
// ADAGRAD: %[[ADD:.*]] = stablehlo.add %[[W_ACCUMULATOR]], %[[MULTIPLY_2]] : tensor<2x3xf32>
// ADAGRAD: %[[BROADCAST_IN_DIM_1:.*]] = stablehlo.broadcast_in_dim %[[CONSTANT_4]], dims = [] : (tensor<f32>) -> tensor<2x3xf32>
// ADAGRAD: %[[ADD_1:.*]] = stablehlo.add %[[ADD]], %[[BROADCAST_IN_DIM_1]] : tensor<2x3xf32>
// ADAGRAD: %[[RSQRT:.*]] = stablehlo.rsqrt %[[ADD_1]] : tensor<2x3xf32>
// ADAGRAD: %[[BROADCAST_IN_DIM_2:.*]] = stablehlo.broadcast_in_dim %[[CONSTANT_3]], dims = [] : (tensor<f32>) -> tensor<2x3xf32>
// ADAGRAD: %[[MULTIPLY_3:.*]] = stablehlo.multiply %[[MULTIPLY_1]], %[[BROADCAST_IN_DIM_2]] : tensor<2x3xf32>
// ADAGRAD: %[[MULTIPLY_4:.*]] = stablehlo.multiply %[[MULTIPLY_3]], %[[RSQRT]] : tensor<2x3xf32>
// ADAGRAD: %[[SUBTRACT:.*]] = stablehlo.subtract %[[W]], %[[MULTIPLY_4]] : tensor<2x3xf32>
// ADAGRAD: %[[CONSTANT_5:.*]] = stablehlo.constant dense<1> : tensor<i64>
// ADAGRAD: %[[ADD_2:.*]] = stablehlo.add %[[GLOBAL_STEP]], %[[CONSTANT_5]] : tensor<i64>
// ADAGRAD: return %[[SUBTRACT]], %[[ADD]], %[[ADD_2]], %[[REDUCE]] : tensor<2x3xf32>, tensor<2x3xf32>, tensor<i64>, tensor<f32>

// A rate for each weight, from the norms of it and of its gradient.
// LARS-LABEL: func.func @main(
// LARS-SAME:    %[[W:[^:]*]]: tensor<2x3xf32> {tf.aliasing_output = {{[0-9]+}} : i32, trainlint.name = "w"
// LARS-SAME:    %[[W_MOMENTUM:[^:]*]]: tensor<2x3xf32> {tf.aliasing_output = {{[0-9]+}} : i32, trainlint.name = "w/momentum"
// LARS-SAME:    %[[GLOBAL_STEP:[^:]*]]: tensor<i64> {tf.aliasing_output = {{[0-9]+}} : i32, trainlint.name = "global_step"
// LARS-SAME:    %[[X:[^:]*]]: tensor<2x3xf32> {trainlint.name = "x"
// LARS: %[[REDUCE:.*]] = stablehlo.reduce(%{{.*}} init: %{{.*}}) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
// LARS: %[[MULTIPLY_1:.*]] = stablehlo.multiply %{{.*}}, %[[X]] : tensor<2x3xf32>
// LARS: %{{.*}} = stablehlo.convert %[[GLOBAL_STEP]] : (tensor<i64>) -> tensor<f32>
// LARS: %{{.*}} = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// LARS: %[[CONSTANT_3:.*]] = stablehlo.constant dense<2.500000e-01> : tensor<f32>
// LARS: %[[CONSTANT_4:.*]] = stablehlo.constant dense<5.000000e-01> : tensor<f32>
// LARS: %[[CONSTANT_5:.*]] = stablehlo.constant dense<6.250000e-02> : tensor<f32>
// LARS: %[[CONSTANT_6:.*]] = stablehlo.constant dense<1.000000e-03> : tensor<f32>
// LARS: %[[CONSTANT_7:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// LARS: %[[MULTIPLY_2:.*]] = stablehlo.multiply %[[W]], %[[W]] : tensor<2x3xf32>
// LARS: %[[CONSTANT_8:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// LARS: %[[REDUCE_1:.*]] = stablehlo.reduce(%[[MULTIPLY_2]] init: %[[CONSTANT_8]]) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
// LARS: %[[SQRT:.*]] = stablehlo.sqrt %[[REDUCE_1]] : tensor<f32>
// LARS: %[[MULTIPLY_3:.*]] = stablehlo.multiply %[[MULTIPLY_1]], %[[MULTIPLY_1]] : tensor<2x3xf32>
// LARS: %[[CONSTANT_9:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// LARS: %[[REDUCE_2:.*]] = stablehlo.reduce(%[[MULTIPLY_3]] init: %[[CONSTANT_9]]) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
// LARS: %[[SQRT_1:.*]] = stablehlo.sqrt %[[REDUCE_2]] : tensor<f32>
// LARS: %[[CONSTANT_10:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// LARS: %[[CONSTANT_11:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// LARS: %[[MULTIPLY_4:.*]] = stablehlo.multiply %[[CONSTANT_5]], %[[SQRT]] : tensor<f32>
// LARS: %[[ADD:.*]] = stablehlo.add %[[SQRT_1]], %[[MULTIPLY_4]] : tensor<f32>
// LARS: %[[ADD_1:.*]] = stablehlo.add %[[ADD]], %[[CONSTANT_7]] : tensor<f32>
// LARS: %[[MULTIPLY_5:.*]] = stablehlo.multiply %[[CONSTANT_6]], %[[SQRT]] : tensor<f32>
// LARS: %[[DIVIDE:.*]] = stablehlo.divide %[[MULTIPLY_5]], %[[ADD_1]] : tensor<f32>
// LARS: %[[COMPARE:.*]] = stablehlo.compare  GT, %[[SQRT_1]], %[[CONSTANT_10]] : (tensor<f32>, tensor<f32>) -> tensor<i1>
// LARS: %[[SELECT:.*]] = stablehlo.select %[[COMPARE]], %[[DIVIDE]], %[[CONSTANT_11]] : tensor<i1>, tensor<f32>
// LARS: %[[COMPARE_1:.*]] = stablehlo.compare  GT, %[[SQRT]], %[[CONSTANT_10]] : (tensor<f32>, tensor<f32>) -> tensor<i1>
// LARS: %[[SELECT_1:.*]] = stablehlo.select %[[COMPARE_1]], %[[SELECT]], %[[CONSTANT_11]] : tensor<i1>, tensor<f32>
// LARS: %[[BROADCAST_IN_DIM_1:.*]] = stablehlo.broadcast_in_dim %[[CONSTANT_5]], dims = [] : (tensor<f32>) -> tensor<2x3xf32>
// LARS: %[[MULTIPLY_6:.*]] = stablehlo.multiply %[[W]], %[[BROADCAST_IN_DIM_1]] : tensor<2x3xf32>
// LARS: %[[ADD_2:.*]] = stablehlo.add %[[MULTIPLY_1]], %[[MULTIPLY_6]] : tensor<2x3xf32>
// LARS: %[[MULTIPLY_7:.*]] = stablehlo.multiply %[[CONSTANT_3]], %[[SELECT_1]] : tensor<f32>
// LARS: %[[BROADCAST_IN_DIM_2:.*]] = stablehlo.broadcast_in_dim %[[CONSTANT_4]], dims = [] : (tensor<f32>) -> tensor<2x3xf32>
// LARS: %[[MULTIPLY_8:.*]] = stablehlo.multiply %[[W_MOMENTUM]], %[[BROADCAST_IN_DIM_2]] : tensor<2x3xf32>
// LARS: %[[ADD_3:.*]] = stablehlo.add %[[MULTIPLY_8]], %[[ADD_2]] : tensor<2x3xf32>
// LARS: %[[BROADCAST_IN_DIM_3:.*]] = stablehlo.broadcast_in_dim %[[MULTIPLY_7]], dims = [] : (tensor<f32>) -> tensor<2x3xf32>
// LARS: %[[MULTIPLY_9:.*]] = stablehlo.multiply %[[ADD_3]], %[[BROADCAST_IN_DIM_3]] : tensor<2x3xf32>
// LARS: %[[SUBTRACT:.*]] = stablehlo.subtract %[[W]], %[[MULTIPLY_9]] : tensor<2x3xf32>
// LARS: %[[CONSTANT_12:.*]] = stablehlo.constant dense<1> : tensor<i64>
// LARS: %[[ADD_4:.*]] = stablehlo.add %[[GLOBAL_STEP]], %[[CONSTANT_12]] : tensor<i64>
// LARS: return %[[SUBTRACT]], %[[ADD_3]], %[[ADD_4]], %[[REDUCE]] : tensor<2x3xf32>, tensor<2x3xf32>, tensor<i64>, tensor<f32>

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
