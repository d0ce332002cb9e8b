// Random whole games with every check on: the sanitizer target and the native property test.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "playout.h"
#include "step.h"

using namespace jimbot;

int main(int argc, char** argv) {
  PlayoutOptions options;
  options.games = 300;
  options.threads = 2;
  options.all_content = true;
  options.run.one_chip = true;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string_view name = argv[i];
    if (name == "--games") options.games = std::strtoull(argv[i + 1], nullptr, 10);
    else if (name == "--first") options.first = std::strtoull(argv[i + 1], nullptr, 10);
    else if (name == "--threads") options.threads = std::atoi(argv[i + 1]);
    else if (name == "--all-content") options.all_content = std::atoi(argv[i + 1]);
    else {
      std::fprintf(stderr, "unknown option %s (allowed: --games --first --threads --all-content)\n", argv[i]);
      return 2;
    }
  }
  const PlayoutStats s = run_playouts(options);
  std::printf("%llu games, %llu decisions, %llu won, %llu truncated, signature %016llx\n",
              static_cast<unsigned long long>(s.games), static_cast<unsigned long long>(s.decisions),
              static_cast<unsigned long long>(s.wins), static_cast<unsigned long long>(s.truncated),
              static_cast<unsigned long long>(s.signature));
  return s.games == options.games ? 0 : 1;
}
