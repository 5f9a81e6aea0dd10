// Ops that arrange elements anew.

// RUN: trainlint-opt %s --graph-infer-shapes | FileCheck %s

graph.model tensorflow attributes {producer = 134 : i64} {
  graph.function {
    %x:2 = graph.node "Placeholder"() name "x" {dtype = f32, shape = #graph.shape<[-1, 4, 6]>} : () -> tensor<*xf32>
    %y:2 = graph.node "Placeholder"() name "y" {dtype = f32, shape = #graph.shape<[8, 4, 6]>} : () -> tensor<*xf32>
    %axis:2 = graph.node "Const"() name "axis" {dtype = i32, value = dense<2> : tensor<i32>} : () -> tensor<*xi32>
    %last:2 = graph.node "Const"() name "last" {dtype = i32, value = dense<-1> : tensor<i32>} : () -> tensor<*xi32>
    %order:2 = graph.node "Const"() name "order" {dtype = i32, value = dense<[2, 0, 1]> : tensor<3xi32>} : () -> tensor<*xi32>
    %m:2 = graph.node "Const"() name "m" {dtype = i32, value = dense<[1, 2, 1]> : tensor<3xi32>} : () -> tensor<*xi32>
    %begin:2 = graph.node "Const"() name "begin" {dtype = i32, value = dense<[0, 1, 0]> : tensor<3xi32>} : () -> tensor<*xi32>
    %size:2 = graph.node "Const"() name "size" {dtype = i32, value = dense<[-1, 2, 3]> : tensor<3xi32>} : () -> tensor<*xi32>
    %parts:2 = graph.node "Const"() name "parts" {dtype = i32, value = dense<[1, 3]> : tensor<2xi32>} : () -> tensor<*xi32>
    %one:2 = graph.node "Const"() name "one" {dtype = i32, value = dense<1> : tensor<i32>} : () -> tensor<*xi32>
    %zero:2 = graph.node "Const"() name "zero" {dtype = i32, value = dense<0> : tensor<i32>} : () -> tensor<*xi32>
    %any:2 = graph.node "Placeholder"() name "any" {dtype = f32, shape = #graph.shape<unranked>} : () -> tensor<*xf32>
    // CHECK: graph.node "ConcatV2"{{.*}} name "cat"{{.*}} -> tensor<8x4x12xf32>{{$}}
    %cat:2 = graph.node "ConcatV2"(%x#0, %y#0, %last#0) name "cat" {N = 2} : (tensor<*xf32>, tensor<*xf32>, tensor<*xi32>) -> tensor<*xf32>
    // CHECK: graph.node "Concat"{{.*}} name "old_cat"{{.*}} -> tensor<16x4x6xf32>{{$}}
    %old_cat:2 = graph.node "Concat"(%zero#0, %y#0, %y#0) name "old_cat" {N = 2} : (tensor<*xi32>, tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
    // CHECK: graph.node "ConcatV2"{{.*}} name "half_known"{{.*}} -> tensor<8x?x6xf32>{{$}}
    %half_known:2 = graph.node "ConcatV2"(%any#0, %y#0, %one#0) name "half_known" {N = 2} : (tensor<*xf32>, tensor<*xf32>, tensor<*xi32>) -> tensor<*xf32>
    // CHECK: graph.node "Pack"{{.*}} name "packed"{{.*}} -> tensor<8x2x4x6xf32>{{$}}
    %packed:2 = graph.node "Pack"(%x#0, %y#0) name "packed" {axis = 1} : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
    // CHECK: graph.node "Unpack"{{.*}} name "unpacked"{{.*}} -> (tensor<4x6xf32>, tensor<4x6xf32>){{$}}
    %unpacked:3 = graph.node "Unpack"(%y#0) name "unpacked" {axis = 0, num = 2} : (tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>)
    // CHECK: graph.node "Split"{{.*}} name "split"{{.*}} -> (tensor<?x4x3xf32>, tensor<?x4x3xf32>){{$}}
    %split:3 = graph.node "Split"(%axis#0, %x#0) name "split" {num_split = 2} : (tensor<*xi32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>)
    // CHECK: graph.node "SplitV"{{.*}} name "split_v"{{.*}} -> (tensor<?x1x6xf32>, tensor<?x3x6xf32>){{$}}
    %split_v:3 = graph.node "SplitV"(%x#0, %parts#0, %one#0) name "split_v" : (tensor<*xf32>, tensor<*xi32>, tensor<*xi32>) -> (tensor<*xf32>, tensor<*xf32>)
    // CHECK: graph.node "Transpose"{{.*}} name "turned"{{.*}} -> tensor<6x?x4xf32>{{$}}
    %turned:2 = graph.node "Transpose"(%x#0, %order#0) name "turned" : (tensor<*xf32>, tensor<*xi32>) -> tensor<*xf32>
    // CHECK: graph.node "Tile"{{.*}} name "tiled"{{.*}} -> tensor<?x8x6xf32>{{$}}
    %tiled:2 = graph.node "Tile"(%x#0, %m#0) name "tiled" : (tensor<*xf32>, tensor<*xi32>) -> tensor<*xf32>
    // CHECK: graph.node "ExpandDims"{{.*}} name "expanded"{{.*}} -> tensor<?x4x6x1xf32>{{$}}
    %expanded:2 = graph.node "ExpandDims"(%x#0, %last#0) name "expanded" : (tensor<*xf32>, tensor<*xi32>) -> tensor<*xf32>
    // CHECK: graph.node "Squeeze"{{.*}} name "squeezed"{{.*}} -> tensor<?x4x6xf32>{{$}}
    %squeezed:2 = graph.node "Squeeze"(%expanded#0) name "squeezed" {squeeze_dims = [3]} : (tensor<*xf32>) -> tensor<*xf32>
    // CHECK: graph.node "Squeeze"{{.*}} name "not_squeezed"{{.*}} -> tensor<*xf32>{{$}}
    %not_squeezed:2 = graph.node "Squeeze"(%x#0) name "not_squeezed" {squeeze_dims = []} : (tensor<*xf32>) -> tensor<*xf32>
    // CHECK: graph.node "Const"{{.*}} name "paddings"{{.*}} -> tensor<3x2xi32>{{$}}
    %paddings:2 = graph.node "Const"() name "paddings" {dtype = i32, value = dense<[[0, 0], [1, 2], [3, 3]]> : tensor<3x2xi32>} : () -> tensor<*xi32>
    // CHECK: graph.node "Pad"{{.*}} name "padded"{{.*}} -> tensor<?x7x12xf32>{{$}}
    %padded:2 = graph.node "Pad"(%x#0, %paddings#0) name "padded" : (tensor<*xf32>, tensor<*xi32>) -> tensor<*xf32>
    %image:2 = graph.node "Placeholder"() name "image" {dtype = f32, shape = #graph.shape<[-1, 32, 32, 3]>} : () -> tensor<*xf32>
    %to:2 = graph.node "Const"() name "to" {dtype = i32, value = dense<[64, 48]> : tensor<2xi32>} : () -> tensor<*xi32>
    // CHECK: graph.node "ResizeBilinear"{{.*}} name "resized"{{.*}} -> tensor<?x64x48x3xf32>{{$}}
    %resized:2 = graph.node "ResizeBilinear"(%image#0, %to#0) name "resized" : (tensor<*xf32>, tensor<*xi32>) -> tensor<*xf32>
    // CHECK: graph.node "SpaceToDepth"{{.*}} name "deep"{{.*}} -> tensor<?x16x16x12xf32>{{$}}
    %deep:2 = graph.node "SpaceToDepth"(%image#0) name "deep" {block_size = 2, data_format = "NHWC"} : (tensor<*xf32>) -> tensor<*xf32>
    %open:2 = graph.node "Const"() name "open" {dtype = i32, value = dense<[-1, 4]> : tensor<2xi32>} : () -> tensor<*xi32>
    %flat:2 = graph.node "Const"() name "flat" {dtype = i32, value = dense<[2, -1]> : tensor<2xi32>} : () -> tensor<*xi32>
    // CHECK: graph.node "Reshape"{{.*}} name "reshaped"{{.*}} -> tensor<48x4xf32>{{$}}
    %reshaped:2 = graph.node "Reshape"(%y#0, %open#0) name "reshaped" : (tensor<*xf32>, tensor<*xi32>) -> tensor<*xf32>
  }
}
