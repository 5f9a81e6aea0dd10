#!/bin/sh
# Takes the square of the size of its last argument.
for file; do :; done
awk '{ lines++ } END { for (i = 0; i < lines * lines / 8000; i++) sum += i }' "$file"
