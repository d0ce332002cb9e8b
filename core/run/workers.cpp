// Threads that wait a moment awake, then asleep.
#include "workers.h"

#include <stdexcept>
#include <string>
#include <utility>

#if defined(__x86_64__) || defined(_M_X64)
#include <immintrin.h>
#endif

#include "forks.h"

namespace jimbot {
namespace {

// Steps of a batch follow each other within microseconds; waking a sleeping thread costs more than that.
constexpr int kSpins = 4000;

// Hints to the processor that this thread only waits.
inline void pause() {
#if defined(__x86_64__) || defined(_M_X64)
  _mm_pause();
#endif
}

template <class Value>
void wait_while(const std::atomic<Value>& value, Value old) {
  for (int i = 0; i < kSpins; ++i) {
    if (value.load(std::memory_order_acquire) != old) return;
    pause();
  }
  while (value.load(std::memory_order_acquire) == old) value.wait(old, std::memory_order_acquire);
}

}  // namespace

Workers::Workers(int threads) : threads_(threads) { open(); }

void Workers::open() {
  closing_.store(false, std::memory_order_relaxed);
  round_.store(0, std::memory_order_relaxed);
  try {
    pool_.reserve(static_cast<std::size_t>(threads_ - 1));
    for (int t = 1; t < threads_; ++t) pool_.emplace_back([this] { wait_for_work(); });
  } catch (const std::exception&) {
    close();
    throw std::runtime_error("this machine does not give " + std::to_string(threads_) + " threads");
  }
  forks_ = forks();
}

void Workers::close() {
  closing_.store(true, std::memory_order_release);
  round_.fetch_add(1, std::memory_order_release);
  round_.notify_all();
  for (std::thread& thread : pool_) thread.join();
  pool_.clear();
}

// A forked process has none of its parent's threads: their handles are neither joined nor destroyed.
void Workers::leave_to_parent() {
  new std::vector<std::thread>(std::move(pool_));
  pool_.clear();
}

Workers::~Workers() {
  if (forks_ != forks()) leave_to_parent();
  close();
}

void Workers::take_pieces() {
  try {
    for (int i; (i = next_.fetch_add(1, std::memory_order_relaxed)) < count_;) call_(work_, i);
  } catch (...) {
    next_.store(count_, std::memory_order_relaxed);
    if (!failed_.exchange(true)) failure_ = std::current_exception();
  }
}

void Workers::wait_for_work() {
  for (unsigned seen = 0;; ++seen) {
    wait_while(round_, seen);
    if (closing_.load(std::memory_order_acquire)) return;
    take_pieces();
    if (busy_.fetch_sub(1, std::memory_order_acq_rel) == 1) busy_.notify_one();
  }
}

void Workers::start(int count, Call call, const void* work) {
  call_ = call;
  work_ = work;
  count_ = count;
  next_.store(0, std::memory_order_relaxed);
  if (forks_ != forks()) {
    leave_to_parent();
    open();
  }
  if (!pool_.empty()) {
    busy_.store(static_cast<int>(pool_.size()), std::memory_order_relaxed);
    round_.fetch_add(1, std::memory_order_release);
    round_.notify_all();
  }
  take_pieces();
  for (int busy; (busy = busy_.load(std::memory_order_acquire)) > 0;) wait_while(busy_, busy);
  if (failed_.exchange(false)) std::rethrow_exception(std::exchange(failure_, nullptr));
}

}  // namespace jimbot
