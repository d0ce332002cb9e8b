// Reports.
#include "report.h"

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <string_view>
#include <thread>
#include <vector>

#include "content.h"
#include "save.h"
#include "text.h"

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/common_interface_defs.h>
#endif

// Undefined behaviour ends in SIGABRT, so that on_signal can say where.
extern "C" const char* __ubsan_default_options() { return "abort_on_error=1:print_stacktrace=1"; }

namespace jimbot::fuzz {

thread_local Where where;
bool keep_going = false;

namespace {

std::mutex one_at_a_time;
std::map<std::string, std::uint64_t> counts;

void print_where(std::FILE* out, const Where& where) {
  std::fprintf(out, "  game     --first %llu --games 1 (%s)\n", static_cast<unsigned long long>(where.game),
               where.options.c_str());
  std::fprintf(out, "  step     %d, %s\n", where.step, where.doing);
  if (!where.given.empty()) std::fprintf(out, "  given    %s\n", where.given.c_str());
}

void on_death() {
  std::fprintf(stderr, "jimbot_fuzz died\n");
  print_where(stderr, where);
  std::fflush(stderr);
}

constexpr int kPatience = 60;  // seconds

struct Watch {
  const Where* where;
  std::uint64_t beats = 0;
  int silent = 0;
};
std::mutex watching;
std::vector<Watch> watches;

void watch() {
  for (;;) {
    std::this_thread::sleep_for(std::chrono::seconds(1));
    const std::lock_guard lock(watching);
    for (Watch& w : watches) {
      const std::uint64_t beats = w.where->beats.load(std::memory_order_relaxed);
      w.silent = beats == w.beats ? w.silent + 1 : 0;
      w.beats = beats;
      if (w.silent < kPatience) continue;
      std::fprintf(stderr, "FAILED: a step ends (hangs for %d s)\n", kPatience);
      print_where(stderr, *w.where);
      std::_Exit(1);
    }
  }
}

void on_signal(int) {
  on_death();
  std::_Exit(1);
}

}  // namespace

std::string options_text(const RunOptions& run) {
  std::string text =
      "seed=" + std::string(run.seed) + " deck=" + row(run.deck).key + " stake=" + row(run.stake).key;
  if (run.challenge != kNone)
    text += std::string(" challenge=") + row(static_cast<ChallengeId>(run.challenge)).key;
  if (run.variant == Variant::steamodded) text += " variant=steamodded";
  if (run.endless) text += " endless";
  if (run.one_chip) text += " one_chip";
  return text;
}

void fail(const char* property, const Game& g, const std::string& detail) {
  const std::lock_guard lock(one_at_a_time);
  if (++counts[property] == 1) {
    std::fprintf(stderr, "FAILED: %s\n", property);
    print_where(stderr, where);
    if (!detail.empty()) std::fprintf(stderr, "  detail   %s\n", detail.c_str());
    const bool writable = is_sound(g) && std::string_view(where.doing) != "changed save";
    if (writable) std::fprintf(stderr, "  position %s\n", write_notation(g).c_str());
    std::fflush(stderr);
  }
  if (!keep_going) std::_Exit(1);
}

std::uint64_t failures() {
  const std::lock_guard lock(one_at_a_time);
  std::uint64_t sum = 0;
  for (const auto& [property, count] : counts) {
    std::fprintf(stderr, "%llu x %s\n", static_cast<unsigned long long>(count), property.c_str());
    sum += count;
  }
  return sum;
}

void Where::begin(std::uint64_t new_game, const std::string& new_options) {
  game = new_game;
  options = new_options;
  step = 0;
  doing = "start";
  given.clear();
  alive();
}

Watched::Watched() {
  const std::lock_guard lock(watching);
  watches.push_back({&where});
}
Watched::~Watched() {
  const std::lock_guard lock(watching);
  std::erase_if(watches, [](const Watch& w) { return w.where == &where; });
}

void report_crashes() {
  std::thread(watch).detach();
  std::signal(SIGABRT, on_signal);
#if defined(__SANITIZE_ADDRESS__)
  __sanitizer_set_death_callback(on_death);
#else
  std::signal(SIGSEGV, on_signal);
  std::signal(SIGFPE, on_signal);
#endif
}

}  // namespace jimbot::fuzz
