// Search: the choices that strategist and network find likely, or the network alone, are played on by the network in
// redrawn games, the same for all of them, until it is asked for the chance to win. Cards, shop, packs and blinds alike.
#pragma once
#include <chrono>
#include <memory>
#include <span>
#include <vector>

#include "rollout.h"
#include "strategist.h"
#include "workers.h"

namespace jimbot {

struct SearchOptions {
  int candidates = 5;  // compared at most
  int worlds = 128;  // redrawn games at most; fewer where the run is nearly won or lost
  int blinds = 2;  // played on in each; the network is asked behind each of them. Of cards: theirs alone
  double trust = 0.002;  // chance to win that it takes to outweigh a choice that is e times as likely
  double milliseconds = 0;  // no game is begun after this time; 0: never
  int threads = 1;
};

// No decision depends on those before it: any number of threads may ask it.
class Search {
 public:
  // The strategist trusts in the network. None: the network alone says what is likely.
  Search(const SearchOptions& options, std::shared_ptr<const plan::Network> network,
         std::shared_ptr<const Strategist> strategist)
      : options_(options),
        network_(std::move(network)),
        strategist_(std::move(strategist)),
        rollouts_(network_) {}

  // Each choice (legal: asserted) played on in the same redrawn games: what it is worth by itself.
  struct Outcome {
    double chance;  // to win
    double less;  // than by the first choice, in the same games; negative: more
    double error;  // of that difference: its standard error
    double cleared;  // share of the games in which the blind that is next, or is being played, was beaten
  };
  std::vector<Outcome> measure(const Game& g, std::span<const plan::Choice> choices, int worlds,
                               std::uint64_t draw_seed) const;

  // A legal action. The same draw seed gives the same decision unless time ran out.
  Decision decide(const Game& g, std::uint64_t draw_seed, Detail = Detail::weighed) const;
  Decision lesson(const Game& g, std::uint64_t draw_seed) const {
    return decide(g, draw_seed);
  }  // as Strategist::lesson

 private:
  struct Candidate {
    const plan::Choice* choice = nullptr;
    double behind = 0;  // the likeliest, by the logarithm of how much less likely it is
    std::vector<double> values = {};  // chance to win in each world; fewer for those that were dropped
    double price = 0, error = 0;  // against the likeliest
  };
  using Time = std::chrono::steady_clock::time_point;
  using Seeds = std::vector<std::uint64_t>;
  void compare(const Game& g, std::vector<Candidate>& candidates, PolicyRandom& random, Time begun, int most,
               int& seen) const;
  int play_worlds(const Game& g, std::vector<Candidate>& candidates, std::size_t alive,
                  const std::vector<Line>& lines, std::span<const std::uint64_t> worlds, Time begun) const;
  void price(std::vector<Candidate>& candidates, std::size_t alive) const;
  std::size_t drop(std::vector<Candidate>& candidates, std::vector<Line>& lines, std::size_t alive) const;
  void ask_strategist(const Game& g, std::uint64_t draw_seed, std::vector<Candidate>& candidates) const;
  template <class Work>
  void share(int count, const Work& work) const;

  SearchOptions options_;
  std::shared_ptr<const plan::Network> network_;
  std::shared_ptr<const Strategist> strategist_;
  Rollouts rollouts_;
  // Threads wait from one decision to the next.
  mutable Mutex busy_;
  mutable std::unique_ptr<Workers> workers_;
};

}  // namespace jimbot
