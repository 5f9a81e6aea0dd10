# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""CSV files and JSON lines against the readers of Python and NumPy."""

import csv
import gzip
import json
import pathlib

import numpy as np

from seen import losses, problem, run, seen, write_step

random = np.random.default_rng(7)
POINTS = random.standard_normal((24, 3))
LABELS = random.integers(0, 9, 24)


def check(name, x, y):
    np.testing.assert_array_equal(x, POINTS[:12].astype("f4"), name)
    np.testing.assert_array_equal(y, LABELS[:12], name)


def write_csv(path, names=("a", "b, c", 'd "e"', "label"), rows=range(24), **how):
    with open(path, "w", newline="") as file:
        writer = csv.writer(file, **how)
        if names:
            writer.writerow(names)
        for row in rows:
            writer.writerow([*POINTS[row], LABELS[row]])
    return path


def main():
    step = write_step("step.mlir", 12, (3,))
    arguments = ("--no-shuffle", "--data")
    np.savez("all.npz", x=POINTS.astype("f4"), y=LABELS)

    # What Python's module writes, it reads back.
    rows = list(csv.DictReader(open(write_csv("all.csv", quoting=csv.QUOTE_ALL))))
    assert [float(row["a"]) for row in rows] == list(POINTS[:, 0])
    check("quoted", *seen(step, 1, *arguments, "all.csv"))
    check("plain", *seen(step, 1, *arguments, write_csv("plain.csv", lineterminator="\n")))
    check("tabs", *seen(step, 1, *arguments, write_csv("all.tsv", delimiter="\t")))
    pathlib.Path("mark.csv").write_bytes(b"\xef\xbb\xbf" + pathlib.Path("all.csv").read_bytes().rstrip() + b"\n\n")
    check("mark", *seen(step, 1, *arguments, "mark.csv"))
    pathlib.Path("all.csv.gz").write_bytes(gzip.compress(pathlib.Path("all.csv").read_bytes()))
    check("gzip", *seen(step, 1, *arguments, "all.csv.gz"))
    write_csv("bare.csv", names=None)
    check("given names", *seen(step, 1, "--column-names", "p,q,r,y", *arguments, "bare.csv"))
    check("numbered", *seen(step, 1, *arguments, write_csv("numbered.csv", names=("x_1", "x_2", "x_3", "target"))))
    pathlib.Path("parts").mkdir()
    write_csv("parts/1.csv", rows=range(5))
    write_csv("parts/2.csv", rows=range(5, 24))
    write_csv("parts/test.csv", rows=range(3))
    pathlib.Path("parts/README.txt").write_text("what is no data is left out\n")
    check("parts", *seen(step, 1, *arguments, "parts"))
    names = ("b", "label", "c", "a")
    with open("mixed.csv", "w") as file:
        csv.writer(file).writerows([names, *([1, LABELS[row], *POINTS[row][:2]] for row in range(24))])
    x, _ = seen(step, 1, "--columns", "x=c,a,b", *arguments, "mixed.csv")
    np.testing.assert_array_equal(x, np.c_[POINTS[:12, :2], np.ones(12)].astype("f4"))

    with open("all.jsonl", "w") as file:
        for row in range(24):
            print(json.dumps({"name": "n", "x": list(POINTS[row]), "y": int(LABELS[row])}), file=file)
            print(file=file)
    check("JSON lines", *seen(step, 1, *arguments, "all.jsonl"))
    assert losses(step, 6, "--data", "all.npz") == losses(step, 6, "--data", "all.csv") == losses(step, 6, "--data", "all.jsonl")

    # Numbers of many forms, as NumPy reads them.
    texts = ["1", "-0.5", "+2", "1e-400", "3.4028234e38", ".5", "7.", "1E3", "123456789.123456789", "0.1", " 4", "1e-45"]
    pathlib.Path("forms.csv").write_text("x0,x1,x2,y\n" + "".join(f"{text},0,0,0\n" for text in texts))
    x, _ = seen(step, 1, *arguments, "forms.csv")
    np.testing.assert_array_equal(x[:, 0], np.array([float(text) for text in texts]).astype("f4"))

    def refused(name, text, message, code=2, *more):
        pathlib.Path(name).write_bytes(text.encode() if isinstance(text, str) else text)
        found = problem(step, *more, *arguments, name)
        assert found == (code, message), (found, message)

    good = "a,b,c,y\n" + "1,2,3,4\n" * 12
    refused("1.csv", good + "1,2,,4\n", "1.csv:14:5: `c`: there is no value")
    refused("2.csv", good + "1,x,3,4\n", "2.csv:14:3: `b`: `x` is no number")
    refused("3.csv", good + "1,2,3,4.5\n", "3.csv:14:7: `y`: `4.5` is no whole number of 64 bits")
    refused("4.csv", good + "1,2,3\n", "4.csv:14:1: the line has 3 values, and there are 4 columns")
    refused("5.csv", good + '1,"2,3,4\n', "5.csv:14:1: a quote of the line has no end")
    refused("6.csv", good + '1,"2"x,3,4\n', "6.csv:14:6: text follows the quote that ends a value")
    refused("7.csv", good + '1,2",3,4\n', "7.csv:14:4: a quote is in a value that does not begin with one")
    refused("8.csv", good + "nan,2,3,4\n", "8.csv:14:1: `a`: `nan` is no number")
    refused("9.csv", good + '"\n1",2,inf,4\n', "9.csv:14:2: `a`: `\\n1` is no number")
    refused("10.csv", "1,2,3,4\n" * 13,
            "10.csv:1:1: the first line names the columns, and this one has numbers; `--column-names` says the names")
    refused("11.csv", "a,a,b,y\n", "11.csv:1:1: each column needs a name of its own")
    refused("12.csv", "a,b,c,y\n" + "1" * (4 << 20) + "1,2,3,4\n", "12.csv:2:4194305: the line has more than 4 MiB")
    refused("13.csv", "", "cannot use `13.csv`: it has no line with names")
    refused("14.csv", good, "`--columns` names `d` for `x`, and the data has no such column", 2, "--columns", "x=d")
    refused("15.csv", good, "`--columns` names the input `z`, and the step has none", 2, "--columns", "z=a")
    refused("16.csv", good + "1,2,3,14\n", "`y` at 16.csv:14 is 14, and the input `y` has 10 classes",
            1, "--classes", 10, "--keep-remainder")
    lines = '{"x": [1, 2, 3], "y": 1}\n' * 12
    refused("1.jsonl", lines + '{"x": [1, 2], "y": 1}', "1.jsonl:13:7: `x`: the array has 2 elements, and 3 in the first line")
    refused("2.jsonl", lines + '{"x": [1, null, 3], "y": 1}', "2.jsonl:13:11: `x`: there is no value")
    refused("3.jsonl", lines + '{"x": [1, "2", 3], "y": 1}', "3.jsonl:13:11: `x`: this is no number")
    refused("4.jsonl", lines + '{"x": [1, 2, 3]}', "4.jsonl:13:1: the object has no `y`")
    refused("5.jsonl", lines + "[1]", "5.jsonl:13:1: a line is an object")
    refused("6.jsonl", lines + '{"x": [NaN, 2, 3], "y": 1}', "6.jsonl:13:8: `x`: `NaN` is no number")
    code, message = problem(step, *arguments, "all.npz", "--column-names", "a")
    assert (code, message) == (2, "`--column-names` is for CSV files, and there are none"), message
    assert run(step, "--train", "--steps", 1, "--fake-data", "--columns", "x=a").returncode == 2
    print("text is read as Python reads it")


if __name__ == "__main__":
    main()
