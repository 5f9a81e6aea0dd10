# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks public jobs of AI Platform against the verdicts of readers."""

import sys

import verdicts

# Where trainlint and the reading differ, and why trainlint is right.
KNOWN = {
    # No training jobs: other programs' configurations, kept as controls. A file
    # that is none of trainlint's is said to be none, not said to be wrong.
    "bkhedayat+Vision",
    "blockdeveloper25+Semantic_Analysis-Phrasal_Verbs",
    "hellomikelo+pair",
}

sys.exit(verdicts.compare("ai-platform", KNOWN))
