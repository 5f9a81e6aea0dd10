# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The documents themselves, as people save them, and the forms of files."""

import re

from gpus import BAD, EXAMPLE
from guide import Guide, Lint, Page, Run, submit

guide = Guide("all documents", "pages")


def fenced(text, fence="```"):
    """A page with its code in fences: paragraphs that begin like a command or a job."""
    paragraphs = re.split(r"\n[ \t]*\n", text)
    code = re.compile(r"\s*(\([\w.-]+\)\$ )?(gcloud|export|PROJECT_ID=|JOB_NAME=|python -m|conda|"
                      r"trainingInput:)")
    return "\n\n".join(f"{fence}\n{part}\n{fence}" if code.match(part) else part
                       for part in paragraphs)


TPUS = ("81 info placeholder-value", "93 info version-not-given", "95 warning tpu-runtime-version")
GPUS = ("135 info region-not-given", "157 info region-not-given", "160 info legacy-machine-type",
        "160 info accelerator-end-of-support", "163 info accelerator-end-of-support")
guide.row(206, "0:all", "the guide to TPUs", Page(0, "page.txt"), Page(0, "page.md", *TPUS),
          Page(0, "page.sh", *TPUS))
guide.row(207, "1:all", "the guide to GPUs", Page(1, "page.txt"), Page(1, "page.md", *GPUS),
          Page(1, "page.sh", "186 info version-not-given"))
guide.row(208, "2:all", "the guide to TPUStrategy", Page(2, "page.txt"), Page(2, "page.md"),
          Page(2, "page.sh"))
guide.row(209, "3:all", "the guide to pods", Page(3, "page.txt"), Page(3, "page.md"),
          Page(3, "page.sh"))
guide.row(210, "4:all", "the guide to TPUEstimator", Page(4, "page.txt"), Page(4, "page.md"),
          Page(4, "page.sh"))
FENCED = {0: ("88 info placeholder-value", "102 info version-not-given", "104 warning tpu-runtime-version",
              "189 info region-not-given", "191 info legacy-machine-type",
              "212 info region-not-given"),
          1: ("136 info region-not-given", "160 info region-not-given",
              "163 info legacy-machine-type", "163 info accelerator-end-of-support",
              "166 info accelerator-end-of-support", "193 info version-not-given"),
          3: ()}
guide.row(211, "0:all, 1:all, 3:all", "pages with their code in fences",
          *(Page(number, "page.md", *expected, change=change)
            for number, expected in FENCED.items()
            for change in (fenced, lambda text: fenced(text, "~~~"))))


def indented(text):
    return "".join(f"    {line}\n" for line in text.splitlines())


COMMAND = submit("--job-dir gs://bucket/job", "--region us-nowhere", "--runtime-version 2.11",
                 "--python-version 3.7")["job.sh"]
WRONG = ("error accelerator-count",)
guide.row(212, "1:135", "jobs and commands in Markdown",
          *(Lint({"page.md": f"# Page\n\n{text}"}, *WRONG) for text in
            (f"```yaml\n{BAD}```\n", f"~~~\n{BAD}~~~\n", indented(BAD),
             f"<pre><code>{BAD}</code></pre>\n")),
          *(Lint({"page.md": f"# Page\n\n{text}"}, "error unknown-region") for text in
            (indented(COMMAND), f"<pre>\n{COMMAND}</pre>\n")),
          Lint({"page.md": f"```yaml\n{EXAMPLE}```\n"}),
          Lint({"page.md": "```yaml\ntrainingInput:\n  ...\n  workerCount: 2\n```\n"}))
JSON = ('{"trainingInput": {"scaleTier": "CUSTOM", "region": "us-central1", "masterType": '
        '"n1-highcpu-16", "masterConfig": {"acceleratorConfig": {"count": 3, "type": '
        '"NVIDIA_TESLA_T4"}}}}')
BROKEN = submit("--job-dir gs://bucket/job", "--region us-central1", "--runtime-version 2.11",
                "--python-version 3.7", "--scale-tier custom",
                "--master-machine-type n1-highcpu-16",
                "--master-accelerator count=3,type=nvidia-tesla-t4")["job.sh"]
ONE_LINE = BROKEN.replace("\\\n", "")
TALK = """{"id": 1, "method": "initialize", "params": {"capabilities": {}}}
#wait 1
{"method": "initialized", "params": {}}
{"method": "textDocument/didOpen", "params": {"textDocument": {"uri": "file:///nowhere/job.yaml",
  "languageId": "yaml", "version": 1, "text": {"$file": "job.yaml"}}}}
#wait textDocument/publishDiagnostics
{"id": 2, "method": "shutdown"}
#wait 2
{"method": "exit"}
"""
guide.row(213, "1:all", "the same in all kinds of files, and in an editor",
          Lint({"job.json": JSON}, *WRONG), Lint({"job.sh": BROKEN}, *WRONG),
          Lint({"Makefile": f"train:\n\t{ONE_LINE}"}, *WRONG),
          Lint({".github/workflows/train.yml": f"jobs:\n  train:\n    steps:\n    - run: {ONE_LINE}"},
               *WRONG),
          Lint({"page.md": f"~~~sh\n{BROKEN}~~~\n"}, *WRONG),
          Run("python3 $TALK talk trainlint-lsp-server", "accelerator-count",
              files={"job.yaml": BAD, "talk": TALK}))
