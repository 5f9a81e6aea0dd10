// RUN: trainlint-opt %s --split-input-file -verify-diagnostics

// expected-error@below {{does not begin with `devrt.initialize_system`}}
devrt.program @empty {
}

// -----

// expected-error@below {{does not end with its only `devrt.shutdown`}}
devrt.program @open {
  %system = devrt.initialize_system replicas 1
}

// -----

// expected-error@below {{initializes more than one system}}
devrt.program @twice {
  %system = devrt.initialize_system replicas 1
  %other = devrt.initialize_system replicas 1
  devrt.shutdown %system
}

// -----

devrt.program @none {
  // expected-error@below {{attribute 'replicas' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive}}
  %system = devrt.initialize_system replicas 0
  devrt.shutdown %system
}

// -----

devrt.program @nowhere {
  %system = devrt.initialize_system replicas 1
  // expected-error@below {{names @step, which is no module beside the program}}
  %state = devrt.initialize %system @step seed 0
  devrt.shutdown %system
}

// -----

module @step {
  func.func @main() {
    return
  }
}
devrt.program @no_init {
  %system = devrt.initialize_system replicas 1
  // expected-error@below {{names @step, which has no function `init`}}
  %state = devrt.initialize %system @step seed 0
  devrt.shutdown %system
}

// -----

module @step {
  func.func @init() {
    return
  }
}
devrt.program @used_twice {
  %system = devrt.initialize_system replicas 1
  %state = devrt.initialize %system @step seed 0
  // expected-note@below {{used up here}}
  %first = devrt.restore %state
  // expected-error@below {{uses up a state that is used up already}}
  %second = devrt.restore %state
  devrt.shutdown %system
}

// -----

module @step {
  func.func @init() {
    return
  }
}
devrt.program @read_late {
  %system = devrt.initialize_system replicas 1
  %state = devrt.initialize %system @step seed 0
  devrt.checkpoint %state
  // expected-note@below {{used up here}}
  %first = devrt.restore %state
  // expected-error@below {{reads a state that is used up}}
  devrt.checkpoint %state
  devrt.shutdown %system
}

// -----

module @step {
  func.func @init() {
    return
  }
}
devrt.program @from_outside {
  %system = devrt.initialize_system replicas 1
  %state = devrt.initialize %system @step seed 0
  %other = devrt.initialize %system @step seed 1
  %end = devrt.host_loop %state to 10 {
  ^bb0(%before: !devrt.state):
    // expected-error@below {{uses a state of outside of its loop}}
    devrt.yield %other
  }
  devrt.shutdown %system
}

// -----

module @step {
  func.func @init() {
    return
  }
}
devrt.program @no_argument {
  %system = devrt.initialize_system replicas 1
  %state = devrt.initialize %system @step seed 0
  // expected-error@below {{has a body that does not take one state}}
  %end = devrt.host_loop %state to 10 {
    devrt.yield %state
  }
  devrt.shutdown %system
}

// -----

module @step {
  func.func @init() {
    return
  }
}
devrt.program @no_metrics {
  %system = devrt.initialize_system replicas 1
  %state = devrt.initialize %system @step seed 0
  %end = devrt.host_loop %state to 10 {
  ^bb0(%before: !devrt.state):
    %after, %metrics = devrt.loop %before iterations 2 {
    ^bb0(%inner: !devrt.state):
      // expected-error@below {{gives no metrics to the loop around it}}
      devrt.yield %inner
    }
    devrt.yield %after
  }
  devrt.shutdown %system
}

// -----

devrt.program @outside {
  %system = devrt.initialize_system replicas 1
  %infeed = devrt.infeed %system batch 8 ahead 2
  // expected-error@below {{expects parent op 'devrt.loop'}}
  %batch = devrt.next_batch %infeed
  devrt.shutdown %system
}

// -----

module @step {
  func.func @init() {
    return
  }
  func.func @main() {
    return
  }
}
devrt.program @no_evaluation {
  %system = devrt.initialize_system replicas 1
  %state = devrt.initialize %system @step seed 0
  // expected-error@below {{names @step, which has no function `metrics`}}
  devrt.evaluate @step(%state)
  devrt.shutdown %system
}
