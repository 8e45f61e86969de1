# Every compiler and linker flag of the project, in one place.

# --- all of our own code ------------------------------------------------------
add_library(posenc_flags INTERFACE)
target_compile_features(posenc_flags INTERFACE cxx_std_20)
target_compile_options(posenc_flags INTERFACE
    -Wall -Wextra -Wpedantic
    -fvisibility=hidden -fvisibility-inlines-hidden
    # No fused multiply-add, so that every machine gives the same bits.
    -ffp-contract=off
    # sqrt as one instruction; it changes no result.
    -fno-math-errno)
if(PROJECT_IS_TOP_LEVEL)
  target_compile_options(posenc_flags INTERFACE -Werror)
endif()

# What only tests run says where it is in the sources as from their root: it is
# the same in every clone, and taken from the cache in another.
if(POSENC_SANITIZE OR POSENC_FUZZ)
  target_compile_options(posenc_flags INTERFACE
      "-ffile-prefix-map=${CMAKE_SOURCE_DIR}/="
      "-ffile-prefix-map=${CMAKE_BINARY_DIR}=.")
endif()

# --- the library alone --------------------------------------------------------
# doctest needs exceptions and type names, the kernels need neither.
add_library(posenc_core_flags INTERFACE)
target_compile_options(posenc_core_flags INTERFACE -fno-exceptions -fno-rtti)

add_library(posenc_test_flags INTERFACE)
# An assertion is one call without a try block, a tenth less to compile. An
# exception in one ends the test; kernels throw none.
target_compile_definitions(posenc_test_flags INTERFACE
    DOCTEST_CONFIG_SUPER_FAST_ASSERTS)

# In wasm, which is downloaded, the core is built for size but for these files
# of src/posenc/core. Fast: the kernels that people wait for (npm run bench). Even:
# where -Oz takes half as long again and -Os does not, for a few bytes more.
set(posenc_fast_sources
    attention/attend.cpp
    attention/exact.cpp
    attention/few.cpp
    attention/mask.cpp
    attention/softmax.cpp
    numeric/matmul.cpp
    numeric/phase_rows.cpp
    rotary/apply.cpp
    training/adamw.cpp
    training/attend.cpp
    training/layers.cpp
    training/model.cpp
    training/model_layers.cpp
    training/product.cpp
    training/term_cope.cpp
    training/term_forget.cpp
    training/term_matrix.cpp
    training/term_offset.cpp
    training/term_rows.cpp)
set(posenc_even_sources
    analysis/similarity.cpp
    attention/offset_bias.cpp
    bias/alibi.cpp
    bias/log_cpb.cpp
    bias/t5.cpp
    embedding/convolutional.cpp
    embedding/fourier.cpp
    embedding/fusion.cpp
    embedding/learned.cpp
    numeric/copy.cpp
    numeric/elementary.cpp
    numeric/random.cpp
    numeric/resample.cpp)

set(CMAKE_CXX_FLAGS_RELEASE "-O3 -DNDEBUG")

if(EMSCRIPTEN)
  set(CMAKE_CXX_FLAGS_RELEASE "-Oz -DNDEBUG")
  # What gains from vectors is written with them, but for plain loops in float64.
  set(unvectored -fno-vectorize -fno-slp-vectorize)
  set_source_files_properties(
      "${CMAKE_CURRENT_SOURCE_DIR}/src/posenc/core/attention/exact.cpp" PROPERTIES
      COMPILE_OPTIONS "$<$<CONFIG:Release>:-O3;-fvectorize;-fslp-vectorize>")
  # -O3 would copy more code for no more speed.
  set(posenc_fast_options "$<$<CONFIG:Release>:-O2;${unvectored}>")
  set(posenc_even_options "$<$<CONFIG:Release>:-Os;${unvectored}>")
  target_compile_options(posenc_flags INTERFACE
      -msimd128 -mbulk-memory -mnontrapping-fptoint
      # Link-time optimisation of our own files (Emscripten's libraries stay
      # as they are): an eighth less to download, at the same speed.
      $<$<CONFIG:Release>:-flto>)

  # --- the module of the npm package ------------------------------------------
  # A module alone, without Emscripten's JavaScript: it imports nothing, so
  # that src/posenc/js/runtime.ts starts it in every engine, without `new Function`
  # (the pages' Content-Security-Policy forbids it) and with nothing of Node.
  set(posenc_module_flags
      -Oz
      # At link time only tiny functions are copied to their callers.
      -Wl,-mllvm,-inline-threshold=25
      -fno-exceptions
      --no-entry
      # Names, for tools/sizes.mjs; the package goes without.
      --profiling-funcs
      -sSTRICT=1
      -sSTANDALONE_WASM=1
      -sPURE_WASI=1
      -sFILESYSTEM=0
      -sALLOW_MEMORY_GROWTH=1
      -sMAXIMUM_MEMORY=4GB
      -sINITIAL_HEAP=1MB
      -sMALLOC=emmalloc
      # Again until nothing shrinks. The most called first: short numbers, which
      # compress better.
      -sBINARYEN_EXTRA_PASSES=--converge,--reorder-functions
      -sEXPORTED_FUNCTIONS=_malloc,_free)

  # --- the module of posenc-training -------------------------------------------
  # With Embind, for its objects have a life of their own. All JavaScript is
  # written at link time (AOT): the pages' Content-Security-Policy forbids to
  # make any later. --emit-tsd needs tsc on PATH.
  set(posenc_training_flags
      -Oz
      -Wl,-mllvm,-inline-threshold=25
      -fno-exceptions
      -fno-rtti
      --no-entry
      -lembind
      -sDYNAMIC_EXECUTION=0
      -sSTRICT=1
      -sMODULARIZE=1
      -sEXPORT_ES6=1
      # src/posenc/js finds the module; code that would look for a file itself, or import
      # what Node alone has, is no use to it, and bundlers trip over it.
      -sENVIRONMENT=web
      -sUSE_ES6_IMPORT_META=0
      -sINCOMING_MODULE_JS_API=instantiateWasm
      -sFILESYSTEM=0
      -sALLOW_MEMORY_GROWTH=1
      -sMAXIMUM_MEMORY=4GB
      -sINITIAL_HEAP=1MB
      -sMALLOC=emmalloc
      -sBINARYEN_EXTRA_PASSES=--converge,--reorder-functions)
  # What the fused module does without: the JavaScript of the plain one fits it,
  # and Emscripten would have to run it, which Node 20 can't.
  set(posenc_training_glue
      -sEMBIND_AOT=1
      --emit-tsd posenc-training.d.ts)

  # --- posenc_tests under Node ------------------------------------------------
  target_compile_options(posenc_test_flags INTERFACE -fwasm-exceptions)
  target_link_options(posenc_test_flags INTERFACE
      -fwasm-exceptions
      -sENVIRONMENT=node
      -sEXIT_RUNTIME=1
      # Unoptimised test bodies have large frames.
      -sSTACK_SIZE=1MB
      -sALLOW_MEMORY_GROWTH=1
      -sMAXIMUM_MEMORY=4GB
      # Node's own files, for the golden numbers.
      -sNODERAWFS=1)
  if(POSENC_SANITIZE)
    # Of the debug information only the lines, which traces name.
    target_compile_options(posenc_flags INTERFACE -O1 -gline-tables-only)
    set(training_options -O2)
    target_link_options(posenc_test_flags INTERFACE
        -O1
        -g
        # Debug information costs optimisations, which is no news here.
        -Wno-limited-postlink-optimizations
        -sSAFE_HEAP=1
        -sASSERTIONS=2
        -sSTACK_OVERFLOW_CHECK=2)
  endif()
else()
  target_compile_options(posenc_test_flags INTERFACE -fexceptions)
  if(POSENC_SANITIZE OR POSENC_FUZZ)
    set(sanitizers -fsanitize=address,undefined -fno-sanitize-recover=all
        -fno-omit-frame-pointer)
    if(POSENC_FUZZ)
      # Counts what is reached; and a cast of a float64 that no integer holds is
      # undefined, which `undefined` alone leaves out.
      list(APPEND sanitizers -fsanitize=fuzzer-no-link,float-cast-overflow)
      set(speed -O1)
    else()
      # With GCC -Og compiles in two thirds of the time of -O1 and runs as fast.
      set(speed -Og)
      # GCC 12 fails in one of its passes under sanitizers. And half of the time
      # goes where small functions are copied to their callers before the
      # sanitizers see them.
      set(training_options "-O2;$<$<CXX_COMPILER_ID:GNU>:-fno-ipa-cp;\
--param=early-inlining-insns=60>")
    endif()
    # Traces need the lines of the debug information only (-g1).
    target_compile_options(posenc_flags INTERFACE ${speed} -g1 ${sanitizers})
    target_link_options(posenc_flags INTERFACE ${sanitizers})
  endif()
  if(POSENC_COVERAGE)
    set(counters -fprofile-instr-generate -fcoverage-mapping)
    target_compile_options(posenc_flags INTERFACE -O1 ${counters})
    target_link_options(posenc_flags INTERFACE ${counters})
  endif()
endif()

# Training has the tests that compute most.
if(DEFINED training_options)
  file(GLOB training "${CMAKE_CURRENT_SOURCE_DIR}/src/training/core/training/*.cpp")
  set_source_files_properties(${training} PROPERTIES
      COMPILE_OPTIONS "${training_options}")
endif()
