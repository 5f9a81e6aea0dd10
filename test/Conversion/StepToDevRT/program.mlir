// The program of the host around a step: what a training does besides, and when. What a run does
// not ask for is not there.
//
// REQUIRES: cpu-device
// RUN: trainlint-run %s --train --fake-data --steps=20 --iterations-per-loop=5 --emit=devrt | FileCheck %s
// RUN: rm -rf %t && mkdir %t
// RUN: trainlint-run %s --train --fake-data --steps=20 --iterations-per-loop=5 --seed 3 --emit=devrt \
// RUN:     --resume --checkpoints=%t/c --checkpoint-steps=10 --checkpoint-seconds=30 \
// RUN:     --summaries=%t/s --summary-steps=4 2>/dev/null | FileCheck %s --check-prefix=KEPT
// RUN: trainlint-run %s --train --fake-data --steps=20 --num-replicas=4 --emit=devrt | FileCheck %s --check-prefix=FOUR

// Loops of devices within a loop of the host, which hears of the metrics after each.
// CHECK-LABEL: devrt.program @train {
// CHECK-NEXT:  %[[SYSTEM:.*]] = devrt.initiali{{.}}e_system replicas 1
// CHECK-NEXT:  %[[STATE:.*]] = devrt.initiali{{.}}e %[[SYSTEM]] @step seed 0
// CHECK-NEXT:  %[[DATA:.*]] = devrt.infeed %[[SYSTEM]] batch 4 ahead 2
// CHECK-NEXT:  devrt.host_loop %[[STATE]] to 20 {
// CHECK-NEXT:  ^bb0(%[[BEFORE:.*]]: !devrt.state):
// CHECK-NEXT:    %[[AFTER:.*]], %[[METRICS:.*]] = devrt.loop %[[BEFORE]] iterations 5 {
// CHECK-NEXT:    ^bb0(%[[INNER:.*]]: !devrt.state):
// CHECK-NEXT:      %[[BATCH:.*]] = devrt.next_batch %[[DATA]]
// CHECK-NEXT:      %[[NEXT:.*]], %[[VALUES:.*]] = devrt.execute @step(%[[INNER]], %[[BATCH]])
// CHECK-NEXT:      devrt.yield %[[NEXT]], %[[VALUES]]
// CHECK-NEXT:    }
// CHECK-NEXT:    devrt.outfeed %[[METRICS]]
// CHECK-NEXT:    devrt.yield %[[AFTER]]
// CHECK-NEXT:  }
// CHECK-NEXT:  devrt.shutdown %[[SYSTEM]]
// CHECK-NEXT: }
// CHECK:      module @step
// CHECK:      func.func @init
// CHECK:      func.func @main

// A run that goes on, and keeps what it computes. The last state is always kept.
// KEPT:       %[[FRESH:.*]] = devrt.initiali{{.}}e %{{.*}} @step seed 3
// KEPT-NEXT:  %[[STATE:.*]] = devrt.restore %[[FRESH]]
// KEPT:       %[[END:.*]] = devrt.host_loop %[[STATE]] to 20 {
// KEPT:         %[[AFTER:.*]], %[[METRICS:.*]] = devrt.loop
// KEPT:         devrt.outfeed %[[METRICS]]
// KEPT-NEXT:    devrt.summary %[[METRICS]] every 4
// KEPT-NEXT:    devrt.checkpoint %[[AFTER]] every 10 steps after 30 seconds
// KEPT-NEXT:    devrt.yield %[[AFTER]]
// KEPT:       devrt.checkpoint %[[END]]{{$}}
// KEPT-NEXT:  devrt.shutdown

// Each replica has a batch of its own.
// FOUR:       %[[SYSTEM:.*]] = devrt.initiali{{.}}e_system replicas 4
// FOUR:       devrt.infeed %[[SYSTEM]] batch 16 ahead 2

module @step {
  func.func @init(%seed: tensor<i64>) -> (tensor<f32> {trainlint.name = "w"}) {
    %0 = stablehlo.constant dense<1.0> : tensor<f32>
    return %0 : tensor<f32>
  }
  func.func @main(
      %w: tensor<f32> {tf.aliasing_output = 0 : i32, trainlint.name = "w", trainlint.role = "state"},
      %x: tensor<4xf32> {trainlint.name = "x", trainlint.role = "input"})
      -> (tensor<f32> {trainlint.name = "w", trainlint.role = "state"},
          tensor<f32> {trainlint.name = "loss", trainlint.role = "metric"}) {
    %0 = stablehlo.reduce(%x init: %w) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    return %0, %0 : tensor<f32>, tensor<f32>
  }
}
