// RUN: trainlint-opt %s -split-input-file -verify-diagnostics

graph.model tensorflow {
  graph.function {
    %c = graph.node "NoOp"() : () -> ()
    // expected-error @+1 {{'graph.node' op has a control edge before a value}}
    %n:2 = graph.node "Neg"(%c, %n#0) : (!graph.control, f32) -> f32
  }
}

// -----

// expected-error @+1 {{expected string}}
graph.model tensorflow { graph.function { %c = graph.node NoOp() : () -> () } }

// -----

// expected-error @+1 {{'graph.function' op expects parent op 'graph.model'}}
graph.function {
}

// -----

graph.model keras {
  // expected-note @+1 {{see existing symbol definition here}}
  graph.function @f {
  }
  // expected-error @+1 {{redefinition of symbol named 'f'}}
  graph.function @f {
  }
}
