// Threads play a game each; then each copies its games to their place.
#include "self_play.h"

#include "elementary.h"
#include "workers.h"

namespace jimbot::plan {
namespace {

double unit(PolicyRandom& random) { return static_cast<double>(random.next() >> 11) * 0x1p-53; }

// A choice, and the logarithm of its probability.
struct Drawn {
  std::size_t at;
  float chance;
};

Drawn draw(const std::vector<float>& logits, std::size_t likeliest, double temperature, PolicyRandom random) {
  const float most = logits[likeliest];
  const double scale = temperature > 0 ? temperature : 1;
  const auto share = [&](std::size_t i) {
    return elementary::exp(static_cast<double>(logits[i] - most) / scale);
  };
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
  return {at, static_cast<float>((logits[at] - most) / scale - elementary::log(sum))};
}

// One game: what the network saw and thought in its own decisions.
struct PlayedGame {
  Examples rows;
  std::vector<std::int32_t> taken;
  std::vector<float> chance, clears;
  Lesson lesson;
  std::unique_ptr<Game> kept;
  std::int32_t kept_row = 0;
  std::uint32_t candidates = 0;  // to be kept

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
        if (entered && blind_number(table.game()) >= keep_from) keep(table.game(), keeping);
        entered = false;
        at = note(choices, opinion, manner.temperature, PolicyRandom{draw_seed + 1});
      }
      table.decide(choices.all[at]);
      if (table.game().phase == Phase::blind_select && phase == Phase::shop) entered = true;
      if (table.game().phase == Phase::selecting_hand) entered = false;
    }
    lesson = table.lesson();
  }

 private:
  // What is taken.
  std::size_t note(const Choices& choices, const Network::Opinion& opinion, double temperature,
                   PolicyRandom random) {
    const auto likeliest = static_cast<std::size_t>(opinion.likeliest());
    const Drawn drawn = draw(opinion.logits, likeliest, temperature, random);
    add_row(rows, choices);
    taken.push_back(static_cast<std::int32_t>(drawn.at));
    chance.push_back(drawn.chance);
    clears.insert(clears.end(), opinion.clears.begin(), opinion.clears.end());
    return drawn.at;
  }

  // Each of them as likely as any other.
  void keep(const Game& g, PolicyRandom& random) {
    if (random.below(++candidates) != 0) return;
    if (!kept) kept = std::make_unique<Game>();
    *kept = g;
    kept_row = static_cast<std::int32_t>(taken.size());
  }
};

// Where the rows of a game begin.
struct Place {
  std::size_t positions = 0, rows = 0, features = 0, choices = 0;
  Place after(const Examples& game) const {
    return {positions + game.positions.values.size(), rows + game.positions.ends.size(),
            features + game.choices.values.size(), choices + game.choices.ends.size()};
  }
};

SelfPlayRows rows_with_room(const Place& end) {
  SelfPlayRows rows;
  rows.position_index = Column<std::uint16_t>(end.positions);
  rows.position_value = Column<float>(end.positions);
  rows.position_end = Column<std::uint32_t>(end.rows);
  rows.choice_index = Column<std::uint16_t>(end.features);
  rows.choice_value = Column<float>(end.features);
  rows.choice_end = Column<std::uint32_t>(end.choices);
  rows.row_end = Column<std::uint32_t>(end.rows);
  rows.taken = Column<std::int32_t>(end.rows);
  rows.chance = Column<float>(end.rows);
  rows.clears = Column<float>(end.rows * kBlinds);
  return rows;
}

template <class T, class From, class Write>
void fill(Column<T>& column, std::size_t first, const std::vector<From>& from, const Write& write) {
  for (std::size_t i = 0; i < from.size(); ++i) column.values[first + i] = static_cast<T>(write(from[i]));
}

void put(SelfPlayRows& out, const PlayedGame& game, const Place& at) {
  const auto index = [](const Feature& f) { return f.index; };
  const auto value = [](const Feature& f) { return f.value; };
  const auto as_it_is = [](auto x) { return x; };
  const auto behind = [](std::size_t base) { return [base](std::uint32_t end) { return base + end; }; };
  const Examples& rows = game.rows;
  fill(out.position_index, at.positions, rows.positions.values, index);
  fill(out.position_value, at.positions, rows.positions.values, value);
  fill(out.position_end, at.rows, rows.positions.ends, behind(at.positions));
  fill(out.choice_index, at.features, rows.choices.values, index);
  fill(out.choice_value, at.features, rows.choices.values, value);
  fill(out.choice_end, at.choices, rows.choices.ends, behind(at.features));
  fill(out.row_end, at.rows, rows.choice_ends, behind(at.choices));
  fill(out.taken, at.rows, game.taken, as_it_is);
  fill(out.chance, at.rows, game.chance, as_it_is);
  fill(out.clears, at.rows * kBlinds, game.clears, as_it_is);
}

}  // namespace

Table Starts::table(std::size_t at) const {
  if (at < runs.size()) return {runs[at], draw_seeds[at], max_steps};
  return {positions[at - runs.size()], draw_seeds[at], max_steps};
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

SelfPlay play_network(const Network& network, const Starts& starts, const Manner& manner, int threads) {
  const std::size_t count = starts.count();
  std::vector<PlayedGame> games(count);
  Workers workers(threads);
  workers.run(static_cast<int>(count), [&](int i) {
    const auto at = static_cast<std::size_t>(i);
    games[at].play(network, starts.table(at), manner, starts.keep_from);
  });
  SelfPlay out;
  std::vector<Place> places(1);
  for (std::size_t at = 0; at < count; ++at) {
    PlayedGame& game = games[at];
    if (game.kept)
      out.kept.push_back({static_cast<std::int32_t>(at),
                          static_cast<std::int32_t>(places.back().rows) + game.kept_row,
                          std::move(game.kept)});
    out.decisions.push_back(static_cast<std::int32_t>(game.taken.size()));
    out.lessons.push_back(std::move(game.lesson));
    places.push_back(places.back().after(game.rows));
  }
  out.rows = rows_with_room(places.back());
  workers.run(static_cast<int>(count), [&](int i) {
    const auto at = static_cast<std::size_t>(i);
    put(out.rows, games[at], places[at]);
    games[at] = {};
  });
  return out;
}

}  // namespace jimbot::plan
