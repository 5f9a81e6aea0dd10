# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Training on GPUs with AI Platform."""

from guide import Grid, Guide, Lint, Run, accelerator, job, submit

guide = Guide("seed 001", "gpus")

A100, K80, P4, P100, T4, V100 = Grid.KINDS
PYTHON = "programs in Python are not read"
RUNTIME = "known only where the program runs"


def device(*strings):
    return "".join(f'node {{ name: "n{index}" op: "NoOp" device: "{string}" }}\n'
                   for index, string in enumerate(strings))


def on(text, *strings):
    """A job with a graph whose nodes are placed on devices."""
    return {"job.yaml": text, "g.pbtxt": device(*strings)}


def master(kind, count, machine="n1-standard-8", **fields):
    return job(masterType=machine, masterConfig=accelerator(kind, count), **fields)


def devices(text, strings, *expected):
    return Lint(on(text, *strings), *expected,
                options="--graph=g.pbtxt --select=device-out-of-range")


SUBMIT = ("--job-dir gs://bucket/job", "--region us-central1", "--runtime-version 2.11",
          "--python-version 3.7")
BASIC_GPU = job(scaleTier="BASIC_GPU")
guide.row(39, "25", "BASIC_GPU is one worker with one GPU",
          Lint(BASIC_GPU), Lint(job(scaleTier="BASIC_GPU", workerCount=2), "error *"),
          Lint(job(scaleTier="BASIC_GPU", masterType="n1-standard-8",
                   masterConfig=accelerator(T4, 1)), "error *"),
          devices(BASIC_GPU, ["/gpu:0"]),
          devices(BASIC_GPU, ["/gpu:1"], "error device-out-of-range"))
guide.row(40, "25", "which GPU that is, the service chooses",
          Run("trainlint job.yaml --graph g.pbtxt --select=device-out-of-range",
              "device-out-of-range", "!K80", status=1, files=on(BASIC_GPU, "/gpu:1")))
guide.row(41, "31", "accelerators of one's own need CUSTOM",
          *(Lint(master(T4, 1, scaleTier=tier), "error scale-tier-conflict|basic-gpu-accelerator")
            for tier in ("BASIC", "STANDARD_1", "PREMIUM_1", "BASIC_GPU")))
ROLES = {"masterType": "n1-standard-8", "workerType": "n1-highmem-8", "workerCount": 2,
         "parameterServerType": "n1-highcpu-16", "parameterServerCount": 2,
         "evaluatorType": "n1-standard-4", "evaluatorCount": 1}
guide.row(42, "32", "all roles take machines of Compute Engine", Lint(job(**ROLES)))
guide.row(43, "33", "all roles take accelerators",
          Lint(job(**ROLES, **{f"{role}Config": accelerator(T4, 2) for role in
                               ("master", "worker", "parameterServer", "evaluator")})),
          Lint(job(**ROLES, evaluatorConfig=accelerator(V100, 3)), "error accelerator-count"),
          Lint(submit(*SUBMIT, "--scale-tier custom", "--master-machine-type n1-standard-8",
                      "--parameter-server-machine-type n1-standard-8",
                      "--parameter-server-count 1",
                      "--parameter-server-accelerator count=3,type=nvidia-tesla-t4"),
               "error accelerator-count"))
guide.row(44, "33", "a configuration belongs to a pool that there is",
          *(Lint(job(masterType="n1-standard-8", **{f"{role}Config": accelerator(T4, 2)}),
                 "warning config-without-pool")
            for role in ("worker", "parameterServer")))
for number, line, kind, machine in ((45, 34, A100, "a2-highgpu-1g"), (46, 35, P4, "n1-standard-8"),
                                    (47, 36, P100, "n1-standard-8"), (48, 37, T4, "n1-standard-8"),
                                    (49, 38, V100, "n1-standard-8")):
    FLAG = kind.lower().replace("_", "-")
    guide.row(number, str(line), f"{kind} is a type, and {FLAG} in flags",
              Lint(master(kind, 1, machine)),
              Lint(submit(*SUBMIT, "--scale-tier custom", f"--master-machine-type {machine}",
                          f"--master-accelerator count=1,type={FLAG}")))
guide.row(50, "34, 56", "K80 has numbers, and is offered no more",
          Lint(master(K80, 1), "warning accelerator-end-of-support"))
guide.row(51, "88-90", "so it is for machines that have one inside",
          *(Lint(job(masterType=name), "info accelerator-end-of-support")
            for name in ("standard_gpu", "complex_model_m_gpu", "complex_model_l_gpu")))
guide.row(52, "33", "other names are no types",
          *(Lint(master(name, 1), "error *") for name in
            ("NVIDIA_T4", "TESLA_T4", "nvidia-tesla-t4", "NVIDIA_TESLA_T40", "GPU",
             "NVIDIA_TESLA_V10", "NVIDIA-TESLA-T4", "T4", "NVIDIA_TESLA_P1000")))
guide.row(53, "42", "two or four T4, not three",
          Lint(master(T4, 2)), Lint(master(T4, 4)),
          Run("trainlint job.yaml", "offered: 1, 2 and 4", status=1,
              files={"job.yaml": master(T4, 3)}))
guide.row(54, "44", "n1-standard-32 needs four V100",
          *(Lint(master(V100, count, "n1-standard-32"), "error accelerator-count")
            for count in (2, 3)),
          Lint(master(V100, 4, "n1-standard-32")),
          Run("trainlint job.yaml", "32 vCPUs and 120 GB", "24 vCPUs and 152 GB", status=1,
              files={"job.yaml": master(V100, 2, "n1-standard-32")}))
guide.row(55, "50", "four P100 go up to 64 vCPUs and 208 GB",
          *(Lint(master(P100, 4, machine)) for machine in ("n1-highcpu-64", "n1-highmem-32")),
          *(Lint(master(P100, 4, machine), "error *")
            for machine in ("n1-standard-64", "n1-highcpu-96")))
guide.row(56, "51", "a region has to have the GPUs",
          *(Lint(master(kind, 1, region=region), "error accelerator-not-in-region")
            for kind, region in ((V100, "us-west2"), (P4, "europe-west1"), (T4, "us-west2"),
                                 (P100, "asia-south1"))),
          *(Lint(master(kind, 1, region=region))
            for kind, region in ((V100, "us-west1"), (P4, "us-west2"), (T4, "asia-south1"),
                                 (P100, "europe-west1"))))
SMALL = {K80: (1, 2, 4, 8), P4: (1, 2, 4), P100: (1, 2, 4), T4: (1, 2, 4), V100: (1, 2, 4, 8)}
MEDIUM = SMALL | {K80: (2, 4, 8), V100: (2, 4, 8)}
LARGE = {K80: (4, 8), P4: (2, 4), P100: (2, 4), T4: (2, 4), V100: (4, 8)}
HUGE = {P4: (4,), T4: (4,), V100: (8,)}
MACHINES = {"n1-standard-4": SMALL, "n1-standard-8": SMALL, "n1-standard-16": MEDIUM,
            "n1-standard-32": LARGE, "n1-standard-64": HUGE, "n1-standard-96": HUGE,
            "n1-highmem-2": SMALL, "n1-highmem-4": SMALL, "n1-highmem-8": SMALL,
            "n1-highmem-16": MEDIUM, "n1-highmem-32": LARGE, "n1-highmem-64": HUGE,
            "n1-highmem-96": HUGE, "n1-highcpu-16": MEDIUM, "n1-highcpu-32": LARGE,
            "n1-highcpu-64": HUGE | {K80: (8,), P100: (4,)}, "n1-highcpu-96": HUGE,
            "a2-highgpu-1g": {A100: (1,)}, "a2-highgpu-2g": {A100: (2,)},
            "a2-highgpu-4g": {A100: (4,)}, "a2-highgpu-8g": {A100: (8,)},
            "a2-megagpu-16g": {A100: (16,)}}
for number, (machine, allowed) in enumerate(MACHINES.items(), 57):
    guide.row(number, str(number), f"how many of each GPU {machine} takes",
              Grid(machine, allowed))
INSIDE = {"standard_gpu": ("K80", 1), "complex_model_m_gpu": ("K80", 4),
          "complex_model_l_gpu": ("K80", 8), "standard_p100": ("P100", 1),
          "complex_model_m_p100": ("P100", 4), "standard_v100": ("V100", 1),
          "large_model_v100": ("V100", 1), "complex_model_m_v100": ("V100", 4),
          "complex_model_l_v100": ("V100", 8)}
for number, (name, (kind, count)) in enumerate(INSIDE.items(), 79):
    OLD = ("info accelerator-end-of-support",) if kind == "K80" else ()
    guide.row(number, str(number + 9), f"{name} has {count} GPUs inside",
              Lint(job(masterType=name), *OLD),
              Lint(job(masterType=name, masterConfig=accelerator(T4, 1)),
                   "error accelerator-on-legacy-machine"),
              devices(job(masterType=name), [f"/gpu:{index}" for index in range(count)]),
              devices(job(masterType=name), [f"/gpu:{count}"], "error device-out-of-range"))
guide.row(88, "88-96", "there are no others",
          *(Lint(job(masterType=name), "error unknown-machine-type")
            for name in ("complex_model_l_p100", "large_model_gpu")))
guide.row(89, "32", "a machine type is spelled as it is",
          Lint(job(masterType="n1-standrad-8"), "warning unknown-machine-type"))
guide.row(90, "82-87", "old and new machine types do not mix",
          *(Lint(job(**{**ROLES, role: "standard"}), "error mixed-machine-types")
            for role in ("masterType", "workerType", "parameterServerType", "evaluatorType")))
REGIONS = ("us-west1 us-west2 us-central1 us-east1 us-east4 northamerica-northeast1 "
           "southamerica-east1 europe-west1 europe-west2 europe-west4 asia-south1 "
           "asia-southeast1 asia-east1 asia-northeast1 asia-northeast3 "
           "australia-southeast1").split()
guide.row(91, "106-121", "sixteen regions have GPUs",
          *(Lint(job(scaleTier="BASIC_GPU", region=region)) for region in REGIONS),
          *(Lint(job(scaleTier="BASIC_GPU", region=region), "error region-without-accelerators")
            for region in ("europe-north1", "us-west3", "asia-east2")),
          Lint(job(scaleTier="BASIC_GPU", region="us-centrl1"), "error unknown-region"))
guide.row(92, "123", "some have certain GPUs only",
          Lint(master(P4, 1, region="us-west1"), "error accelerator-not-in-region"),
          Lint(master(P4, 1, region="us-east4")),
          Lint(master(K80, 1, region="us-west2"), "error accelerator-not-in-region",
               "warning accelerator-end-of-support"))
guide.row(93, "123", "so it is for the A100",
          *(Lint(master(A100, 1, "a2-highgpu-1g", region=region), "warning *")
            for region in ("us-west2", "asia-south1", "southamerica-east1")),
          Lint(master(A100, 1, "a2-highgpu-1g")))


def kinds(*used, **fields):
    roles = ("master", "parameterServer", "worker")
    for role, kind in zip(roles, used):
        fields |= {f"{role}Type": "n1-standard-8", f"{role}Config": accelerator(kind, 1)}
        if role != "master":
            fields.setdefault(f"{role}Count", 1)
    return job(**fields)


OLD = "warning accelerator-end-of-support"
guide.row(94, "125", "T4, K80 and P100 have no common zone in us-central1",
          Lint(kinds(T4, K80, P100), "error no-common-zone", OLD),
          Lint(kinds(T4, P4)))
guide.row(95, "125", "GPUs of one job are in one zone",
          Lint(kinds(T4, P100)), Lint(kinds(P4, V100)), Lint(kinds(T4, V100)))
guide.row(96, "125", "K80 and V100 have none in asia-east1",
          Lint(kinds(K80, V100, region="asia-east1"), "warning no-common-zone", OLD))
guide.row(97, "125", "a pool without machines does not count",
          Lint(kinds(T4, K80, P100, parameterServerCount=0),
               options="--select=no-common-zone"))
EXAMPLE = job(masterType="n1-highcpu-16", masterConfig=accelerator(T4, 4), workerCount=9,
              workerType="n1-highcpu-16", workerConfig=accelerator(T4, 4),
              parameterServerCount=3, parameterServerType="n1-highmem-8")
guide.row(98, "135-152", "four T4 in a master and nine workers",
          Lint(EXAMPLE), Lint(EXAMPLE.replace("us-central1", "us-west2"),
                              "error accelerator-not-in-region"))
guide.row(99, "157-166", "the same with old machines",
          Lint(job(masterType="complex_model_m_gpu", workerCount=9,
                   workerType="complex_model_m_gpu", parameterServerCount=3,
                   parameterServerType="large_model"), "info accelerator-end-of-support",
               "info legacy-machine-type"))
BAD = EXAMPLE.replace("count: 4", "count: 3")
JSON = ('{"trainingInput": {"scaleTier": "CUSTOM", "region": "us-central1", "masterType": '
        '"n1-highcpu-16", "masterConfig": {"acceleratorConfig": {"count": 3, "type": '
        '"NVIDIA_TESLA_T4"}}}}')
guide.row(100, "135", "a file means the same however it is written",
          *(Lint({name: text}, "error accelerator-count") for name, text in {
              "indented.yaml": "".join("    " + line + "\n" for line in BAD.splitlines()),
              "crlf.yaml": BAD.replace("\n", "\r\n"), "bom.yaml": "\ufeff" + BAD,
              "job.json": JSON, "flow.yaml": JSON,
              "two.yaml": EXAMPLE + "---\n" + BAD}.items()),
          Lint({"utf16.yaml": BAD.encode("utf-16")}, "error yaml-syntax"))
guide.row(101, "135", "blanks of a web page do not indent",
          Lint(EXAMPLE.replace("  ", "\u00a0\u00a0"), "error yaml-syntax"))
guide.row(102, "170-179", "a command names the file",
          Lint(submit(*SUBMIT, "--config config.yaml") | {"config.yaml": EXAMPLE}),
          Lint(submit(*SUBMIT, "--config config.yaml", "--worker-count 0",
                      "--worker-machine-type n1-highcpu-16")
               | {"config.yaml": EXAMPLE}, "error invalid-flag-value", "warning *"),
          Lint(submit(SUBMIT[0], "--region us-west2", "--config config.yaml")
               | {"config.yaml": EXAMPLE}, "error accelerator-not-in-region"))
guide.row(103, "206", "a flag over the file names the fields of the file",
          Run("trainlint job.sh", "scale-tier-conflict", "masterType", "!--master-machine-type",
              status=1, files=submit(*SUBMIT, "--config config.yaml", "--scale-tier basic_tpu")
              | {"config.yaml": EXAMPLE}))
MACHINE = ("--scale-tier custom", "--master-machine-type n1-highcpu-16",
           "--master-accelerator count=4,type=nvidia-tesla-t4", "--worker-count 9",
           "--worker-machine-type n1-highcpu-16",
           "--worker-accelerator count=4,type=nvidia-tesla-t4", "--parameter-server-count 3",
           "--parameter-server-machine-type n1-highmem-8")


def changed(old, new):
    return submit(*(flag.replace(old, new) for flag in SUBMIT + MACHINE))


guide.row(104, "186-202", "the same job in flags alone",
          Lint(submit(*SUBMIT, *MACHINE, user=("--user_arg_1 value_1",))),
          Lint(changed("count=4", "count=3"), "error accelerator-count"),
          Lint(changed("us-central1", "us-west2"), "error accelerator-not-in-region"))
guide.row(105, "193", "an accelerator has a number and a type",
          Lint(changed("count=4,type=nvidia-tesla-t4", "type=nvidia-tesla-t4,count=4")),
          Lint(changed("count=4,type=nvidia-tesla-t4", "count=4"), "error *"),
          Lint(changed("count=4,type=nvidia-tesla-t4", "type=nvidia-tesla-t4"), "error *"))
guide.row(106, "193", "and nothing else",
          Lint(changed("count=4,", "count=4,foo=1,"), "finding *"))
guide.row(107, "193", "flags and files spell accelerators in their own ways",
          # gcloud takes the name of the API, too.
          Lint(changed("nvidia-tesla-t4", "NVIDIA_TESLA_T4")),
          Lint(master("nvidia-tesla-t4", 1), "error accelerator-spelling"),
          Run("trainlint --diff job.yaml", r"^\+.*NVIDIA_TESLA_T4", status=1,
              files={"job.yaml": master("nvidia-tesla-t4", 1)}))
guide.row(108, "206", "a flag goes before the file",
          Lint(submit(*SUBMIT[:1], "--region us-west2", "--config config.yaml")
               | {"config.yaml": EXAMPLE}, "error accelerator-not-in-region"),
          Lint(submit(*SUBMIT, "--config config.yaml",
                      "--master-accelerator count=4,type=nvidia-tesla-t4")
               | {"config.yaml": EXAMPLE.replace("count: 4", "count: 3", 1)}))
guide.row(109, "207-208", "flags of gcloud stand before `--`",
          *(Lint(submit(*SUBMIT[:2], user=(flag,)), "warning flag-after-separator")
            for flag in ("--scale-tier basic", "--python-version 3.7", "--runtime-version 2.1")))
guide.row(110, "207", "arguments of the program stand behind it",
          Lint(submit(*SUBMIT, "--user_arg_1 v"), "error unknown-flag"),
          Lint(submit(*SUBMIT, user=("--user_arg_1 v",))))
guide.row(111, "207", "a dash of a web page is none",
          Lint(submit(*SUBMIT, "\u2013scale-tier basic"), "finding *"))
guide.row(112, "209", "--job-dir stands before `--`, and is on Cloud Storage",
          Lint(submit("--staging-bucket gs://bucket", *SUBMIT[1:], user=("--job-dir gs://b/j",)),
               "warning flag-after-separator"),
          Lint(submit("--job-dir /tmp/j", *SUBMIT[1:]), "error not-cloud-storage"))
guide.marked(113, "210", "the program gets --job-dir, too", PYTHON)
guide.row(114, "201", "a page leaves out lines",
          Lint(submit(*SUBMIT, user=("--user_arg_1 value_1", " ...", "--user_arg_n value_n"))))
COMMAND = submit(*SUBMIT)["job.sh"]
guide.row(115, "170-173", "a training has a name, a module and a package",
          *(Lint({"job.sh": COMMAND.replace(part, "")}, "finding missing-flag")
            for part in (" job_1", "--module-name trainer.task", "--package-path trainer")))
STATIC = """node { name: "train" op: "ResourceApplyGradientDescent" input: "w" input: "x" input: "x"
  attr { key: "T" value { type: DT_FLOAT } } }
node { name: "w" op: "VarHandleOp" attr { key: "dtype" value { type: DT_FLOAT } }
  attr { key: "shape" value { shape { } } } }
node { name: "x" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } } }
"""


def single(text, *expected):
    return Lint({"job.yaml": text, "g.pbtxt": STATIC}, *expected,
                options="--graph=g.pbtxt --select=single-device-graph")


guide.row(116, "217", "one GPU needs no other program", single(master(T4, 1)))
guide.row(117, "219", "several GPUs need a strategy",
          single(master(T4, 4), "warning single-device-graph"),
          single(EXAMPLE, "warning single-device-graph"),
          single(job(masterType="complex_model_m_p100"), "warning single-device-graph"))
guide.row(118, "221", "the machines know of each other by TF_CONFIG",
          Lint(job(masterType="n1-standard-8", workerType="n1-standard-8", workerCount=1,
                   runtimeVersion="'1.15'", useChiefInTfConfig="maybe"), "error *"))
guide.row(119, "225", "the GPU of standard_gpu is /gpu:0",
          devices(job(masterType="standard_gpu"), ["/gpu:0"]),
          devices(job(masterType="standard_gpu"), ["/gpu:1"], "error device-out-of-range"))
guide.row(120, "225", "complex_model_m_gpu has /gpu:0 to /gpu:3",
          devices(job(masterType="complex_model_m_gpu"), ["/gpu:0", "/device:GPU:3"]),
          devices(job(masterType="complex_model_m_gpu"), ["/gpu:4"], "error device-out-of-range"))
POOLS = job(masterType="n1-standard-8", masterConfig=accelerator(T4, 4),
            workerType="n1-standard-8", workerConfig=accelerator(T4, 1), workerCount=9,
            parameterServerType="n1-highmem-8", parameterServerCount=3)
guide.row(121, "225", "each pool has its own devices",
          devices(POOLS, ["/job:worker/task:8/gpu:0", "/job:ps/task:2/cpu:0"]),
          *(devices(POOLS, [string], "error device-out-of-range") for string in
            ("/job:worker/task:0/gpu:3", "/job:ps/task:0/gpu:0", "/job:worker/task:20")))
guide.marked(122, "229", "TensorFlow for GPUs is installed", "what an image holds is in no file")
guide.marked(123, "11", "other frameworks need a container", "the framework is in no file of the job")
guide.row(124, "11", "a container stands in place of a runtime version",
          Lint(job(masterType="n1-standard-8", masterConfig="{imageUri: gcr.io/p/i}"),
               "error image-and-runtime-version"))
guide.marked(125, "233", "checkpoints are saved against maintenance", RUNTIME)
guide.marked(126, "237", "Keras saves by a callback", PYTHON)
guide.row(127, "13", "a small sample is tried first",
          Run("trainlint-run $EXAMPLES/keras-classifier.json --batch-size 4 --fake-data --steps 1 "
              "--loss sparse_categorical_crossentropy --log json", '"step":1'))
