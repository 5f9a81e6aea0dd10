// RUN: trainlint-opt %s -split-input-file -verify-diagnostics

// expected-error@below {{`vertex` is not a platform}}
job.training vertex {}

// -----

job.training ai_platform {
  // expected-error@below {{`master` is not a role}}
  job.pool master
}

// -----

job.training ai_platform {
  // expected-note@below {{first defined here}}
  job.pool worker machine_type "n1-standard-4"
  // expected-error@below {{'job.pool' op is the second of role worker}}
  job.pool worker machine_type "n1-standard-8"
}

// -----

job.training ai_platform {
  job.study {}
  // expected-error@below {{'job.study' op is the second study of the job}}
  job.study {}
}

// -----

// expected-error@below {{'job.pool' op expects parent op 'job.training'}}
job.pool chief

// -----

job.training ai_platform {
  // expected-error@below {{'job.parameter' op cannot stand in a job}}
  job.parameter parameter_name "lr"
}

// -----

job.training ai_platform {
  job.study {
    // expected-error@below {{'job.pool' op expects parent op 'job.training'}}
    job.pool chief
  }
}

// -----

job.training ai_platform {
  // expected-error@below {{attribute 'replicas' failed to satisfy constraint: an integer}}
  job.pool worker replicas "four"
}

// -----

job.training ai_platform {
  // expected-error@below {{attribute 'machine_type' failed to satisfy constraint: text}}
  job.pool worker machine_type 4
}

// -----

// expected-error@below {{attribute 'use_chief_in_tf_config' failed to satisfy constraint: a boolean}}
job.training ai_platform use_chief_in_tf_config "yes" {}

// -----

// expected-error@below {{attribute 'args' failed to satisfy constraint: a list}}
job.training ai_platform args "--epochs" {}

// -----

// expected-error@below {{field `region` is given twice}}
job.training ai_platform region "a" region "b" {}

// -----

// A value that is not known fits any field.
job.training ai_platform use_chief_in_tf_config ?"${CHIEF}" {
  job.pool worker replicas ?"${WORKERS}" machine_type ?"${MACHINE}"
}

// -----

// expected-error@below {{a value is text, a number, a boolean or a list of values, not unit}}
"job.training"() <{platform = 0 : i32, region = #job.value<unit>}> ({^bb0:}) : () -> ()
