// Lessons, choices and rows for learners.
#include <nanobind/ndarray.h>
#include <nanobind/stl/shared_ptr.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <memory>

#include "bind.h"
#include "check.h"
#include "input_options.h"
#include "legal.h"
#include "released.h"
#include "search.h"
#include "self_play.h"
#include "step.h"
#include "workers.h"

using namespace jimbot;
using namespace jimbot::plan;

namespace {

template <class T>
using Array = nb::ndarray<nb::numpy, T, nb::ndim<1>>;
using Picks = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
// None is the greedy expert.
using ExpertObject = std::optional<std::variant<const Strategist*, const Search*>>;
using DrawSeeds = std::vector<std::uint64_t>;

constexpr int kMaxSteps = 1'000'000;

template <class T>
Array<T> array_of(std::vector<T>&& values) {
  auto* kept = new std::vector<T>(std::move(values));
  nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return Array<T>(kept->data(), {kept->size()}, owner);
}

void put_rows(AnyDict& out, const char* name, Rows&& rows) {
  std::vector<std::uint16_t> index(rows.values.size());
  std::vector<float> value(rows.values.size());
  for (std::size_t i = 0; i < rows.values.size(); ++i)
    index[i] = rows.values[i].index, value[i] = rows.values[i].value;
  rows.values = {};
  const std::string prefix(name);
  out[(prefix + "_index").c_str()] = array_of(std::move(index));
  out[(prefix + "_value").c_str()] = array_of(std::move(value));
  out[(prefix + "_end").c_str()] = array_of(std::move(rows.ends));
}

Expert expert_of(const ExpertObject& object) {
  if (!object) return greedy_decision;
  return std::visit(
      [](const auto* decider) -> Expert {
        if (!decider) refuse("an expert is a Strategist, a Search, or None for greedy hands");
        return [decider](const Game& g, std::uint64_t draw_seed) { return decider->lesson(g, draw_seed); };
      },
      *object);
}

Lesson lesson_of(const nb::bytes& bytes) {
  Lesson lesson;
  const std::string wrong = read_lesson({bytes.c_str(), bytes.size()}, lesson);
  if (!wrong.empty()) refuse(wrong);
  return lesson;
}

std::vector<Lesson> lessons_of(const std::vector<nb::bytes>& all) {
  std::vector<Lesson> lessons;
  for (const nb::bytes& bytes : all) lessons.push_back(lesson_of(bytes));
  return lessons;
}

nb::bytes bytes_of(const Lesson& lesson) {
  const std::string bytes = write_lesson(lesson);
  return nb::bytes(bytes.data(), bytes.size());
}

using BytesList = nb::typed<nb::list, nb::bytes>;
BytesList list_of(const std::vector<Lesson>& lessons) {
  nb::list out;
  for (const Lesson& lesson : lessons) out.append(bytes_of(lesson));
  return nb::borrow<BytesList>(out);
}

void check_seeds(const std::vector<std::string>& seeds, const DrawSeeds& draw_seeds, int deck, int stake,
                 int challenge) {
  for (const std::string& seed : seeds) check_run(seed, deck, stake, challenge);
  if (seeds.size() != draw_seeds.size())
    refuse(std::to_string(draw_seeds.size()) + " draw seeds were given for " + std::to_string(seeds.size()) +
           " seeds; one each is needed");
}

RunOptions run_of(std::string_view seed, int deck, int stake, int challenge) {
  return {seed, static_cast<DeckId>(deck), static_cast<Stake>(stake), static_cast<std::uint8_t>(challenge)};
}

int at_most(int threads, std::size_t jobs) {
  return std::max(1, static_cast<int>(std::min<std::size_t>(static_cast<std::size_t>(threads), jobs)));
}

BytesList play_lessons(ExpertObject by, const std::vector<std::string>& seeds, const DrawSeeds& draw_seeds,
                       int deck, int stake, int challenge, int threads, int max_steps) {
  check_seeds(seeds, draw_seeds, deck, stake, challenge);
  check_within("threads", threads, 1, Workers::kMax);
  check_within("max_steps", max_steps, 1, kMaxSteps);
  const Expert expert = expert_of(by);
  std::vector<Lesson> lessons(seeds.size());
  {
    const Released released;
    Workers(at_most(threads, seeds.size())).run(static_cast<int>(seeds.size()), [&](int i) {
      const auto at = static_cast<std::size_t>(i);
      Table table(run_of(seeds[at], deck, stake, challenge), draw_seeds[at], max_steps);
      while (!table.over()) table.decide_by(expert, table.draw_seed());
      lessons[at] = table.lesson();
    });
  }
  return list_of(lessons);
}

// Where a game could not be played again, a ValueError names it.
template <class Work>
void each_lesson(std::vector<Lesson>& lessons, int threads, const Work& work) {
  check_within("threads", threads, 1, Workers::kMax);
  std::atomic<int> bad{-1};
  {
    const Released released;
    Workers(at_most(threads, lessons.size())).run(static_cast<int>(lessons.size()), [&](int i) {
      if (!work(i)) bad.store(i, std::memory_order_relaxed);
    });
  }
  if (bad >= 0)
    refuse("the decisions of lesson " + std::to_string(bad) + " (seed " +
           lessons[static_cast<std::size_t>(bad)].seed + ") do not fit its game");
}

BytesList relabel_lessons(const std::vector<nb::bytes>& all, ExpertObject by, std::uint64_t draw_seed,
                          int threads, double hands, double others) {
  check_real("hands", hands, 0, 1);
  check_real("others", others, 0, 1);
  std::vector<Lesson> lessons = lessons_of(all);
  const Expert expert = expert_of(by);
  each_lesson(lessons, threads, [&](int i) {
    return relabel(lessons[static_cast<std::size_t>(i)], expert, draw_seed + static_cast<std::uint64_t>(i),
                   {hands, others});
  });
  return list_of(lessons);
}

AnyDict arrays_of(Examples&& all) {
  AnyDict out;
  put_rows(out, "position", std::move(all.positions));
  put_rows(out, "choice", std::move(all.choices));
  out["row_end"] = array_of(std::move(all.choice_ends));
  out["label"] = array_of(std::move(all.label));
  out["taken"] = array_of(std::move(all.taken));
  out["price"] = array_of(std::move(all.price));
  out["error"] = array_of(std::move(all.error));
  out["legal"] = array_of(std::move(all.legal));
  out["phase"] = array_of(std::move(all.phase));
  out["blind"] = array_of(std::move(all.blind));
  out["game"] = array_of(std::move(all.game));
  out["step"] = array_of(std::move(all.step));
  return out;
}

AnyDict examples(const std::vector<nb::bytes>& all, int redraws, int rounds, int threads) {
  std::vector<Lesson> lessons = lessons_of(all);
  const InputOptions options = input_options_of(redraws, rounds);
  std::vector<Examples> parts(lessons.size());
  each_lesson(lessons, threads, [&](int i) {
    const auto at = static_cast<std::size_t>(i);
    return add_examples(lessons[at], static_cast<std::uint32_t>(i), options, parts[at]);
  });
  Examples joined;
  for (Examples& part : parts) {
    joined.append(part);
    part = {};
  }
  return arrays_of(std::move(joined));
}

AnyDict lesson_info(const nb::bytes& bytes) {
  const Lesson lesson = lesson_of(bytes);
  AnyDict out;
  out["seed"] = lesson.seed;
  out["deck"] = static_cast<int>(lesson.deck);
  out["stake"] = static_cast<int>(lesson.stake);
  out["challenge"] = static_cast<int>(lesson.challenge);
  out["variant"] = static_cast<int>(lesson.variant);
  out["won"] = lesson.won;
  out["ended"] = lesson.ended;
  out["furthest"] = static_cast<int>(lesson.furthest);
  out["end"] = static_cast<int>(lesson.end);
  out["steps"] = lesson.steps.size();
  return out;
}

using Weighed = std::tuple<Action, std::optional<Action>, double>;
// Taken, whether it follows, the expert's action and second action, and what it weighed.
using StepTuple =
    std::tuple<Action, bool, std::optional<Action>, std::optional<Action>, std::vector<Weighed>>;

std::vector<StepTuple> lesson_steps(const nb::bytes& bytes) {
  std::vector<StepTuple> out;
  for (const Step& step : lesson_of(bytes).steps) {
    std::vector<Weighed> weighed;
    for (const Alternative& a : step.weighed) weighed.emplace_back(a.action, a.then, a.price);
    out.emplace_back(step.taken, step.follows, step.labelled ? std::optional(step.expert) : std::nullopt,
                     step.expert_then, weighed);
  }
  return out;
}

// Played again to see how it ends.
nb::bytes make_lesson(std::string_view seed, int deck, int stake, int challenge, int variant,
                      const std::vector<StepTuple>& steps) {
  check_run(seed, deck, stake, challenge, variant);
  RunOptions run = run_of(seed, deck, stake, challenge);
  run.variant = static_cast<Variant>(variant);
  Table table(run, 0, kMaxSteps);
  Lesson lesson = table.lesson();
  for (const auto& [taken, follows, expert, then, weighed] : steps) {
    if (table.over() || !is_legal(table.game(), taken))
      refuse("decision " + std::to_string(lesson.steps.size()) + ", '" + write_action(taken) +
             "', does not fit the game of seed " + std::string(seed));
    if (weighed.size() > 255) refuse("a decision has at most 255 alternatives");
    Step step{taken, follows, expert.has_value(), expert.value_or(taken), then, {}};
    for (const auto& [action, second, price] : weighed) step.weighed.push_back({action, price, second});
    lesson.steps.push_back(std::move(step));
    table.decide({taken, {}});
  }
  const Lesson& played = table.lesson();
  lesson.won = played.won, lesson.ended = played.ended;
  lesson.furthest = played.furthest, lesson.end = played.end;
  return bytes_of(lesson);
}

using ChoicePair = std::pair<Action, std::optional<Action>>;

std::vector<ChoicePair> pairs_of(const Choices& choices) {
  std::vector<ChoicePair> out;
  for (const Choice& choice : choices.all) out.emplace_back(choice.action, choice.then);
  return out;
}

AnyDict inputs_of(Examples&& rows) {
  AnyDict out;
  put_rows(out, "position", std::move(rows.positions));
  put_rows(out, "choice", std::move(rows.choices));
  out["row_end"] = array_of(std::move(rows.choice_ends));
  return out;
}

std::pair<std::vector<ChoicePair>, AnyDict> choices_of(const Game& g, int redraws, int rounds,
                                                       std::uint64_t draw_seed) {
  if (g.phase == Phase::game_over) refuse("the run is over");
  const InputOptions options = input_options_of(redraws, rounds);
  const auto copy = std::make_unique<Game>(g);
  Choices choices;
  {
    const Released released;
    list_choices(*copy, options, draw_seed, choices);
  }
  Examples rows;
  add_row(rows, choices);
  return {pairs_of(choices), inputs_of(std::move(rows))};
}

template <class T>
Array<T> array_of(Column<T>&& column) {
  T* kept = column.values.release();
  return Array<T>(kept, {column.size},
                  nb::capsule(kept, [](void* p) noexcept { delete[] static_cast<T*>(p); }));
}

AnyDict arrays_of(SelfPlayRows&& rows) {
  AnyDict out;
  out["position_index"] = array_of(std::move(rows.position_index));
  out["position_value"] = array_of(std::move(rows.position_value));
  out["position_end"] = array_of(std::move(rows.position_end));
  out["choice_index"] = array_of(std::move(rows.choice_index));
  out["choice_value"] = array_of(std::move(rows.choice_value));
  out["choice_end"] = array_of(std::move(rows.choice_end));
  out["row_end"] = array_of(std::move(rows.row_end));
  out["taken"] = array_of(std::move(rows.taken));
  out["chance"] = array_of(std::move(rows.chance));
  out["clears"] = array_of(std::move(rows.clears));
  return out;
}

// One number of each.
template <class Items, class Number>
Array<std::int32_t> column_of(const Items& items, const Number& number) {
  std::vector<std::int32_t> out;
  for (const auto& item : items) out.push_back(static_cast<std::int32_t>(number(item)));
  return array_of(std::move(out));
}

AnyDict play_by_network(const Network& network, const std::vector<std::string>& seeds,
                        const DrawSeeds& draw_seeds, int deck, int stake, int challenge, int threads,
                        int max_steps, int target_percent, const std::vector<Game>& positions, int keep_from,
                        double temperature, const ExpertObject& by, double share) {
  for (const std::string& seed : seeds) check_run(seed, deck, stake, challenge);
  const std::size_t count = seeds.size() + positions.size();
  if (count != draw_seeds.size())
    refuse(std::to_string(draw_seeds.size()) + " draw seeds were given for " + std::to_string(count) +
           " seeds and positions; one each is needed");
  for (const Game& g : positions)
    if (g.phase == Phase::game_over) refuse("a game cannot begin from a position in which the run is over");
  check_within("threads", threads, 1, Workers::kMax);
  check_within("max_steps", max_steps, 1, kMaxSteps);
  check_within("target_percent", target_percent, 1, 100);
  check_within("keep_from", keep_from, 0, plan::kBlinds);
  check_real("temperature", temperature, 0, 1e6);
  check_real("share", share, 0, 1);
  const Manner manner{temperature, share, expert_of(by)};
  Starts starts{{}, positions, draw_seeds, max_steps, keep_from};
  for (const std::string& seed : seeds) {
    starts.runs.push_back(run_of(seed, deck, stake, challenge));
    starts.runs.back().target_percent = target_percent;
  }
  SelfPlay played = [&] {
    const Released released;
    return plan::play_network(network, starts, manner, threads);
  }();
  AnyDict out = arrays_of(std::move(played.rows));
  out["lessons"] = list_of(played.lessons);
  out["decisions"] = array_of(std::move(played.decisions));
  out["furthest"] = column_of(played.lessons, [](const Lesson& lesson) { return lesson.furthest; });
  out["end"] = column_of(played.lessons, [](const Lesson& lesson) { return lesson.end; });
  nb::list positions_kept;
  for (const KeptPosition& kept : played.kept) positions_kept.append(nb::cast(*kept.position));
  out["kept"] = positions_kept;
  out["kept_game"] = column_of(played.kept, [](const KeptPosition& kept) { return kept.game; });
  out["kept_row"] = column_of(played.kept, [](const KeptPosition& kept) { return kept.row; });
  out["kept_boss"] = column_of(played.kept, [](const KeptPosition& kept) { return kept.position->boss; });
  return out;
}

std::vector<int> legal_hand_ids(const Game& g) {
  std::vector<int> out;
  if (g.phase != Phase::selecting_hand) return out;
  const int n = g.hand.size();
  int sizes[kMaxPlayed + 1] = {1};  // subsets of each size
  for (int k = 1; k <= kMaxPlayed; ++k) sizes[k] = n < k ? 0 : sizes[k - 1] * (n - k + 1) / k;
  int plays = 0;
  for (int k = 1; k <= kMaxPlayed; ++k) plays += sizes[k];
  for (const ActionKind kind : {ActionKind::play, ActionKind::discard}) {
    if (!legal_indices(g, kind)) continue;
    const CardChoice choice = card_choice(g, kind, 0);
    int id = kind == ActionKind::play ? 0 : plays + 1;
    for (int size = 1; size <= kMaxPlayed; ++size) {
      int at[kMaxPlayed];
      for (int i = 0; i < size; ++i) at[i] = i;
      for (int k = 0; k < sizes[size]; ++k, ++id) {
        std::uint64_t cards = 0;
        for (int i = 0; i < size; ++i) cards |= 1ull << at[i];
        const bool fits = size >= choice.min && size <= choice.max && !(cards & ~choice.eligible);
        if (fits && (cards & choice.required) == choice.required) out.push_back(id);
        int i = size - 1;
        while (i >= 0 && at[i] == n - size + i) --i;
        if (i < 0) continue;
        ++at[i];
        for (int j = i + 1; j < size; ++j) at[j] = at[j - 1] + 1;
      }
    }
  }
  return out;
}

using ColumnsTuple = std::tuple<std::string_view, int, int>;
std::vector<ColumnsTuple> layout_of(std::span<const Columns> blocks) {
  std::vector<ColumnsTuple> out;
  for (const Columns& block : blocks) out.emplace_back(block.name, block.start, block.size);
  return out;
}

}  // namespace

void bind_imitation(nb::module_& m) {
  m.def("play_lessons", &play_lessons, nb::arg("expert").none(), nb::arg("seeds"), nb::arg("draw_seeds"),
        nb::arg("deck"), nb::arg("stake"), nb::arg("challenge"), nb::arg("threads"), nb::arg("max_steps"),
        "Whole games of an expert (None: greedy hands) with what it thought of its alternatives.");
  m.def("relabel_lessons", &relabel_lessons, nb::arg("lessons"), nb::arg("expert").none(),
        nb::arg("draw_seed"), nb::arg("threads"), nb::arg("hands") = 1.0, nb::arg("others") = 1.0,
        "What the expert would do in these games: in shares of the decisions about hands and of the others.");
  m.def("examples", &examples, nb::arg("lessons"), nb::arg("redraws"), nb::arg("rounds"), nb::arg("threads"),
        "The decisions of games as rows for a learner.");
  m.def("lesson_info", &lesson_info, nb::arg("lesson"), "Seed, deck, stake, result and length of a game.");
  m.def("lesson_steps", &lesson_steps, nb::arg("lesson"),
        "The decisions of a game, with what the expert thought of alternatives.");
  m.def("make_lesson", &make_lesson, nb::arg("seed"), nb::arg("deck"), nb::arg("stake"), nb::arg("challenge"),
        nb::arg("variant"), nb::arg("steps"), "A game from its decisions.");
  m.def("choices", &choices_of, nb::arg("game"), nb::arg("redraws"), nb::arg("rounds"), nb::arg("draw_seed"),
        "What can be done, each with a second action if it has one; and the row that a learner sees.");
  m.def(
      "play_network", &play_by_network, nb::arg("network"), nb::arg("seeds"), nb::arg("draw_seeds"),
      nb::arg("deck"), nb::arg("stake"), nb::arg("challenge"), nb::arg("threads"), nb::arg("max_steps"),
      nb::arg("target_percent") = 100, nb::arg("positions") = std::vector<Game>(),
      nb::arg("keep_from") = plan::kBlinds, nb::arg("temperature") = 1.0,
      nb::arg("expert").none() = nb::none(), nb::arg("share") = 0.0,
      "Whole games of a network on seeds and then from positions: the rows it saw game by game, what it took and "
      "thought, and of each game its decisions, furthest blind, end and lesson. Its choices are drawn by their "
      "probabilities, or the likeliest is taken where temperature is 0; the expert makes a share of the decisions. "
      "Of each game that reaches the blind of number keep_from, one of its shop entries and blind selects from "
      "there on.");
  m.def("legal_hand_ids", &legal_hand_ids, nb::arg("game"),
        "Ids of every play and discard that is legal now, in order.");
  m.def(
      "position_columns", [] { return layout_of(position_layout()); },
      "What a learner sees of a position: name, first column, columns.");
  m.def(
      "choice_columns", [] { return layout_of(choice_layout()); },
      "What a learner sees of an alternative: name, first column, columns.");
}
