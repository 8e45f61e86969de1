# xsimd and doctest: from POSENC_HEADERS, else the system, else the network at
# a pinned commit. Each becomes an interface target that only adds a folder.
include(FetchContent)

# posenc_header_library(<name> <oldest version> <header> <repository> <commit>)
function(posenc_header_library name oldest header repository commit)
  add_library(posenc_${name} INTERFACE)
  if(POSENC_HEADERS)
    set(folder "${POSENC_HEADERS}")
  else()
    # Not for wasm: the system's folder would bring its C library's headers
    # along, in front of Emscripten's.
    if(NOT EMSCRIPTEN)
      find_package(${name} CONFIG QUIET)
      if(${name}_FOUND AND ${name}_VERSION VERSION_GREATER_EQUAL ${oldest})
        find_path(posenc_${name}_folder ${header} REQUIRED)
        set(folder "${posenc_${name}_folder}")
      endif()
    endif()
    if(NOT folder)
      FetchContent_Declare(${name}
          GIT_REPOSITORY ${repository}
          GIT_TAG ${commit}
          # No such folder: headers only, without the project's own targets.
          SOURCE_SUBDIR headers-only)
      FetchContent_MakeAvailable(${name})
      FetchContent_GetProperties(${name} SOURCE_DIR folder)
      if(EXISTS "${folder}/include/${header}")
        string(APPEND folder "/include")
      endif()
    endif()
  endif()
  if(NOT EXISTS "${folder}/${header}")
    message(FATAL_ERROR "${header} is not in ${folder}")
  endif()
  message(STATUS "${name}: ${folder}")
  # /usr/include as a system folder breaks #include_next in libstdc++.
  if(NOT folder STREQUAL "/usr/include")
    target_include_directories(posenc_${name} SYSTEM INTERFACE "${folder}")
  endif()
endfunction()

# 11.2 is the first xsimd with a wasm backend. The commit is 13.2.0's.
posenc_header_library(xsimd 11.2 xsimd/xsimd.hpp
    https://github.com/xtensor-stack/xsimd.git
    1f8dd9c8e162968d9b4ff0251c56d431b8777f36)

if(POSENC_TESTS)
  # The commit is 2.4.11's.
  posenc_header_library(doctest 2.4.9 doctest/doctest.h
      https://github.com/doctest/doctest.git
      ae7a13539fb71f270b87eb2e874fbac80bc8dda2)
endif()
