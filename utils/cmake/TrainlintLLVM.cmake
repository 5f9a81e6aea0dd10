# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Finds LLVM and MLIR 22 and the other packages, and repairs the imported targets
# of Debian, whose MLIR archives name the shared LLVM library.

# The packaged version file accepts only an exact major.minor, so the version is
# checked by hand.
find_package(MLIR REQUIRED CONFIG HINTS /usr/lib/llvm-22/lib/cmake/mlir)
if(NOT LLVM_VERSION_MAJOR EQUAL 22)
  message(FATAL_ERROR "trainlint needs LLVM/MLIR 22, found ${LLVM_PACKAGE_VERSION}")
endif()
find_program(LLVM_TBLGEN llvm-tblgen HINTS "${LLVM_TOOLS_BINARY_DIR}" REQUIRED NO_DEFAULT_PATH)
find_program(MLIR_TBLGEN mlir-tblgen HINTS "${LLVM_TOOLS_BINARY_DIR}" REQUIRED NO_DEFAULT_PATH)

find_library(YAML_CPP_ARCHIVE libyaml-cpp.a REQUIRED)
find_library(RE2_ARCHIVE libre2.a REQUIRED)
find_library(ZLIB_ARCHIVE libz.a REQUIRED)
find_library(JPEG_ARCHIVE libjpeg.a REQUIRED)
find_library(PNG_ARCHIVE libpng.a REQUIRED)
find_library(ZSTD_ARCHIVE libzstd.a REQUIRED)
find_package(Threads REQUIRED)

# Abseil's own targets name shared libraries on Debian.
set(TRAINLINT_ABSL_ARCHIVES)
foreach(name hash city low_level_hash raw_hash_set time civil_time time_zone int128
        strings strings_internal throw_delegate bad_optional_access bad_variant_access
        base spinlock_wait raw_logging_internal log_severity)
  find_library(absl_${name} libabsl_${name}.a REQUIRED)
  list(APPEND TRAINLINT_ABSL_ARCHIVES ${absl_${name}})
endforeach()

# A static link must not reach the shared LLVM library through an MLIR archive.
get_property(mlir_libs GLOBAL PROPERTY MLIR_ALL_LIBS)
foreach(lib IN LISTS mlir_libs)
  if(NOT TARGET ${lib} OR lib STREQUAL "MLIR")
    continue()
  endif()
  get_target_property(links ${lib} INTERFACE_LINK_LIBRARIES)
  if(links)
    list(TRANSFORM links REPLACE "^LLVM$" "LLVMSupport")
    set_target_properties(${lib} PROPERTIES INTERFACE_LINK_LIBRARIES "${links}")
  endif()
endforeach()
set_target_properties(LLVMSupport PROPERTIES INTERFACE_LINK_LIBRARIES
  "LLVMDemangle;${ZLIB_ARCHIVE};${ZSTD_ARCHIVE}")
