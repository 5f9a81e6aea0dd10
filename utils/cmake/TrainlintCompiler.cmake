# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The compiler, unless somebody names one: clang of LLVM's own version, which takes
# about half the time of GCC for the headers of MLIR. GCC 12 compiles the project, too.

if(NOT DEFINED CMAKE_C_COMPILER AND NOT DEFINED CMAKE_CXX_COMPILER AND
   "$ENV{CC}$ENV{CXX}" STREQUAL "")
  find_program(TRAINLINT_CLANG clang-22)
  find_program(TRAINLINT_CLANGXX clang++-22)
  if(TRAINLINT_CLANG AND TRAINLINT_CLANGXX)
    set(CMAKE_C_COMPILER "${TRAINLINT_CLANG}" CACHE FILEPATH "The compiler of C")
    set(CMAKE_CXX_COMPILER "${TRAINLINT_CLANGXX}" CACHE FILEPATH "The compiler of C++")
  endif()
endif()
