# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a command that finds npm packages in a folder, as if they were published.

usage: npm_registry.py FOLDER COMMAND...

npm resolves a dependency by its name only through a registry, so this is one: it
serves the tarballs of the folder and nothing else, and ends with the command, whose
exit code it passes on.
"""

import base64
import hashlib
import http.server
import json
import os
import pathlib
import subprocess
import sys
import tarfile
import threading
import urllib.parse


def manifest_of(tarball):
    with tarfile.open(tarball) as archive:
        return json.load(archive.extractfile("package/package.json"))


class Registry(http.server.BaseHTTPRequestHandler):
    tarballs = {}

    def do_GET(self):
        name = urllib.parse.unquote(self.path.strip("/"))
        if name in self.tarballs:
            self.answer(json.dumps(self.describe(name)).encode(), "application/json")
        elif name.endswith(".tgz") and name[:-4] in self.tarballs:
            self.answer(self.tarballs[name[:-4]].read_bytes(), "application/octet-stream")
        else:
            self.send_error(404)

    def describe(self, name):
        tarball = self.tarballs[name]
        manifest = manifest_of(tarball)
        digest = base64.b64encode(hashlib.sha512(tarball.read_bytes()).digest()).decode()
        host, port = self.server.server_address
        manifest["dist"] = {"tarball": f"http://{host}:{port}/{name}.tgz",
                            "integrity": f"sha512-{digest}"}
        version = manifest["version"]
        return {"name": name, "dist-tags": {"latest": version},
                "versions": {version: manifest}}

    def answer(self, body, kind):
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def main():
    folder, command = pathlib.Path(sys.argv[1]), sys.argv[2:]
    for tarball in folder.glob("*.tgz"):
        Registry.tarballs[manifest_of(tarball)["name"]] = tarball
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Registry)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    environment = {**os.environ, "no_proxy": "127.0.0.1", "NO_PROXY": "127.0.0.1",
                   "npm_config_registry": f"http://127.0.0.1:{server.server_port}/"}
    sys.exit(subprocess.run(command, env=environment, check=False).returncode)


main()
