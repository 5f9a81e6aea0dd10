// Programs print as they are read.

// RUN: trainlint-opt %s | FileCheck %s
// RUN: trainlint-opt %s | trainlint-opt | FileCheck %s
// RUN: trainlint-opt %s --mlir-print-op-generic | trainlint-opt | FileCheck %s

// CHECK-LABEL: devrt.program @train {
devrt.program @train {
  // CHECK: %[[SYSTEM:.*]] = devrt.initialize_system replicas 8
  %system = devrt.initialize_system replicas 8
  // CHECK: %[[FRESH:.*]] = devrt.initialize %[[SYSTEM]] @step seed 7
  %fresh = devrt.initialize %system @step seed 7
  // CHECK: %[[BEGIN:.*]] = devrt.restore %[[FRESH]]
  %begin = devrt.restore %fresh
  // CHECK: %[[INFEED:.*]] = devrt.infeed %[[SYSTEM]] batch 1024 ahead 2
  %infeed = devrt.infeed %system batch 1024 ahead 2
  // CHECK: %[[END:.*]] = devrt.host_loop %[[BEGIN]] to 1000 {
  // CHECK-NEXT: ^bb0(%[[STATE:.*]]: !devrt.state):
  %end = devrt.host_loop %begin to 1000 {
  ^bb0(%state: !devrt.state):
    // CHECK: %[[AFTER:.*]], %[[METRICS:.*]] = devrt.loop %[[STATE]] iterations 100 {
    // CHECK-NEXT: ^bb0(%[[BEFORE:.*]]: !devrt.state):
    %after, %metrics = devrt.loop %state iterations 100 {
    ^bb0(%before: !devrt.state):
      // CHECK: %[[BATCH:.*]] = devrt.next_batch %[[INFEED]]
      %batch = devrt.next_batch %infeed
      // CHECK: %[[NEXT:.*]], %[[TOLD:.*]] = devrt.execute @step(%[[BEFORE]], %[[BATCH]])
      %next, %metrics = devrt.execute @step(%before, %batch)
      // CHECK: devrt.yield %[[NEXT]], %[[TOLD]]
      devrt.yield %next, %metrics
    }
    // CHECK: devrt.outfeed %[[METRICS]]
    devrt.outfeed %metrics
    // CHECK: devrt.summary %[[METRICS]] every 100
    devrt.summary %metrics every 100
    // CHECK: devrt.evaluate @evaluation(%[[AFTER]]) every 50 steps patience 3
    devrt.evaluate @evaluation(%after) every 50 steps patience 3
    // CHECK: devrt.checkpoint %[[AFTER]] every 500 steps after 600 seconds
    devrt.checkpoint %after every 500 steps after 600 seconds
    // CHECK: devrt.checkpoint %[[AFTER]] after 60 seconds
    devrt.checkpoint %after after 60 seconds
    // CHECK: devrt.yield %[[AFTER]]{{$}}
    devrt.yield %after
  }
  // CHECK: devrt.evaluate @evaluation(%[[END]]){{$}}
  devrt.evaluate @evaluation(%end)
  // CHECK: devrt.checkpoint %[[END]]{{$}}
  devrt.checkpoint %end
  // CHECK: devrt.shutdown %[[SYSTEM]]
  devrt.shutdown %system
}

module @step {
  func.func @init() {
    return
  }
  func.func @main() {
    return
  }
}

module @evaluation {
  func.func @main() {
    return
  }
  func.func @metrics() {
    return
  }
}
