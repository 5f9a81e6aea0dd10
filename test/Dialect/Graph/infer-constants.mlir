// Constants, and computations on shapes.

// RUN: trainlint-opt %s --graph-infer-shapes | FileCheck %s

graph.model tensorflow attributes {producer = 134 : i64} {
  graph.function {
    %x:2 = graph.node "Placeholder"() name "x" {dtype = f32, shape = #graph.shape<[-1, 28, 28]>} : () -> tensor<*xf32>
    %batch:2 = graph.node "Const"() name "batch" {dtype = i32, value = dense<[64, -1]> : tensor<2xi32>} : () -> tensor<*xi32>
    %flat:2 = graph.node "Const"() name "flat" {dtype = i32, value = dense<[-1, 784]> : tensor<2xi32>} : () -> tensor<*xi32>
    %zero:2 = graph.node "Const"() name "zero" {dtype = i32, value = dense<0> : tensor<i32>} : () -> tensor<*xi32>
    %one:2 = graph.node "Const"() name "one" {dtype = i32, value = dense<1> : tensor<i32>} : () -> tensor<*xi32>
    %five:2 = graph.node "Const"() name "five" {dtype = i32, value = dense<5> : tensor<i32>} : () -> tensor<*xi32>
    %ten:2 = graph.node "Const"() name "ten" {dtype = i32, value = dense<10> : tensor<i32>} : () -> tensor<*xi32>
    %begin:2 = graph.node "Const"() name "begin" {dtype = i32, value = dense<[0]> : tensor<1xi32>} : () -> tensor<*xi32>
    %end:2 = graph.node "Const"() name "end" {dtype = i32, value = dense<[1]> : tensor<1xi32>} : () -> tensor<*xi32>
    %stride:2 = graph.node "Const"() name "stride" {dtype = i32, value = dense<[1]> : tensor<1xi32>} : () -> tensor<*xi32>
    // CHECK: graph.node "Reshape"{{.*}} name "reshaped"{{.*}} -> tensor<?x784xf32>{{$}}
    %reshaped:2 = graph.node "Reshape"(%x#0, %flat#0) name "reshaped" : (tensor<*xf32>, tensor<*xi32>) -> tensor<*xf32>
    // CHECK: graph.node "Shape"{{.*}} name "shape"{{.*}} -> tensor<3xi32>{{$}}
    %shape:2 = graph.node "Shape"(%x#0) name "shape" : (tensor<*xf32>) -> tensor<*xi32>
    // CHECK: graph.node "StridedSlice"{{.*}} name "first"{{.*}} -> tensor<i32>{{$}}
    %first:2 = graph.node "StridedSlice"(%shape#0, %begin#0, %end#0, %stride#0) name "first" {shrink_axis_mask = 1} : (tensor<*xi32>, tensor<*xi32>, tensor<*xi32>, tensor<*xi32>) -> tensor<*xi32>
    // CHECK: graph.node "Pack"{{.*}} name "packed"{{.*}} -> tensor<3xi32>{{$}}
    %packed:2 = graph.node "Pack"(%first#0, %five#0, %ten#0) name "packed" {axis = 0} : (tensor<*xi32>, tensor<*xi32>, tensor<*xi32>) -> tensor<*xi32>
    // CHECK: graph.node "Fill"{{.*}} name "filled"{{.*}} -> tensor<?x5x10xi32>{{$}}
    %filled:2 = graph.node "Fill"(%packed#0, %zero#0) name "filled" : (tensor<*xi32>, tensor<*xi32>) -> tensor<*xi32>
    // CHECK: graph.node "RandomUniform"{{.*}} name "random"{{.*}} -> tensor<?x28x28xf32>{{$}}
    %random:2 = graph.node "RandomUniform"(%shape#0) name "random" : (tensor<*xi32>) -> tensor<*xf32>
    // CHECK: graph.node "Range"{{.*}} name "range"{{.*}} -> tensor<2xi32>{{$}}
    %range:2 = graph.node "Range"(%one#0, %ten#0, %five#0) name "range" : (tensor<*xi32>, tensor<*xi32>, tensor<*xi32>) -> tensor<*xi32>
    // CHECK: graph.node "Fill"{{.*}} name "ranged"{{.*}} -> tensor<1x6xi32>{{$}}
    %ranged:2 = graph.node "Fill"(%range#0, %zero#0) name "ranged" : (tensor<*xi32>, tensor<*xi32>) -> tensor<*xi32>
    // CHECK: graph.node "Rank"{{.*}} name "rank"{{.*}} -> tensor<i32>{{$}}
    %rank:2 = graph.node "Rank"(%x#0) name "rank" : (tensor<*xf32>) -> tensor<*xi32>
    // CHECK: graph.node "Mul"{{.*}} name "product"{{.*}} -> tensor<i32>{{$}}
    %product:2 = graph.node "Mul"(%five#0, %ten#0) name "product" : (tensor<*xi32>, tensor<*xi32>) -> tensor<*xi32>
    // CHECK: graph.node "Range"{{.*}} name "upto"{{.*}} -> tensor<50xi32>{{$}}
    %upto:2 = graph.node "Range"(%zero#0, %product#0, %one#0) name "upto" : (tensor<*xi32>, tensor<*xi32>, tensor<*xi32>) -> tensor<*xi32>
    %fixed:2 = graph.node "Placeholder"() name "fixed" {dtype = f32, shape = #graph.shape<[4, 6]>} : () -> tensor<*xf32>
    // CHECK: graph.node "Size"{{.*}} name "size"{{.*}} -> tensor<i32>{{$}}
    %size:2 = graph.node "Size"(%fixed#0) name "size" : (tensor<*xf32>) -> tensor<*xi32>
    // CHECK: graph.node "Range"{{.*}} name "upto_size"{{.*}} -> tensor<24xi32>{{$}}
    %upto_size:2 = graph.node "Range"(%zero#0, %size#0, %one#0) name "upto_size" : (tensor<*xi32>, tensor<*xi32>, tensor<*xi32>) -> tensor<*xi32>
    // CHECK: graph.node "Reshape"{{.*}} name "two_open"{{.*}} -> tensor<64x?xf32>{{$}}
    %two_open:2 = graph.node "Reshape"(%x#0, %batch#0) name "two_open" : (tensor<*xf32>, tensor<*xi32>) -> tensor<*xf32>
    // CHECK: graph.node "Range"{{.*}} name "unknown_step"{{.*}} -> tensor<?xi32>{{$}}
    %unknown_step:2 = graph.node "Range"(%zero#0, %ten#0, %zero#0) name "unknown_step" : (tensor<*xi32>, tensor<*xi32>, tensor<*xi32>) -> tensor<*xi32>
  }
}
