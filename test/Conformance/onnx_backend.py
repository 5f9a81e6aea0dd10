#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the tests that ONNX publishes for its backends on the CPU device.

Each model is lowered in the form in which models are used, and what it computes of the
test's inputs is compared with the test's outputs. What a static program has to know, such
as a shape, is made an initializer where the lowering asks for it. A sequence or an optional
value is made in the model of tensors that it is given, and taken apart into them.

The file onnx-backend.txt lists the tests that are refused, and why, and those whose results
are drawn at random, of which types and shapes are compared. It is a mistake if one of them
computes what it should, or is refused for another reason, or if any other does not; --update
writes the file anew.

    onnx_backend.py --opt build/bin/trainlint-opt --run build/bin/trainlint-test-cpu
"""

import argparse
import collections
import concurrent.futures
import pathlib
import re
import subprocess
import sys
import tempfile

import numpy as np
from onnx import TensorProto, helper

import onnx_tests
from onnx_tests import Tensor, tensor_type

RATCHET = pathlib.Path(__file__).with_name("onnx-backend.txt")
HEADER = """\
# How many tests ONNX has for its backends, and which of them compute no numbers that are
# compared: `refused` ones with the reason, and `random` ones. onnx_backend.py --update writes it.
"""

# Of one that contradicts the standard or itself, which is judged by hand.
DISPUTED = "disputed"
EQUAL, RANDOM, REFUSED, WRONG = "equal", "random", "refused", "wrong"

# Relative and absolute: what rounding may do to values near 1. ONNX itself allows 1e-3.
TOLERANCE = {"f16": (1e-2, 1e-3), "bf16": (2e-2, 1e-2), "f32": (1e-4, 1e-5), "f64": (1e-7, 1e-7),
             "complex<f32>": (1e-4, 1e-5), "complex<f64>": (1e-7, 1e-7)}
# Tests whose results were written with four digits, or computed with a pi that has four.
COARSE, COARSE_TOLERANCE = re.compile("window|gridsample_bicubic|roialign"), (1e-3, 1e-4)
# Operators whose results differ from run to run; of these types and shapes are compared.
DRAWING = {"Bernoulli", "Multinomial", "RandomNormal", "RandomNormalLike", "RandomUniform",
           "RandomUniformLike"}

# An argument or a result of a function, and what it is for.
TYPE = r"(tensor<(?:[^<>]|<[^<>]*>)*>)"
PLACE = re.compile(r"(%\w+: )?" + TYPE + r' \{(?:trainlint\.name = "(?:[^"\\]|\\.)*", )?'
                   r'trainlint\.role = "(\w+)"')
RESULT = re.compile(r"tensor<((?:\d+x)*)((?:[^<>]|<[^<>]*>)*)> ?([0-9A-F]*)$")
SEED = Tensor(np.array([3, 4], np.uint64), "ui64")

# So many programs are compiled in one process: starting one takes as long as compiling.
BATCH = 16
LIMIT = 300


class Verdict(Exception):
    """What became of a test, where that is known early."""

    def __init__(self, kind, reason=""):
        super().__init__(kind, reason)
        self.kind, self.reason = kind, reason


# Models.


def call(tool, *arguments, text=None):
    return subprocess.run([tool, *arguments], input=text, capture_output=True, text=True,
                          errors="replace", timeout=LIMIT, check=False)


def element_number(tensor):
    return next(number for number, element in onnx_tests.ELEMENTS.items()
                if element == tensor.element)


class Maker:
    """Puts nodes before and behind those of a model, so that it takes and has tensors."""

    def __init__(self, model):
        self.graph = model.graph
        self.before, self.behind, self.count = [], [], 0

    def name(self):
        self.count += 1
        return f"trainlint_{self.count}"

    def make(self, nodes, op, inputs, output=None, **attributes):
        output = output or self.name()
        nodes.append(helper.make_node(op, inputs, [output], **attributes))
        return output

    def give(self, value, kind, output=None):
        """The name of a value, and the inputs that it is made of."""
        if isinstance(value, Tensor):
            output = output or self.name()
            return output, [(helper.make_tensor_value_info(
                output, element_number(value), value.array.shape), value)]
        if kind.HasField("optional_type"):
            inner = kind.optional_type.elem_type
            if value is None:
                return self.make(self.before, "Optional", [], output, type=inner), []
            name, inputs = self.give(value, inner)
            return self.make(self.before, "Optional", [name], output), inputs
        inner = kind.sequence_type.elem_type
        items = [self.give(item, inner) for item in value]
        if items:
            name = self.make(self.before, "SequenceConstruct", [name for name, _ in items], output)
        else:
            name = self.make(self.before, "SequenceEmpty", [], output,
                             dtype=inner.tensor_type.elem_type)
        return name, [value for _, inputs in items for value in inputs]

    def take(self, name, value, kind):
        """The outputs that a value is taken apart into."""
        if isinstance(value, Tensor):
            return [(helper.make_tensor_value_info(
                name, element_number(value), value.array.shape), value)]
        if kind.HasField("optional_type"):
            if value is None:
                has = self.make(self.behind, "OptionalHasElement", [name])
                return self.take(has, Tensor(np.array(False), "i1"), kind)
            inner = self.make(self.behind, "OptionalGetElement", [name])
            return self.take(inner, value, kind.optional_type.elem_type)
        length = self.make(self.behind, "SequenceLength", [name])
        outputs = self.take(length, Tensor(np.array(len(value), np.int64), "i64"), kind)
        for number, item in enumerate(value):
            place = self.make(self.behind, "Constant", [], value=helper.make_tensor(
                self.name(), TensorProto.INT64, (), [number]))
            at = self.make(self.behind, "SequenceAt", [name, place])
            outputs += self.take(at, item, kind.sequence_type.elem_type)
        return outputs

    def replace(self, field, values):
        del getattr(self.graph, field)[:]
        getattr(self.graph, field).extend(values)


class Lowering:
    """A model for one set of data, until it is a program."""

    def __init__(self, opt, test, model, data, folder):
        self.opt, self.test, self.model, self.folder = opt, test, model, folder
        self.path = test.path
        self.arguments, self.wanted = [], []
        if data:
            self.prepare(*data)

    def prepare(self, inputs, wanted):
        """Gives inputs their sizes, and makes tensors of all."""
        graph, maker = self.model.graph, Maker(self.model)
        values = onnx_tests.inputs_of(graph)
        same = all(isinstance(value, Tensor) for value in inputs + wanted)
        for value, array in zip(values, inputs):
            self.arguments += maker.give(array, value.type, value.name)[1]
            same &= isinstance(array, Tensor) and sizes_of(value) == list(array.array.shape)
        outputs = []
        for value, array in zip(graph.output, wanted):
            if isinstance(array, Tensor):
                outputs.append((value, array))
            else:
                outputs += maker.take(value.name, array, value.type)
        self.wanted = [array for _, array in outputs]
        if same:
            return
        names = {value.name for value in values}
        maker.replace("input", [value for value, _ in self.arguments] +
                      [value for value in graph.input if value.name not in names])
        maker.replace("output", [value for value, _ in outputs])
        maker.replace("node", maker.before + list(graph.node) + maker.behind)
        self.save()

    def save(self):
        file = tempfile.NamedTemporaryFile(dir=self.folder, suffix=".onnx", delete=False)
        with file:
            file.write(self.model.SerializeToString())
        self.path = file.name

    def freeze(self, chosen):
        """Makes initializers of some of the inputs."""
        graph = self.model.graph
        graph.initializer.extend(array.proto(value.name) for value, array in chosen)
        frozen = {value.name for value, _ in chosen}
        self.arguments = [one for one in self.arguments if one[0].name not in frozen]
        kept = [value for value in graph.input if value.name not in frozen]
        del graph.input[:]
        graph.input.extend(kept)
        self.save()

    def choices(self):
        """What may have to be constant: what looks like shapes and axes, all but what is
        computed with, and all."""
        def is_list(array):
            return array.element.lstrip("u").startswith("i") and array.array.ndim <= 1
        yield [(value, array) for value, array in self.arguments[1:] if is_list(array)]
        yield self.arguments[1:]
        yield list(self.arguments)

    def attempt(self):
        """The program, or why there is none."""
        done = call(self.opt, self.path, "--graph-to-forward=form=inference")
        error = re.search(r"error: (.*)", done.stderr)
        if done.returncode == 0:
            return done.stdout, None
        if done.returncode != 1 or not error:
            raise Verdict(WRONG, f"trainlint-opt ends with {done.returncode}: {done.stderr[-300:]}")
        return None, error.group(1)

    def run(self):
        text, reason = self.attempt()
        choices = self.choices()
        while not text and "is not a constant" in reason:
            chosen = next(choices, None)
            if chosen is None:
                break
            if chosen:
                self.freeze(chosen)
                text, reason = self.attempt()
        if not text:
            raise Verdict(REFUSED, reason)
        return Program(self.test.name, text, [array for _, array in self.arguments], self.wanted,
                       any(node.op_type in DRAWING for node in self.model.graph.node))


def sizes_of(value):
    """The sizes that a model gives a tensor; those that it does not know are None."""
    tensor = value.type.tensor_type
    if not tensor.HasField("shape"):
        return None
    return [size.dim_value if size.HasField("dim_value") else None for size in tensor.shape.dim]


# Programs.


class Program:
    """A forward function with the arguments it is called with, and what comes of it."""

    def __init__(self, name, text, arguments, wanted, draws):
        self.wanted, self.error = wanted, None
        self.coarse = bool(COARSE.search(name))
        signature = next(line for line in text.splitlines() if "func.func @forward(" in line)
        places = PLACE.findall(signature)
        self.draws = draws or any(role == "seed" for _, _, role in places)
        given = iter(arguments)
        self.arguments = []
        for variable, kind, role in places:
            if not variable:
                continue
            value = SEED if role == "seed" else next(given, None)
            if value is None or value.type != kind:
                raise Verdict(WRONG, f"the program takes a {role} of {kind}, the test gives "
                              f"{value.type if value else 'nothing'}")
            self.arguments.append(value)
        self.results = [(kind, role) for variable, kind, role in places if not variable]
        begin, end = text.index("module {\n") + len("module {\n"), text.rindex("}")
        self.head, self.body = text[:begin - len("module {\n")], text[begin:end]

    def text(self, number):
        """A function without arguments beside those of the model. Its constants pass a
        barrier, so that they are not computed with at compile time."""
        body = self.body
        for name in re.findall(r"func\.func (?:private )?@(\w+)", self.body):
            body = re.sub(rf"@{name}\b", f"@{name}_{number}", body)
        lines = []
        for place, value in enumerate(self.arguments):
            lines.append(f"%c{place} = stablehlo.constant {value.literal()} : {value.type}")
            lines.append(f"%a{place} = stablehlo.optimization_barrier %c{place} : {value.type}")
        kinds = [kind for kind, _ in self.results]
        names = ", ".join(f"%a{place}" for place in range(len(self.arguments)))
        types = ", ".join(value.type for value in self.arguments)
        lines.append(f"%r:{len(kinds)} = func.call @forward_{number}({names}) : ({types}) -> "
                     f"({', '.join(kinds)})")
        lines.append(f"return {', '.join(f'%r#{place}' for place in range(len(kinds)))} : "
                     f"{', '.join(kinds)}")
        inner = "\n  ".join(lines)
        return f"{self.head}{body}func.func @p{number}() -> ({', '.join(kinds)}) {{\n  {inner}\n}}\n"

    def judge(self, lines):
        """What is wrong with the lines that were printed for the program, or nothing."""
        found = [line for line, (_, role) in zip(lines, self.results) if role == "output"]
        if len(found) != len(self.wanted):
            return f"{len(found)} outputs instead of {len(self.wanted)}"
        for number, (line, wanted) in enumerate(zip(found, self.wanted)):
            sizes, element, content = RESULT.match(line).groups()
            shape = tuple(int(size) for size in sizes.split("x")[:-1])
            if (shape, element) != (wanted.array.shape, wanted.element):
                return (f"output {number} is {tensor_type(shape, element)} instead of "
                        f"{wanted.type}")
            actual = Tensor.stored(shape, element, bytes.fromhex(content))
            if not self.draws and not is_close(actual, wanted, self.coarse):
                return (f"output {number} has {actual.array.ravel()[:6]} instead of "
                        f"{wanted.array.ravel()[:6]}")
        return None


def is_close(actual, wanted, coarse):
    if wanted.element not in TOLERANCE:
        return np.array_equal(actual.array, wanted.array)
    wide = np.complex128 if wanted.element.startswith("complex") else np.float64
    relative, absolute = COARSE_TOLERANCE if coarse else TOLERANCE[wanted.element]
    return np.allclose(actual.array.astype(wide), wanted.array.astype(wide), rtol=relative,
                       atol=absolute, equal_nan=True)


def run_programs(tool, options, programs):
    """Runs programs in one process and gives each its error."""
    text = "".join(program.text(number) for number, program in enumerate(programs))
    done = call(tool, "-", "--hex", *options,
                *(f"--entry=p{number}" for number in range(len(programs))), text=text)
    blocks = dict(re.findall(r"@p(\d+)\n((?:tensor.*\n)*)", done.stdout))
    if len(programs) > 1 and (done.returncode or len(blocks) != len(programs)):
        # One program took the others down with it, or has an error that is its own.
        for program in programs:
            run_programs(tool, options, [program])
        return
    for number, program in enumerate(programs):
        lines = blocks.get(str(number), "").splitlines()
        if done.returncode or len(lines) != len(program.results):
            program.error = f"does not run, exit {done.returncode}: {done.stderr.strip()[:300]}"
        else:
            program.error = program.judge(lines)


# All tests.


def lower(options, test, folder):
    """The programs of a test, one for each set of data, or what became of it."""
    try:
        model = test.model()
        try:
            sets = test.data(model)
        except onnx_tests.Unreadable as error:
            # Who refuses it says why; nobody else can run it.
            Lowering(options.opt, test, model, None, folder).run()
            raise Verdict(WRONG, f"its data is {error}") from None
        return [Lowering(options.opt, test, test.model(), data, folder).run() for data in sets]
    except Verdict as verdict:
        return verdict
    except Exception as error:  # pylint: disable=broad-except
        return Verdict(WRONG, f"{type(error).__name__}: {error}")


def check(options, tests):
    """The verdict on each test."""
    with (tempfile.TemporaryDirectory() as folder,
          concurrent.futures.ThreadPoolExecutor(options.jobs) as pool):
        lowered = list(pool.map(lambda test: lower(options, test, folder), tests))
        programs = [program for one in lowered if isinstance(one, list) for program in one]
        batches = [programs[begin:begin + BATCH] for begin in range(0, len(programs), BATCH)]
        list(pool.map(lambda batch: run_programs(options.run, [f"-O{options.optimization}"], batch),
                      batches))
    return {test.name: one if isinstance(one, Verdict) else summary(one)
            for test, one in zip(tests, lowered)}


def summary(programs):
    errors = [program.error for program in programs if program.error]
    if errors or not programs:
        return Verdict(WRONG, errors[0] if errors else "the test has no data")
    return Verdict(RANDOM if any(program.draws for program in programs) else EQUAL)


class Ratchet:
    """What the file says."""

    def __init__(self, path=RATCHET):
        self.count, self.special = 0, {}
        for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else []:
            kind, _, rest = line.partition(" ")
            if kind == "tests":
                self.count = int(rest)
            elif kind in (REFUSED, RANDOM, DISPUTED):
                name, _, reason = rest.partition(": ")
                self.special[name] = Verdict(kind, reason)

    def write(self, verdicts):
        lines = [f"tests {len(verdicts)}\n"]
        lines += [f"{DISPUTED} {name}: {known.reason}\n" for name, known in sorted(self.special.items())
                  if known.kind == DISPUTED]
        lines += [f"{verdict.kind} {name}: {verdict.reason}".removesuffix(": ") + "\n"
                  for name, verdict in sorted(verdicts.items()) if verdict.kind in (REFUSED, RANDOM)]
        RATCHET.write_text(HEADER + "".join(lines), encoding="utf-8")

    def differences(self, verdicts, whole):
        """What is not as the file says, in words."""
        for name, verdict in verdicts.items():
            known = self.special.get(name, Verdict(EQUAL))
            if verdict.kind == WRONG and known.kind == DISPUTED:
                continue
            if verdict.kind == WRONG:
                yield f"{name}: {verdict.reason}"
            elif (verdict.kind, verdict.reason) != (known.kind, known.reason):
                yield (f"{name}: is {verdict.kind}: {verdict.reason}".removesuffix(": ") +
                       f"\n  instead of {known.kind}: {known.reason}".removesuffix(": "))
        if whole:
            yield from (f"{name}: there is no such test" for name in sorted(set(self.special) - set(verdicts)))
            if self.count != len(verdicts):
                yield f"there are {len(verdicts)} tests instead of {self.count}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--opt", required=True, help="trainlint-opt")
    parser.add_argument("--run", required=True, help="trainlint-test-cpu")
    parser.add_argument("--data", default=onnx_tests.DATA, help="the folder of the tests")
    parser.add_argument("--only", default="", help="tests whose names match this expression")
    parser.add_argument("--optimization", type=int, default=2, help="of the programs")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--list", action="store_true", help="print the verdict on each test")
    parser.add_argument("--update", action="store_true", help=f"write {RATCHET.name} anew")
    options = parser.parse_args()
    tests = onnx_tests.find(options.data, options.only)
    verdicts = check(options, tests)
    if options.list:
        for name, verdict in verdicts.items():
            print(f"{verdict.kind:8} {name} {verdict.reason}".rstrip())
    if options.update:
        Ratchet().write(verdicts)
    wrong = list(Ratchet().differences(verdicts, whole=not options.only))
    for line in wrong:
        print(line)
    counts = collections.Counter(verdict.kind for verdict in verdicts.values())
    disputed = sum(verdict.kind == WRONG and Ratchet().special.get(name, Verdict(EQUAL)).kind == DISPUTED
                   for name, verdict in verdicts.items())
    print(f"{len(tests)} tests: {counts[EQUAL]} equal, {counts[RANDOM]} random, {counts[REFUSED]} refused, "
          f"{disputed} disputed, {counts[WRONG] - disputed} wrong; {len(wrong)} differences")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
