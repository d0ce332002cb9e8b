// Choices played on by the network in redrawn games, until it is asked for the chance to win.
#pragma once
#include <memory>

#include "network.h"
#include "reduced.h"

namespace jimbot {

// What the network does after a choice as long as nothing new is seen: it is the same in every redrawn game, so that
// these games are redrawn where it ends, just before the first choice that shows something.
struct Line {
  Game start;
  plan::Choice first;
  plan::Fingerprint key;  // of what a player knows there, of the choice, and of who plays on
};

class Rollouts {
 public:
  explicit Rollouts(std::shared_ptr<const plan::Network> network);

  // The game is not over, the choice is legal (asserted).
  Line line(const Game& g, const plan::Choice& choice, std::uint64_t draw_seed) const;

  // The network is asked where the next blind is chosen after each of these; those skipped count, too.
  struct Blinds {
    int first, last;
  };
  // Where a blind can be skipped all go one further, so that choices are rated at the same blinds.
  static Blinds blinds_rated(const Game& g, int blinds);

  struct End {
    double chance;  // to win, on average over the blinds
    bool cleared;  // the first blind
  };
  // In the redrawn game of that number. What was played before is not played again.
  End play(const Line& line, Blinds rated, std::uint64_t world) const;

 private:
  End play_on(Game& world, const plan::Choice& choice, Blinds rated, std::uint64_t draw_seed) const;

  std::shared_ptr<const plan::Network> network_;
  std::uint64_t id_;  // of these, among all
};

}  // namespace jimbot
