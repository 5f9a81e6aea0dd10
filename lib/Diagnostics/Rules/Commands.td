//===- Commands.td - Rules on command lines ----------------*- tablegen -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Diagnostics/Rule.td"

defvar SubmitFlags = "gcloud ai-platform jobs submit training, its flags in SDK 578.0.0";
defvar TpuFlags = "gcloud compute tpus, the flags of its create commands";
defvar FlagsGuide = "AI Platform Training guide `Using GPUs`, submitting with flags";

let group = Commands, exampleName = "submit.sh" in {

def UnknownFlag : Rule<"unknown-flag", "TL1001"> {
  let confidence = Dated;
  let fix = UnsafeFix;
  let summary = "a flag that the command does not have";
  let explanation = [{
gcloud refuses a command with a flag that it does not know, and submits nothing: it
takes no shorter form of a name, and no underscore for a dash. Flags of the program
that is trained stand behind a bare `--`.
}];
  let messages = [
    Message<"unknown", "`{flag}` is not a flag of `{command}`",
            [Text<"flag">, Text<"command">]>,
    Message<"key", "`{key}` is not a key of `{flag}`", [Text<"key">, Text<"flag">]>,
    Message<"otherTrack", "`{flag}` is a flag of `{track}`, not of `{command}`",
            [Text<"flag">, Text<"track">, Text<"command">]>];
  let bad = [{
gcloud ai-platform jobs submit training job_1 \
  --region us-central1 --runtime-version 2.1 --python-version 3.7 \
  --scale-teir basic --module-name trainer.task --package-path trainer \
  --staging-bucket gs://bucket-1
}];
  let good = [{
gcloud ai-platform jobs submit training job_1 \
  --region us-central1 --runtime-version 2.1 --python-version 3.7 \
  --scale-tier basic --module-name trainer.task --package-path trainer \
  --staging-bucket gs://bucket-1
}];
  let sources = [SubmitFlags];
  let tables = ["command-flags"];
}

def InvalidFlagValue : Rule<"invalid-flag-value", "TL1002"> {
  let confidence = Table;
  let fix = UnsafeFix;
  let summary = "a flag without the value that it takes";
  let explanation = [{
gcloud reads the values of flags before it sends anything: a choice is one of its
words, a count is a whole number, an accelerator is written `count=N,type=NAME`, and
labels and metadata are written `KEY=VALUE`. A flag that only turns something on takes
no value. The name of a role begins with `roles/`, or with the project or organization
that defines it.
}];
  let messages = [
    Message<"missing", "`{flag}` needs a value", [Text<"flag">]>,
    Message<"choice", "`{value}` is not a value of `{flag}`",
            [Text<"value">, Text<"flag">]>,
    Message<"global", "`{flag}` has no form with `no-`", [Text<"flag">]>,
    Message<"integer", "`{flag}` takes a whole number, this is {value}",
            [Text<"flag">, Text<"value">]>,
    Message<"accelerator", "`{flag}` takes `count=N,type=NAME`, and `{key}` is missing",
            [Text<"flag">, Text<"key">]>,
    Message<"form", "`{flag}` takes `count=N,type=NAME`, not {value}",
            [Text<"flag">, Text<"value">]>,
    Message<"pair", "`{flag}` takes `NAME=VALUE`, not {value}",
            [Text<"flag">, Text<"value">]>,
    Message<"role", "`{flag}` takes a role with `roles/` in front, not {value}",
            [Text<"flag">, Text<"value">]>,
    Message<"none", "`{flag}` takes no value, this is {value}",
            [Text<"flag">, Text<"value">]>,
    Message<"least", "`{flag}` is at least {least}, this is {value}",
            [Text<"flag">, Number<"least">, Text<"value">]>,
    Message<"most", "`{flag}` is at most {most}, this is {value}",
            [Text<"flag">, Number<"most">, Text<"value">]>,
    Message<"boolean", "`{flag}` takes `true` or `false`, not {value}",
            [Text<"flag">, Text<"value">]>,
    Message<"duration", "`{flag}` takes a duration such as `2h30m`, not {value}",
            [Text<"flag">, Text<"value">]>,
    Message<"time", "`{flag}` takes a date and time, not {value}",
            [Text<"flag">, Text<"value">]>,
    Message<"size", "`{flag}` takes a size such as `100GB`, not {value}",
            [Text<"flag">, Text<"value">]>,
    Message<"account", "`{flag}` takes the e-mail address of a service account, not {value}",
            [Text<"flag">, Text<"value">]>,
    Message<"labelKey", "a label cannot be called {value}", [Text<"value">]>,
    Message<"labelValue", "a label cannot have the value {value}", [Text<"value">]>,
    Message<"bucket", "{value} is not the name of a bucket", [Text<"value">]>,
    Message<"empty", "`{flag}` is empty", [Text<"flag">]>,
    Message<"emptyKey", "`{flag}` has a value without a key", [Text<"flag">]>,
    Message<"repeated", "{value} stands twice in `{flag}`, which gcloud refuses",
            [Text<"value">, Text<"flag">]>,
    Message<"twice", "`{flag}` can be given only once", [Text<"flag">]>];
  let bad = [{
gcloud ai-platform jobs submit training job_1 --region us-central1 \
  --runtime-version 2.1 --python-version 3.7 --scale-tier basic-gpus \
  --module-name trainer.task --package-path trainer --staging-bucket gs://bucket-1
}];
  let good = [{
gcloud ai-platform jobs submit training job_1 --region us-central1 \
  --runtime-version 2.1 --python-version 3.7 --scale-tier basic-gpu \
  --module-name trainer.task --package-path trainer --staging-bucket gs://bucket-1
}];
  let sources = [SubmitFlags];
  let tables = ["command-flags"];
}

def FlagAfterSeparator : Rule<"flag-after-separator", "TL1003"> {
  let severity = Warning;
  let confidence = Table;
  let summary = "a flag of gcloud behind `--`, where the program gets it";
  let explanation = [{
A bare `--` ends the flags of gcloud; everything behind it goes to the program that
is trained. A flag of gcloud that stands there has no effect on the job, which may
run elsewhere, or on other machines, than the command seems to say.
}];
  let messages = [
    Message<"after", "`{flag}` stands behind `--`, so the program gets it and not gcloud",
            [Text<"flag">]>];
  let bad = [{
gcloud ai-platform jobs submit training job_1 --region us-central1 \
  --module-name trainer.task --package-path trainer --python-version 3.7 \
  --staging-bucket gs://bucket-1 \
  -- --runtime-version 2.1 --epochs 10
}];
  let good = [{
gcloud ai-platform jobs submit training job_1 --region us-central1 \
  --module-name trainer.task --package-path trainer --python-version 3.7 \
  --staging-bucket gs://bucket-1 \
  --runtime-version 2.1 -- --epochs 10
}];
  let sources = [FlagsGuide];
  let tables = ["command-flags"];
}

def AcceleratorSpelling : Rule<"accelerator-spelling", "TL1004"> {
  let confidence = Table;
  let fix = SafeFix;
  let summary = "an accelerator in the spelling of files, given to a flag, or the other way round";
  let explanation = [{
The flags of AI Platform spell accelerators in lower case with dashes
(`nvidia-tesla-t4`), as Kubernetes does; files, and the flags of Vertex AI, spell them
as the API does (`NVIDIA_TESLA_T4`). The services refuse the one in the place of the other;
the flags of AI Platform take both, of the accelerators that gcloud lists.
}];
  let messages = [
    InfoMessage<"flag", "flags spell this accelerator `{name}`", [Text<"name">]>,
    Message<"file", "files spell this accelerator `{name}`", [Text<"name">]>,
    Message<"service", "{service} spells this accelerator `{name}`",
            [Text<"service">, Text<"name">]>,
    WarningMessage<"unknown", "{name} is not an accelerator that trainlint knows",
                   [Text<"name">]>,
    Message<"notOffered", "{name} is not an accelerator of `{flag}`",
            [Text<"name">, Text<"flag">]>];
  let bad = [{
gcloud ai custom-jobs create --region us-central1 --display-name job-1 \
  --worker-pool-spec machine-type=n1-highcpu-16,accelerator-count=4,accelerator-type=nvidia-tesla-t4,container-image-uri=us-docker.pkg.dev/project-1/images/train:1
}];
  let good = [{
gcloud ai custom-jobs create --region us-central1 --display-name job-1 \
  --worker-pool-spec machine-type=n1-highcpu-16,accelerator-count=4,accelerator-type=NVIDIA_TESLA_T4,container-image-uri=us-docker.pkg.dev/project-1/images/train:1
}];
  let sources = [SubmitFlags, FlagsGuide];
  let tables = ["accelerators"];
}

def VersionNotGiven : Rule<"version-not-given", "TL1005"> {
  let severity = Info;
  let confidence = Dated;
  let summary = "a command that says nothing of the versions it runs with";
  let explanation = [{
Without a runtime version, a Python version or a container image the service chooses,
and what it chooses has changed over the years: a program that ran may not run again.
}];
  let messages = [
    Message<"absent", "the command gives no {what}", [Text<"what">]>];
  let bad = [{
gcloud ai-platform jobs submit training job_1 --region us-central1 \
  --module-name trainer.task --package-path trainer \
  --staging-bucket gs://bucket-1
}];
  let good = [{
gcloud ai-platform jobs submit training job_1 --region us-central1 \
  --module-name trainer.task --package-path trainer \
  --staging-bucket gs://bucket-1 --runtime-version 2.1 --python-version 3.7
}];
  let sources = [SubmitFlags];
}

def ExclusiveFlags : Rule<"exclusive-flags", "TL1007"> {
  let confidence = Table;
  let summary = "flags of which a command takes one";
  let explanation = [{
Some flags say the same thing in two ways: a TPU is asked for by its accelerator type
or by generation and topology, a queued resource is one node with a name or a number
of nodes. gcloud refuses a command that does both.
}];
  let messages = [
    Message<"together", "`{first}` and `{second}` exclude each other",
            [Text<"first">, Text<"second">]>,
    WarningMessage<"oneCounts", "of `{first}` and `{second}` only one can count",
            [Text<"first">, Text<"second">]>,
    Message<"keys", "`{first}` and `{second}` of `{flag}` exclude each other",
            [Text<"first">, Text<"second">, Text<"flag">]>,
    Message<"keyAlone", "`{key}` of `{flag}` goes with `{other}` only",
            [Text<"key">, Text<"flag">, Text<"other">]>];
  let bad = [{
gcloud compute tpus queued-resources create request-1 --zone us-central2-b \
  --node-id tpu-1 --node-count 2 --accelerator-type v4-8 \
  --runtime-version tpu-ubuntu2204-base
}];
  let good = [{
gcloud compute tpus queued-resources create request-1 --zone us-central2-b \
  --node-count 2 --accelerator-type v4-8 --runtime-version tpu-ubuntu2204-base
}];
  let sources = [TpuFlags, SubmitFlags];
  let tables = ["command-flag-groups"];
}

def MissingFlag : Rule<"missing-flag", "TL1008"> {
  let confidence = Dated;
  let summary = "a command lacks a flag that it needs";
  let explanation = [{
gcloud refuses a command that lacks a flag it needs, so that a script stops there: a
topology says nothing without the generation, a queued resource needs to know what to
create, a training its name, its module and the package that holds it, and a bucket
that the package is copied to, a group of VMs its size and template, the affinity to
a reservation the reservation.
}];
  let messages = [
    Message<"beside", "`{flag}` needs `{other}` beside it",
            [Text<"flag">, Text<"other">]>,
    Message<"oneOf", "the command needs {flags}", [Text<"flags">]>,
    WarningMessage<"ofJob", "the job needs {flags}", [Text<"flags">]>,
    Message<"argument", "the command needs {argument} behind its name", [Text<"argument">]>,
    Message<"key", "`{flag}` needs `{key}=`", [Text<"flag">, Text<"key">]>,
    Message<"keyOneOf", "`{flag}` needs {keys}", [Text<"flag">, Text<"keys">]>,
    Message<"besideOneOf", "`{flag}` needs {others} beside it",
            [Text<"flag">, Text<"others">]>,
    WarningMessage<"besideNow", "`{flag}` needs `{other}` beside it",
            [Text<"flag">, Text<"other">]>];
  let bad = [{
gcloud alpha compute tpus tpu-vm create tpu-1 --zone us-east5-b --topology 4x4 \
  --version v2-alpha-tpuv6e
}];
  let good = [{
gcloud alpha compute tpus tpu-vm create tpu-1 --zone us-east5-b --type v6e \
  --topology 4x4 --version v2-alpha-tpuv6e
}];
  let sources = [TpuFlags, "gcloud ai custom-jobs create and hp-tuning-jobs create, their flags in SDK 578.0.0"];
  let tables = ["command-flag-groups"];
}

def CopiedCharacters : Rule<"copied-characters", "TL1009"> {
  let confidence = Exact;
  let fix = SafeFix;
  let summary = "dashes, quotes or spaces of a web page where a shell needs its own";
  let explanation = [{
Web pages and word processors set `--` as a dash, quotes in curls and spaces that do
not break. To a shell these are letters like any others: a flag with an en dash is no
flag, a curly quote quotes nothing, and a no-break space separates nothing, so that
the command does something else than it seems to, or is refused.
}];
  let messages = [
    Message<"dash", "{dash} begins no flag", [Text<"dash">]>,
    Message<"quote", "curly quotes quote nothing">,
    Message<"space", "a no-break space separates nothing">];
  let bad = [{
gcloud ai-platform jobs submit training job_1 \
  --region us-central1 --runtime-version 2.1 --python-version 3.7 \
  –scale-tier basic --module-name trainer.task --package-path trainer \
  --staging-bucket gs://bucket-1
}];
  let good = [{
gcloud ai-platform jobs submit training job_1 \
  --region us-central1 --runtime-version 2.1 --python-version 3.7 \
  --scale-tier basic --module-name trainer.task --package-path trainer \
  --staging-bucket gs://bucket-1
}];
  let sources = ["POSIX.1-2017, Shell Command Language (token recognition, quoting)", FlagsGuide];
}

def ResourceMismatch : Rule<"resource-mismatch", "TL1010"> {
  let severity = Warning;
  let confidence = Exact;
  let fix = UnsafeFix;
  let summary = "a script uses or deletes another resource than it makes";
  let explanation = [{
A group of VMs is made of a template, and what a script deletes at its end is found by
name and zone. If the script makes a template of another name, the group is made of an
old one or not at all; if it deletes in another zone or under another name, what it
made goes on costing money. Where the script makes several resources of a kind, one of
them has to fit.
}];
  let messages = [
    Message<"otherTemplate", "the group uses the template {used}, and the script makes {made}",
            [Text<"used">, Text<"made">]>,
    Message<"zone", "{name} is deleted in {zone}, and the script makes it in {made}",
            [Text<"name">, Text<"zone">, Text<"made">]>,
    Message<"name", "{name} is deleted, and the script makes {made}",
            [Text<"name">, Text<"made">]>];
  let bad = [{
gcloud compute tpus create pod-1 --zone europe-west4-a \
  --accelerator-type v2-32 --version pytorch-1.13
gcloud compute tpus delete pod-1 --zone us-central1-a
}];
  let good = [{
gcloud compute tpus create pod-1 --zone europe-west4-a \
  --accelerator-type v2-32 --version pytorch-1.13
gcloud compute tpus delete pod-1 --zone europe-west4-a
}];
  let sources = ["PyTorch on Cloud TPU pods, Spanish edition (instance template, instance group, clean up)"];
}

def TpuServiceAgentRole : Rule<"tpu-service-agent-role", "TL1006"> {
  let severity = Warning;
  let confidence = Dated;
  let fix = UnsafeFix;
  let summary = "the service account of the TPUs gets another role than jobs need";
  let explanation = [{
Before jobs can use TPUs, the service account of the project's TPUs needs the role
`roles/ml.serviceAgent`. With another role of the service, or one of the basic roles,
the job is submitted and cannot reach its TPU.
}];
  let messages = [
    Message<"otherRole", "{role} is not the role that jobs on TPUs need",
            [Text<"role">]>];
  let bad = [{
gcloud projects add-iam-policy-binding my-project --role roles/ml.developer \
  --member serviceAccount:service-123@cloud-tpu.iam.gserviceaccount.com
}];
  let good = [{
gcloud projects add-iam-policy-binding my-project --role roles/ml.serviceAgent \
  --member serviceAccount:service-123@cloud-tpu.iam.gserviceaccount.com
}];
  let sources = ["AI Platform Training guide `Using TPUs`, authorizing the service account"];
}

def StrayArgument : Rule<"stray-argument", "TL1013"> {
  let confidence = Dated;
  let summary = "a word that belongs to no flag of the command";
  let explanation = [{
gcloud refuses a command with more words than it takes, and does nothing. Such a word is
often the value of a flag that takes none, a part of a value with spaces that no quotes
hold together, a flag with one dash, or a flag of the program that is trained, which
belongs behind a bare `--`. Behind the backslash at the end of a line nothing may follow, not
even a space.
}];
  let messages = [
    Message<"word", "`{command}` takes no argument {word} here",
            [Text<"command">, Text<"word">]>,
    Message<"separator", "`{command}` runs no program, so nothing goes behind `--`",
            [Text<"command">]>,
    Message<"blank", "a space follows the backslash, so the command ends here">];
  let bad = [{
gcloud compute tpus tpu-vm create tpu-1 --zone us-central2-b --spot true \
  --accelerator-type v4-8 --version tpu-ubuntu2204-base
}];
  let good = [{
gcloud compute tpus tpu-vm create tpu-1 --zone us-central2-b --spot \
  --accelerator-type v4-8 --version tpu-ubuntu2204-base
}];
  let sources = [TpuFlags, SubmitFlags];
  let tables = ["command-flags"];
}

def GpuMaintenance : Rule<"gpu-maintenance", "TL1011"> {
  let confidence = Table;
  let fix = UnsafeFix;
  let summary = "a VM with GPUs that is to be moved when its host is maintained";
  let explanation = [{
Compute Engine moves a running VM to another host when its own is maintained, unless
the policy says otherwise. A VM with GPUs cannot be moved, so the request for one is
refused unless `--maintenance-policy` is `TERMINATE`. Machine types that contain their GPUs
stop by themselves, and so do Spot and preemptible VMs and those with a flexible start.
}];
  let messages = [
    Message<"absent", "a VM with GPUs needs `--maintenance-policy=TERMINATE`">,
    Message<"migrates", "a VM with GPUs cannot migrate">];
  let bad = [{
gcloud compute instances create vm-1 --zone us-central1-a \
  --machine-type n1-standard-8 --accelerator type=nvidia-tesla-t4,count=1 \
  --maintenance-policy MIGRATE
}];
  let good = [{
gcloud compute instances create vm-1 --zone us-central1-a \
  --machine-type n1-standard-8 --accelerator type=nvidia-tesla-t4,count=1 \
  --maintenance-policy TERMINATE
}];
  let sources = ["Compute Engine guide `About GPU instances`, restrictions"];
}

def BootDiskType : Rule<"boot-disk-type", "TL1012"> {
  let severity = Warning;
  let confidence = Dated;
  let fix = UnsafeFix;
  let summary = "a boot disk of a kind that the machine does not start from";
  let explanation = [{
Machines with TPU7x start from Hyperdisk Balanced; the older persistent disks (`pd-...`)
cannot be attached to them.
}];
  let messages = [
    WarningMessage<"refused", "{machine} does not start from a {disk} disk",
                   [Text<"machine">, Text<"disk">]>];
  let bad = [{
gcloud container node-pools create pool-1 --cluster c-1 --zone us-central1-c \
  --machine-type tpu7x-standard-4t --num-nodes 1 --disk-type pd-balanced
}];
  let good = [{
gcloud container node-pools create pool-1 --cluster c-1 --zone us-central1-c \
  --machine-type tpu7x-standard-4t --num-nodes 1 --disk-type hyperdisk-balanced
}];
  let sources = ["GKE guide `Deploy TPU workloads`, TPU7x"];
}

} // group
