//===- JobOps.td - The operations of the job dialect -------*- tablegen -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_JOB_IR_JOBOPS_TD
#define TRAINLINT_DIALECT_JOB_IR_JOBOPS_TD

include "Dialect/Job/IR/JobBase.td"
include "mlir/IR/RegionKindInterface.td"

/// An op whose values are fields: `field value at loc(...)`, one a line.
class Job_Op<string mnemonic, list<Trait> traits = []>
    : Op<JobDialect, mnemonic, traits> {
  let hasCustomAssemblyFormat = 1;
}

class Job_Container<string mnemonic, list<Trait> traits = []>
    : Job_Op<mnemonic, !listconcat(traits, [NoTerminator, SingleBlock, IsolatedFromAbove,
                                            NoRegionArguments])> {
  let regions = (region SizedRegion<1>:$body);
}

def Job_TrainingOp : Job_Container<"training"> {
  let summary = "one training job";
  let description = [{
    What applies to the job as a whole. Its body holds a `job.pool` for every
    role that the user mentions, on AI Platform and Vertex AI at most one of
    each, and a `job.study` if
    hyperparameters are tuned. On Cloud TPU the job is a TPU that is created:
    its pools are the slices and, with the architecture `node`, the VMs that
    feed them, and a `job.launch` is a program that is started on it.
    On Compute Engine it is a VM, or a template of VMs, that is created.
    `workload_kind` is what a manifest calls the job (`JobSet`), and `NodePool` where
    a command makes the nodes that pods of GKE run on. `from_flags`
    stands for a command whose flags
    give the fields, so that messages call them by the names of the flags, and
    `from_python` for a client that spells fields with underscores.

    ```mlir
    job.training ai_platform
        scale_tier "CUSTOM" at loc("config.yaml":2:14 to :20)
        region "us-central1" at loc("config.yaml":3:11 to :22)
    {
      job.pool chief
          machine_type "n1-standard-8" at loc("config.yaml":4:15 to :28)
    }
    ```
  }];
  let arguments = (ins
    Job_Platform:$platform,
    OptionalAttr<Job_String>:$job_id,
    OptionalAttr<Job_String>:$scale_tier,
    OptionalAttr<Job_String>:$region,
    OptionalAttr<Job_String>:$zone,
    OptionalAttr<Job_String>:$runtime_version,
    OptionalAttr<Job_String>:$python_version,
    OptionalAttr<Job_List>:$package_uris,
    OptionalAttr<Job_String>:$python_module,
    OptionalAttr<Job_List>:$args,
    OptionalAttr<Job_String>:$job_dir,
    OptionalAttr<Job_Bool>:$use_chief_in_tf_config,
    OptionalAttr<Job_String>:$max_running_time,
    OptionalAttr<Job_String>:$max_wait_time,
    OptionalAttr<Job_String>:$tpu_architecture,
    OptionalAttr<Job_String>:$address_range,
    OptionalAttr<Job_String>:$strategy,
    OptionalAttr<Job_String>:$persistent_resource,
    OptionalAttr<Job_String>:$workload_kind,
    OptionalAttr<Job_Bool>:$from_flags,
    OptionalAttr<Job_Bool>:$from_python);
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The pool of a role, or null.
    PoolOp getPool(Role role);
    /// The pools in the order of the text.
    auto getPools() { return getBody().getOps<PoolOp>(); }
    /// The study, or null.
    StudyOp getStudy();
    auto getLaunches() { return getBody().getOps<LaunchOp>(); }
  }];
}

def Job_PoolOp : Job_Op<"pool", [HasParent<"TrainingOp">]> {
  let summary = "replicas of one role";
  let description = [{
    The machines that do one job within the job. `replicas` is absent for the
    chief of AI Platform, of which there is always one. `task` is `container` or
    `python_package` where a pool says what it runs, `reservation` the kind of
    reservation that its machines come from. `provisioning` is how its machines
    are obtained, in the words of Compute Engine: `STANDARD`, `SPOT`, `FLEX_START`
    or `RESERVATION_BOUND`.

    On Kubernetes a pool is what one template of pods makes. Its machine is not
    named but described by labels of nodes: `accelerator_label` is the label
    whose value is `accelerator_type`, and `accelerator_resource` is the resource
    of which the containers ask for `accelerator_count` together and for
    `container_accelerators` each. `group_size` is how many pods work on one
    slice together, and `completions` how many have to succeed. The arguments of
    its container stand in `container_command`, behind the command.
    `slice_topology` is that of a slice which is put together for the pods.

    Where VMs or nodes are created, `maintenance_policy` is what happens to them when
    their host is maintained, `placement_policy` the policy that places them,
    `policy_topology` the topology that this policy was made for, and
    `placement_type` the way in which GKE is to place them.
  }];
  let arguments = (ins
    Job_Role:$role,
    OptionalAttr<Job_String>:$pool_name,
    OptionalAttr<Job_String>:$machine_type,
    OptionalAttr<Job_Integer>:$replicas,
    OptionalAttr<Job_String>:$accelerator_type,
    OptionalAttr<Job_Integer>:$accelerator_count,
    OptionalAttr<Job_String>:$gpu_partition_size,
    OptionalAttr<Job_String>:$tpu_topology,
    OptionalAttr<Job_String>:$zone,
    OptionalAttr<Job_String>:$reservation,
    OptionalAttr<Job_String>:$reservation_key,
    OptionalAttr<Job_List>:$reservation_values,
    OptionalAttr<Job_String>:$provisioning,
    OptionalAttr<Job_String>:$task,
    OptionalAttr<Job_String>:$machine_family,
    OptionalAttr<Job_String>:$accelerator_label,
    OptionalAttr<Job_String>:$accelerator_resource,
    OptionalAttr<Job_List>:$container_accelerators,
    OptionalAttr<Job_String>:$slice_topology,
    OptionalAttr<Job_Integer>:$group_size,
    OptionalAttr<Job_Integer>:$completions,
    OptionalAttr<Job_String>:$image,
    OptionalAttr<Job_List>:$package_uris,
    OptionalAttr<Job_List>:$container_command,
    OptionalAttr<Job_List>:$container_args,
    OptionalAttr<Job_String>:$tpu_tf_version,
    OptionalAttr<Job_String>:$maintenance_policy,
    OptionalAttr<Job_String>:$placement_policy,
    OptionalAttr<Job_String>:$policy_topology,
    OptionalAttr<Job_String>:$placement_type,
    OptionalAttr<Job_String>:$disk_type,
    OptionalAttr<Job_Integer>:$disk_size_gb);
  let extraClassDeclaration = [{
    /// True if the pool certainly starts replicas: it is the chief, or its count
    /// is known to be positive.
    bool startsReplicas();
    /// True if the pool may start replicas: its count is not known to be zero.
    bool mayStartReplicas();
  }];
}

def Job_LaunchOp : Job_Op<"launch", [HasParent<"TrainingOp">]> {
  let summary = "a program that is started on every host of a TPU";
  let description = [{
    `tpu` is the name by which the launcher finds the TPU, which is not
    necessarily that of the TPU which the job creates. `activated` is the conda
    environment that the script activated before, `command` what is started.
  }];
  let arguments = (ins
    OptionalAttr<Job_String>:$tpu,
    OptionalAttr<Job_String>:$conda_environment,
    OptionalAttr<Job_String>:$image,
    OptionalAttr<Job_String>:$activated,
    OptionalAttr<Job_List>:$command);
}

def Job_StudyOp : Job_Container<"study", [HasParent<"TrainingOp">]> {
  let summary = "a search for hyperparameters";
  let description = [{
    Runs the job many times with different values of its parameters, which are
    the `job.parameter` ops of the body.
  }];
  let arguments = (ins
    OptionalAttr<Job_String>:$goal,
    OptionalAttr<Job_String>:$metric,
    OptionalAttr<Job_List>:$metrics,
    OptionalAttr<Job_String>:$algorithm,
    OptionalAttr<Job_Integer>:$max_trials,
    OptionalAttr<Job_Integer>:$max_parallel_trials,
    OptionalAttr<Job_String>:$resumes);
  let extraClassDeclaration = [{
    auto getParameters() { return getBody().getOps<ParameterOp>(); }
  }];
}

def Job_ParameterOp : Job_Op<"parameter", [HasParent<"StudyOp">]> {
  let summary = "a hyperparameter and the values that it can take";
  let description = [{
    `conditional` stands for a parameter that is there for some values of another
    one only, so that its name may come again.
  }];
  let arguments = (ins
    OptionalAttr<Job_String>:$parameter_name,
    OptionalAttr<Job_String>:$parameter_type,
    OptionalAttr<Job_Number>:$min_value,
    OptionalAttr<Job_Number>:$max_value,
    OptionalAttr<Job_List>:$categorical_values,
    OptionalAttr<Job_List>:$discrete_values,
    OptionalAttr<Job_String>:$scale_type,
    OptionalAttr<Job_Bool>:$conditional);
}

#endif // TRAINLINT_DIALECT_JOB_IR_JOBOPS_TD
