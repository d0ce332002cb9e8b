// Batch: many games side by side for learners, and the declaration of what they see and may do.
#include "batch.h"

#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>

#include <atomic>
#include <bit>
#include <stdexcept>

#include "bind.h"
#include "names.h"
#include "text.h"

using namespace jimbot;

namespace {

using Moves = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using MovesOut = nb::ndarray<std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using StartTuple = std::tuple<int, int, int, int, bool, bool, double, std::optional<Game>>;

struct BoundBatch : Batch {
  using Batch::Batch;
  std::atomic<bool> busy{false};
};

// Steps run without the interpreter lock: a second thread must not enter meanwhile.
class Turn {
 public:
  explicit Turn(BoundBatch& batch) : batch_(batch) {
    if (batch.busy.exchange(true)) throw std::runtime_error("another thread is stepping this batch");
  }
  ~Turn() { batch_.busy.store(false); }

 private:
  BoundBatch& batch_;
};

template <class T>
nb::ndarray<nb::numpy, T> view(BoundBatch& batch, void* data, std::size_t rows, std::size_t columns) {
  const std::size_t shape[2] = {rows, columns};
  return nb::ndarray<nb::numpy, T>(data, columns ? 2 : 1, shape, nb::find(&batch));
}

std::size_t games(const BoundBatch& batch) { return static_cast<std::size_t>(batch.games()); }
std::size_t flat_columns() { return static_cast<std::size_t>(flat_size()); }

void check_index(const BoundBatch& batch, int i) {
  if (i < 0 || i >= batch.games()) throw nb::index_error("no such game in the batch");
}
template <class Array>
void check_moves(const BoundBatch& batch, const Array& moves) {
  if (moves.shape(0) != games(batch)) throw nb::value_error("one move per game is needed");
}

RunOptions run_options(std::string_view seed, int deck, int stake, int challenge, int variant, bool endless,
                       bool one_chip) {
  check_run(seed, deck, stake, challenge);
  return {seed,
          static_cast<DeckId>(deck),
          static_cast<Stake>(stake),
          static_cast<std::uint8_t>(challenge),
          static_cast<Variant>(variant),
          endless,
          one_chip};
}

void set_starts(BoundBatch& batch, const std::vector<StartTuple>& starts) {
  std::vector<Start> out;
  for (const auto& [deck, stake, challenge, variant, endless, one_chip, weight, position] : starts)
    out.push_back({run_options("-", deck, stake, challenge, variant, endless, one_chip),
                   position ? &*position : nullptr, weight});
  if (out.empty()) throw nb::value_error("a batch needs at least one start");
  const Turn turn(batch);
  batch.set_starts(out);
}

int step(BoundBatch& batch, const Moves& moves) {
  check_moves(batch, moves);
  const Turn turn(batch);
  nb::gil_scoped_release release;
  const int refused = batch.find_refused(moves.data());
  if (refused < 0) batch.step(moves.data());
  return refused;
}

std::tuple<double, bool, bool> step_one(BoundBatch& batch, std::int32_t move) {
  const Turn turn(batch);
  batch.step(&move);
  return {batch.rewards[0], batch.terminated[0] != 0, batch.truncated[0] != 0};
}

std::optional<Action> decision(const BoundBatch& batch, int i, std::int32_t move) {
  check_index(batch, i);
  if (!batch.is_legal(i, move)) throw nb::value_error("the move is not legal");
  return decision_of(batch.game(i), batch.picking(i), move);
}

constexpr std::size_t kFacts = sizeof(Facts) / sizeof(double);
using FactArray = std::array<double, kFacts>;
// Game, cards picked, swaps, facts, seed, episode, the planner's luck, steps since the last blind.
using SeatTuple =
    std::tuple<Game, std::uint64_t, int, FactArray, std::uint64_t, std::uint64_t, std::uint64_t, int>;

SeatTuple seat(const BoundBatch& batch, int i) {
  check_index(batch, i);
  const Batch::Seat& s = batch.seat(i);
  return {s.game, s.picking.cards, s.picking.swaps, std::bit_cast<FactArray>(s.facts),
          s.seed, s.episode,       s.planner.state, s.blind_steps};
}

void restore(BoundBatch& batch, int i, const SeatTuple& from) {
  check_index(batch, i);
  const auto& [game, cards, swaps, facts, seed, episode, planner, blind_steps] = from;
  if (game.hand.size() < 64 && cards >> game.hand.size())
    throw nb::value_error("a picked card is not in the hand");
  if (swaps < 0 || swaps > kMaxSwaps || blind_steps < 0)
    throw nb::value_error("counts of a seat are out of range");
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
  check_index(batch, i);
  const auto* values = reinterpret_cast<const double*>(&batch.facts[static_cast<std::size_t>(i)]);
  AnyDict out;
  for (std::size_t k = 0; k < kKeys.size(); ++k) {
    nb::object value;
    switch (fact_rows()[k].in_info) {
      case Shown::no: continue;
      case Shown::whole: value = nb::int_(static_cast<std::int64_t>(values[k])); break;
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
  m.def("env_spec", &env_spec);
  m.def("path", &path, "The moves that lead to a decision; empty if none do.");

  nb::class_<BoundBatch>(m, "Batch")
      .def(
          "__init__",
          [](BoundBatch* self, int games, int threads, bool autoreset, int blind_steps, int reward,
             double discount, std::optional<std::pair<int, int>> planner, bool flat) {
            if (games < 1 || threads < 1) throw nb::value_error("games and threads must be 1 or more");
            if (blind_steps < 1) throw nb::value_error("blind_steps must be 1 or more");
            if (reward < 0 || reward > 2) throw nb::value_error("reward must be 0 to 2");
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
             const Turn turn(b);
             b.set_max_ante(ante);
           })
      .def("reset",
           [](BoundBatch& b, int i, std::uint64_t seed) {
             check_index(b, i);
             const Turn turn(b);
             b.reset(i, seed);
           })
      .def("next_episode",
           [](BoundBatch& b, int i) {
             check_index(b, i);
             const Turn turn(b);
             b.next_episode(i);
           })
      .def("begin_run",
           [](BoundBatch& b, int i, std::string_view seed, int deck, int stake, int challenge, int variant,
              bool endless, bool one_chip) {
             check_index(b, i);
             const Turn turn(b);
             b.begin(i, run_options(seed, deck, stake, challenge, variant, endless, one_chip));
           })
      .def("begin_position",
           [](BoundBatch& b, int i, const Game& position) {
             check_index(b, i);
             const Turn turn(b);
             b.begin(i, position);
           })
      .def("step", &step, nb::arg("moves"), "Index of the first game whose move is refused, else -1.")
      .def("step_one", &step_one, "For a batch of one, with a move that `is_legal`.")
      .def("is_legal",
           [](const BoundBatch& b, int i, std::int32_t move) {
             check_index(b, i);
             return b.is_legal(i, move);
           })
      .def("why_refused",
           [](const BoundBatch& b, int i, std::int32_t move) {
             check_index(b, i);
             if (move < 0 || move >= kMoves) return "there is no such move";
             return b.why_refused(i, move);
           })
      .def("random_moves",
           [](const BoundBatch& b, std::uint64_t seed, const MovesOut& out) {
             check_moves(b, out);
             b.random_moves(seed, out.data());
           })
      .def("info", &info)
      .def("game",
           [](const BoundBatch& b, int i) {
             check_index(b, i);
             return b.game(i);
           })
      .def("picked",
           [](const BoundBatch& b, int i) {
             check_index(b, i);
             std::vector<int> out;
             for (std::uint64_t left = picked_cards(b.game(i), b.picking(i)); left; left &= left - 1)
               out.push_back(std::countr_zero(left));
             return out;
           })
      .def("decision", &decision, "What a legal move decides; None if it only picks a card.")
      .def("seat", &seat)
      .def("restore", &restore)
      .def("episode",
           [](const BoundBatch& b, int i) {
             check_index(b, i);
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
