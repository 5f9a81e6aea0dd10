# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the modules that models become on the CPU device, for comparison."""

import os
import re
import subprocess
import tempfile

import numpy


def tool(*arguments, text=None):
    """What a tool prints; its errors are ours."""
    done = subprocess.run(arguments, input=text, text=True, capture_output=True)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(arguments)[:400]}\n{done.stderr[:4000]}")
    return done.stdout


def optimize(text, *passes, extension=".mlir"):
    """A module, or a model of another format, which can be bytes, after passes of
    trainlint-opt."""
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "model" + extension)
        with open(file, "wb" if isinstance(text, bytes) else "w") as out:
            out.write(text)
        return tool("trainlint-opt", file, *passes)


class Value:
    """An argument or a result of a function."""

    def __init__(self, type_text, attributes):
        self.type = type_text
        found = dict(re.findall(r'([\w.]+) = "([^"]*)"', attributes))
        self.role = found.get("trainlint.role")
        self.name = found.get("trainlint.name")

    @property
    def shape(self):
        sizes = self.type[len("tensor<"):-1].split("x")[:-1]
        return tuple(int(size) for size in sizes)

    @property
    def element(self):
        return self.type[len("tensor<"):-1].split("x")[-1]


TYPES = {"f32": numpy.float32, "f64": numpy.float64, "i32": numpy.int32,
         "i64": numpy.int64, "ui64": numpy.uint64, "i1": numpy.bool_}
VALUE = re.compile(r'(?:%\w+: )?(tensor<[^>]*>)(?: (\{(?:[^{}]|\{[^}]*\})*\}))?')


def signature(text, name):
    """The arguments and results of a function."""
    line = next(line for line in text.splitlines()
                if re.search(rf"func\.func (?:\w+ )?@{name}\(", line))
    before, _, after = line.partition(" -> ")
    arguments = before[before.index("("):]
    read = lambda part: [Value(*found) for found in VALUE.findall(part)]
    return read(arguments), read(after)


def run(text, arrays, replicas=1):
    """The results of `main`, for each replica a list."""
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "program.mlir")
        with open(file, "w") as out:
            out.write(text)
        command = ["trainlint-run", file, f"--device=cpu:{replicas}", f"--num-replicas={replicas}"]
        for number, array in enumerate(arrays):
            path = os.path.join(folder, f"in{number}.npy")
            numpy.save(path, array)
            command += ["--input", path]
        tool(*command, "--output", os.path.join(folder, "out.npy"))
        names = [name for name in os.listdir(folder) if name.startswith("out")]
        names.sort(key=lambda name: [int(part) for part in re.findall(r"\d+", name)])
        arrays = [numpy.load(os.path.join(folder, name)) for name in names]
    each = len(arrays) // replicas
    return [arrays[number * each:(number + 1) * each] for number in range(replicas)]


def run_unoptimized(text, arrays, replicas=1):
    """The same of one replica, where a large program takes longer to optimize than to
    run."""
    assert replicas == 1
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "program.mlir")
        with open(file, "w") as out:
            out.write(text)
        command = ["trainlint-test-cpu", file, "-O0", "--entry=main", "--hex"]
        for number, array in enumerate(arrays):
            path = os.path.join(folder, f"in{number}")
            array.tofile(path)
            command.append("--input=" + path)
        results = []
        for line in tool(*command).splitlines()[1:]:
            kind, _, digits = line.partition(" ")
            value = Value(kind, "")
            results.append(numpy.frombuffer(bytes.fromhex(digits), TYPES[value.element]).reshape(value.shape))
    return [results]


def call(text, name, arrays, execute=run):
    """The results of any function."""
    renamed = text if name == "main" else text.replace("@main(", "@other_main(").replace(f"@{name}(", "@main(")
    return execute(renamed, arrays)[0]


def initial_state(step, seed=1, execute=run):
    """The state by name."""
    _, results = signature(step, "init")
    values = call(step, "init", [numpy.array(seed, numpy.int64)], execute)
    return {result.name: value for result, value in zip(results, values)}


def loop(step, steps):
    """A program that runs the step for as many batches as it is given: it takes the
    state and the batches of all steps, and returns the metrics of all steps and the
    state."""
    arguments, results = signature(step, "main")
    state = [value for value in arguments if value.role == "state"]
    inputs = [value for value in arguments if value.role == "input"]
    metrics = [value for value in results if value.role == "metric"]
    has_seed = any(value.role == "seed" for value in arguments)
    grown = lambda value: f"tensor<{steps}x{value.type[len('tensor<'):]}"
    kept = [value.type for value in state] + [grown(value) for value in metrics]
    types = ["tensor<i64>"] + kept
    parameters = [f"%s{i}: {value.type}" for i, value in enumerate(state)]
    parameters += [f"%x{i}: {grown(value)}" for i, value in enumerate(inputs)]
    lines = [f"func.func @main({', '.join(parameters)}) -> ({', '.join(kept)}) {{",
             "  %zero = stablehlo.constant dense<0> : tensor<i64>",
             "  %one = stablehlo.constant dense<1> : tensor<i64>",
             f"  %end = stablehlo.constant dense<{steps}> : tensor<i64>",
             "  %seed = stablehlo.constant dense<7> : tensor<2xui64>"]
    starts = ["%zero"] + [f"%s{i}" for i in range(len(state))]
    for i, value in enumerate(metrics):
        lines.append(f"  %m{i} = stablehlo.constant dense<0.0> : {grown(value)}")
        starts.append(f"%m{i}")
    names = [f"%v{i}" for i in range(len(types))]
    pairs = ", ".join(f"{name} = {start}" for name, start in zip(names, starts))
    lines += [f"  %w:{len(types)} = stablehlo.while({pairs}) : {', '.join(types)}",
              "  cond {",
              "    %c = stablehlo.compare LT, %v0, %end : (tensor<i64>, tensor<i64>) -> tensor<i1>",
              "    stablehlo.return %c : tensor<i1>",
              "  } do {"]
    operands = names[1:1 + len(state)]
    for i, value in enumerate(inputs):
        zeros = "".join(", %zero" for _ in value.shape)
        numbers = "".join(", tensor<i64>" for _ in value.shape)
        sizes = ", ".join(str(size) for size in (1,) + value.shape)
        part = f"tensor<1x{value.type[len('tensor<'):]}"
        lines += [f"    %p{i} = stablehlo.dynamic_slice %x{i}, %v0{zeros}, sizes = [{sizes}] : "
                  f"({grown(value)}, tensor<i64>{numbers}) -> {part}",
                  f"    %b{i} = stablehlo.reshape %p{i} : ({part}) -> {value.type}"]
        operands.append(f"%b{i}")
    if has_seed:
        operands.append("%seed")
    lines.append(f"    %r:{len(results)} = func.call @step({', '.join(operands)}) : "
                 f"({', '.join(value.type for value in arguments)}) -> "
                 f"({', '.join(value.type for value in results)})")
    returned = ["%next"] + [f"%r#{i}" for i in range(len(state))]
    for i, value in enumerate(metrics):
        lines += [f"    %l{i} = stablehlo.reshape %r#{len(state) + i} : ({value.type}) -> "
                  f"tensor<1x{value.element}>",
                  f"    %u{i} = stablehlo.dynamic_update_slice {names[1 + len(state) + i]}, %l{i}, %v0 : "
                  f"({grown(value)}, tensor<1x{value.element}>, tensor<i64>) -> {grown(value)}"]
        returned.append(f"%u{i}")
    lines += ["    %next = stablehlo.add %v0, %one : tensor<i64>",
              f"    stablehlo.return {', '.join(returned)} : {', '.join(types)}",
              "  }",
              f"  return {', '.join(f'%w#{i + 1}' for i in range(len(kept)))} : {', '.join(kept)}",
              "}"]
    plain = step.replace("func.func @main(", "func.func private @step(")
    plain = re.sub(r"tf\.aliasing_output = \d+ : i32, ", "", plain)
    end = plain.rindex("}")
    return plain[:end] + "\n".join(lines) + "\n}\n"


def train(step, state, batches, replicas=1, execute=run):
    """Runs steps. `batches` gives the arrays of each input by its name, with a step in
    each row. Returns the metrics by name, an array each, and the state, of each
    replica."""
    arguments, results = signature(step, "main")
    steps = len(next(iter(batches.values())))
    program = loop(step, steps)
    kept = [state[value.name] for value in arguments if value.role == "state"]
    arrays = []
    for number in range(replicas):
        arrays += kept
        for value in arguments:
            if value.role == "input":
                whole = batches[value.name]
                size = whole.shape[1] // replicas
                arrays.append(whole[:, number * size:(number + 1) * size])
    metrics = [value.name for value in results if value.role == "metric"]
    names = [value.name for value in results if value.role == "state"]
    outcome = []
    for values in execute(program, arrays, replicas):
        outcome.append((dict(zip(metrics, values[len(names):])),
                        dict(zip(names, values[:len(names)]))))
    return outcome if replicas > 1 else outcome[0]


def check(what, found, expected, tolerance):
    """Fails if numbers differ by more than a part of the greatest of them."""
    found = numpy.asarray(found, numpy.float64)
    expected = numpy.asarray(expected, numpy.float64)
    scale = max(1.0, numpy.abs(expected).max())
    error = numpy.abs(found - expected).max() / scale
    if not error <= tolerance:
        raise SystemExit(f"{what}: differs by {error:.3g}, more than {tolerance:g}")
    print(f"{what}: {error:.2g}")
