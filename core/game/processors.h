// Code for processors that have more instructions than a build asks for; who uses it asks the processor when it runs.
#pragma once

#if defined(__x86_64__) && defined(__GNUC__)
#define JIMBOT_X86 1
#include <immintrin.h>
#endif

// What is between JIMBOT_FOR and JIMBOT_END is compiled for a processor with these features.
#define JIMBOT_TEXT(x) _Pragma(#x)
#if defined(__clang__)
#define JIMBOT_FOR(features) \
  JIMBOT_TEXT(clang attribute push(__attribute__((target(features))), apply_to = function))
#define JIMBOT_END JIMBOT_TEXT(clang attribute pop)
#else
#define JIMBOT_FOR(features) JIMBOT_TEXT(GCC push_options) JIMBOT_TEXT(GCC target(features))
#define JIMBOT_END JIMBOT_TEXT(GCC pop_options)
#endif
