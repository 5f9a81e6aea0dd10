# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Inputs whose shape might cost more than their size allows.

Each shape is made in two sizes, of which the larger one has eight times the
bytes. The program may take eight times as long for it, and some more, as caches
are small; what grows with the square takes 64 times as long. The larger one may
not take more memory than is promised for an input of that size.

  bad_shapes.py --tool trainlint --server trainlint-lsp-server [--only NAME]
  bad_shapes.py --figures ...    prints what each shape costs, the worst last
"""

import argparse
import io
import json
import os
import resource
import shutil
import struct
import subprocess
import sys
import tempfile
import zipfile

MEGABYTE = 1_000_000
# Of an input of one megabyte: what is promised, in kibibytes.
MOST_MEMORY = 300_000
# Ends explosions, and says nothing about the speed of the machine.
MOST_SECONDS = 20
MOST_GROWTH = 20
# Below this a run is as long as its start, and ratios are noise.
LEAST_SECONDS = 0.03

SHAPES = {}


class Shape:
    """The files of a run, of which `named` are its arguments."""

    def __init__(self, make, file, args, server):
        self.make, self.file, self.args, self.server = make, file, args, server


def shape(file, *args, server=False):
    def add(make):
        name = make.__name__
        assert name not in SHAPES, name
        SHAPES[name] = Shape(make, file, args, server)
        return make
    return add


def repeat(piece, size, head="", tail=""):
    """`piece` over and over; a function gets the number of the piece."""
    if not callable(piece):
        return head + piece * ((size - len(head) - len(tail)) // len(piece)) + tail
    out, length, i = [head], len(head) + len(tail), 0
    while length < size:
        out.append(piece(i))
        length += len(out[-1])
        i += 1
    return "".join(out) + tail


# YAML ------------------------------------------------------------------------

JOB = "trainingInput:\n  scaleTier: CUSTOM\n  region: us-central1\n"


@shape("job.yaml")
def yaml_documents(size):
    return repeat("---\na\n", size, JOB)


@shape("job.yaml")
def yaml_empty_documents(size):
    return repeat("---\n", size, JOB)


@shape("job.yaml")
def yaml_job_documents(size):
    return repeat("---\n" + JOB + "  masterType: n1-standard-9\n", size)


@shape("job.yaml", "--kind=ai-platform")
def yaml_document_without_fields(size):
    return repeat("---\n{}\n", size)


@shape("job.yaml")
def yaml_flow_depth(size):
    return JOB + "  x: " + "[" * (size // 2) + "]" * (size // 2)


@shape("job.yaml")
def yaml_block_depth(size):
    n = int((2 * size) ** 0.5)
    return JOB + "".join(" " * i + "a:\n" for i in range(2, n))


@shape("job.yaml")
def yaml_dash_depth(size):
    return JOB + "  x: \n    " + "- " * (size // 2) + "a\n"


@shape("job.yaml")
def yaml_unknown_keys(size):
    return repeat(lambda i: f"  masterTipe{i}: x\n", size, JOB)


@shape("job.yaml")
def yaml_unknown_keys_near(size):
    return repeat(lambda i: f"  masterTyp{chr(97 + i % 26)}: {i}\n", size, JOB)


@shape("job.yaml", "--diff", "--unsafe-fixes")
def yaml_unknown_keys_fixed(size):
    return repeat(lambda i: f"  master_{'_' * (i % 30)}type: x{i}\n", size, JOB)


@shape("job.yaml", "--diff", "--unsafe-fixes")
def yaml_fixes_far_apart(size):
    return repeat(lambda i: f"---\ntrainingInput:\n  scaleTier: basic\n  region: us-central1\n  jobDir: gs://{i}\n  pythonVersion: 3.7\n", size)


@shape("job.yaml")
def yaml_duplicate_keys(size):
    return repeat("  region: us-central1\n", size, JOB)


@shape("job.yaml")
def yaml_empty_sections(size):
    return repeat("  masterConfig:\n", size, JOB)


@shape("job.yaml")
def yaml_empty_section_among_fields(size):
    return repeat(lambda i: f"  masterConfig:\n  a{i}: 1\n", size, JOB)


@shape("job.yaml")
def yaml_misplaced_fields(size):
    return repeat("  imageUri: a\n", size, JOB)


@shape("job.yaml")
def yaml_anchors(size):
    return repeat(lambda i: f"  a{i}: &a{i} x\n  b{i}: *a{i}\n", size, JOB)


@shape("job.yaml")
def yaml_one_anchor(size):
    return repeat("- *a\n", size, JOB + "x: &a {a: b}\ny:\n")


@shape("job.yaml")
def yaml_alias_chain(size):
    return repeat(lambda i: f"  a{i + 1}: &a{i + 1} [*a{i},*a{i}]\n", size, JOB + "  a0: &a0 x\n")


@shape("job.yaml")
def yaml_merge_chain(size):
    return repeat(lambda i: f"a{i + 1}: &a{i + 1}\n  <<: *a{i}\n  k{i}: x\n", size // 8,
                  "a0: &a0 {x: y}\n") + JOB


@shape("job.yaml")
def yaml_merge_list(size):
    half = repeat(lambda i: f"a{i}: &a{i} {{b{i}: c}}\n", size // 2)
    n = half.count("\n")
    return half + JOB + "  <<: [" + ", ".join(f"*a{i}" for i in range(n)) + "]\n"


@shape("job.yaml")
def yaml_merge_twice(size):
    keys = repeat(lambda i: f"  k{i}: 1\n", size // 2, "a: &a\n")
    return keys + repeat("- <<: *a\n", size // 2, "b:\n") + JOB


@shape("job.yaml")
def yaml_merges_of_a_job(size):
    fields = repeat(lambda i: f"  k{i}: 1\n", size // 2, "a: &a\n  scaleTier: BASIC\n")
    return fields + repeat("---\ntrainingInput: {region: us-central1}\n", size // 2)


@shape("job.yaml")
def yaml_comments(size):
    return repeat("#\n", size, JOB)


@shape("job.yaml")
def yaml_suppressions(size):
    return repeat(lambda i: f"  a{i}: b # trainlint: ignore[unknown-field]\n", size, JOB)


@shape("job.yaml")
def yaml_suppressions_above(size):
    return repeat(lambda i: f"  # trainlint: ignore[unknown-field] x\n  a{i}: b\n", size, JOB)


@shape("job.yaml")
def yaml_suppressions_of_the_file(size):
    return repeat(lambda i: f"# trainlint: ignore-file[unknown-field]\na{i}: b\n", size, JOB)


@shape("job.yaml")
def yaml_suppressions_unknown(size):
    return repeat(lambda i: f"a{i}: b # trainlint: ignore[unknwn-fild{i}]\n", size, JOB)


@shape("job.yaml")
def yaml_suppression_list(size):
    return JOB + "  a: b # trainlint: ignore[" + repeat("unknown-field,", size) + "]\n"


@shape("job.yaml")
def yaml_suppressions_unused(size):
    return repeat("# trainlint: ignore[unknown-field]\n", size, JOB)


@shape("job.yaml")
def yaml_list_items(size):
    return repeat("- a\n", size, JOB + "  args:\n")


@shape("job.yaml")
def yaml_list_of_wrong_items(size):
    return repeat("  - {}\n", size, JOB + "  args:\n")


@shape("job.yaml")
def yaml_long_line(size):
    return JOB + "  a: [" + repeat("b, ", size) + "]\n"


@shape("job.yaml")
def yaml_findings_on_one_line(size):
    return "trainingInput: {" + repeat(lambda i: f"a{i}: 1, ", size) + "region: us-central1}\n"


@shape("job.yaml", "--format=sarif")
def yaml_findings_on_one_line_sarif(size):
    return yaml_findings_on_one_line(size)


@shape("job.yaml", "--format=json")
def yaml_findings_json(size):
    return yaml_unknown_keys(size)


@shape("job.yaml", "--format=sarif")
def yaml_findings_sarif(size):
    return yaml_unknown_keys(size)


@shape("job.yaml", "--format=junit")
def yaml_findings_junit(size):
    return yaml_unknown_keys(size)


@shape("job.yaml", "--format=github")
def yaml_findings_github(size):
    return yaml_unknown_keys(size)


@shape("job.yaml", "--format=gitlab")
def yaml_findings_gitlab(size):
    return yaml_unknown_keys(size)


@shape("job.yaml")
def yaml_long_key(size):
    return JOB + "  " + "a" * (size - 100) + ": b\n"


@shape("job.yaml")
def yaml_long_value(size):
    return JOB + "  scaleTier: " + "a" * (size - 100) + "\n"


@shape("job.yaml")
def yaml_long_quoted(size):
    return JOB + '  masterType: "' + "\\x41" * (size // 4) + '"\n'


@shape("job.yaml")
def yaml_block_scalar(size):
    return JOB + "  masterType: |\n" + repeat("    a\n", size)


@shape("job.yaml")
def yaml_question_marks(size):
    return repeat("? \n", size, JOB)


@shape("job.yaml")
def yaml_many_anchors_of_one_name(size):
    return repeat("- &a b\n- *a\n", size, JOB + "  args:\n")


@shape("job.yaml")
def yaml_syntax_error_at_the_end(size):
    return yaml_list_items(size) + "]\n"


@shape("job.yaml")
def yaml_placeholders(size):
    return repeat("  ${A}: {{ b }}\n", size, JOB)


@shape("job.yaml")
def yaml_parameters(size):
    return repeat("    - {parameterName: a, type: DOUBLE}\n", size,
                  JOB + "  hyperparameters:\n    goal: MAXIMIZE\n    params:\n")


@shape("job.yaml", "--kind=vertex", "--region=us-central1")
def vertex_pools(size):
    return repeat("- machineSpec: {machineType: n1-standard-9}\n  replicaCount: 4\n", size, "workerPoolSpecs:\n")


@shape("job.yaml", "--kind=vertex", "--region=us-central1")
def vertex_empty_pools(size):
    return repeat("- {}\n", size, "workerPoolSpecs:\n")


@shape("job.yaml", "--kind=vertex", "--region=us-central1")
def vertex_accelerators(size):
    return repeat(lambda i: f"- machineSpec: {{machineType: n1-standard-8, acceleratorType: NVIDIA_{i}, acceleratorCount: 3}}\n",
                  size, "workerPoolSpecs:\n")


POD = "apiVersion: v1\nkind: Pod\nspec:\n  nodeSelector:\n    cloud.google.com/gke-tpu-accelerator: tpu-v5p-slice\n"


@shape("pod.yaml")
def gke_labels(size):
    return repeat(lambda i: f"    cloud.google.com/gke-tpu-topolog{i}: 4x4\n", size, POD)


@shape("pod.yaml")
def gke_containers(size):
    return repeat("  - resources: {limits: {google.com/tpu: 8}}\n", size, POD + "  containers:\n")


@shape("pod.yaml")
def gke_pods(size):
    return repeat("---\n" + POD, size)


@shape("pod.yaml")
def gke_terms(size):
    return repeat("            - {matchExpressions: [{key: a, operator: In, values: [b]}]}\n", size, POD +
                  "  affinity:\n    nodeAffinity:\n      requiredDuringSchedulingIgnoredDuringExecution:\n"
                  "          nodeSelectorTerms:\n")


@shape("pods.yaml")
def gke_list(size):
    return repeat("- {apiVersion: v1, kind: Pod, spec: {containers: [{resources: {limits: {google.com/tpu: 8}}}]}}\n",
                  size, "apiVersion: v1\nkind: List\nitems:\n")


def kube(api, kind, spec, name="a"):
    return f"apiVersion: {api}\nkind: {kind}\nmetadata: {{name: {name}}}\nspec:\n{spec}"


def queue(groups):
    return kube("kueue.x-k8s.io/v1beta1", "ClusterQueue", "  namespaceSelector: {}\n  resourceGroups:\n" + groups)


@shape("queue.yaml", "--kind=gke")
def kueue_flavors_in_another_order(size):
    return repeat(lambda i: f"    - {{name: f{i}, resources: [{{name: nvidia.com/gpu, nominalQuota: 1}}, "
                            f"{{name: cpu, nominalQuota: 1}}]}}\n", size,
                  queue("  - coveredResources: [cpu, nvidia.com/gpu]\n    flavors:\n"))


@shape("queue.yaml", "--kind=gke")
def kueue_flavors_and_documents(size):
    flavors = repeat(lambda i: f"    - {{name: f{i}, resources: [{{name: google.com/tpu, nominalQuota: 1}}]}}\n", size // 2,
                     queue("  - coveredResources: [google.com/tpu]\n    flavors:\n"))
    return flavors + repeat(lambda i: "---\n" + kube("kueue.x-k8s.io/v1beta1", "ResourceFlavor",
                                                     "  nodeLabels: {cloud.google.com/gke-tpu-topology: 4x4}\n", f"g{i}"),
                            size // 2)


@shape("queue.yaml", "--kind=gke")
def kueue_resources_by_aliases(size):
    resources = repeat(lambda i: f"{{name: x/r{i}, nominalQuota: 1}}, ", size // 2)
    flavors = repeat(lambda i: f"{{name: f{i}, resources: *r}}, ", size // 2)
    return queue(f"  - coveredResources: [nvidia.com/gpu]\n    flavors: [{{name: f, resources: &r [{resources}]}}, {flavors}]\n")


@shape("jobs.yaml", "--kind=gke")
def trainer_jobs(size):
    return repeat(lambda i: "---\n" + kube("trainer.kubeflow.org/v1alpha1", "TrainJob",
                                           "  runtimeRef: {name: rt}\n  trainer: {env: [{name: PET_NNODES, value: '1'}], "
                                           "resourcesPerNode: {limits: {nvidia.com/gpu: 1}}}\n", f"j{i}"), size)


SET_OF_JOBS = "  - {{name: job{0}, template: {{spec: {{template: {{spec: {{containers: [{{name: a, image: b}}]}}}}}}}}{1}}}\n"


@shape("set.yaml", "--kind=gke")
def jobset_targets(size):
    jobs = repeat(lambda i: SET_OF_JOBS.format(i, ""), size * 3 // 4, kube("jobset.x-k8s.io/v1alpha2", "JobSet", "  replicatedJobs:\n"))
    return jobs + "  successPolicy: {operator: All, targetReplicatedJobs: [" + repeat(lambda i: f"zz{i}, ", size // 4) + "]}\n"


@shape("set.yaml", "--kind=gke")
def jobset_dependencies_by_aliases(size):
    first = repeat("{name: job0, status: Ready}, ", size // 2)
    return kube("jobset.x-k8s.io/v1alpha2", "JobSet", "  replicatedJobs:\n" + SET_OF_JOBS.format(0, "") +
                SET_OF_JOBS.format(1, f", dependsOn: &d [{first}]") +
                repeat(lambda i: SET_OF_JOBS.format(i + 2, ", dependsOn: *d"), size // 2))


@shape("runtime.yaml", "--kind=gke")
def trainer_templates_by_aliases(size):
    containers = repeat(lambda i: f"{{name: c{i}}}, ", size // 2)
    template = f"{{spec: {{template: {{spec: {{containers: [{{name: nvidia.com/gpu}}, {containers}]}}}}}}}}"
    return kube("trainer.kubeflow.org/v1alpha1", "TrainingRuntime",
                f"  template:\n    spec:\n      replicatedJobs:\n      - {{name: a, template: &t {template}}}\n" +
                repeat(lambda i: f"      - {{name: a{i}, template: *t}}\n", size // 2))


@shape("pod.json")
def json_placeholders_on_a_line(size):
    head = '{"apiVersion": "v1", "kind": "Pod", "spec": {"containers": [{"name": "a", "image": "b", "resources": ' \
           '{"limits": {"nvidia.com/gpu": 1}}, "env": ['
    return repeat(lambda i: f'{{"name": "A{i}", "value": "YOUR_{i}"}}, ', size, head) + '{"name": "A"}]}]}}'


@shape("pod.yaml")
def yaml_dots_on_a_line(size):
    return ("apiVersion: v1\nkind: Pod\nspec:\n  containers: [{name: a, image: b, resources: {limits: {nvidia.com/gpu: 1}}, args: [" +
            repeat("'...', ", size) + "]}]\n")


@shape("digits.py")
def python_digits(size):
    return ("from google.cloud import aiplatform\naiplatform.CustomJob(display_name='a', worker_pool_specs=[1." +
            "1" * size + ", float('1." + "1" * 50_000 + "')])\n")


@shape("digits.mlir", "--kind=graph")
def program_digits(size):
    return "func.func @main() -> tensor<f32> {\n  %0 = stablehlo.constant dense<1." + "1" * size + \
           "> : tensor<f32>\n  return %0 : tensor<f32>\n}\n"


@shape("digits.sh")
def shell_duration_digits(size):
    return ("gcloud compute instances create v --machine-type=a2-highgpu-1g --zone=us-central1-a --max-run-duration=1." +
            "1" * size + "h\n")


@shape("job.json")
def json_array(size):
    return '{"trainingInput": {"args": [' + repeat("0,", size) + "0]}}"


@shape("job.json")
def json_depth(size):
    return '{"trainingInput": {"args": ' + "[" * (size // 2) + "]" * (size // 2) + "}}"


@shape("workflow.yaml")
def workflow_steps(size):
    return repeat("    - run: gcloud ai-platform jobs submit training x --regoin=a\n", size,
                  "jobs:\n  a:\n    steps:\n")


@shape("workflow.yaml")
def workflow_env(size):
    return repeat(lambda i: f"      A{i}: b\n", size,
                  "jobs:\n  a:\n    steps:\n    - run: gcloud ai-platform jobs submit training $A1\n      env:\n")


# Commands --------------------------------------------------------------------

SUBMIT = "gcloud ai-platform jobs submit training x"


@shape("run.sh")
def shell_policies_and_pools(size):
    policies = repeat(lambda i: f"gcloud compute resource-policies create workload-policy p{i} --type=HIGH_THROUGHPUT "
                                "--accelerator-topology=4x4 --region=us-central1\n", size // 2)
    return policies + repeat(lambda i: f"gcloud container node-pools create n{i} --cluster=c --machine-type=ct6e-standard-4t "
                                       f"--placement-policy=p{i} --node-locations=us-east5-b\n", size // 2)


@shape("run.sh")
def shell_commands_on_a_line(size):
    return repeat(lambda i: f"gcloud compute instances create v{i} --zone=ZONE --machine-type=MACHINE_TYPE "
                            "--accelerator=type=TYPE,count=COUNT --network=YOUR_NET; ", size)


@shape("run.sh")
def shell_flags(size):
    return repeat(lambda i: f" --regoin{i}=a", size, SUBMIT)


@shape("run.sh")
def shell_one_flag(size):
    return repeat(" --regoin=a", size, SUBMIT)


@shape("run.sh")
def shell_known_flag(size):
    return repeat(" --region=a", size, SUBMIT)


@shape("run.sh")
def shell_flag_values(size):
    return repeat(" --scale-tier basik", size, SUBMIT)


@shape("run.sh")
def shell_words(size):
    return repeat(" a", size, SUBMIT)


@shape("run.sh")
def shell_program_arguments(size):
    return repeat(" --region=a", size, SUBMIT + " --")


@shape("run.sh")
def shell_long_variable_as_arguments(size):
    """A variable of many words, which is used as often as the file has room."""
    return repeat(" $X", size, 'X="' + "--a=1 " * 500 + '"\n' + SUBMIT + " --")


@shape("run.sh")
def shell_resources(size):
    """Templates and groups, TPUs and their deletions, each with a name of its own."""
    def piece(i):
        return (f"gcloud compute instance-templates create feeders-{i}\n"
                f"gcloud compute instance-groups managed create vms-{i} --size 4 "
                f"--template feeders-{i} --zone us-central1-b\n"
                f"gcloud compute tpus create pod-{i} --zone us-central1-b --version 2.11.0 "
                "--accelerator-type v2-8\n"
                f"gcloud compute tpus delete pod-{i} --zone us-central1-b\n")
    return repeat(piece, size)


@shape("run.sh")
def shell_commands(size):
    return repeat(SUBMIT + " --regoin a\n", size)


@shape("run.sh")
def shell_tiny_commands(size):
    return repeat("a\n", size, SUBMIT + "\n")


@shape("run.sh")
def shell_semicolons(size):
    return repeat("a;", size, SUBMIT + "\n")


@shape("run.sh")
def shell_variables(size):
    return repeat(lambda i: f"A{i}=b\n", size, SUBMIT + "\n")


@shape("run.sh")
def shell_variable_chain(size):
    return repeat(lambda i: f"A{i + 1}=$A{i}\n", size, "A0=b\n") + SUBMIT + " --region $A9 --region $A9999\n"


@shape("run.sh")
def shell_variable_doubling(size):
    return repeat(lambda i: f"A{i + 1}=$A{i}$A{i}\n", size, "A0=b\n") + SUBMIT + " --region $A99\n"


@shape("run.sh")
def shell_variable_used_often(size):
    return f"A={'b' * (size // 2)}\n" + repeat(" --region=$A", size // 2, SUBMIT)


@shape("run.sh")
def shell_variable_set_often(size):
    return repeat("A=b\n", size) + SUBMIT + " --region $A\n"


@shape("run.sh")
def shell_variable_of_flags(size):
    return f"A='{repeat('--regoin=a ', size // 2)}'\n" + repeat(SUBMIT + " $A\n", size // 2)


@shape("run.sh")
def shell_arrays(size):
    return "A=(" + repeat("b ", size) + ")\n" + SUBMIT + ' "${A[@]}"\n'


@shape("run.sh")
def shell_here_documents(size):
    return repeat("a <<E\nE\n", size, SUBMIT + "\n")


@shape("run.sh")
def shell_open_here_documents(size):
    return repeat("a <<E ", size // 2, SUBMIT + "\n") + "\n" + repeat("b\n", size // 2)


@shape("run.sh")
def shell_here_documents_without_end(size):
    return repeat(lambda i: f"a <<E{i}\n", size, SUBMIT + "\n")


@shape("run.sh")
def shell_backslashes(size):
    return SUBMIT + repeat(" \\\n", size) + " --regoin a\n"


@shape("run.sh")
def shell_substitution_depth(size):
    return SUBMIT + " " + "$(" * (size // 3) + "a" + ")" * (size // 3)


@shape("run.sh")
def shell_quotes(size):
    return SUBMIT + " " + "\"$(a '" * (size // 14) + "b" + "')\"" * (size // 14)


@shape("run.sh")
def shell_open_quotes(size):
    return SUBMIT + repeat(" '\"`", size)


@shape("run.sh")
def shell_brackets(size):
    return SUBMIT + " " + "(" * size


@shape("run.sh")
def shell_functions(size):
    return repeat(lambda i: f"f{i}() {{\n{SUBMIT}\n}}\n", size)


@shape("run.sh")
def shell_if_depth(size):
    return repeat("if a; then\n", size, SUBMIT + "\n")


@shape("run.sh")
def shell_suppressions(size):
    return repeat(SUBMIT + " --regoin=a # trainlint: ignore[unknown-flag]\n", size)


@shape("run.sh")
def shell_suppressions_above(size):
    return repeat("# trainlint: ignore[unknown-flag]\n" + SUBMIT + " --regoin=a\n", size)


@shape("run.sh")
def vertex_dictionaries(size):
    return repeat(" --worker-pool-spec=machine-tipe=a", size, "gcloud ai custom-jobs create")


@shape("run.sh")
def vertex_dictionary_keys(size):
    return "gcloud ai custom-jobs create --worker-pool-spec=" + repeat(lambda i: f"machine-tipe{i}=a,", size)


@shape("run.sh")
def vertex_dictionary_key(size):
    return "gcloud ai custom-jobs create --worker-pool-spec=" + repeat("machine-type=a,", size)


@shape("run.sh")
def tpu_commands(size):
    return repeat(lambda i: f"gcloud compute tpus create t{i} --zone=us-central1-a --accelerator-type=v3-{i}\n", size)


@shape("run.sh")
def tpu_launches(size):
    return repeat(lambda i: f"python -m torch_xla.distributed.xla_dist --tpu=t{i} -- a\n", size,
                  "gcloud compute tpus create t --zone=us-central1-a --accelerator-type=v3-8\n")


@shape("run.sh")
def tpu_groups(size):
    return repeat(lambda i: f"gcloud compute instance-groups managed create g{i} --template=t{i} --zone a --size 4\n"
                            f"gcloud compute instance-templates create t{i}\n", size,
                  "gcloud compute tpus create t --zone=us-central1-a --accelerator-type=v3-8\n")


@shape("run.sh")
def config_sets(size):
    return repeat(lambda i: f"gcloud config set compute/zone us-central1-{i}\n", size, SUBMIT + "\n") + SUBMIT + "\n"


@shape("run.sh")
def config_sets_and_jobs(size):
    return repeat(lambda i: f"gcloud config set compute/region a{i}\n{SUBMIT}\n", size)


@shape("Makefile")
def make_rules(size):
    return repeat(lambda i: f"a{i}:\n\t{SUBMIT}\n", size)


@shape("Makefile")
def make_variables(size):
    return repeat(lambda i: f"A{i + 1} := $(A{i})$(A{i})\n", size, "A0 := b\n") + f"a:\n\t{SUBMIT} --region $(A50)\n"


@shape("Makefile")
def make_definitions(size):
    return repeat(lambda i: f"A{i} = b\n", size) + f"a:\n\t{SUBMIT} --region $(A5)\n"


@shape("Makefile")
def make_continuations(size):
    return f"a:\n\t{SUBMIT} " + repeat("\\\n", size)


@shape("README.md")
def markdown_fences(size):
    return repeat("```sh\na\n```\n", size, f"```sh\n{SUBMIT}\n```\n")


@shape("README.md")
def markdown_jobs(size):
    return repeat(f"```sh\n{SUBMIT} --regoin=a\n```\n", size)


@shape("README.md")
def markdown_open_fences(size):
    return repeat(lambda i: "`" * (3 + i % 50) + "sh\n", size, f"```sh\n{SUBMIT}\n```\n")


@shape("README.md")
def markdown_nesting(size):
    return repeat("> ", size, f"```sh\n{SUBMIT}\n```\n")


@shape("README.md")
def markdown_prompts(size):
    return "```console\n" + repeat(f"$ {SUBMIT}\na\n", size) + "```\n"


# Graphs in text --------------------------------------------------------------

@shape("graph.pbtxt")
def graph_dangling_inputs(size):
    return repeat(lambda i: f'node{{name:"abcdefgh{i}" op:"NoOp" input:"abcdefgi{i}"}}\n', size)


@shape("graph.pbtxt")
def graph_dangling_long_inputs(size):
    return repeat(lambda i: f'node{{name:"{"ab" * 25}{i:06}" op:"NoOp" input:"{"ba" * 25}{i:06}"}}\n', size)


@shape("graph.pbtxt")
def graph_dangling_controls(size):
    return repeat(lambda i: f'input:"^b{i}"', size, 'node{name:"a" op:"NoOp" ', "}")


@shape("graph.pbtxt")
def graph_unknown_ops(size):
    return repeat(lambda i: f'node{{name:"n{i}" op:"MatMu{i}"}}\n', size)


@shape("graph.pbtxt")
def graph_nodes(size):
    return repeat(lambda i: f'node{{name:"n{i}" op:"NoOp"}}\n', size)


@shape("graph.pbtxt")
def graph_empty_nodes(size):
    return repeat("node{}", size, 'node{name:"a" op:"NoOp"}')


@shape("graph.pbtxt")
def graph_same_nodes(size):
    return repeat('node{name:"a"op:"NoOp"}', size)


@shape("graph.pbtxt")
def graph_empty_attributes(size):
    return repeat("attr{}", size, 'node{name:"a" op:"NoOp" ', "}")


@shape("graph.pbtxt")
def graph_attributes(size):
    return repeat(lambda i: f'attr{{key:"a{i}"value{{i:1}}}}', size, 'node{name:"a" op:"Add" ', "}")


@shape("graph.pbtxt")
def graph_attribute_list(size):
    return repeat("i:1 ", size, 'node{name:"a" op:"Add" attr{key:"T" value{list{', "}}}}")


@shape("graph.pbtxt")
def graph_inputs(size):
    return repeat('input:"a" ', size, 'node{name:"a" op:"NoOp"} node{name:"b" op:"AddN" ', "}")


@shape("graph.pbtxt")
def graph_outputs(size):
    return repeat(lambda i: f'node{{name:"b{i}"op:"Identity"input:"a:{i}"}}', size, 'node{name:"a" op:"Split"}')


@shape("graph.pbtxt")
def graph_chain(size):
    return repeat(lambda i: f'node{{name:"{i + 1}"op:"Identity"input:"{i}"}}', size, 'node{name:"0" op:"Placeholder"}')


@shape("graph.pbtxt", "--target=tpu-v3-8")
def graph_chain_on_tpu(size):
    return repeat(lambda i: f'node{{name:"{i + 1}"op:"Identity"input:"{i}"attr{{key:"T"value{{type:DT_DOUBLE}}}}}}', size,
                  'node{name:"0" op:"Placeholder"}')


@shape("graph.pbtxt")
def graph_cycles(size):
    return repeat(lambda i: f'node{{name:"a{i}"op:"Identity"input:"b{i}"}}node{{name:"b{i}"op:"Identity"input:"a{i}"}}',
                  size)


@shape("graph.pbtxt")
def graph_one_cycle(size):
    return repeat(lambda i: f'node{{name:"{i + 1}"op:"Identity"input:"{i}"}}', size) + \
        'node{name:"0" op:"Identity" input:"9"}'


@shape("graph.pbtxt")
def graph_functions(size):
    return "library{" + repeat(lambda i: f'function{{signature{{name:"f{i}"}}}}', size) + "}"


@shape("graph.pbtxt")
def graph_empty_functions(size):
    return "library{" + repeat("function{}", size) + "}"


@shape("graph.pbtxt")
def graph_functions_with_unknown_ops(size):
    return "library{" + repeat(lambda i: f'function{{signature{{name:"f{i}"}}node_def{{name:"a"op:"X{i}"}}}}', size) + "}"


@shape("graph.pbtxt")
def graph_function_calls(size):
    return 'library{function{signature{name:"f0"}}' + repeat(
        lambda i: f'function{{signature{{name:"f{i + 1}"}}node_def{{name:"a"op:"f{i}"}}node_def{{name:"b"op:"f{i}"}}}}',
        size) + "}"


@shape("graph.pbtxt")
def graph_function_arguments(size):
    return 'library{function{signature{name:"f"' + repeat(lambda i: f'input_arg{{name:"a{i}"type:DT_FLOAT}}', size // 2) + \
        "}" + repeat(lambda i: f'node_def{{name:"n{i}"op:"NoOp"input:"^a{i}"}}', size // 2) + "}}"


@shape("graph.pbtxt")
def graph_function_results(size):
    return 'library{function{signature{name:"f"' + repeat(lambda i: f'output_arg{{name:"a{i}"}}', size // 2) + \
        "}" + repeat(lambda i: f'ret{{key:"a{i}"value:"b"}}', size // 2) + "}}"


@shape("graph.pbtxt")
def graph_gradients(size):
    return "library{" + repeat("gradient{}", size) + "}"


@shape("graph.pbtxt")
def graph_depth(size):
    return 'node{name:"a" op:"NoOp" attr{key:"a" value' + "{list{func{attr{value" * (size // 60) + "}}}}" * (size // 60) + "}}"


@shape("graph.pbtxt")
def graph_comments(size):
    return repeat("# trainlint: ignore[unknown-op]\n", size, 'node{name:"a" op:"NoOp"}\n')


@shape("graph.pbtxt")
def graph_suppressions(size):
    return repeat(lambda i: f'# trainlint: ignore[unknown-op]\nnode{{name:"n{i}" op:"X{i}"}}\n', size)


@shape("graph.pbtxt")
def graph_suppressions_in_messages(size):
    return 'node{name:"n" op:"X"}\n' + repeat("# trainlint: ignore[unknown-op]\nattr {\n", size)


@shape("graph.pbtxt")
def graph_constants(size):
    return repeat(lambda i: f'node{{name:"c{i}"op:"Const"attr{{key:"value"value{{tensor{{dtype:DT_INT32 tensor_shape{{dim{{size:1000000000}}}}int_val:1}}}}}}}}',
                  size)


@shape("graph.pbtxt")
def graph_shape_sizes(size):
    return 'node{name:"a"op:"Placeholder"attr{key:"shape"value{shape{' + repeat("dim{size:1}", size) + "}}}}"


@shape("graph.pbtxt", "--target=tpu-v3-8")
def graph_replicated(size):
    return repeat(lambda i: f'node{{name:"n{i}"op:"TPUReplicatedInput"input:"n{i + 1}"attr{{key:"_tpu_replicate"value{{s:"c{i}"}}}}}}',
                  size)


@shape("graph.pbtxt")
def graph_devices(size):
    return repeat(lambda i: f'node{{name:"n{i}"op:"NoOp"device:"/job:worker/task:{i}/device:GPU:{i}"}}', size)


@shape("graph.pbtxt")
def graph_colocated(size):
    return repeat(lambda i: f'node{{name:"n{i}"op:"NoOp"attr{{key:"_class"value{{list{{s:"loc:@n{i + 1}"}}}}}}}}', size)


@shape("graph.pbtxt")
def graph_wrong_attributes(size):
    return repeat(lambda i: f'node{{name:"n{i}"op:"MatMul"attr{{key:"transpose_a"value{{i:{i}}}}}}}', size)


@shape("graph.pbtxt")
def graph_wrong_arity(size):
    return repeat(lambda i: f'node{{name:"n{i}"op:"MatMul"}}', size)


@shape("model.pbtxt")
def saved_model_signatures(size):
    return 'meta_graphs{graph_def{node{name:"a"op:"NoOp"}}' + repeat(
        lambda i: f'signature_def{{key:"s{i}"value{{inputs{{key:"x"value{{name:"b:0"}}}}}}}}', size) + "}"


@shape("model.pbtxt")
def saved_model_graphs(size):
    return repeat('meta_graphs{graph_def{node{name:"a"op:"X"}}}', size)


# Graphs in binary ------------------------------------------------------------

def varint(value):
    out = b""
    while value > 127:
        out += bytes([value & 127 | 128])
        value >>= 7
    return out + bytes([value])


def field(number, value):
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    if isinstance(value, str):
        value = value.encode()
    return varint(number << 3 | 2) + varint(len(value)) + value


def many(piece, size):
    """The same as repeat() in bytes."""
    if not callable(piece):
        return piece * (size // len(piece))
    out, length, i = [], 0, 0
    while length < size:
        out.append(piece(i))
        length += len(out[-1])
        i += 1
    return b"".join(out)


NODE = field(1, field(1, "a") + field(2, "NoOp"))


@shape("graph.pb")
def binary_empty_nodes(size):
    return NODE + many(field(1, b""), size)


@shape("graph.pb")
def binary_nodes(size):
    return many(lambda i: field(1, field(1, f"{i}") + field(2, "NoOp")), size)


@shape("graph.pb")
def binary_empty_functions(size):
    return NODE + field(2, many(field(1, b""), size))


@shape("graph.pb")
def binary_empty_libraries(size):
    return NODE + many(field(2, b""), size)


@shape("graph.pb")
def binary_functions(size):
    return NODE + field(2, many(lambda i: field(1, field(1, field(1, f"{i}"))), size))


@shape("graph.pb")
def binary_empty_nodes_of_functions(size):
    return NODE + field(2, field(1, field(1, field(1, "f")) + many(field(3, b""), size)))


@shape("graph.pb")
def binary_empty_arguments(size):
    return NODE + field(2, field(1, field(1, field(1, "f") + many(field(2, b""), size))))


@shape("graph.pb")
def binary_empty_results(size):
    return NODE + field(2, field(1, field(1, field(1, "f") + many(field(3, b""), size // 2)) + many(field(4, b""), size // 2)))


@shape("graph.pb")
def binary_empty_attributes(size):
    return field(1, field(1, "a") + field(2, "NoOp") + many(field(5, b""), size))


@shape("graph.pb")
def binary_inputs(size):
    return NODE + field(1, field(1, "b") + field(2, "AddN") + many(field(3, "a"), size))


@shape("graph.pb")
def binary_empty_inputs(size):
    return NODE + field(1, field(1, "b") + field(2, "AddN") + many(field(3, ""), size))


@shape("graph.pb")
def binary_dangling_inputs(size):
    return NODE + field(1, field(1, "b") + field(2, "AddN") + many(lambda i: field(3, f"{i}"), size))


@shape("graph.pb")
def binary_missing_outputs(size):
    return NODE + field(1, field(1, "b") + field(2, "AddN") + many(lambda i: field(3, f"a:{i + 1}"), size))


@shape("graph.pb")
def binary_names_twice(size):
    return field(1, many(field(1, "a") + field(2, "b"), size))


@shape("graph.pb")
def binary_list_values(size):
    values = field(1, many(field(3, 1), size))
    return field(1, field(1, "a") + field(2, "Add") + field(5, field(1, "T") + field(2, values)))


@shape("graph.pb")
def binary_empty_list_values(size):
    values = field(1, many(field(7, b""), size))
    return field(1, field(1, "a") + field(2, "Add") + field(5, field(1, "T") + field(2, values)))


@shape("graph.pb")
def binary_depth(size):
    value = b""
    for _ in range(min(size // 12, 20000)):
        value = field(5, field(1, "a") + field(2, field(10, value)))
        if len(value) > size:
            break
    return field(1, field(1, "a") + field(2, "NoOp") + value)


def onnx(graph=b"", *, functions=b"", sets=field(8, field(2, 20))):
    return field(1, 9) + sets + field(7, field(2, "g") + graph) + functions


@shape("model.onnx")
def onnx_empty_nodes(size):
    return onnx(many(field(1, b""), size))


@shape("model.onnx")
def onnx_nodes(size):
    return onnx(many(lambda i: field(1, field(1, f"{i}") + field(2, f"{i + 1}") + field(4, "Relu")), size))


@shape("model.onnx")
def onnx_unknown_ops(size):
    return onnx(many(lambda i: field(1, field(4, f"Relv{i}")), size))


@shape("model.onnx")
def onnx_unknown_domains(size):
    return onnx(many(lambda i: field(1, field(4, "Relu") + field(7, f"d{i}")), size))


@shape("model.onnx")
def onnx_opsets(size):
    return onnx(field(1, field(4, "Relu")), sets=many(lambda i: field(8, field(1, f"d{i}") + field(2, 1)), size))


@shape("model.onnx")
def onnx_sets_and_domains(size):
    return onnx(many(lambda i: field(1, field(4, "Relu") + field(7, f"d{i}")), size // 2),
                sets=many(lambda i: field(8, field(1, f"d{i}") + field(2, 1)), size // 2))


@shape("model.onnx")
def onnx_empty_initializers(size):
    return onnx(many(field(5, b""), size))


@shape("model.onnx")
def onnx_empty_inputs(size):
    return onnx(many(field(11, b""), size))


@shape("model.onnx")
def onnx_empty_outputs(size):
    return onnx(many(field(12, b""), size))


@shape("model.onnx")
def onnx_empty_value_infos(size):
    return onnx(many(field(13, b""), size))


@shape("model.onnx")
def onnx_value_infos(size):
    return onnx(many(lambda i: field(13, field(1, f"{i}")), size))


@shape("model.onnx")
def onnx_empty_functions(size):
    return onnx(functions=many(field(25, b""), size))


@shape("model.onnx")
def onnx_functions(size):
    return onnx(functions=many(lambda i: field(25, field(1, f"f{i}") + field(7, field(4, f"f{i}"))), size))


@shape("model.onnx")
def onnx_empty_attributes(size):
    return onnx(field(1, field(4, "Relu") + many(field(5, b""), size)))


@shape("model.onnx")
def onnx_attributes(size):
    return onnx(field(1, field(4, "Relu") + many(lambda i: field(5, field(1, f"a{i}") + field(3, 1)), size)))


@shape("model.onnx")
def onnx_wrong_attributes(size):
    return onnx(many(lambda i: field(1, field(4, "Conv") + field(5, field(1, "kernel_shapes") + field(3, i))), size))


@shape("model.onnx")
def onnx_node_inputs(size):
    return onnx(field(1, field(4, "Sum") + many(field(1, "a"), size)))


@shape("model.onnx")
def onnx_empty_node_inputs(size):
    return onnx(field(1, field(4, "Sum") + many(field(1, ""), size)))


@shape("model.onnx")
def onnx_node_outputs(size):
    return onnx(field(1, field(4, "Split") + many(lambda i: field(2, f"{i}"), size)))


@shape("model.onnx")
def onnx_same_outputs(size):
    return onnx(many(field(1, field(2, "a") + field(4, "Relu")), size))


@shape("model.onnx")
def onnx_subgraphs(size):
    return onnx(many(field(1, field(4, "If") + field(5, field(1, "then_branch") + field(6, b""))), size))


@shape("model.onnx")
def onnx_subgraph_depth(size):
    graph = b""
    while len(graph) < min(size, 40000):
        graph = field(1, field(4, "If") + field(5, field(1, "then_branch") + field(6, graph)))
    return onnx(graph)


@shape("model.onnx")
def onnx_called_functions(size):
    functions = many(lambda i: field(25, field(1, f"f{i}") + field(10, "d")), size // 2)
    return onnx(many(lambda i: field(1, field(4, f"f{i}") + field(7, "d")), size // 2), functions=functions)


@shape("model.onnx")
def onnx_function_calls(size):
    body = many(lambda i: field(7, field(1, f"{i}") + field(2, f"{i + 1}") + field(4, "Relu")), size // 2)
    return onnx(many(field(1, field(1, "x") + field(2, "y") + field(4, "f") + field(7, "d")), size // 2),
                functions=field(25, field(1, "f") + field(4, "0") + field(5, "1") + field(10, "d") + body))


@shape("model.onnx")
def onnx_subgraph_initializers(size):
    graph = field(1, field(1, "w") + field(2, "y") + field(4, "Relu"))
    graph += field(5, field(1, 1) + field(2, 1) + field(8, "w") + field(9, b"0000")) + field(12, field(1, "y"))
    branches = field(5, field(1, "then_branch") + field(6, graph) + field(20, 5))
    return onnx(many(lambda i: field(1, field(2, f"{i}") + field(4, "If") + branches), size))


@shape("model.onnx")
def onnx_loop_depth(size):
    graph = field(1, field(1, "i") + field(2, "y") + field(4, "Neg"))
    while len(graph) < min(size, 40000):
        body = field(1, field(4, "Identity") + field(1, "c") + field(2, "d")) + graph
        body += field(11, field(1, "i")) + field(11, field(1, "c")) + field(12, field(1, "d"))
        graph = field(1, field(1, "") + field(1, "") + field(4, "Loop") +
                      field(5, field(1, "body") + field(6, body) + field(20, 5)))
    return onnx(graph)


@shape("model.onnx")
def onnx_literals(size):
    numbers = field(5, field(1, 1024) + field(2, 7) + field(8, "w") + field(9, b"12345678" * 1024))
    return onnx(numbers + many(lambda i: field(1, field(1, "w") + field(1, "w") + field(2, f"{i}") + field(4, "Mul")),
                               size))


@shape("model.onnx")
def onnx_literal_chain(size):
    numbers = field(5, field(1, 1024) + field(2, 7) + field(8, "0") + field(9, b"\0\0\0\0\0\0\0\0" * 1024))
    return onnx(numbers + many(lambda i: field(1, field(1, f"{i}") + field(1, "0") + field(2, f"{i + 1}") +
                                               field(4, "Add")), size))


@shape("model.onnx")
def onnx_dimensions(size):
    shape_ = field(1, field(2, many(field(1, b""), size)))
    return onnx(field(1, field(4, "Relu")) + field(11, field(1, "x") + field(2, field(1, field(1, 1) + shape_))))


@shape("model.onnx")
def onnx_metadata(size):
    return onnx() + many(field(14, b""), size)


# Models of Keras -------------------------------------------------------------

def keras(layers, kind="Sequential"):
    return '{"module":"keras","class_name":"%s","config":{"layers":[%s]}}' % (kind, layers)


def functional(layers, tail='"input_layers":[],"output_layers":[]'):
    return '{"class_name":"Functional","config":{"layers":[%s],%s}}' % (layers, tail)


def archive(config, level=9):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=level) as packed:
        packed.writestr("metadata.json", "{}")
        packed.writestr("config.json", config)
    return out.getvalue()


def hdf5(root, *structures, text=b""):
    """HDF5 in the old form: a header of the file itself, and what its messages name behind it at 96."""
    behind = b"".join(structures)
    address = 96 + len(behind)
    head = b"\x89HDF\r\n\x1a\n" + struct.pack("<5x3B2HI4Q", 8, 8, 0, 4, 16, 0, 0, NOWHERE, address + len(root), NOWHERE)
    return head + struct.pack("<QQ24x", 0, address) + behind + root + text


NOWHERE = (1 << 64) - 1


def hdf5_header(*messages):
    body = b"".join(struct.pack("<HHI", kind, len(content), 0) + content for kind, content in messages)
    return struct.pack("<HHIQ", 1, min(len(messages), 0xFFFF), 1, len(body)) + body


def hdf5_attribute(name, kind, value):
    name = name.encode().ljust(16, b"\0")
    return 12, struct.pack("<4H", 1, 16, len(kind), 8) + name + kind + struct.pack("<B7x", 1) + value


def hdf5_text(place, size, number=1):
    """An attribute `model_config`, whose text is in a collection."""
    kind = struct.pack("<IIII8x", 0x119, 16, 0x13, 1)
    return hdf5_attribute("model_config", kind, struct.pack("<IQI", size, place, number))


def hdf5_collection(objects):
    body = b"".join(struct.pack("<HHIQ", i & 0xFFFF, 1, 0, len(text)) + text.ljust((len(text) + 7) // 8 * 8, b"\0")
                    for i, text in enumerate(objects, 1))
    return b"GCOL" + struct.pack("<IQ", 1, 32 + len(body)) + body + bytes(16)


@shape("model.h5")
def hdf5_model(size):
    text = keras(repeat('{"class_name":"Dense"},', size) + "{}").encode()
    return hdf5(hdf5_header(hdf5_text(96, len(text))), hdf5_collection([text]))


@shape("model.h5")
def hdf5_strings(size):
    return hdf5(hdf5_header(hdf5_text(96, 2)), hdf5_collection([b"{}"] * (size // 24)))


@shape("model.h5")
def hdf5_attributes(size):
    empty = hdf5_attribute("a", struct.pack("<II", 0x13, 8), bytes(8))
    return hdf5(hdf5_header(*[empty] * (size // 64), hdf5_text(96, 2)), hdf5_collection([b"{}"]))


@shape("model.h5")
def hdf5_messages(size):
    """Nothing but messages that say nothing."""
    return hdf5(hdf5_header(*[(0, b"")] * (size // 8), hdf5_text(96, 2)), hdf5_collection([b"{}"]))


@shape("model.h5")
def hdf5_continuations(size):
    """Each part of the header names the whole again."""
    count = size // 24
    again = (16, struct.pack("<QQ", 96 + 16, 24 * count))
    return hdf5(hdf5_header(*[again] * count), text=b"model_config")


@shape("model.json")
def keras_empty_layers(size):
    return keras(repeat("{},", size) + "{}")


@shape("model.json")
def keras_layers(size):
    return keras(repeat('{"class_name":"Dense"},', size) + "{}")


@shape("model.json")
def keras_numbers(size):
    return keras('{"config":{"a":[' + repeat("0,", size) + "0]}}")


@shape("model.json")
def keras_empty_lists(size):
    return keras('{"config":{"a":[' + repeat("[],", size) + "0]}}")


@shape("model.json")
def keras_settings(size):
    return keras('{"config":{' + repeat(lambda i: f'"a{i}":0,', size) + '"a":0}}')


@shape("model.json")
def keras_setting_twice(size):
    return keras('{"config":{' + repeat('"a":0,', size) + '"a":0}}')


@shape("model.json")
def keras_nested_settings(size):
    return keras('{"config":{"x":{' + repeat(lambda i: f'"a{i}":0,', size) + '"a":0}}}')


@shape("model.json")
def keras_depth(size):
    return keras('{"class_name":"TimeDistributed","config":{"layer":' * 240 + "{}" + "}}" * 240 + repeat(",{}", size))


@shape("model.json")
def keras_models_in_models(size):
    return keras(repeat('{"class_name":"Sequential","config":{"layers":[{}]}},', size) + "{}")


@shape("model.json")
def keras_unknown_classes(size):
    return keras(repeat(lambda i: f'{{"class_name":"dense_{i}"}},', size) + "{}")


@shape("model.json")
def keras_calls(size):
    return functional('{"name":"a","class_name":"Dense","config":{},"inbound_nodes":[' + repeat("[],", size) + "[]]}")


@shape("model.json")
def keras_calls_with_settings(size):
    return functional('{"name":"a","class_name":"Dense","config":{' + repeat(lambda i: f'"a{i}":0,', size // 2) +
                      '"a":0},"inbound_nodes":[' + repeat("[],", size // 2) + "[]]}")


@shape("model.json")
def keras_calls_with_outputs(size):
    return functional('{"name":"a","class_name":"Dense","config":{},"inbound_nodes":[' + repeat("[],", size) +
                      '[["a",0,255]]]}')


@shape("model.json")
def keras_same_name_with_outputs(size):
    return functional(repeat('{"name":"a"},', size) + '{"name":"b","inbound_nodes":[[["a",0,255]]]}')


@shape("model.json")
def keras_missing_layers(size):
    return functional(repeat(lambda i: f'{{"name":"layer{i}","inbound_nodes":[[["layes{i}",0,0]]]}},', size) + "{}")


@shape("model.json")
def keras_tensors(size):
    return functional('{"name":"a","inbound_nodes":[[' + repeat('["b",0,0],', size) + '["b",0,0]]]}')


@shape("model.json")
def keras_chain(size):
    return functional(repeat(lambda i: f'{{"name":"{i + 1}","inbound_nodes":[[["{i}",0,0]]]}},', size) + '{"name":"0"}')


@shape("model.json")
def keras_inputs(size):
    half = repeat(lambda i: f'{{"name":"{i}","class_name":"InputLayer"}},', size // 2) + "{}"
    tail = repeat(lambda i: f'["{i}",0,0],', size // 2)
    inner = functional(half, f'"input_layers":[{tail}0],"output_layers":[]')
    return functional(inner)


@shape("model.keras")
def keras_archive_bomb(size):
    return archive(keras(repeat("{},", 12 * size) + "{}"))


@shape("model.keras")
def keras_archive_of_its_size(size):
    # Stored, so that the archive has as many bytes as its configuration.
    return archive(keras(repeat("{},", size) + "{}"), level=0)


@shape("model.keras")
def keras_archive_of_zeros(size):
    return archive(keras('{"config":{"a":"' + "0" * (30 * size) + '"}}'))


@shape("model.keras")
def keras_archive_entries(size):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        for i in range(min(size // 100, 60000)):
            packed.writestr(f"{i}", "")
    return out.getvalue()


@shape("model.keras")
def keras_archive_ends(size):
    return b"PK\3\4" + many(b"PK\5\6", size)


@shape("model.keras")
def keras_metadata_bomb(size):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("metadata.json", "[" + repeat("{},", 12 * size) + "0]")
        packed.writestr("config.json", keras("{}"))
    return out.getvalue()


# Programs --------------------------------------------------------------------

MAIN = "func.func @main(%a: tensor<f32>) -> tensor<f32> {\n%x = stablehlo.abs %a : tensor<f32>\n"


def program(body, head=""):
    return head + "module {\n" + MAIN + body + "return %a : tensor<f32>\n}\n}\n"


def module(body):
    return program("").removesuffix("}\n") + body + "}\n"


@shape("program.mlir")
def program_ops(size):
    return program(repeat(lambda i: f"%{i} = stablehlo.abs %a : tensor<f32>\n", size))


@shape("program.mlir")
def program_chain(size):
    return program(repeat(lambda i: f"%v{i + 1} = stablehlo.abs %v{i} : tensor<f32>\n", size,
                          "%v0 = stablehlo.abs %a : tensor<f32>\n"))


@shape("program.mlir")
def program_functions(size):
    return module(repeat(lambda i: f"func.func @f{i}() {{ return }}\n", size))


@shape("program.mlir")
def program_declarations(size):
    return module(repeat(lambda i: f"func.func private @f{i}()\n", size))


@shape("program.mlir")
def program_calls(size):
    return module(repeat(
        lambda i: f"func.func @f{i + 1}() {{\ncall @f{i}() : () -> ()\ncall @f{i}() : () -> ()\nreturn\n}}\n", size,
        "func.func @f0() { return }\n"))


@shape("program.mlir")
def program_constants(size):
    return program(repeat(lambda i: f"%{i} = stablehlo.constant dense<{i}> : tensor<{i + 1}x1000000xi32>\n", size))


@shape("program.mlir")
def program_long_constant(size):
    return program("%0 = stablehlo.constant dense<[" + repeat("1,", size) +
                   f"1]> : tensor<{(size // 2) + 1}xi32>\n")


@shape("program.mlir")
def program_types(size):
    return program(repeat(lambda i: f"%{i} = stablehlo.constant dense<1> : tensor<{i + 1}xi32>\n", size))


@shape("program.mlir")
def program_aliases(size):
    return repeat(lambda i: f"#a{i + 1} = [#a{i}, #a{i}]\n", size, "#a0 = 1\n") + program("")


@shape("program.mlir")
def program_type_aliases(size):
    return repeat(lambda i: f"!a{i + 1} = tuple<!a{i}, !a{i}>\n", size, "!a0 = tensor<f32>\n") + program("")


@shape("program.mlir")
def program_locations(size):
    return repeat(lambda i: f"#loc{i + 1} = loc(\"a\"(#loc{i}))\n", size, "#loc0 = loc(unknown)\n") + program("")


@shape("program.mlir")
def program_attributes(size):
    return program("").replace("module", "module attributes {" + repeat(lambda i: f"a{i} = {i}, ", size) + "z = 1}", 1)


@shape("program.mlir")
def program_modules(size):
    return module("module { " * (size // 12) + "} " * (size // 12))


@shape("program.mlir")
def program_regions(size):
    return program('"stablehlo.case"(%a) ({' * (size // 40) + "})" * (size // 40))


@shape("program.mlir")
def program_arguments(size):
    return module("func.func @f(" + repeat(lambda i: f"%a{i}: tensor<f32>, ", size) + "%z: f32) { return }\n")


@shape("program.mlir")
def program_results(size):
    return program("%0:999999 = stablehlo.custom_call @a(%a) : (tensor<f32>) -> (" + repeat("tensor<f32>, ", size) +
                   "tensor<f32>)\n")


@shape("program.mlir")
def program_wrong_ops(size):
    return program(repeat("stablehlo.abs\n", size))


@shape("program.mlir", "--target=tpu-v3-8")
def program_on_tpu(size):
    return program(repeat(lambda i: f"%{i} = stablehlo.constant dense<1.0> : tensor<{i + 1}x3xf64>\n", size))


# Many files, settings and other flags ------------------------------------------

@shape(".trainlint.yaml")
def config_patterns(size):
    jobs = {f"jobs/{i}.yaml": JOB for i in range(size // 20000)}
    patterns = repeat(lambda i: f"  \"**/a{i}*/x\": [unknown-field]\n", size, "per-file-ignores:\n")
    return {".trainlint.yaml": patterns, **jobs}


@shape(".trainlint.yaml")
def config_excludes(size):
    jobs = {f"jobs/{i}.yaml": JOB for i in range(size // 20000)}
    return {".trainlint.yaml": repeat(lambda i: f"- \"**/*a{i}*\"\n", size, "exclude:\n"), **jobs}


@shape(".trainlint.yaml")
def config_stars(size):
    return {".trainlint.yaml": "exclude: [\"" + "*a" * (size // 2) + "b\"]\n",
            **{f"{'a' * 200}{i}.yaml": JOB for i in range(4)}}


@shape(".trainlint.yaml")
def config_selectors(size):
    return {".trainlint.yaml": repeat("- unknown-*\n", size, "ignore:\n"), "job.yaml": JOB}


@shape(".trainlint.yaml")
def config_severities(size):
    return {".trainlint.yaml": repeat(lambda i: f"  \"unknown-fiel*{'*' * (i % 9)}\": error\n", size, "severity:\n"), "job.yaml": JOB}


@shape(".trainlint.yaml")
def config_unknown_keys(size):
    return {".trainlint.yaml": repeat(lambda i: f"selec{i}: a\n", size), "job.yaml": JOB}


@shape(".trainlint.yaml")
def config_graphs(size):
    return {".trainlint.yaml": repeat(lambda i: f"  \"*{i}\": a\n", size, "graphs:\n"), "job.yaml": JOB}


@shape(".trainlint.yaml")
def baseline(size):
    entry = '{"file":"job.yaml","rule":"unknown-field","message":"`a%d` is no field of the job","count":1},'
    return {".trainlint.yaml": "baseline: known.json\n",
            "known.json": '{"version":1,"findings":[' + repeat(lambda i: entry % i, size).rstrip(",") + "]}",
            "job.yaml": repeat(lambda i: f"  a{i}: b\n", size // 8, JOB)}


@shape("jobs")
def many_files(size):
    return {f"jobs/{i}.yaml": JOB + "  a: b\n" for i in range(size // 300)}


@shape("jobs")
def many_folders(size):
    return {"/".join(["jobs"] + ["d"] * (i % 60)) + f"/{i}.yaml": JOB for i in range(size // 800)}


def table(name, size, row):
    here = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tables", name)
    with open(here) as file:
        lines = file.readlines()
    head = "".join(line for line in lines if line.startswith("#"))
    columns = next(line for line in lines if not line.startswith("#"))
    return head + columns + repeat(row, size)


@shape("job.yaml", "--tables=newer")
def tables_rows(size):
    return {"newer/regions.csv": table("regions.csv", size, lambda i: f"us-central{i}\n"), "job.yaml": JOB}


@shape("job.yaml", "--tables=newer")
def tables_same_row(size):
    return {"newer/regions.csv": table("regions.csv", size, lambda i: "us-central1\n"), "job.yaml": JOB}


@shape("job.yaml", "--tables=newer")
def tables_commas(size):
    return {"newer/regions.csv": table("regions.csv", size, lambda i: "," * 100 + "\n"), "job.yaml": JOB}


@shape("job.yaml", "--graph=graph.pbtxt")
def jobs_and_graph(size):
    return {"job.yaml": repeat("---\n" + JOB, size // 2), "graph.pbtxt": graph_nodes(size // 2)}


@shape("run.sh")
def commands_and_config(size):
    return {"run.sh": repeat(SUBMIT + " --config job.yaml\n", size // 2), "job.yaml": yaml_unknown_keys(size // 2)}


@shape("run.sh")
def commands_and_files(size):
    return {"run.sh": repeat(lambda i: f"{SUBMIT} --config {i}.yaml\n", size)}


# Editors ---------------------------------------------------------------------

def conversation(text, name, *more):
    uri = f"file:///nowhere/{name}"
    document = {"textDocument": {"uri": uri}}
    messages = [
        {"id": 0, "method": "initialize", "params": {"capabilities": {}}},
        {"method": "initialized", "params": {}},
        {"method": "textDocument/didOpen",
         "params": {"textDocument": {"uri": uri, "languageId": "yaml", "version": 1, "text": text}}},
    ]
    for number, (method, params) in enumerate(more):
        message = {"method": method, "params": {**document, **params}}
        if method != "textDocument/didChange":
            message["id"] = number + 1
        messages.append(message)
    messages += [{"id": "end", "method": "shutdown"}, {"method": "exit"}]
    out = b""
    for message in messages:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        out += b"Content-Length: %d\r\n\r\n" % len(body) + body
    return out


def at(line, character):
    return {"line": line, "character": character}


def requests(line, character):
    here = {"position": at(line, character)}
    everything = {"range": {"start": at(0, 0), "end": at(10**6, 0)}}
    return [("textDocument/hover", here), ("textDocument/completion", here), ("textDocument/definition", here),
            ("textDocument/codeAction", {**everything, "context": {"diagnostics": []}}),
            ("textDocument/documentSymbol", {})]


def edits(count, line):
    return [("textDocument/didChange",
             {"textDocument": {"uri": "file:///nowhere/job.yaml", "version": i + 2},
              "contentChanges": [{"range": {"start": at(line, 0), "end": at(line, 0)}, "text": "#"}]})
            for i in range(count)]


@shape("session", server=True)
def editor_unknown_keys(size):
    return conversation(yaml_unknown_keys(size), "job.yaml", *requests(30, 5))


@shape("session", server=True)
def editor_documents(size):
    return conversation(yaml_documents(size), "job.yaml", *requests(3, 0))


@shape("session", server=True)
def editor_suppressions(size):
    return conversation(yaml_suppressions_above(size), "job.yaml", *requests(30, 5))


@shape("session", server=True)
def editor_graph(size):
    return conversation(graph_dangling_inputs(size), "graph.pbtxt", *requests(30, 15))


@shape("session", server=True)
def editor_functions(size):
    return conversation(graph_functions(size), "graph.pbtxt", *requests(0, 500))


@shape("session", server=True)
def editor_commands(size):
    return conversation(shell_commands(size), "run.sh", *requests(30, 5))


@shape("session", server=True)
def editor_flags(size):
    return conversation(shell_flags(size), "run.sh", *requests(0, 60))


@shape("session", server=True)
def editor_long_line(size):
    return conversation(yaml_findings_on_one_line(size), "job.yaml", *requests(0, 500))


@shape("session", server=True)
def editor_edits(size):
    # Each edit moves half of the text.
    text = repeat(lambda i: f"  a{i}: b\n", size // 2, JOB)
    return conversation(text, "job.yaml", *edits(size // 2 // 260, text.count("\n") // 2))


@shape("session", server=True)
def editor_edits_in_one_message(size):
    change = {"range": {"start": at(1, 0), "end": at(1, 0)}, "text": "#"}
    return conversation(JOB, "job.yaml",
                        ("textDocument/didChange",
                         {"textDocument": {"uri": "file:///nowhere/job.yaml", "version": 2},
                          "contentChanges": [change] * (size // 110)}))


@shape("session", server=True)
def editor_program(size):
    return conversation(program_ops(size), "program.mlir", *requests(30, 5))


# Python and notebooks ---------------------------------------------------------

SDK = ('from google.cloud import aiplatform\n'
       'aiplatform.init(location="us-central1", staging_bucket="gs://b")\n')
SUBMIT = "!gcloud ai custom-jobs create --config=c.yaml --region=us-central1 --display-name=x"


def notebook(*sources):
    return json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [
        {"cell_type": "code", "metadata": {}, "execution_count": None, "outputs": [], "source": source}
        for source in sources]})


def cells(piece, size, *more):
    made, length = [], 0
    while length < size:
        made.append(piece(len(made)))
        length += len(made[-1]) + 100
    return notebook(*more, *made)


@shape("a.py")
def python_jobs(size):
    return repeat(lambda i: f'j{i} = aiplatform.CustomJob(display_name="a", worker_pool_specs=[{{"machine_spec": '
                            f'{{"machine_type": "n1-bogus-{i}"}}}}])\nj{i}.run()\n', size, SDK)


@shape("a.py")
def python_branches(size):
    return repeat(lambda i: f'if g({i}):\n  a = {i}\n', size, SDK, "aiplatform.CustomJob(a)\n")


@shape("a.py")
def python_calls_of_calls(size):
    return repeat(lambda i: f"def f{i}():\n  f{i - 1}()\n  f{i - 1}()\n", size, SDK + "def f0(): pass\n")


@shape("a.py")
def python_dict_steps(size):
    return repeat(lambda i: f'd["k{i}"] = {i}\n', size, SDK + "d = {}\n", "aiplatform.CustomJob(d)\n")


@shape("a.py")
def python_list_steps(size):
    return repeat("l.append(1)\n", size, SDK + "l = []\n", "aiplatform.CustomJob(l)\n")


@shape("a.py")
def python_texts(size):
    return repeat("a += 'x'\n", size, SDK + "a = ''\n", "aiplatform.CustomJob(a)\n")


@shape("a.py")
def python_spreads(size):
    return repeat("aiplatform.f(**d)\nd = {**d}\n", size // 2, SDK + "d = {" +
                  repeat(lambda i: f'"k{i}": 1, ', size // 2) + "}\n")


@shape("a.py")
def python_sums(size):
    return repeat("l = l + [1]\nm = l * 9\n", size, SDK + "l = []\n", "aiplatform.CustomJob(l)\n")


@shape("a.py")
def python_replaced(size):
    return repeat("b = a.replace('x', a)\nc = 'xy' in a\n", size // 2, SDK + f"a = '{'x' * (size // 2)}'\n")


@shape("a.py")
def python_nested(size):
    return SDK + "aiplatform.CustomJob(" + "[" * (size // 2) + "]" * (size // 2) + ")\n"


@shape("a.py")
def python_else(size):
    return repeat("else:\n", size, SDK)


@shape("a.py")
def python_options(size):
    return repeat(lambda i: f'p.add_argument("--o{i}", default={i})\n', size,
                  SDK + "import argparse\np = argparse.ArgumentParser()\n", "a = p.parse_args()\n")


@shape("a.py")
def python_functions(size):
    return repeat(lambda i: f"def f{i}(a):\n  aiplatform.CustomJob(a)\n", size, SDK)


@shape("a.py")
def torch_loaders(size):
    return repeat("  DataLoader(x)\n", size // 2,
                  "import torch_xla.distributed.xla_multiprocessing as xmp\nfrom torch.utils.data import DataLoader\n"
                  "def f(i):\n" + repeat(lambda i: f"  n{i} = 1\n", size // 2), "xmp.spawn(f)\n")


@shape("a.py")
def estimators(size):
    return repeat(lambda i: f"tf.estimator.tpu.TPUEstimator(train_batch_size={i})\n", size,
                  "import tensorflow.compat.v1 as tf\n")


@shape("a.py")
def strategies(size):
    return repeat("s = tf.distribute.TPUStrategy(r)\nm.compile()\n", size, "import tensorflow as tf\n")


@shape("a.py")
def meshes(size):
    return repeat('Mesh(d.reshape(4, 2), ("a",))\n', size, "import jax\nfrom jax.sharding import Mesh\n")


@shape("a.ipynb")
def notebook_cells(size):
    return cells(lambda i: f"x{i} = 1", size, SDK)


@shape("a.ipynb")
def notebook_commands(size):
    return cells(lambda i: f"!gcloud ai custom-jobs create --display-name=x{i} --region=us-central{i}", size)


@shape("a.ipynb")
def notebook_shells(size):
    return cells(lambda i: f"%%bash\nexport A{i}=1\necho $A{i - 1}", size, SUBMIT)


@shape("a.ipynb")
def notebook_environment(size):
    return cells(lambda i: f"%env A{i}=$A{i - 1}", size, SUBMIT)


@shape("a.ipynb")
def notebook_written(size):
    return cells(lambda i: f"%%writefile c{i}.yaml\ntrainingInput:\n  region: us", size, SUBMIT)


@shape("a.ipynb")
def notebook_writes(size):
    return notebook("f = open('c.yaml', 'w')\n" + repeat("f.write('a: 1')\n", size), SUBMIT)


@shape("a.ipynb")
def notebook_folders(size):
    return notebook(repeat("%cd a\n", size), SUBMIT)


@shape("a.ipynb")
def notebook_old_runtime(size):
    return notebook("import torch_xla", "%%bash\n" + repeat("torch_xla.distributed.xla_dist ", size))


@shape("a.ipynb")
def notebook_jobs_of_one_script(size):
    return cells(lambda i: f"!gcloud ai-platform jobs submit training j{i} --region us-central1 --package-path t "
                           f"--module-name t.task --runtime-version 2.1 --python-version 3.7 -- --b={i}", size // 2,
                 "%%writefile t/task.py\nimport argparse\np = argparse.ArgumentParser()\n" +
                 repeat(lambda i: f'p.add_argument("--o{i}")\n', min(size // 2, 400_000)) + "a = p.parse_args()\n")


# Measuring -------------------------------------------------------------------

class Cost:
    def __init__(self, seconds, memory, status):
        self.seconds, self.memory, self.status = seconds, memory, status


def limit_time():
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))


def measure(shape_, size, folder, tools):
    made = shape_.make(size)
    files = made if isinstance(made, dict) else {shape_.file: made}
    for name, content in files.items():
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
    if shape_.server:
        command, given = [tools.server], os.path.join(folder, shape_.file)
    else:
        has_config = ".trainlint.yaml" in files
        named = ["."] if has_config or shape_.file == "jobs" else [shape_.file]
        settings = [] if has_config else ["--isolated"]
        command, given = [tools.tool, *settings, *shape_.args, "--", *named], os.devnull
    del made, files
    with open(given, "rb") as text:
        process = subprocess.Popen(command, cwd=folder, stdin=text, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL, preexec_fn=limit_time)
        _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return Cost(usage.ru_utime + usage.ru_stime, usage.ru_maxrss, process.returncode)


def wrong_with(small, large, tools):
    """What a shape must not do; empty if it does none of that."""
    growth = large.seconds / max(small.seconds, LEAST_SECONDS)
    if large.status < 0 or large.status > 2:
        return f"ends with {large.status} after {large.seconds:.1f} s"
    if large.memory > MOST_MEMORY:
        return f"takes {large.memory // 1000} MB"
    if growth > MOST_GROWTH:
        return f"takes {growth:.0f} times as long for 8 times the bytes: {small.seconds:.2f} s and {large.seconds:.2f} s"
    return ""


def run(name, size, tools):
    folder = tempfile.mkdtemp(prefix="bad-shape-")
    try:
        return measure(SHAPES[name], size, folder, tools)
    finally:
        shutil.rmtree(folder)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", required=True)
    parser.add_argument("--server", required=True)
    parser.add_argument("--size", type=int, default=MEGABYTE)
    parser.add_argument("--only", nargs="*")
    parser.add_argument("--figures", action="store_true")
    tools = parser.parse_args()
    names = [name for name in SHAPES if not tools.only or name in tools.only]
    costs, failures = [], 0
    for name in names:
        small = run(name, tools.size // 8, tools)
        large = run(name, tools.size, tools)
        wrong = wrong_with(small, large, tools)
        costs.append((large.seconds, large.memory, small.seconds, name, wrong))
        if wrong:
            failures += 1
            print(f"{name}: {wrong}", flush=True)
    if tools.figures:
        print("seconds     MB  an eighth")
        for seconds, memory, eighth, name, wrong in sorted(costs):
            print(f"{seconds:7.2f} {memory / 1000:6.0f} {eighth:10.3f}  {name}{'  ***' if wrong else ''}")
    print(f"{len(names)} shapes, {failures} cost too much")
    return failures != 0


if __name__ == "__main__":
    sys.exit(main())
