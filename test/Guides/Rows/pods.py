# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""PyTorch on pods of Cloud TPUs."""

from guide import Guide, Lint, Run

guide = Guide("seed 003", "pods")

# The commands of the guide with names of our own.
POD = """export PROJECT_ID=project-id
gcloud config set project ${PROJECT_ID}
gcloud config set compute/zone europe-west4-a
gcloud compute instances stop single-vm
gcloud compute images create feeder-image --source-disk single-vm \\
  --source-disk-zone europe-west4-a --family=torch-xla --storage-location europe-west4
gcloud compute instance-templates create feeders --machine-type n1-standard-16 \\
  --image-project=${PROJECT_ID} --image=feeder-image \\
  --scopes=https://www.googleapis.com/auth/cloud-platform
gcloud compute instance-groups managed create vms --size 4 --template feeders \\
  --zone europe-west4-a
gcloud compute instance-groups list-instances vms
gcloud compute ssh vms-1 --zone=europe-west4-a
(vm)$ nmap -Pn -p 8477 vms-2
gcloud compute tpus create pod-1 --zone=europe-west4-a --network=default \\
  --accelerator-type=v2-32 --version=pytorch-1.13
(vm)$ export TPU_NAME=pod-1
(vm)$ conda activate torch-xla-1.13
(torch-xla-1.13)$ python -m torch_xla.distributed.xla_dist --tpu=$TPU_NAME \\
  --conda-env=torch-xla-1.13 --env XLA_USE_BF16=1 --env ANY_OTHER=ENV_VAR \\
  -- python /usr/share/torch-xla-1.13/pytorch/xla/test/test_train_mp_imagenet.py --fake_data
(vm)$ exit
gcloud compute instance-groups managed delete vms
gcloud compute tpus delete ${TPU_NAME} --zone=europe-west4-a
gcloud compute instance-templates delete feeders
gcloud compute images delete feeder-image
"""


def pod(*changes):
    text = POD
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return {"pod.sh": text}


def typed(kind, size, *changes):
    return pod(("=v2-32", f"={kind}"), ("--size 4", f"--size {size}"), *changes)


# Types are judged apart from the zones that have them.
PLACE = "--ignore=tpu-zone"
guide.row(154, "8", "a VM feeds eight cores of a pod",
          *(Lint(typed(f"{kind}-{cores}", cores // 8), options=PLACE)
            for kind in ("v2", "v3") for cores in (32, 128, 256, 512)),
          *(Lint(typed(f"{kind}-{cores}", cores // 4), "error pod-vm-count", options=PLACE)
            for kind in ("v2", "v3") for cores in (32, 128, 256, 512)))
guide.row(155, "8", "so one VM is enough for a single device",
          *(Lint(typed(kind, 4), "info pod-vm-count", options=PLACE)
            for kind in ("v2-8", "v3-8")),
          *(Lint(typed(kind, 1), options=PLACE) for kind in ("v2-8", "v3-8")))
guide.row(156, "4", "devices have 8 cores, pods 32 and more",
          Lint(typed("v3-32", 4), options=PLACE),
          *(Lint(typed(kind, 4), "error unknown-tpu-type", options=PLACE + " --ignore=pod-vm-count")
            for kind in ("v2-16", "v3-16", "v2-64", "v3-2", "v2-1024", "v3-4096")))
guide.row(157, "118", "types are in small letters",
          Lint(typed("V3-32", 4), "finding *", options=PLACE))
guide.row(158, "57", "a zone is set for all commands",
          Lint(pod((" --zone=europe-west4-a --network", " --network"))),
          Lint(pod((" --zone=europe-west4-a --network", " --network"),
                   ("compute/zone europe-west4-a", "compute/zone europe-west4")),
               "error tpu-host-zone", "warning tpu-zone", "warning resource-mismatch"))
guide.row(159, "63-111", "the way from one VM to a group",
          Lint(pod()))
guide.row(160, "77", "a template names a machine type",
          Lint(pod(("n1-standard-16", "n1-standrad-16")), "warning unknown-machine-type"))
guide.row(161, "87", "a group is made of the template",
          Lint(pod(("--template feeders", "--template feeders-b")), "warning resource-mismatch"))
guide.row(162, "88, 116", "the group is in the zone of the TPU",
          Lint(pod(("\\\n  --zone europe-west4-a\n", "\\\n  --zone us-central1-a\n")),
               "error tpu-host-zone", "warning resource-mismatch"))
guide.row(163, "85", "a group has a size and a template",
          Lint(pod((" --size 4", "")), "finding missing-flag"),
          Lint(pod((" --template feeders", "")), "finding missing-flag"))
guide.row(164, "115-119", "a v2-32 is in europe-west4-a",
          Lint(pod()),
          Lint(pod(("europe-west4-a", "europe-west4-b")), "warning tpu-zone"),
          Lint(pod(("europe-west4-a", "us-central1-f")), "warning tpu-zone"),
          Lint(typed("v3-32", 4)))
guide.row(165, "119", "the version of PyTorch goes with the TPU",
          Lint(typed("v4-32", 4), "error *", options=PLACE + " --ignore=pod-vm-count"),
          Lint(pod(("--version=pytorch-1.13", "--version=v2-alpha-tpuv5")),
               "warning tpu-software-version"))
guide.row(166, "119, 132", "a program of PyTorch needs a TPU with PyTorch",
          Lint(pod(("--version=pytorch-1.13", "--version=2.11.0")),
               "warning tpu-software-version"),
          Lint(pod(("--version=pytorch-1.13", "--version=tpu-vm-pt-1.13")),
               "warning tpu-software-version"))
guide.row(167, "115", "later TPUs are no TPU Nodes",
          Lint(typed("v4-32", 4, ("--version=pytorch-1.13", "--version=2.11.0")), "finding *", options=PLACE + " --ignore=pod-vm-count"))
guide.row(168, "132", "the environment is that of the version",
          Lint(pod(("--conda-env=torch-xla-1.13", "--conda-env=torch-xla-1.12")),
               "warning tpu-software-version"),
          Lint(pod(("--conda-env=torch-xla-1.13", "--conda-env=torch-xla-nightly"))))
guide.row(169, "126, 135", "so are the one that is activated, and the path of the program",
          Lint(pod(("conda activate torch-xla-1.13", "conda activate torch-xla-1.12")),
               "warning tpu-software-version"),
          Lint(pod(("/usr/share/torch-xla-1.13", "/usr/share/torch-xla-1.12")),
               "warning tpu-software-version"))
guide.row(170, "131", "the launcher names the TPU",
          Lint(pod(("TPU_NAME=pod-1", "TPU_NAME=pod-2"),
                   ("delete ${TPU_NAME}", "delete pod-1")), "warning launch-tpu-name"))
guide.row(171, "130-136", "and says where the program runs, once",
          Lint(pod(("--tpu=$TPU_NAME \\\n", "\\\n")), "finding missing-flag"),
          Lint(pod(("--conda-env=torch-xla-1.13", "--conda-env=torch-xla-1.13 "
                                                  "--docker-image=gcr.io/p/i")),
               "finding exclusive-flags"),
          Lint(pod(("--env XLA_USE_BF16=1", "--env XLA_USE_BF16")), "finding *"),
          Lint(pod(("--tpu=$TPU_NAME", "--tpu=$TPU_NAME --tpus=x")), "error unknown-flag"))
guide.row(172, "139-142", "its log shows a v3-32 and four VMs", Lint(typed("v3-32", 4)))
guide.row(173, "228", "what was made is deleted where it is",
          Lint(pod(("delete ${TPU_NAME} --zone=europe-west4-a",
                    "delete ${TPU_NAME} --zone=us-central1-a")), "warning resource-mismatch"),
          Lint(pod(("delete ${TPU_NAME}", "delete pod-2")), "warning resource-mismatch"))
guide.row(174, "117", "a pod needs addresses in its network",
          Lint(typed("v3-32", 4, ("--network=default", "--network=default --range=10.0.0.0/30")),
               "warning tpu-address-range"))
guide.row(175, "136", "data can be made up",
          Run("trainlint-run $EXAMPLES/mnist-estimator.pbtxt --fake-data --num-replicas 8 "
              "--steps 1 --log json", '"step":1'))
guide.row(176, "8", "the 32 replicas of a pod train together",
          Run("trainlint-run pod.sh --graph $EXAMPLES/keras-classifier.json --batch-size 256 "
              "--loss sparse_categorical_crossentropy --optimizer adam --learning-rate 0.001 "
              "--emit=stablehlo", "num_replicas = 32", files=pod()))
