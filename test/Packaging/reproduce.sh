#!/usr/bin/env bash
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# usage: reproduce.sh SOURCE BUILD FOLDER
#
# Builds a copy of the sources in a folder of another name, without a cache, and
# compares the program and all packages with those of a build: they have to be equal
# byte by byte. Takes minutes.
set -euo pipefail
source=$(cd "$1" && pwd)
build=$(cd "$2" && pwd)
rm -rf "$3"
mkdir -p "$3/copied sources" "$3/build elsewhere"
folder=$(cd "$3" && pwd)

cd "$source"
git ls-files -z --cached --others --exclude-standard |
  tar --null --files-from=- --ignore-failed-read -cf - 2>/dev/null |
  tar -C "$folder/copied sources" -xf -
setting() { sed -n "s/^$1:[A-Z]*=//p" "$build/CMakeCache.txt"; }
options=()
for name in CMAKE_BUILD_TYPE CMAKE_CXX_COMPILER CMAKE_CXX_FLAGS TRAINLINT_STATIC; do
  options+=("-D$name=$(setting $name)")
done
export CCACHE_DISABLE=1
cmake -G Ninja -S "$folder/copied sources" -B "$folder/build elsewhere" -Wno-dev \
  --log-level=WARNING "${options[@]}"
cmake --build "$folder/build elsewhere" --target trainlint trainlint-share -- --quiet

"$build/packages.sh" "$folder/first"
TZ=Pacific/Auckland "$folder/build elsewhere/packages.sh" "$folder/second"
cmp "$build/bin/trainlint" "$folder/build elsewhere/bin/trainlint"
diff -r "$folder/first" "$folder/second"
echo "the program and $(ls "$folder/first" | wc -l) packages are the same in both builds"
