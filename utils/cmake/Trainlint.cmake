# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The functions that the CMakeLists of lib/ and tools/ are written with.

# What every object of the project is compiled with.
add_library(trainlint_compile INTERFACE)
target_include_directories(trainlint_compile INTERFACE
  "${PROJECT_SOURCE_DIR}/lib" "${PROJECT_BINARY_DIR}/lib")
target_include_directories(trainlint_compile SYSTEM INTERFACE
  ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})
# GCC guesses these after it has inlined, and is wrong about the containers of LLVM.
set(gcc_guesses
  -Wno-init-list-lifetime -Wno-restrict -Wno-stringop-overflow -Wno-stringop-overread
  -Wno-array-bounds -Wno-maybe-uninitialized)
target_compile_options(trainlint_compile INTERFACE
  -Wall -Wextra -Wno-unused-parameter
  -ffunction-sections -fdata-sections
  $<$<COMPILE_LANGUAGE:CXX>:-fvisibility-inlines-hidden>
  "$<$<COMPILE_LANG_AND_ID:CXX,GNU>:${gcc_guesses}>"
  "$<$<COMPILE_LANG_AND_ID:CXX,Clang>:-Wno-ambiguous-reversed-operator;-Wno-deprecated-declarations>"
  $<$<BOOL:${TRAINLINT_WERROR}>:-Werror>)
target_compile_definitions(trainlint_compile INTERFACE
  TRAINLINT_VERSION="${PROJECT_VERSION}"
  TRAINLINT_RELEASE_DATE="${TRAINLINT_RELEASE_DATE}")
# A defect in a reader of hostile files should end the program, not run somebody
# else's code. test/Packaging/hardening.test looks at what comes out.
target_compile_options(trainlint_compile INTERFACE
  -fstack-protector-strong -fstack-clash-protection
  $<$<STREQUAL:${CMAKE_SYSTEM_PROCESSOR},x86_64>:-fcf-protection>)
target_compile_definitions(trainlint_compile INTERFACE _GLIBCXX_ASSERTIONS)
# _FORTIFY_SOURCE needs an optimizer, and stands in the way of the sanitizers.
if(NOT TRAINLINT_SANITIZE)
  target_compile_options(trainlint_compile INTERFACE
    $<$<CONFIG:Release,RelWithDebInfo,MinSizeRel>:-U_FORTIFY_SOURCE$<SEMICOLON>-D_FORTIFY_SOURCE=2>)
endif()
target_link_options(trainlint_compile INTERFACE -Wl,-z,relro,-z,now,-z,noexecstack)
if(TRAINLINT_SANITIZE)
  target_compile_options(trainlint_compile INTERFACE
    -fsanitize=${TRAINLINT_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(trainlint_compile INTERFACE -fsanitize=${TRAINLINT_SANITIZE})
endif()
# A static program relocates itself whenever it starts. Packed relocations are
# read several times faster, but the C library has to know them (glibc 2.36).
if(TRAINLINT_STATIC AND NOT TRAINLINT_SANITIZE)
  include(CheckCXXSourceRuns)
  set(CMAKE_REQUIRED_LINK_OPTIONS -static-pie -Wl,-z,pack-relative-relocs)
  check_cxx_source_runs(
    "const char *volatile text = \"x\"; int main() { return text[0] != 'x'; }"
    TRAINLINT_PACKED_RELOCATIONS)
  unset(CMAKE_REQUIRED_LINK_OPTIONS)
  # LLD lays functions in an order, so that a start touches few pages. It is to be the
  # one of LLVM, as older ones do not pack relocations; without it any linker will do.
  find_program(TRAINLINT_LLD ld.lld PATHS "${LLVM_TOOLS_BINARY_DIR}" NO_DEFAULT_PATH)
endif()

# The header that the MLIR-based libraries share. It is built once for
# executables, and once more for plugins, if a library wants it.
if(TRAINLINT_PCH)
  foreach(pch trainlint_pch trainlint_pch_pic)
    add_library(${pch} OBJECT EXCLUDE_FROM_ALL
      "${PROJECT_SOURCE_DIR}/utils/cmake/Pch.cpp")
    target_link_libraries(${pch} PRIVATE trainlint_compile)
    target_compile_options(${pch} PRIVATE -fno-exceptions)
    target_precompile_headers(${pch} PRIVATE
      "${PROJECT_SOURCE_DIR}/utils/cmake/Pch.h")
  endforeach()
  set_target_properties(trainlint_pch_pic PROPERTIES POSITION_INDEPENDENT_CODE ON)
endif()

# What files cost is mostly headers, of MLIR and of the standard library, which several
# can read together.
# Whatever is static in one of them is seen by those that follow, so that names
# have to differ; the compiler says where they do not.
function(trainlint_unite name)
  if(TRAINLINT_UNITY)
    set_target_properties(${name} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
  endif()
endfunction()

# trainlint_add_library(NAME [MLIR] [PIC] SOURCES ... [LINK ...] [DEPENDS ...])
#
# Our libraries name no LLVM archive: a tool links either the archives or the
# shared library, never both, and it is the tool that chooses. LINK names the
# libraries whose headers are included; utils/check_layers.py compares the two. PIC
# is for what plugins link as well; every library that such a one links needs it.
function(trainlint_add_library name)
  cmake_parse_arguments(ARG "MLIR;PIC" "" "SOURCES;LINK;DEPENDS" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  target_link_libraries(${name} PUBLIC ${ARG_LINK} PRIVATE trainlint_compile)
  target_compile_options(${name} PRIVATE -fno-exceptions)
  if(ARG_MLIR AND TRAINLINT_PCH)
    if(ARG_PIC)
      target_precompile_headers(${name} REUSE_FROM trainlint_pch_pic)
    else()
      target_precompile_headers(${name} REUSE_FROM trainlint_pch)
    endif()
  endif()
  trainlint_unite(${name})
  if(ARG_PIC)
    set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  endif()
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
endfunction()

# trainlint_used_libraries(RESULT LIBRARY...)
#
# Adds some libraries and all that they use to the list RESULT, each before those
# that it uses itself, and otherwise in the order that they are named in. The archives
# of LLVM can only follow the last of them, which is why a tool has to name them all.
function(trainlint_used_libraries result)
  set(used ${${result}})
  list(REVERSE ARGN)
  foreach(library IN LISTS ARGN)
    if(NOT library IN_LIST used)
      get_target_property(links ${library} INTERFACE_LINK_LIBRARIES)
      list(FILTER links INCLUDE REGEX "^Trainlint")
      trainlint_used_libraries(used ${links})
      list(PREPEND used ${library})
    endif()
  endforeach()
  set(${result} ${used} PARENT_SCOPE)
endfunction()

# trainlint_order_functions(NAME)
#
# Functions that short runs call lie next to each other; utils/function_order.py
# writes the list.
function(trainlint_order_functions name)
  set(order "${PROJECT_SOURCE_DIR}/utils/cmake/FunctionOrder.txt")
  cmake_path(GET TRAINLINT_LLD PARENT_PATH folder)
  target_link_options(${name} PRIVATE -fuse-ld=lld "-B${folder}"
    "-Wl,--symbol-ordering-file=${order}" -Wl,--no-warn-symbol-ordering)
  set_property(TARGET ${name} APPEND PROPERTY LINK_DEPENDS "${order}")
endfunction()

# trainlint_write_whole(NAME)
#
# Writes a program once more, in one piece. Linux keeps files in memory by the
# pieces that they were written in, and maps large ones with few page faults;
# linkers write page by page. A start takes a tenth less.
function(trainlint_write_whole name)
  add_custom_command(TARGET ${name} POST_BUILD
    COMMAND dd "if=$<TARGET_FILE:${name}>" "of=$<TARGET_FILE:${name}>.whole" bs=64M status=none
    COMMAND chmod 755 "$<TARGET_FILE:${name}>.whole"
    COMMAND ${CMAKE_COMMAND} -E rename "$<TARGET_FILE:${name}>.whole" "$<TARGET_FILE:${name}>"
    VERBATIM)
endfunction()

# trainlint_add_tool(NAME [STATIC|ARCHIVES|DYLIB] SOURCES ... LINK ... LLVM ...)
#
# STATIC links the LLVM archives named by LLVM and, unless a sanitizer forbids
# it, no shared object at all; ARCHIVES links them, too, and can load plugins;
# DYLIB links libMLIR.so and libLLVM.so.
function(trainlint_add_tool name)
  cmake_parse_arguments(ARG "STATIC;ARCHIVES;DYLIB" "" "SOURCES;LINK;LLVM;DEPENDS" ${ARGN})
  set(libraries)
  trainlint_used_libraries(libraries ${ARG_LINK})
  add_executable(${name} ${ARG_SOURCES})
  target_compile_options(${name} PRIVATE -fno-exceptions)
  target_link_libraries(${name} PRIVATE trainlint_compile)
  if(ARG_DYLIB)
    target_link_libraries(${name} PRIVATE ${libraries} MLIR LLVM)
  else()
    target_link_libraries(${name} PRIVATE ${libraries} ${ARG_LLVM})
    target_link_options(${name} PRIVATE -Wl,--gc-sections)
    if(ARG_STATIC AND TRAINLINT_STATIC AND NOT TRAINLINT_SANITIZE)
      target_sources(${name} PRIVATE "${PROJECT_SOURCE_DIR}/lib/Support/NoUserDatabase.cpp")
      target_link_options(${name} PRIVATE -static-pie
        $<$<BOOL:${TRAINLINT_PACKED_RELOCATIONS}>:-Wl,-z,pack-relative-relocs>)
      trainlint_write_whole(${name})
      if(TRAINLINT_LLD)
        trainlint_order_functions(${name})
      endif()
    else()
      target_sources(${name} PRIVATE "${PROJECT_SOURCE_DIR}/lib/Support/OlderGlibc.cpp")
    endif()
  endif()
  target_link_libraries(${name} PRIVATE
    ${RE2_ARCHIVE} ${YAML_CPP_ARCHIVE} ${TRAINLINT_ABSL_ARCHIVES} Threads::Threads)
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
endfunction()

# trainlint_add_plugin(NAME SOURCES ... LINK ... LLVM ... [EXPORTS FILE])
#
# A shared object NAME.so beside the tools, which carries its own LLVM and shows
# nothing of it: only the symbols that the version script names are visible, and
# all references stay within. LINK names libraries with PIC.
function(trainlint_add_plugin name)
  cmake_parse_arguments(ARG "" "EXPORTS" "SOURCES;LINK;LLVM;DEPENDS" ${ARGN})
  if(NOT ARG_EXPORTS)
    set(ARG_EXPORTS "${PROJECT_SOURCE_DIR}/utils/cmake/PjrtPlugin.map")
  endif()
  set(libraries)
  trainlint_used_libraries(libraries ${ARG_LINK})
  add_library(${name} MODULE ${ARG_SOURCES} "${PROJECT_SOURCE_DIR}/lib/Support/OlderGlibc.cpp")
  target_compile_options(${name} PRIVATE -fno-exceptions)
  target_link_libraries(${name} PRIVATE trainlint_compile
    ${libraries} ${ARG_LLVM} Threads::Threads)
  target_link_options(${name} PRIVATE -Wl,--gc-sections -Wl,-Bsymbolic
    -Wl,--exclude-libs,ALL "-Wl,--version-script=${ARG_EXPORTS}")
  # What is missing should be missed here, and not by who loads it. Sanitizers are in
  # the program that does.
  if(NOT TRAINLINT_SANITIZE)
    target_link_options(${name} PRIVATE -Wl,-z,defs)
  endif()
  set_target_properties(${name} PROPERTIES
    POSITION_INDEPENDENT_CODE ON PREFIX "" LINK_DEPENDS "${ARG_EXPORTS}"
    LIBRARY_OUTPUT_DIRECTORY "${CMAKE_RUNTIME_OUTPUT_DIRECTORY}")
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
endfunction()

# trainlint_tablegen(EXECUTABLE OUT TD ARGS...): OUT is relative to the build folder
# of the current directory.
function(trainlint_tablegen exe out td)
  set(output "${CMAKE_CURRENT_BINARY_DIR}/${out}")
  add_custom_command(OUTPUT "${output}"
    COMMAND ${exe} ${ARGN} -I "${PROJECT_SOURCE_DIR}/lib" -I ${LLVM_MAIN_INCLUDE_DIR}
            -I ${CMAKE_CURRENT_SOURCE_DIR} "${CMAKE_CURRENT_SOURCE_DIR}/${td}"
            -o "${output}" -d "${output}.d" --write-if-changed
    DEPENDS ${exe} "${CMAKE_CURRENT_SOURCE_DIR}/${td}"
    DEPFILE "${output}.d"
    COMMENT "Generating ${out}" VERBATIM)
endfunction()
