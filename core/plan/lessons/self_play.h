// Games that a network plays to learn from: what it saw and took in each decision, game by game.
#pragma once
#include <memory>

#include "lessons.h"
#include "network.h"

namespace jimbot::plan {

// How a network plays: 1 draws its choices by their probabilities, 0 takes the likeliest; an expert makes a share of
// the decisions in its place.
struct Manner {
  double temperature = 1, share = 0;
  Expert expert = {};
};

// Where games begin: seeds first, then positions. A draw seed for each of them.
struct Starts {
  std::vector<RunOptions> runs;
  std::span<const Game> positions;
  std::span<const std::uint64_t> draw_seeds;
  int max_steps;
  int keep_from;  // games keep one position of those from this blind on

  std::size_t count() const { return runs.size() + positions.size(); }
  Table table(std::size_t at) const;
};

// Room for what many threads write, each its own part.
template <class T>
struct Column {
  explicit Column(std::size_t room = 0) : size(room), values(std::make_unique_for_overwrite<T[]>(room)) {}
  std::size_t size;
  std::unique_ptr<T[]> values;
};

// The decisions of all games, one game after the other. Ends count from the first game on.
struct SelfPlayRows {
  Column<std::uint16_t> position_index, choice_index;
  Column<float> position_value, choice_value;
  Column<std::uint32_t> position_end, choice_end, row_end;
  Column<std::int32_t> taken;
  Column<float> chance;  // of what was taken, as a logarithm
  Column<float> clears;  // log odds, kBlinds for each decision
};

// A shop entry or the choice of a blind, and the decision that was made there.
struct KeptPosition {
  std::int32_t game, row;
  std::unique_ptr<Game> position;
};

struct SelfPlay {
  SelfPlayRows rows;
  std::vector<Lesson> lessons;  // of each game
  std::vector<std::int32_t> decisions;  // of each game
  std::vector<KeptPosition> kept;
};

// The number of threads changes nothing.
SelfPlay play_network(const Network& network, const Starts& starts, const Manner& manner, int threads);

// The decision as a row behind those that are there.
void add_row(Examples& rows, const Choices& choices);

}  // namespace jimbot::plan
