// Search: the strategist's best alternatives are played on in redrawn games, the same for all of them, until the
// judge is asked. What was seen there moves the strategist's prices as far as there is evidence.
#pragma once
#include <chrono>
#include <memory>

#include "strategist.h"

namespace jimbot {

struct SearchOptions {
  StrategistOptions prior;  // whose alternatives are compared
  StrategistOptions play_on;  // who plays in the redrawn games
  int candidates = 6;  // compared at most
  int worlds = 32;  // redrawn games
  int blinds = 1;  // played in each before the judge is asked
  double trust = 16;  // the strategist's price counts as so many worlds
  double milliseconds = 0;  // stops early after so long; 0: never
  int threads = 1;
};

// Remembers nothing: any number of threads may ask one search. Each decision has helpers of its own.
class Search {
 public:
  Search(const SearchOptions& options, std::shared_ptr<const strategist::Judge> judge)
      : options_(options), judge_(std::move(judge)) {}

  // As Strategist::decide. The same luck gives the same decision unless time ran out.
  Decision decide(const Game& g, std::uint64_t luck) const;
  Decision lesson(const Game& g, std::uint64_t luck) const;  // as Strategist::lesson

 private:
  Decision decide(const Game& g, std::uint64_t luck, bool tells_hands) const;
  using Time = std::chrono::steady_clock::time_point;
  // A position, and what is done there.
  struct Line {
    Game at;
    Action next;
    std::optional<Action> then;
  };
  void compare(const Game& seen, int alive, PolicyRandom& random, Time begun, Decision& decision) const;
  Line until_revealed(const Game& seen, const Alternative& from, std::uint64_t luck) const;
  double play_on(Game world, const Line& line, std::uint64_t luck) const;

  SearchOptions options_;
  std::shared_ptr<const strategist::Judge> judge_;
};

}  // namespace jimbot
