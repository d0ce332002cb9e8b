// Forks are counted in the child. Where processes are not forked (Windows), the count stays 0.
#include "forks.h"

#if !defined(_WIN32)
#include <pthread.h>
#endif

namespace jimbot {
namespace {

unsigned count = 0;

}  // namespace

unsigned forks() {
#if !defined(_WIN32)
  static const int kCounting = pthread_atfork(nullptr, nullptr, [] { ++count; });
  static_cast<void>(kCounting);
#endif
  return count;
}

}  // namespace jimbot
