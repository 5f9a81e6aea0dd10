// Slices, gathers and what depends on data.

// RUN: trainlint-opt %s --graph-infer-shapes | FileCheck %s

graph.model tensorflow attributes {producer = 134 : i64} {
  graph.function {
    %x:2 = graph.node "Placeholder"() name "x" {dtype = f32, shape = #graph.shape<[-1, 4, 6]>} : () -> tensor<*xf32>
    %y:2 = graph.node "Placeholder"() name "y" {dtype = f32, shape = #graph.shape<[8, 4, 6]>} : () -> tensor<*xf32>
    %b3:2 = graph.node "Const"() name "b3" {dtype = i32, value = dense<[0, 1, 0]> : tensor<3xi32>} : () -> tensor<*xi32>
    %s3:2 = graph.node "Const"() name "s3" {dtype = i32, value = dense<[-1, 2, 3]> : tensor<3xi32>} : () -> tensor<*xi32>
    %e3:2 = graph.node "Const"() name "e3" {dtype = i32, value = dense<[0, 4, 5]> : tensor<3xi32>} : () -> tensor<*xi32>
    %st3:2 = graph.node "Const"() name "st3" {dtype = i32, value = dense<[1, 2, 1]> : tensor<3xi32>} : () -> tensor<*xi32>
    %zero:2 = graph.node "Const"() name "zero" {dtype = i32, value = dense<0> : tensor<i32>} : () -> tensor<*xi32>
    %one:2 = graph.node "Const"() name "one" {dtype = i32, value = dense<1> : tensor<i32>} : () -> tensor<*xi32>
    %depth:2 = graph.node "Const"() name "depth" {dtype = i32, value = dense<10> : tensor<i32>} : () -> tensor<*xi32>
    %k:2 = graph.node "Const"() name "k" {dtype = i32, value = dense<3> : tensor<i32>} : () -> tensor<*xi32>
    // CHECK: graph.node "Slice"{{.*}} name "slice"{{.*}} -> tensor<8x2x3xf32>{{$}}
    %slice:2 = graph.node "Slice"(%y#0, %b3#0, %s3#0) name "slice" : (tensor<*xf32>, tensor<*xi32>, tensor<*xi32>) -> tensor<*xf32>
    // CHECK: graph.node "Slice"{{.*}} name "slice_open"{{.*}} -> tensor<?x2x3xf32>{{$}}
    %slice_open:2 = graph.node "Slice"(%x#0, %b3#0, %s3#0) name "slice_open" : (tensor<*xf32>, tensor<*xi32>, tensor<*xi32>) -> tensor<*xf32>
    // CHECK: graph.node "StridedSlice"{{.*}} name "strided"{{.*}} -> tensor<8x2x5xf32>{{$}}
    %strided:2 = graph.node "StridedSlice"(%y#0, %b3#0, %e3#0, %st3#0) name "strided" {begin_mask = 1, end_mask = 1} : (tensor<*xf32>, tensor<*xi32>, tensor<*xi32>, tensor<*xi32>) -> tensor<*xf32>
    // CHECK: graph.node "StridedSlice"{{.*}} name "shrunk"{{.*}} -> tensor<?x5xf32>{{$}}
    %shrunk:2 = graph.node "StridedSlice"(%x#0, %b3#0, %e3#0, %st3#0) name "shrunk" {begin_mask = 1, end_mask = 1, shrink_axis_mask = 2} : (tensor<*xf32>, tensor<*xi32>, tensor<*xi32>, tensor<*xi32>) -> tensor<*xf32>
    %b2:2 = graph.node "Const"() name "b2" {dtype = i32, value = dense<[0, 0]> : tensor<2xi32>} : () -> tensor<*xi32>
    %e2:2 = graph.node "Const"() name "e2" {dtype = i32, value = dense<[0, 3]> : tensor<2xi32>} : () -> tensor<*xi32>
    %st2:2 = graph.node "Const"() name "st2" {dtype = i32, value = dense<[1, 1]> : tensor<2xi32>} : () -> tensor<*xi32>
    // CHECK: graph.node "StridedSlice"{{.*}} name "ellipsis"{{.*}} -> tensor<8x4x3xf32>{{$}}
    %ellipsis:2 = graph.node "StridedSlice"(%y#0, %b2#0, %e2#0, %st2#0) name "ellipsis" {ellipsis_mask = 1} : (tensor<*xf32>, tensor<*xi32>, tensor<*xi32>, tensor<*xi32>) -> tensor<*xf32>
    // CHECK: graph.node "StridedSlice"{{.*}} name "new_axis"{{.*}} -> tensor<1x8x4x6xf32>{{$}}
    %new_axis:2 = graph.node "StridedSlice"(%y#0, %b2#0, %e2#0, %st2#0) name "new_axis" {new_axis_mask = 1, begin_mask = 2, end_mask = 2} : (tensor<*xf32>, tensor<*xi32>, tensor<*xi32>, tensor<*xi32>) -> tensor<*xf32>
    %table:2 = graph.node "Placeholder"() name "table" {dtype = f32, shape = #graph.shape<[1000, 64]>} : () -> tensor<*xf32>
    %ids:2 = graph.node "Placeholder"() name "ids" {dtype = i32, shape = #graph.shape<[-1, 20]>} : () -> tensor<*xi32>
    // CHECK: graph.node "GatherV2"{{.*}} name "embedded"{{.*}} -> tensor<?x20x64xf32>{{$}}
    %embedded:2 = graph.node "GatherV2"(%table#0, %ids#0, %zero#0) name "embedded" {batch_dims = 0} : (tensor<*xf32>, tensor<*xi32>, tensor<*xi32>) -> tensor<*xf32>
    // CHECK: graph.node "Gather"{{.*}} name "old"{{.*}} -> tensor<?x20x64xf32>{{$}}
    %old:2 = graph.node "Gather"(%table#0, %ids#0) name "old" : (tensor<*xf32>, tensor<*xi32>) -> tensor<*xf32>
    %pairs:2 = graph.node "Placeholder"() name "pairs" {dtype = i32, shape = #graph.shape<[5, 2]>} : () -> tensor<*xi32>
    // CHECK: graph.node "GatherNd"{{.*}} name "nd"{{.*}} -> tensor<5x6xf32>{{$}}
    %nd:2 = graph.node "GatherNd"(%y#0, %pairs#0) name "nd" : (tensor<*xf32>, tensor<*xi32>) -> tensor<*xf32>
    // CHECK: graph.node "OneHot"{{.*}} name "hot"{{.*}} -> tensor<?x20x10xf32>{{$}}
    %hot:2 = graph.node "OneHot"(%ids#0, %depth#0, %one#0, %zero#0) name "hot" {axis = -1} : (tensor<*xi32>, tensor<*xi32>, tensor<*xi32>, tensor<*xi32>) -> tensor<*xf32>
    // CHECK: graph.node "TopKV2"{{.*}} name "top"{{.*}} -> (tensor<1000x3xf32>, tensor<1000x3xi32>){{$}}
    %top:3 = graph.node "TopKV2"(%table#0, %k#0) name "top" : (tensor<*xf32>, tensor<*xi32>) -> (tensor<*xf32>, tensor<*xi32>)
    // CHECK: graph.node "Where"{{.*}} name "where"{{.*}} -> tensor<?x3xi64>{{$}}
    %where:2 = graph.node "Where"(%y#0) name "where" : (tensor<*xf32>) -> tensor<*xi64>
    %list:2 = graph.node "Placeholder"() name "list" {dtype = i32, shape = #graph.shape<[7]>} : () -> tensor<*xi32>
    // CHECK: graph.node "Unique"{{.*}} name "unique"{{.*}} -> (tensor<?xi32>, tensor<7xi32>){{$}}
    %unique:3 = graph.node "Unique"(%list#0) name "unique" : (tensor<*xi32>) -> (tensor<*xi32>, tensor<*xi32>)
    %thousand:2 = graph.node "Placeholder"() name "thousand" {dtype = i32, shape = #graph.shape<[1000]>} : () -> tensor<*xi32>
    // CHECK: graph.node "UnsortedSegmentSum"{{.*}} name "segments"{{.*}} -> tensor<10x64xf32>{{$}}
    %segments:2 = graph.node "UnsortedSegmentSum"(%table#0, %thousand#0, %depth#0) name "segments" : (tensor<*xf32>, tensor<*xi32>, tensor<*xi32>) -> tensor<*xf32>
    // CHECK: graph.node "ReverseSequence"{{.*}} name "turned"{{.*}} -> tensor<7x20x64xf32>{{$}}
    %rows:2 = graph.node "Placeholder"() name "rows" {dtype = f32, shape = #graph.shape<[7, 20, 64]>} : () -> tensor<*xf32>
    %turned:2 = graph.node "ReverseSequence"(%rows#0, %list#0) name "turned" {seq_dim = 1 : i64, batch_dim = 0 : i64} : (tensor<*xf32>, tensor<*xi32>) -> tensor<*xf32>
  }
}
