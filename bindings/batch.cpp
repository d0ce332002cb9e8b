// Batch: many games side by side for learners, and the declaration of what they see and may do.
#include "batch.h"

#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <stdexcept>

#include "bind.h"
#include "check.h"
#include "names.h"
#include "released.h"
#include "text.h"

using namespace jimbot;

namespace {

using Moves = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using MovesOut = nb::ndarray<std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using StartTuple = std::tuple<int, int, int, int, bool, bool, int, double, std::optional<Game>>;

constexpr int kMaxGames = 1'000'000;  // about 12 GB

struct BoundBatch : Batch {
  using Batch::Batch;
  std::atomic<bool> busy{false};
  std::vector<std::int32_t> moves;  // of the step being made: the caller's array may change meanwhile
};

// A thread that steps or changes a batch takes its turn with the interpreter lock held and may release the lock
// then; one that reads it keeps the lock until then. So no thread enters a step, and none waits.
void check_idle(const BoundBatch& batch) {
  if (batch.busy.load(std::memory_order_relaxed))
    throw std::runtime_error("the batch is being stepped by another thread");
}

class Turn {
 public:
  explicit Turn(BoundBatch& batch) : batch_(batch) {
    check_idle(batch);
    batch.busy.store(true, std::memory_order_relaxed);
  }
  ~Turn() { batch_.busy.store(false, std::memory_order_relaxed); }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

 private:
  BoundBatch& batch_;
};

template <class T>
nb::ndarray<nb::numpy, T> view(BoundBatch& batch, void* data, std::size_t rows, std::size_t columns) {
  check_idle(batch);
  const std::size_t shape[2] = {rows, columns};
  return nb::ndarray<nb::numpy, T>(data, columns ? 2 : 1, shape, nb::find(&batch));
}

std::size_t games(const BoundBatch& batch) { return static_cast<std::size_t>(batch.games()); }
std::size_t flat_columns() { return static_cast<std::size_t>(flat_size()); }

// Reading game i, or beginning it again.
void check_game(const BoundBatch& batch, int i) {
  check_idle(batch);
  check_index("game", i, batch.games());
}
// Reading what only a game that was reset has.
const Batch::Seat& seat_of(const BoundBatch& batch, int i) {
  check_game(batch, i);
  if (!batch.has_begun(i))
    throw std::runtime_error("environment " + std::to_string(i) + " has not been reset; call reset() first");
  return batch.seat(i);
}
template <class Array>
void check_moves(const BoundBatch& batch, const Array& moves) {
  if (moves.shape(0) != games(batch))
    refuse(std::to_string(moves.shape(0)) + " moves were given for " + std::to_string(games(batch)) +
           " games; one per game is needed");
}

RunOptions run_options(std::string_view seed, int deck, int stake, int challenge, int variant, bool endless,
                       bool one_chip, int target_percent) {
  check_run(seed, deck, stake, challenge, variant);
  check_within("target_percent", target_percent, 1, 100);
  return {seed,
          static_cast<DeckId>(deck),
          static_cast<Stake>(stake),
          static_cast<std::uint8_t>(challenge),
          static_cast<Variant>(variant),
          endless,
          one_chip,
          target_percent};
}

void set_starts(BoundBatch& batch, const std::vector<StartTuple>& starts) {
  std::vector<Start> out;
  bool any = false;
  for (const auto& [deck, stake, challenge, variant, endless, one_chip, target_percent, weight, position] :
       starts) {
    check_real("the weight of a start", weight, 0, 1e100);
    if (position && position->phase == Phase::game_over)
      refuse("the position of a start is a run that is over");
    any |= weight > 0;
    out.push_back({run_options("-", deck, stake, challenge, variant, endless, one_chip, target_percent),
                   position ? &*position : nullptr, weight});
  }
  if (!any) refuse("a batch needs at least one start with a weight above 0");
  const Turn turn(batch);
  batch.set_starts(out);
}

int step(BoundBatch& batch, const Moves& moves) {
  check_moves(batch, moves);
  const Turn turn(batch);
  batch.moves.assign(moves.data(), moves.data() + games(batch));
  const Released released;
  const int refused = batch.find_refused(batch.moves.data());
  if (refused < 0) batch.step(batch.moves.data());
  return refused;
}

const char* why_refused(const BoundBatch& batch, int i, std::int32_t move) {
  seat_of(batch, i);
  return move < 0 || move >= kMoves ? "there is no such move" : batch.why_refused(i, move);
}

std::tuple<double, bool, bool> step_one(BoundBatch& batch, std::int32_t move) {
  if (batch.games() != 1)
    refuse("step_one is for a batch of one; this one has " + std::to_string(batch.games()));
  if (!batch.is_legal(0, move))
    throw IllegalAction("move " + std::to_string(move) + " is not legal: " + why_refused(batch, 0, move));
  const Turn turn(batch);
  batch.step(&move);
  return {batch.rewards[0], batch.terminated[0] != 0, batch.truncated[0] != 0};
}

std::optional<Action> decision(const BoundBatch& batch, int i, std::int32_t move) {
  check_game(batch, i);
  if (!batch.is_legal(i, move)) throw nb::value_error("the move is not legal");
  return decision_of(batch.game(i), batch.picking(i), move);
}

constexpr double kLargestWhole = 1e18;  // of a fact that is shown as a whole number
constexpr std::size_t kFacts = sizeof(Facts) / sizeof(double);
using FactArray = std::array<double, kFacts>;
// Game, cards picked, swaps, facts, seed, episode, the planner's draw seed, steps since the last blind.
using SeatTuple =
    std::tuple<Game, std::uint64_t, int, FactArray, std::uint64_t, std::uint64_t, std::uint64_t, int>;

SeatTuple seat(const BoundBatch& batch, int i) {
  const Batch::Seat& s = seat_of(batch, i);
  return {s.game, s.picking.cards, s.picking.swaps, std::bit_cast<FactArray>(s.facts),
          s.seed, s.episode,       s.planner.state, s.blind_steps};
}

// Facts that `info` shows as whole numbers must be such.
void check_facts(const FactArray& facts) {
  for (std::size_t k = 0; k < facts.size(); ++k)
    if (fact_rows()[k].in_info != Shown::real && fact_rows()[k].in_info != Shown::no)
      check_real(fact_rows()[k].name, facts[k], -kLargestWhole, kLargestWhole);
}

void restore(BoundBatch& batch, int i, const SeatTuple& from) {
  check_game(batch, i);
  const auto& [game, cards, swaps, facts, seed, episode, planner, blind_steps] = from;
  if (cards >> game.hand.size()) refuse("a picked card is not in the hand");
  check_within("the number of swaps", swaps, 0, kMaxSwaps);
  check_within("the number of steps since the last blind", blind_steps, 0, INT32_MAX - 1);
  check_facts(facts);
  const Turn turn(batch);
  batch.restore(i,
                {game, {cards, swaps}, std::bit_cast<Facts>(facts), seed, episode, {planner}, blind_steps});
}

// The facts that `info` shows, by name. Keys are made once: this runs at every step of a single game.
AnyDict info(const BoundBatch& batch, int i) {
  static const std::vector<PyObject*> kKeys = [] {
    std::vector<PyObject*> keys;
    for (const FactRow& row : fact_rows()) keys.push_back(PyUnicode_InternFromString(row.name));
    return keys;
  }();
  check_game(batch, i);
  const auto* values = reinterpret_cast<const double*>(&batch.facts[static_cast<std::size_t>(i)]);
  AnyDict out;
  for (std::size_t k = 0; k < kKeys.size(); ++k) {
    nb::object value;
    switch (fact_rows()[k].in_info) {
      case Shown::no: continue;
      case Shown::whole:
        check_real(fact_rows()[k].name, values[k], -kLargestWhole,
                   kLargestWhole);  // the array can be written to
        value = nb::int_(static_cast<std::int64_t>(values[k]));
        break;
      case Shown::real: value = nb::float_(values[k]); break;
      case Shown::flag: value = nb::bool_(values[k] != 0); break;
    }
    PyDict_SetItem(out.ptr(), kKeys[k], value.ptr());
  }
  return out;
}

nb::list tables() {
  static constexpr const char* kKinds[] = {"flag", "choice", "count", "number", "log"};
  nb::list out;
  for (const Table& table : observation_tables()) {
    nb::list columns;
    for (const Column& c : table.columns)
      columns.append(nb::make_tuple(c.name, kKinds[static_cast<int>(c.kind)], c.low, c.high, c.meaning));
    AnyDict entry;
    entry["name"] = table.name;
    entry["dtype"] = table.real ? "float32" : "uint8";
    entry["rows"] = table.rows;
    entry["columns"] = columns;
    entry["offset"] = table.offset;
    entry["meaning"] = table.meaning;
    out.append(entry);
  }
  return out;
}

AnyDict env_spec() {
  nb::list moves, facts;
  for (const MoveBlock& b : move_blocks()) moves.append(nb::make_tuple(b.name, b.first, b.count, b.meaning));
  static constexpr const char* kShown[] = {"", "int", "float", "bool"};
  for (const FactRow& f : fact_rows())
    facts.append(nb::make_tuple(f.name, f.meaning, kShown[static_cast<int>(f.in_info)]));
  AnyDict out;
  out["observation"] = tables();
  out["moves"] = moves;
  out["facts"] = facts;
  out["observation_bytes"] = sizeof(Observation);
  out["flat_size"] = flat_size();
  return out;
}

std::vector<int> path(const Game& g, const Action& a) {
  std::uint8_t room[kMaxPath];
  const int n = path_of(g, a, room);
  return {room, room + n};
}

}  // namespace

void bind_batch(nb::module_& m) {
  m.attr("MOVES") = kMoves;
  m.attr("MAX_GAMES") = kMaxGames;
  m.attr("MAX_THREADS") = Workers::kMax;
  m.def("env_spec", &env_spec, "Moves, tables, facts and rewards of the environments, as declared once.");
  m.def("path", &path, "The moves that lead to a decision; empty if none do.");

  nb::class_<BoundBatch>(m, "Batch", "Many games, stepped by one call into arrays that were allocated once.")
      .def(
          "__init__",
          [](BoundBatch* self, int games, int threads, bool autoreset, int blind_steps, int reward,
             double discount, std::optional<std::pair<int, int>> planner, bool flat) {
            check_within("games", games, 1, kMaxGames);
            check_within("threads", threads, 1, Workers::kMax);
            check_within("blind_steps", blind_steps, 1, 1'000'000'000);
            check_within("reward", reward, 0, 2);
            check_real("discount", discount, 0, 1);
            if (planner) check_planner(planner->first, planner->second);
            BatchOptions o;
            o.games = games;
            o.threads = threads;
            o.autoreset = autoreset;
            o.blind_steps = blind_steps;
            o.reward = static_cast<Reward>(reward);
            o.discount = discount;
            o.planned = planner.has_value();
            if (planner) o.planner = {planner->first, planner->second};
            o.flat = flat;
            new (self) BoundBatch(o);
          },
          nb::arg("games"), nb::arg("threads"), nb::arg("autoreset"), nb::arg("blind_steps"),
          nb::arg("reward"), nb::arg("discount"), nb::arg("planner").none(), nb::arg("flat"))
      .def_prop_ro("games", &BoundBatch::games)
      .def("set_starts", &set_starts)
      .def("set_max_ante",
           [](BoundBatch& b, int ante) {
             check_within("max_ante", ante, 0, 1'000'000);
             const Turn turn(b);
             b.set_max_ante(ante);
           })
      .def("reset",
           [](BoundBatch& b, int i, std::uint64_t seed) {
             check_game(b, i);
             const Turn turn(b);
             b.reset(i, seed);
           })
      .def("next_episode",
           [](BoundBatch& b, int i) {
             check_game(b, i);
             const Turn turn(b);
             b.next_episode(i);
           })
      .def("begin_run",
           [](BoundBatch& b, int i, std::string_view seed, int deck, int stake, int challenge, int variant,
              bool endless, bool one_chip, int target_percent) {
             check_game(b, i);
             const RunOptions run =
                 run_options(seed, deck, stake, challenge, variant, endless, one_chip, target_percent);
             const Turn turn(b);
             b.begin(i, run);
           })
      .def("begin_position",
           [](BoundBatch& b, int i, const Game& position) {
             check_game(b, i);
             const Turn turn(b);
             b.begin(i, position);
           })
      .def("step", &step, nb::arg("moves").noconvert(),
           "Index of the first game whose move is refused, else -1.")
      .def("step_one", &step_one, "For a batch of one, with a move that `is_legal`.")
      .def("is_legal",
           [](const BoundBatch& b, int i, std::int32_t move) {
             check_game(b, i);
             return b.is_legal(i, move);
           })
      .def("why_refused", &why_refused)
      .def(
          "random_moves",
          [](const BoundBatch& b, std::uint64_t seed, const MovesOut& out) {
            check_idle(b);
            check_moves(b, out);
            b.random_moves(seed, out.data());
          },
          nb::arg("seed"), nb::arg("out").noconvert())
      .def("info", &info)
      .def("game", [](const BoundBatch& b, int i) { return seat_of(b, i).game; })
      .def("picked",
           [](const BoundBatch& b, int i) {
             const Batch::Seat& s = seat_of(b, i);
             std::vector<int> out;
             for (std::uint64_t left = picked_cards(s.game, s.picking); left; left &= left - 1)
               out.push_back(std::countr_zero(left));
             return out;
           })
      .def("decision", &decision, "What a legal move decides; None if it only picks a card.")
      .def(
          "has_begun",
          [](const BoundBatch& b, int i) {
            check_game(b, i);
            return b.has_begun(i);
          },
          "Was game i reset or begun?")
      .def("seat", &seat)
      .def("restore", &restore)
      .def("episode",
           [](const BoundBatch& b, int i) {
             check_game(b, i);
             return b.episode(i);
           })
      .def_prop_ro("observations",
                   [](BoundBatch& b) {
                     return view<std::uint8_t>(b, b.observations.data(), games(b), sizeof(Observation));
                   })
      .def_prop_ro("final_observations",
                   [](BoundBatch& b) {
                     return view<std::uint8_t>(b, b.final_observations.data(), games(b), sizeof(Observation));
                   })
      .def_prop_ro("flat",
                   [](BoundBatch& b) {
                     return view<float>(b, b.flat.data(), b.flat.empty() ? 0 : games(b), flat_columns());
                   })
      .def_prop_ro("final_flat",
                   [](BoundBatch& b) {
                     return view<float>(b, b.final_flat.data(), b.flat.empty() ? 0 : games(b),
                                        flat_columns());
                   })
      .def_prop_ro("facts",
                   [](BoundBatch& b) {
                     return view<double>(b, b.facts.data(), games(b), sizeof(Facts) / sizeof(double));
                   })
      .def_prop_ro("rewards", [](BoundBatch& b) { return view<float>(b, b.rewards.data(), games(b), 0); })
      .def_prop_ro("terminated",
                   [](BoundBatch& b) { return view<bool>(b, b.terminated.data(), games(b), 0); })
      .def_prop_ro("truncated", [](BoundBatch& b) { return view<bool>(b, b.truncated.data(), games(b), 0); });
}
