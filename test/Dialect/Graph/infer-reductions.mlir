// Reductions.

// RUN: trainlint-opt %s --graph-infer-shapes | FileCheck %s

graph.model tensorflow attributes {producer = 134 : i64} {
  graph.function {
    %x:2 = graph.node "Placeholder"() name "x" {dtype = f32, shape = #graph.shape<[-1, 14, 14, 256]>} : () -> tensor<*xf32>
    %axes:2 = graph.node "Const"() name "axes" {dtype = i32, value = dense<[1, -2]> : tensor<2xi32>} : () -> tensor<*xi32>
    %axis:2 = graph.node "Const"() name "axis" {dtype = i32, value = dense<0> : tensor<i32>} : () -> tensor<*xi32>
    %beyond:2 = graph.node "Const"() name "beyond" {dtype = i32, value = dense<[7]> : tensor<1xi32>} : () -> tensor<*xi32>
    %asked:2 = graph.node "Placeholder"() name "asked" {dtype = i32, shape = #graph.shape<[2]>} : () -> tensor<*xi32>
    %one:2 = graph.node "Placeholder"() name "one" {dtype = i32, shape = #graph.shape<[]>} : () -> tensor<*xi32>
    // CHECK: graph.node "Mean"{{.*}} name "mean"{{.*}} -> tensor<?x256xf32>{{$}}
    %mean:2 = graph.node "Mean"(%x#0, %axes#0) name "mean" {keep_dims = false} : (tensor<*xf32>, tensor<*xi32>) -> tensor<*xf32>
    // CHECK: graph.node "Sum"{{.*}} name "kept"{{.*}} -> tensor<?x1x1x256xf32>{{$}}
    %kept:2 = graph.node "Sum"(%x#0, %axes#0) name "kept" {keep_dims = true} : (tensor<*xf32>, tensor<*xi32>) -> tensor<*xf32>
    // CHECK: graph.node "Max"{{.*}} name "first"{{.*}} -> tensor<14x14x256xf32>{{$}}
    %first:2 = graph.node "Max"(%x#0, %axis#0) name "first" : (tensor<*xf32>, tensor<*xi32>) -> tensor<*xf32>
    // CHECK: graph.node "Sum"{{.*}} name "odd"{{.*}} -> tensor<*xf32>{{$}}
    %odd:2 = graph.node "Sum"(%x#0, %beyond#0) name "odd" : (tensor<*xf32>, tensor<*xi32>) -> tensor<*xf32>
    // CHECK: graph.node "Sum"{{.*}} name "not_known"{{.*}} -> tensor<?x?x?x?xf32>{{$}}
    %not_known:2 = graph.node "Sum"(%x#0, %asked#0) name "not_known" {keep_dims = true} : (tensor<*xf32>, tensor<*xi32>) -> tensor<*xf32>
    // CHECK: graph.node "Sum"{{.*}} name "one_axis"{{.*}} -> tensor<?x?x?xf32>{{$}}
    %one_axis:2 = graph.node "Sum"(%x#0, %one#0) name "one_axis" : (tensor<*xf32>, tensor<*xi32>) -> tensor<*xf32>
    // CHECK: graph.node "ArgMax"{{.*}} name "best"{{.*}} -> tensor<14x14x256xi64>{{$}}
    %best:2 = graph.node "ArgMax"(%x#0, %axis#0) name "best" : (tensor<*xf32>, tensor<*xi32>) -> tensor<*xi64>
    // CHECK: graph.node "BiasAddGrad"{{.*}} name "bias"{{.*}} -> tensor<256xf32>{{$}}
    %bias:2 = graph.node "BiasAddGrad"(%x#0) name "bias" {data_format = "NHWC"} : (tensor<*xf32>) -> tensor<*xf32>
    %sizes:2 = graph.node "Const"() name "sizes" {dtype = i32, value = dense<[2, 3, 4]> : tensor<3xi32>} : () -> tensor<*xi32>
    // CHECK: graph.node "Prod"{{.*}} name "product"{{.*}} -> tensor<i32>{{$}}
    %product:2 = graph.node "Prod"(%sizes#0, %axis#0) name "product" : (tensor<*xi32>, tensor<*xi32>) -> tensor<*xi32>
    // CHECK: graph.node "Pack"{{.*}} name "packed"{{.*}} -> tensor<1xi32>{{$}}
    %packed:2 = graph.node "Pack"(%product#0) name "packed" {axis = 0} : (tensor<*xi32>) -> tensor<*xi32>
    // CHECK: graph.node "Fill"{{.*}} name "filled"{{.*}} -> tensor<24xi32>{{$}}
    %filled:2 = graph.node "Fill"(%packed#0, %axis#0) name "filled" : (tensor<*xi32>, tensor<*xi32>) -> tensor<*xi32>
    // CHECK: graph.node "Shape"{{.*}} name "s0"{{.*}} -> tensor<4xi32>{{$}}
    %s0:2 = graph.node "Shape"(%x#0) name "s0" : (tensor<*xf32>) -> tensor<*xi32>
    %t0:2 = graph.node "Const"() name "t0" {dtype = i32, value = dense<[1, 10]> : tensor<2xi32>} : () -> tensor<*xi32>
    %t1:2 = graph.node "Const"() name "t1" {dtype = i32, value = dense<[32, 10]> : tensor<2xi32>} : () -> tensor<*xi32>
    // CHECK: graph.node "BroadcastGradientArgs"{{.*}} name "gradient_axes"{{.*}} -> (tensor<1xi32>, tensor<0xi32>){{$}}
    %gradient_axes:3 = graph.node "BroadcastGradientArgs"(%t0#0, %t1#0) name "gradient_axes" : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>, tensor<*xi32>)
    %g:2 = graph.node "Placeholder"() name "g" {dtype = f32, shape = #graph.shape<[32, 10]>} : () -> tensor<*xf32>
    // CHECK: graph.node "Sum"{{.*}} name "reduced"{{.*}} -> tensor<10xf32>{{$}}
    %reduced:2 = graph.node "Sum"(%g#0, %gradient_axes#0) name "reduced" : (tensor<*xf32>, tensor<*xi32>) -> tensor<*xf32>
  }
}
