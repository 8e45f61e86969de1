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

# --- the library alone --------------------------------------------------------
# Embind needs type names and doctest exceptions, the kernels need neither.
add_library(posenc_core_flags INTERFACE)
target_compile_options(posenc_core_flags INTERFACE -fno-exceptions -fno-rtti)

add_library(posenc_test_flags INTERFACE)

set(CMAKE_CXX_FLAGS_RELEASE "-O3 -DNDEBUG")

if(EMSCRIPTEN)
  target_compile_options(posenc_flags INTERFACE
      -msimd128 -mbulk-memory -mnontrapping-fptoint)

  # --- the module of the npm package ------------------------------------------
  set(posenc_module_flags
      -O3
      -fno-exceptions
      --no-entry
      -lembind
      # Bindings made at build time, not by `new Function`: the pages run under
      # a Content-Security-Policy without 'unsafe-eval'.
      -sEMBIND_AOT=1
      -sDYNAMIC_EXECUTION=0
      -sSTRICT=1
      -sMODULARIZE=1
      -sEXPORT_ES6=1
      # Our loader brings the bytes; with import.meta.url in the glue, bundlers
      # would emit the .wasm a second time.
      -sUSE_ES6_IMPORT_META=0
      # Nothing of Node in the glue, which then runs everywhere, Node included.
      -sENVIRONMENT=web
      -sFILESYSTEM=0
      -sALLOW_MEMORY_GROWTH=1
      -sMAXIMUM_MEMORY=4GB
      -sINITIAL_HEAP=1MB
      -sMALLOC=emmalloc
      -sEXPORTED_FUNCTIONS=_malloc,_free
      -sEXPORTED_RUNTIME_METHODS=HEAPF32,HEAPF64,HEAP32,HEAPU8,HEAPU16
      -sINCOMING_MODULE_JS_API=wasmBinary,instantiateWasm,locateFile)

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
    target_compile_options(posenc_flags INTERFACE -O1 -g)
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
  if(POSENC_SANITIZE)
    set(sanitizers -fsanitize=address,undefined -fno-sanitize-recover=all
        -fno-omit-frame-pointer)
    target_compile_options(posenc_flags INTERFACE -O1 -g ${sanitizers})
    target_link_options(posenc_flags INTERFACE ${sanitizers})
  endif()
endif()
