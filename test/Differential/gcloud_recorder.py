# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs commands of an installed gcloud where none of them reaches the cloud.

    with Gcloud() as gcloud:
        outcome = gcloud.run(["ai", "custom-jobs", "create", "--region=us-central1", "--display-name=d",
                              "--config=job.yaml"], files={"job.yaml": text})
        outcome.accepted, outcome.refusal, outcome.body

gcloud has no credentials, and every endpoint it knows is a server on the loopback interface that
writes down what it is asked: a command that gcloud refuses before it sends anything reaches no
server; one that it accepts leaves the body of its request. The server answers what changes something
with an error of the service, so that no command waits for what it started.

The command line of gcloud is loaded once and runs all commands in one process, which takes
milliseconds for each where a process takes a second. `fresh=True` runs one as a user would, to show
that both say the same; where gcloud's modules cannot be loaded, all commands run like that.
"""

import dataclasses
import functools
import glob
import http.server
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading

# How long one command may take.
TIMEOUT = 60


@dataclasses.dataclass
class Request:
    """What reached the server."""
    method: str
    path: str
    body: object

    @property
    def changes(self):
        return self.method != "GET"


@dataclasses.dataclass
class Outcome:
    """What became of a command."""
    arguments: list
    returncode: int
    output: str
    error: str
    requests: list

    @property
    def accepted(self):
        """Whether gcloud asked the service to do it."""
        return any(request.changes for request in self.requests)

    @property
    def body(self):
        """What it asked the service to do."""
        return next((request.body for request in self.requests if request.changes), None)

    @property
    def path(self):
        return next((request.path for request in self.requests if request.changes), None)

    @property
    def crashed(self):
        """Whether an error of gcloud itself ended it."""
        return not self.accepted and "ERROR: gcloud crashed" in self.error

    @property
    def timed_out(self):
        return self.returncode == 124

    @property
    def refusal(self):
        """Why gcloud did not ask, in its own words: "" if it asked."""
        if self.accepted:
            return ""
        found = re.search(r"^ERROR:.*", self.error, re.MULTILINE | re.DOTALL)
        if not found:
            return self.error
        # After a crash gcloud asks to be told of it.
        return found.group().partition("\n\nIf you would like to report this issue")[0].rstrip()

    @property
    def warnings(self):
        return [line for line in self.error.splitlines() if line.startswith("WARNING:")]


def installation():
    """The folder of the SDK, or None."""
    program = shutil.which("gcloud")
    if not program:
        return None
    root = os.path.dirname(os.path.dirname(os.path.realpath(program)))
    return root if os.path.isdir(os.path.join(root, "lib", "googlecloudsdk")) else None


def python_of(root):
    """The Python that gcloud runs in."""
    chosen = os.environ.get("CLOUDSDK_PYTHON")
    if chosen:
        return chosen
    bundled = os.path.join(root, "platform", "bundledpythonunix", "bin", "python3")
    return bundled if os.access(bundled, os.X_OK) else sys.executable


def version(root):
    try:
        with open(os.path.join(root, "VERSION"), encoding="utf-8") as file:
            return file.read().strip()
    except OSError:
        return "unknown"


@functools.lru_cache
def overridable(root):
    """The names of the services whose endpoints a property moves."""
    with open(os.path.join(root, "lib", "googlecloudsdk", "core", "properties.py"), encoding="utf-8") as file:
        text = file.read()
    section = text.partition("class _SectionApiEndpointOverrides")[2].partition("\nclass ")[0]
    return sorted(set(re.findall(r"self\._Add\(\s*'(\w+)'", section)))


def default_reply(method, path, body):
    """What the server answers where the caller leaves it open: nothing special is there, and nothing
    can be made."""
    del path, body
    if method == "GET":
        return 200, {}
    return 400, {"error": {"code": 400, "message": "recorded", "status": "FAILED_PRECONDITION"}}


class Recorder:
    """A server on the loopback interface that writes down what it is asked."""

    def __init__(self, reply=default_reply):
        self.requests = []
        recorder = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def handle_any(self):
                length = int(self.headers.get("Content-Length") or 0)
                data = self.rfile.read(length).decode("utf-8", "replace")
                try:
                    body = json.loads(data) if data else None
                except ValueError:
                    body = data
                recorder.requests.append(Request(self.command, self.path, body))
                answer = reply(self.command, self.path, body) or default_reply(self.command, self.path, body)
                text = json.dumps(answer[1]).encode()
                self.send_response(answer[0])
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)

            do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = handle_any

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.thread = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        self.thread.start()

    @property
    def address(self):
        return f"http://127.0.0.1:{self.server.server_address[1]}/"

    def take(self):
        taken, self.requests = self.requests, []
        return taken

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class Gcloud:
    """An installed gcloud beside a recorder."""

    def __init__(self, reply=default_reply, properties=None, in_process=True):
        """`reply(method, path, body)` gives the status and the value to answer with, or None for the
        default; `properties` are further properties of gcloud, as `compute/zone`."""
        self.root = installation()
        if not self.root:
            raise FileNotFoundError("no gcloud on PATH")
        self.recorder = Recorder(reply)
        self.folder = tempfile.mkdtemp(prefix="gcloud-")
        self.environment = self._environment({"core/project": "p", **(properties or {})})
        self.worker = None
        self.in_process = in_process

    def _environment(self, properties):
        kept = {name: value for name, value in os.environ.items()
                if not name.startswith(("CLOUDSDK_", "GOOGLE_", "PYTHON"))}
        config = os.path.join(self.folder, "config")
        os.makedirs(config)
        values = {"auth/disable_credentials": "1", "core/check_gce_metadata": "0", "core/disable_usage_reporting": "1",
                  "core/disable_prompts": "1", "core/disable_color": "1", "core/disable_file_logging": "1",
                  "survey/disable_prompts": "1", "component_manager/disable_update_check": "1", **properties}
        for service in overridable(self.root):
            values[f"api_endpoint_overrides/{service}"] = self.recorder.address
        for name, value in values.items():
            kept["CLOUDSDK_" + name.replace("/", "_").upper()] = value
        # Whatever should be asked elsewhere finds nobody.
        nobody = "http://127.0.0.1:9"
        kept.update({"CLOUDSDK_CONFIG": config, "HOME": self.folder, "LC_ALL": "C.UTF-8", "COLUMNS": "400",
                     "http_proxy": nobody, "https_proxy": nobody, "no_proxy": "127.0.0.1",
                     "PYTHONDONTWRITEBYTECODE": "1"})
        if "CLOUDSDK_PYTHON" in os.environ:
            kept["CLOUDSDK_PYTHON"] = os.environ["CLOUDSDK_PYTHON"]
        return kept

    @property
    def version(self):
        return version(self.root)

    def run(self, arguments, files=None, fresh=False):
        """Runs `gcloud ARGUMENTS` in a folder that holds the files, `{name: text or bytes}`."""
        folder = os.path.join(self.folder, "work")
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        for name, text in (files or {}).items():
            path = os.path.join(folder, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                file.write(text if isinstance(text, bytes) else text.encode())
        self.recorder.take()
        answer = None
        if self.in_process and not fresh:
            answer = self._ask(arguments, folder)
        if answer is None:
            answer = self._start(arguments, folder)
        returncode, output, error = answer
        return Outcome(list(arguments), returncode, output, error, self.recorder.take())

    def _start(self, arguments, folder):
        try:
            done = subprocess.run(["gcloud", *arguments], cwd=folder, env=self.environment, stdin=subprocess.DEVNULL,
                                  capture_output=True, timeout=TIMEOUT, check=False)
        except subprocess.TimeoutExpired:
            return 124, "", "timed out"
        return done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")

    def _ask(self, arguments, folder):
        """What the process that has loaded gcloud makes of it; None if there is none."""
        for _ in range(2):
            if self.worker is None:
                self.worker = subprocess.Popen([python_of(self.root), "-S", os.path.abspath(__file__), self.root],
                                               env=self.environment, cwd=self.folder, stdin=subprocess.PIPE,
                                               stdout=subprocess.PIPE, text=True)
                if self.worker.stdout.readline().strip() != "ready":
                    self.worker = None
                    self.in_process = False
                    return None
            try:
                self.worker.stdin.write(json.dumps({"arguments": list(arguments), "folder": folder}) + "\n")
                self.worker.stdin.flush()
                line = self.worker.stdout.readline()
            except BrokenPipeError:
                line = ""
            if line:
                answer = json.loads(line)
                return answer["returncode"], answer["output"], answer["error"]
            # The command ended the process: one of its own tells what is wrong.
            self.worker.wait()
            self.worker = None
            return None
        return None

    def close(self):
        if self.worker is not None:
            self.worker.stdin.close()
            self.worker.wait()
            self.worker.stdout.close()
        self.recorder.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


# What follows runs in gcloud's own Python.


class _TimedOut(BaseException):
    pass


def _on_alarm(*_):
    raise _TimedOut()


def _execute(cli, arguments):
    """The exit status; what is written goes to the standard streams."""
    import signal
    signal.signal(signal.SIGALRM, _on_alarm)
    signal.alarm(TIMEOUT)
    try:
        cli.Execute(arguments)
        return 0
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0 if end.code is None else 1
    except _TimedOut:
        sys.stderr.write("timed out\n")
        return 124
    except BaseException as error:  # In gcloud's own words.
        sys.stderr.write(f"ERROR: gcloud crashed ({type(error).__name__}): {error}\n")
        return 1
    finally:
        signal.alarm(0)


def _stay_here():
    """No connection leaves this machine."""
    import socket
    connect = socket.socket.connect

    def checked(self, address):
        if self.family != socket.AF_UNIX and address[0] not in ("127.0.0.1", "localhost", "::1"):
            raise OSError(f"no connection to {address[0]} in a test")
        return connect(self, address)

    socket.socket.connect = checked


def _serve(root):
    """Answers one command a line, `{"arguments": [...], "folder": ...}`."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    questions = os.fdopen(os.dup(0), "r", encoding="utf-8")
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    written = []
    for number in (1, 2):
        written.append(tempfile.TemporaryFile())
        os.dup2(written[-1].fileno(), number)
    library = os.path.join(root, "lib")
    sys.path[:1] = [os.path.join(library, "third_party"), library]
    sys.path += glob.glob(os.path.join(root, "lib", "python*", "site-packages"))
    sys.argv = ["gcloud"]
    _stay_here()
    from googlecloudsdk import gcloud_main
    from googlecloudsdk.core import log
    cli = gcloud_main.CreateCLI([])
    answers.write("ready\n")
    answers.flush()
    for line in questions:
        question = json.loads(line)
        os.chdir(question["folder"])
        for file in written:
            file.seek(0)
            file.truncate()
        log.Reset(sys.stdout, sys.stderr)
        returncode = _execute(cli, question["arguments"])
        sys.stdout.flush()
        sys.stderr.flush()
        texts = []
        for file in written:
            file.seek(0)
            texts.append(file.read().decode("utf-8", "replace"))
        answers.write(json.dumps({"returncode": returncode, "output": texts[0], "error": texts[1]}) + "\n")
        answers.flush()
    # What gcloud would do at its end is of no use here.
    os._exit(0)


if __name__ == "__main__":
    _serve(sys.argv[1])
