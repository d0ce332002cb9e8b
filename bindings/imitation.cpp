// Lessons, choices and rows for learners.
#include <nanobind/ndarray.h>
#include <nanobind/stl/shared_ptr.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <memory>

#include "bind.h"
#include "check.h"
#include "input_options.h"
#include "legal.h"
#include "lessons.h"
#include "released.h"
#include "search.h"
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

void add_row(Examples& rows, const Choices& choices) {
  const auto base = static_cast<std::uint32_t>(rows.choices.values.size());
  rows.choices.values.insert(rows.choices.values.end(), choices.features.values.begin(),
                             choices.features.values.end());
  for (const std::uint32_t end : choices.features.ends) rows.choices.ends.push_back(base + end);
  rows.positions.values.insert(rows.positions.values.end(), choices.position.begin(), choices.position.end());
  rows.positions.end_row();
  rows.choice_ends.push_back(static_cast<std::uint32_t>(rows.choices.ends.size()));
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

// How a network plays: 1 draws its choices by their probabilities, 0 takes the likeliest; an expert makes a share of
// the decisions in its place.
struct Manner {
  double temperature = 1, share = 0;
  Expert expert = {};
};

// One game of a network: what it saw and thought in its own decisions.
struct Drawn {
  Examples rows;
  std::vector<std::int32_t> taken;
  std::vector<float> chance;  // of what was taken, as a logarithm
  std::vector<float> clears;  // log odds, kBlinds for each decision
  Lesson lesson;
  std::unique_ptr<Game> kept;  // one of its shop entries and blind selects, if any was asked for
  std::int32_t kept_row = 0;  // the decision there

  // Positions before the blind of number `keep_from` are not kept.
  void play(const Network& network, Table table, const Manner& manner, int keep_from) {
    Choices choices;
    Network::Opinion opinion;
    PolicyRandom shares{table.draw_seed() - 1}, keeping{table.draw_seed() + 2};
    bool entered = true;  // a shop or a choice of blinds
    while (!table.over()) {
      const Phase phase = table.game().phase;
      if (phase == Phase::round_eval) {
        table.decide({{ActionKind::cash_out, 0, 0, {}}, {}});
        entered = true;
        continue;
      }
      const std::uint64_t draw_seed = table.draw_seed();
      list_choices(table.game(), network.inputs(), draw_seed, choices);
      std::size_t at = 0;
      if (choices.all.size() > 1) {
        if (manner.share > 0 && unit(shares) < manner.share) {
          table.decide_by(manner.expert, draw_seed + 1);
          continue;
        }
        network.judge(choices, opinion);
        at = draw(opinion, manner.temperature, PolicyRandom{draw_seed + 1});
        if (entered && plan::blind_number(table.game()) >= keep_from) keep(table.game(), keeping);
        entered = false;
        add_row(rows, choices);
        taken.push_back(static_cast<std::int32_t>(at));
        clears.insert(clears.end(), opinion.clears.begin(), opinion.clears.end());
      }
      table.decide(choices.all[at]);
      if (table.game().phase == Phase::blind_select && phase == Phase::shop) entered = true;
      if (table.game().phase == Phase::selecting_hand) entered = false;
    }
    lesson = table.lesson();
  }

 private:
  // Each of them as likely as any other.
  void keep(const Game& g, PolicyRandom& random) {
    if (random.below(++candidates_) != 0) return;
    if (!kept) kept = std::make_unique<Game>();
    *kept = g;
    kept_row = static_cast<std::int32_t>(taken.size());
  }

  static double unit(PolicyRandom& random) { return static_cast<double>(random.next() >> 11) * 0x1p-53; }

  std::size_t draw(const Network::Opinion& opinion, double temperature, PolicyRandom random) {
    const std::vector<float>& logits = opinion.logits;
    const auto likeliest = static_cast<std::size_t>(opinion.likeliest());
    const float most = logits[likeliest];
    const double scale = temperature > 0 ? temperature : 1;
    const auto share = [&](std::size_t i) { return std::exp(static_cast<double>(logits[i] - most) / scale); };
    double sum = 0;
    for (std::size_t i = 0; i < logits.size(); ++i) sum += share(i);
    std::size_t at = likeliest;
    if (temperature > 0) {
      double left = sum * unit(random);
      for (at = 0; at + 1 < logits.size(); ++at) {
        left -= share(at);
        if (left < 0) break;
      }
    }
    chance.push_back(static_cast<float>((logits[at] - most) / scale - std::log(sum)));
    return at;
  }

  std::uint32_t candidates_ = 0;
};

// Room for what many threads write, each its own part.
template <class T>
struct Column {
  std::size_t size;
  std::unique_ptr<T[]> values = std::make_unique_for_overwrite<T[]>(size);

  template <class From, class Write>
  void fill(std::size_t first, const std::vector<From>& from, const Write& write) {
    for (std::size_t i = 0; i < from.size(); ++i) values[first + i] = static_cast<T>(write(from[i]));
  }
  Array<T> array() {
    T* kept = values.release();
    return Array<T>(kept, {size}, nb::capsule(kept, [](void* p) noexcept { delete[] static_cast<T*>(p); }));
  }
};

// Games one after the other.
class Joined {
 public:
  struct Place {
    std::size_t positions = 0, rows = 0, features = 0, choices = 0;
    Place after(const Examples& rows_of) const {
      return {positions + rows_of.positions.values.size(), rows + rows_of.positions.ends.size(),
              features + rows_of.choices.values.size(), choices + rows_of.choices.ends.size()};
    }
  };
  explicit Joined(const Place& end) : size_(end) {}

  void put(const Drawn& game, const Place& at) {
    const auto index = [](const Feature& f) { return f.index; };
    const auto value = [](const Feature& f) { return f.value; };
    const auto same = [](auto x) { return x; };
    const auto behind = [](std::size_t base) { return [base](std::uint32_t end) { return base + end; }; };
    const Examples& rows = game.rows;
    position_index_.fill(at.positions, rows.positions.values, index);
    position_value_.fill(at.positions, rows.positions.values, value);
    position_end_.fill(at.rows, rows.positions.ends, behind(at.positions));
    choice_index_.fill(at.features, rows.choices.values, index);
    choice_value_.fill(at.features, rows.choices.values, value);
    choice_end_.fill(at.choices, rows.choices.ends, behind(at.features));
    row_end_.fill(at.rows, rows.choice_ends, behind(at.choices));
    taken_.fill(at.rows, game.taken, same);
    chance_.fill(at.rows, game.chance, same);
    clears_.fill(at.rows * plan::kBlinds, game.clears, same);
  }

  AnyDict arrays() {
    AnyDict out;
    out["position_index"] = position_index_.array();
    out["position_value"] = position_value_.array();
    out["position_end"] = position_end_.array();
    out["choice_index"] = choice_index_.array();
    out["choice_value"] = choice_value_.array();
    out["choice_end"] = choice_end_.array();
    out["row_end"] = row_end_.array();
    out["taken"] = taken_.array();
    out["chance"] = chance_.array();
    out["clears"] = clears_.array();
    return out;
  }

 private:
  Place size_;
  Column<std::uint16_t> position_index_{size_.positions}, choice_index_{size_.features};
  Column<float> position_value_{size_.positions}, choice_value_{size_.features};
  Column<std::uint32_t> position_end_{size_.rows}, choice_end_{size_.choices}, row_end_{size_.rows};
  Column<std::int32_t> taken_{size_.rows};
  Column<float> chance_{size_.rows}, clears_{size_.rows * plan::kBlinds};
};

AnyDict play_network(const Network& network, const std::vector<std::string>& seeds,
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
  std::vector<Lesson> lessons(count);
  std::vector<Drawn> games(count);
  std::optional<Joined> joined;
  std::vector<std::int32_t> decisions, furthest, end, kept_game, kept_row, kept_boss;
  std::vector<std::unique_ptr<Game>> kept;
  {
    const Released released;
    Workers workers(threads);
    workers.run(static_cast<int>(count), [&](int i) {
      const auto at = static_cast<std::size_t>(i);
      if (at >= seeds.size())
        return games[at].play(network, Table(positions[at - seeds.size()], draw_seeds[at], max_steps), manner,
                              keep_from);
      RunOptions run = run_of(seeds[at], deck, stake, challenge);
      run.target_percent = target_percent;
      games[at].play(network, Table(run, draw_seeds[at], max_steps), manner, keep_from);
    });
    std::vector<Joined::Place> places(1);
    for (std::size_t at = 0; at < count; ++at) {
      Drawn& game = games[at];
      if (game.kept) {
        kept_game.push_back(static_cast<std::int32_t>(at));
        kept_row.push_back(static_cast<std::int32_t>(places.back().rows) + game.kept_row);
        kept_boss.push_back(static_cast<std::int32_t>(game.kept->boss));
        kept.push_back(std::move(game.kept));
      }
      lessons[at] = game.lesson;
      places.push_back(places.back().after(game.rows));
      decisions.push_back(static_cast<std::int32_t>(game.taken.size()));
      furthest.push_back(game.lesson.furthest);
      end.push_back(game.lesson.end);
    }
    joined.emplace(places.back());
    workers.run(static_cast<int>(count), [&](int i) {
      const auto at = static_cast<std::size_t>(i);
      joined->put(games[at], places[at]);
      games[at] = {};
    });
  }
  AnyDict out = joined->arrays();
  out["lessons"] = list_of(lessons);
  out["decisions"] = array_of(std::move(decisions));
  out["furthest"] = array_of(std::move(furthest));
  out["end"] = array_of(std::move(end));
  nb::list positions_kept;
  for (const std::unique_ptr<Game>& g : kept) positions_kept.append(nb::cast(*g));
  out["kept"] = positions_kept;
  out["kept_game"] = array_of(std::move(kept_game));
  out["kept_row"] = array_of(std::move(kept_row));
  out["kept_boss"] = array_of(std::move(kept_boss));
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
      "play_network", &play_network, nb::arg("network"), nb::arg("seeds"), nb::arg("draw_seeds"),
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
