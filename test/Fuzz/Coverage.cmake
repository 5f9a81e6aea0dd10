# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The coverage-guided fuzzers. libFuzzer comes with clang, which then builds all
# that is built with sanitizers, so that there is one build of it. Without clang the
# compiler of the project does, and there are no such fuzzers.

option(TRAINLINT_FUZZERS "Build coverage-guided fuzzers with the sanitizers, if clang is there" ON)

# TRAINLINT_SANITIZED_OPTIONS  how the sanitized build is configured
# TRAINLINT_SANITIZED_FUZZERS  the targets of the fuzzers in it; empty without them
# TRAINLINT_NO_FUZZERS         why there are none
set(TRAINLINT_SANITIZED_OPTIONS -DTRAINLINT_SANITIZE=address,undefined)
set(TRAINLINT_SANITIZED_FUZZERS)
set(TRAINLINT_NO_FUZZERS "TRAINLINT_FUZZERS is off")

# Which sanitizers this build has been told to have, if it is the sanitized one.
if(TRAINLINT_SANITIZE MATCHES "fuzzer-no-link")
  file(GLOB targets CONFIGURE_DEPENDS Fuzz/Targets/*.cpp)
  trainlint_add_tool(trainlint-fuzz-coverage STATIC
    SOURCES
      Fuzz/CheckProbe.cpp
      Fuzz/Copies.cpp
      Fuzz/CostOracle.cpp
      Fuzz/CoverageFuzz.cpp
      Fuzz/GraphProbe.cpp
      Fuzz/ProgramProbe.cpp
      Fuzz/Promises.cpp
      ${targets}
    LINK
      TrainlintGraphDump TrainlintLSP TrainlintCheckpoints TrainlintCoordination TrainlintCpuPlugin TrainlintCpuDiskCache
      TrainlintData TrainlintGraphDriver TrainlintDriver TrainlintOutput TrainlintStableHLO TrainlintGraphFormats TrainlintHdf5 TrainlintKeras
      TrainlintNotebookText TrainlintPython TrainlintYaml TrainlintDiagnostics TrainlintTables
      TrainlintDevice TrainlintSupport
    LLVM LLVMSupportLSP ${TRAINLINT_CHECK_ARCHIVES}
    DEPENDS trainlint-job-ods trainlint-graph-ods trainlint-stablehlo-ods trainlint-tables
      trainlint-schemas trainlint-rule-catalog)
  target_include_directories(trainlint-fuzz-coverage PRIVATE "${CMAKE_CURRENT_SOURCE_DIR}")
  target_link_options(trainlint-fuzz-coverage PRIVATE -fsanitize=fuzzer)
  set_target_properties(trainlint-fuzz-coverage PROPERTIES EXCLUDE_FROM_ALL ON)
endif()

# Whether a compiler can link what libFuzzer runs; its runtime is a package of its own.
function(trainlint_has_libfuzzer compiler result)
  if("${TRAINLINT_LIBFUZZER_OF}" STREQUAL "${compiler}")
    set(${result} TRUE PARENT_SCOPE)
    return()
  endif()
  set(probe "${CMAKE_CURRENT_BINARY_DIR}/fuzzer-probe")
  file(WRITE "${probe}.cpp"
    "extern \"C\" int LLVMFuzzerTestOneInput(const unsigned char *, unsigned long) { return 0; }\n")
  execute_process(
    COMMAND ${compiler} -fsanitize=fuzzer,address,undefined ${probe}.cpp -o ${probe}
    RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
  if(failed)
    set(${result} FALSE PARENT_SCOPE)
  else()
    set(${result} TRUE PARENT_SCOPE)
    set(TRAINLINT_LIBFUZZER_OF "${compiler}" CACHE INTERNAL "The compiler that has libFuzzer")
  endif()
endfunction()

if(TRAINLINT_FUZZERS AND NOT TRAINLINT_SANITIZE)
  # That of LLVM's version knows what its headers need.
  find_program(TRAINLINT_CLANG NAMES clang-${LLVM_VERSION_MAJOR} clang)
  find_program(TRAINLINT_CLANGXX NAMES clang++-${LLVM_VERSION_MAJOR} clang++)
  if(NOT TRAINLINT_CLANG OR NOT TRAINLINT_CLANGXX)
    set(TRAINLINT_NO_FUZZERS "clang was not found")
  else()
    trainlint_has_libfuzzer(${TRAINLINT_CLANGXX} has_libfuzzer)
    if(has_libfuzzer)
      set(TRAINLINT_SANITIZED_FUZZERS trainlint-fuzz-coverage)
      set(TRAINLINT_SANITIZED_OPTIONS
        -DTRAINLINT_SANITIZE=fuzzer-no-link,address,undefined
        -DCMAKE_C_COMPILER=${TRAINLINT_CLANG} -DCMAKE_CXX_COMPILER=${TRAINLINT_CLANGXX})
    else()
      set(TRAINLINT_NO_FUZZERS "${TRAINLINT_CLANGXX} has no libFuzzer")
    endif()
  endif()
  if(NOT TRAINLINT_SANITIZED_FUZZERS)
    message(STATUS "The coverage-guided fuzzers are left out: ${TRAINLINT_NO_FUZZERS}")
  endif()
  # A folder keeps its compiler, which may have been another one before.
  set(cache "${PROJECT_BINARY_DIR}/sanitized/CMakeCache.txt")
  if(EXISTS "${cache}")
    file(STRINGS "${cache}" kept REGEX "^CMAKE_CXX_COMPILER:")
    set(wanted ${CMAKE_CXX_COMPILER})
    if(TRAINLINT_SANITIZED_FUZZERS)
      set(wanted ${TRAINLINT_CLANGXX})
    endif()
    string(REGEX REPLACE "^[^=]*=" "" kept "${kept}")
    if(NOT kept STREQUAL wanted)
      file(REMOVE "${cache}")
    endif()
  endif()
endif()
