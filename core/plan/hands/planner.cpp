// Which play or discard next: a sure clear if there is one; else the candidate with the best chance to clear.
#include "planner.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>

#include "elementary.h"
#include "hidden.h"
#include "round_model.h"
#include "step.h"

namespace jimbot {
namespace {

using namespace plan;

constexpr int kMaxCandidates = kMaxHands;
constexpr int kPlayOutsFrom = 16;  // redraws from which on the best few are also played out to the end
constexpr int kMaxPlayedOut = 16;
constexpr int kTries = 256;  // plays that may clear for sure
constexpr int kProofs = 16;  // redrawn games in which they must
constexpr int kForecasts = 256;  // play-outs for the chance to clear
struct Candidate {
  ActionKind kind;
  Cards cards;
  float score;  // of a play, on average
  float clears;  // chance that a play clears at once
  HandType type;
  float value;
  float drawn_score;  // rough score of the hand to come after a discard
  LightHand kept;  // cards that stay
  Drift drift;
};

// Highest first, equals in their order. (std::stable_sort would allocate.)
template <class T, class Key>
void sort_down(T* items, int n, Key key) {
  for (int i = 1; i < n; ++i) {
    const T item = items[i];
    int k = i;
    for (; k > 0 && key(items[k - 1]) < key(item); --k) items[k] = items[k - 1];
    items[k] = item;
  }
}
template <class T>
void by_value(T* items, int n) {
  sort_down(items, n, [](const T& item) { return item.value; });
}

Action action_of(ActionKind kind, Cards cards) {
  Action a{};
  a.kind = kind;
  for (; cards; cards &= cards - 1) a.cards[a.count++] = static_cast<std::uint8_t>(std::countr_zero(cards));
  return a;
}

// What is given up by playing these cards: Glass may break, Gold Cards and Blue Seals pay when held.
double given_up(const Game& g, const Play& play, const Tuning& tuning) {
  double dollars = 0;
  for (Cards left = play.cards; left; left &= left - 1) {
    const Card& card = g.cards[g.hand[std::countr_zero(left)]];
    if (card.debuffed()) continue;
    if (card.enhancement == Enhancement::glass && (play.scoring & (left & -left)))
      dollars += tuning.dollars_of_glass;
    if (card.enhancement == Enhancement::gold || card.seal == Seal::blue) dollars += tuning.dollars_of_held;
  }
  return dollars;
}

// The best play of each type, and among those that clear the blind for sure the one that costs least.
struct Plays {
  EnumArray<HandType, Play> of_type{};
  Play best{}, clearing{};

  Plays(const Game& g, PlayScorer& scorer, const Tuning& tuning) {
    double kept = 0;
    scorer.for_each_play([&](const Play& play) {
      Play& same = of_type[play.type];
      if (!same.cards || play.score > same.score) same = play;
      if (!best.cards || play.score > best.score) best = play;
      if (g.score + play.score - g.target < 0 || scorer.uncertain()) return;
      const double value = play.side - given_up(g, play, tuning) - tuning.dollars_of_card * count(play.cards);
      if (clearing.cards && value <= kept) return;
      clearing = play;
      kept = value;
    });
  }
};

class Planner {
 public:
  Planner(const Game& g, PlayScorer& scorer, const Plays& plays, const Pool& pool,
          std::span<const std::uint8_t> measured, const Tuning& tuning)
      : g_(g),
        tuning_(tuning),
        scorer_(scorer),
        plays_(plays),
        board_(scorer.seen(), measured),
        odds_(board_, g, pool, tuning),
        model_(g, board_, odds_, pool, tuning),
        need_(std::max(0.01f, bounded(g.target - g.score))) {
    for (Cards left = scorer.visible(); left; left &= left - 1) {
      const int i = std::countr_zero(left);
      board_.add(hand_, g.hand[i]);
      position_[g.hand[i]] = static_cast<std::uint8_t>(i);
    }
    by_ = board_.sort(hand_);
    keep_ = odds_.keep(hand_, by_);
  }

  // Without looking ahead: play when on pace, else discard by closed odds.
  Action at_once() {
    const Cards junk = discard_cards(keep_);
    const bool on_pace = plays_.best.score * board_.pace(g_.hands_left, g_.discards_left == 0) >= need_;
    if (g_.discards_left > 0 && junk && !on_pace) return action_of(ActionKind::discard, junk);
    if (!plays_.best.cards) return action_of(ActionKind::play, any_cards());
    return action_of(ActionKind::play, filled(plays_.best, keep_).cards);
  }

  Action look_ahead(const PlannerOptions& options, PolicyRandom& random, PricedHands* weighed) {
    add_candidates(options);
    if (count_ == 0) return action_of(ActionKind::play, any_cards());
    if (count_ > 1) {
      model_.deal(need_, g_.hands_left, g_.discards_left, 8 + options.samples, random);
      redraw(options.samples, random);
      if (options.samples >= kPlayOutsFrom) play_out(options.samples, random);
    }
    // Those that were not played out are worth no more than those that were.
    float least = candidates_[0].value;
    for (int i = 0; weighed && i < count_; ++i) {
      least = std::min(least, candidates_[i].value);
      weighed->push({action_of(candidates_[i].kind, candidates_[i].cards), least});
    }
    return action_of(candidates_[0].kind, candidates_[0].cards);
  }

  HandChoices choices(const PlannerOptions& options, PolicyRandom& random) {
    if (plays_.clearing.cards) add_play(plays_.clearing);
    add_candidates(options);
    if (count_ == 0) add(ActionKind::play, any_cards());
    if (options.samples > 0 && count_ > 1) {
      model_.deal(need_, g_.hands_left, g_.discards_left, 8 + options.samples, random);
      for (int i = 0; i < options.samples; ++i) add_values(random);
    }
    HandChoices out{need_, bounded(plays_.best.score), board_.usual(), {}};
    for (int i = 0; i < count_; ++i) out.all.push(choice_of(candidates_[i], std::max(1, options.samples)));
    return out;
  }

  // The share of redrawn rounds that are cleared when this is done now and the pace rule goes on.
  float forecast(ActionKind kind, Cards cards, int worlds, PolicyRandom& random) {
    Candidate& c = *add(kind, cards);
    if (kind == ActionKind::play && (cards & scorer_.visible())) {
      const bool sure = !(cards & scorer_.hidden()) && !scorer_.uncertain();
      judge(c, scorer_.score(cards & scorer_.visible()), sure ? 1 : tuning_.uncertain);
    }
    int cleared = 0;
    for (int i = 0; i < worlds && c.clears < 1; ++i) {
      DrawOrder order = model_.shuffled(random, count(scorer_.hidden()));
      PolicyRandom fate{random.next()};
      Later later = begin(c, order, fate);
      cleared += later.rest.hands > 0 && model_.play_out(later.hand, later.rest, later.world, fate) > 0;
    }
    return c.clears + (1 - c.clears) * static_cast<float>(cleared) / static_cast<float>(worlds);
  }

 private:
  void add_candidates(const PlannerOptions& options) {
    if (g_.discards_left > 0) add_discards(options.discards);
    add_plays();
  }

  HandChoice choice_of(const Candidate& c, int samples) {
    const bool plays = c.kind == ActionKind::play;
    HandChoice choice{.action = action_of(c.kind, c.cards),
                      .type = c.type,
                      .score = c.score,
                      .clears = c.clears,
                      .drawn_score = c.drawn_score,
                      .worth = c.value / static_cast<float>(samples)};
    if (plays && (c.cards & scorer_.visible())) {
      const Play play = scorer_.score(c.cards & scorer_.visible());
      choice.cheapest = c.cards == plays_.clearing.cards;
      choice.side = static_cast<float>(play.side);
      choice.given_up = static_cast<float>(given_up(g_, play, tuning_));
    }
    for (const Play& play : plays_.of_type)
      if (play.cards && !(play.scoring & c.cards)) choice.rest = std::max(choice.rest, bounded(play.score));
    int of_suit[4] = {}, of_rank[15] = {};
    for (Cards left = scorer_.visible() & ~c.cards; left; left &= left - 1) {
      const Card& card = g_.cards[g_.hand[std::countr_zero(left)]];
      ++choice.kept;
      if (card.stone()) continue;
      choice.suited = std::max(choice.suited, ++of_suit[static_cast<int>(card.suit)]);
      choice.alike = std::max(choice.alike, ++of_rank[card.rank]);
    }
    return choice;
  }

  void add_values(PolicyRandom& random) {
    DrawOrder order = model_.shuffled(random, count(scorer_.hidden()));
    const PolicyRandom fate{random.next()};
    for (int k = 0; k < count_; ++k) candidates_[k].value += value(candidates_[k], order, fate, false);
  }

  // All candidates meet the same draws.
  void redraw(int samples, PolicyRandom& random) {
    for (int i = 0; i < samples; ++i) {
      if (i > 0 && i == samples / 2) {
        by_value(candidates_, count_);
        count_ = std::min(count_, tuning_.second_half);
      }
      add_values(random);
    }
    for (int k = 0; k < count_; ++k) candidates_[k].value /= static_cast<float>(std::max(1, samples));
    by_value(candidates_, count_);
  }

  // Few play-outs alone would choose the luckiest, so the first estimate goes on counting.
  void play_out(int worlds, PolicyRandom& random) {
    int few = 0;
    while (few < std::min({count_, tuning_.played_out, kMaxPlayedOut}) &&
           candidates_[few].value > candidates_[0].value - tuning_.close)
      ++few;
    if (few < 2) return;
    float sums[kMaxPlayedOut] = {};
    for (int i = 0; i < worlds; ++i) {
      DrawOrder order = model_.shuffled(random, count(scorer_.hidden()));
      const PolicyRandom fate{random.next()};
      for (int k = 0; k < few; ++k) sums[k] += value(candidates_[k], order, fate, true);
    }
    for (int k = 0; k < few; ++k)
      candidates_[k].value = (tuning_.first_estimate * candidates_[k].value + sums[k]) /
                             (tuning_.first_estimate + static_cast<float>(worlds));
    by_value(candidates_, few);
  }

  struct Later {
    World world;
    LightHand hand;
    Rest rest;
  };

  // A world in which a candidate was played or discarded, and new cards drawn if hands are left.
  Later begin(const Candidate& c, DrawOrder& order, PolicyRandom& fate) const {
    const bool plays = c.kind == ActionKind::play;
    Later later{{order, count(scorer_.hidden())},
                c.kept,
                {need_, g_.hands_left, g_.discards_left, board_.allowed(), c.drift}};
    Rest& rest = later.rest;
    if (plays) {
      --rest.hands;
      rest.need -= c.score;
      rest.allowed = board_.after_playing(rest.allowed, c.type);
      if (rest.hands == 0) return later;
      model_.hook(later.hand, fate);
    } else {
      --rest.discards;
    }
    model_.refill(later.hand, rest, later.world, plays, fate);
    return later;
  }

  float value(const Candidate& c, DrawOrder& order, PolicyRandom fate, bool to_the_end) const {
    Later later = begin(c, order, fate);
    const Rest& rest = later.rest;
    float sure = 0;
    if (c.kind == ActionKind::play) {
      sure = tuning_.progress * c.score / need_ +
             c.clears * (1 + tuning_.hand_bonus * static_cast<float>(rest.hands));
      if (rest.hands == 0) return sure;
    }
    const float chance = to_the_end || board_.types_matter()
                             ? model_.play_out(later.hand, rest, later.world, fate)
                             : model_.value(later.hand, rest);
    return sure + (1 - c.clears) * chance;
  }

  Cards cards_of(Slots slots) const {
    Cards cards = 0;
    for (; slots; slots &= slots - 1)
      cards |= 1ull << position_[hand_.cards[static_cast<std::size_t>(std::countr_zero(slots))]];
    return cards;
  }
  Slots slots_of(Cards cards) const {
    Slots slots = 0;
    for (int i = 0; i < hand_.count; ++i)
      if (cards & cards_of(1ull << i)) slots |= 1ull << i;
    return slots;
  }

  // Face-down cards go first: nothing can be planned with them.
  Cards discard_cards(Slots keep) const {
    Cards cards = scorer_.required();
    for (Cards left = scorer_.hidden() & ~cards; left && count(cards) < kMaxPlayed; left &= left - 1)
      cards |= left & -left;
    return cards | cards_of(odds_.drop(hand_, keep | slots_of(cards), kMaxPlayed - count(cards)));
  }

  Cards any_cards() const {
    Cards cards = scorer_.required();
    for (int i = g_.hand.size() - 1; i >= 0 && count(cards) < kMaxPlayed; --i) cards |= 1ull << i;
    return cards;
  }

  // The play with junk up to five cards, where that does no harm: it brings as many new cards.
  Play filled(const Play& play, Slots keep) {
    const int room = kMaxPlayed - count(play.cards);
    if (room <= 0 || !model_.fills()) return play;
    const Cards junk = cards_of(odds_.drop(hand_, keep | slots_of(play.cards), room));
    if (!junk) return play;
    const Play more = scorer_.score(play.cards | junk);
    return more.score >= play.score ? more : play;
  }

  Candidate* add(ActionKind kind, Cards cards) {
    if (!cards || count_ == kMaxCandidates) return nullptr;
    for (int i = 0; i < count_; ++i)
      if (candidates_[i].kind == kind && candidates_[i].cards == cards) return nullptr;
    Candidate& c = candidates_[count_++];
    c = {};
    c.kind = kind;
    c.cards = cards;
    c.type = HandType::high_card;
    c.kept = hand_;
    c.kept.hidden = count(scorer_.hidden() & ~cards);
    remove(c.kept, slots_of(cards));
    if (kind == ActionKind::discard) {
      std::uint8_t out[kMaxPlayed];
      std::size_t n = 0;
      for (Cards left = cards & scorer_.visible(); left; left &= left - 1)
        out[n++] = g_.hand[std::countr_zero(left)];
      board_.after_discard(c.drift, {out, n}, count(cards & scorer_.hidden()));
    }
    return &c;
  }

  void add_play(const Play& play) {
    if (Candidate* c = add(ActionKind::play, play.cards)) judge(*c, play, tuning_.uncertain);
  }

  void judge(Candidate& c, const Play& play, float if_enough) {
    const Rolls rolls = scorer_.rolls(play);
    if (play.score >= need_)
      c.clears = if_enough;
    else if (rolls.most >= need_)
      c.clears = rolls.mean >= need_ ? tuning_.likely : tuning_.unlikely;
    c.type = play.type;
    c.score = std::min(bounded(rolls.mean), tuning_.short_of_need * need_);
    board_.after_hand(c.drift, play.type, count(play.cards));
  }

  // The best plays of different types with junk of two kinds; without discards also what would be discarded.
  void add_plays() {
    Play plays[kHandTypes];
    int n = 0;
    for (const Play& play : plays_.of_type)
      if (play.cards) plays[n++] = play;
    sort_down(plays, n, [](const Play& play) { return play.score; });
    for (int i = 0; i < std::min(n, tuning_.plays_looked_at); ++i)
      for (const Slots keep : {Slots{0}, keep_}) add_play(filled(plays[i], keep));
    if (g_.discards_left > 0) return;
    for_each_discard(tuning_.junk_plays, [&](Cards cards, float) {
      if (cards && !(cards & scorer_.hidden())) add_play(scorer_.score(cards));
    });
  }

  void add_discards(int most) {
    const int end = count_ + most;
    for_each_discard(kMaxCandidates, [&](Cards cards, float value) {
      if (count_ >= end) return;
      if (Candidate* c = add(ActionKind::discard, cards)) c->drawn_score = value;
    });
  }

  // What to throw away: by closed odds, round the best plays, round the best cards; the most promising first.
  template <class Fn>
  void for_each_discard(int most, Fn fn) {
    struct Discard {
      Slots keep;
      float value;
    } discards[kMaxCandidates];
    int n = 0;
    const auto put = [&](Slots keep, float value) {
      if (n < kMaxCandidates) discards[n++] = {keep, value};
    };
    odds_.for_each(hand_, by_, board_.usual(), put);
    odds_.for_each_long_shot(hand_, by_, put);
    for (const Play& play : plays_.of_type)
      if (play.cards) put(slots_of(play.scoring), bounded(play.score));
    put(1, 0);
    put(7, 0);
    by_value(discards, n);
    for (int i = 0; i < std::min(n, most); ++i) fn(discard_cards(discards[i].keep), discards[i].value);
  }

  const Game& g_;
  const Tuning& tuning_;
  PlayScorer& scorer_;
  const Plays& plays_;
  Board board_;
  DrawOdds odds_;
  RoundModel model_;
  float need_;
  LightHand hand_;  // visible cards
  SortedHand by_;
  Slots keep_;  // what a discard would keep
  std::array<std::uint8_t, kMaxCards> position_;
  Candidate candidates_[kMaxCandidates];
  int count_ = 0;
};

// Where The Hook or something face down may spoil a score: a play that clears in every redrawn game. Those that owe
// least to other cards come first.
Cards proven_clear(const Game& g, PlayScorer& scorer, PolicyRandom& random) {
  struct Try {
    Cards cards;
    double value;
  } tries[kTries];
  int n = 0;
  scorer.for_each_play([&](const Play& play) {
    if (n < kTries && g.score + play.score >= g.target)
      tries[n++] = {play.cards, std::min(play.score, scorer.score(play.cards, true).score)};
  });
  by_value(tries, n);
  Game worlds[kProofs];
  int drawn = 0;
  const auto clears = [&](const Action& action) {
    for (int i = 0; i < kProofs; ++i) {
      if (i == drawn) {
        worlds[drawn] = g;
        determinize(worlds[drawn++], random.next());
      }
      Game after = worlds[i];
      apply(after, action);
      if (after.score < g.target) return false;
    }
    return true;
  };
  for (int k = 0; k < n; ++k)
    if (clears(action_of(ActionKind::play, tries[k].cards))) return tries[k].cards;
  return 0;
}

bool looks_ahead(const PlannerOptions& options) { return options.discards > 0 || options.samples > 0; }

// The cards that estimates need: those in options, and these.
struct Measured {
  FixedVec<std::uint8_t, kMaxCards> cards{};

  Measured(const Game& g, const PlayScorer& scorer, const Pool& pool) {
    for (Cards left = scorer.visible(); left; left &= left - 1) cards.push(g.hand[std::countr_zero(left)]);
    for (int i = 0; i < pool.count; ++i) cards.push(pool.cards[static_cast<std::size_t>(i)]);
  }
  std::span<const std::uint8_t> span() const { return {cards.begin(), cards.end()}; }
};

}  // namespace

Action plan_hand(const Game& g, const PlannerOptions& options, PolicyRandom& random, PricedHands* weighed) {
  assert(g.phase == Phase::selecting_hand);
  const auto without_comparison = [&](const Action& action, double price) {
    if (weighed) weighed->push({action, price});
    return action;
  };
  PlayScorer scorer(g, options.tuning);
  const Plays plays(g, scorer, options.tuning);
  if (plays.clearing.cards) return without_comparison(action_of(ActionKind::play, plays.clearing.cards), 1);
  if (scorer.uncertain() && g.score + plays.best.score >= g.target)
    if (const Cards cards = proven_clear(g, scorer, random))
      return without_comparison(action_of(ActionKind::play, cards), 1);
  const Pool pool = unseen_cards(g);
  const bool ahead = looks_ahead(options);
  const Measured measured(g, scorer, ahead ? pool : Pool{});
  Planner planner(g, scorer, plays, pool, measured.span(), options.tuning);
  return ahead ? planner.look_ahead(options, random, weighed) : without_comparison(planner.at_once(), 0);
}

HandChoices hand_choices(const Game& g, const PlannerOptions& options, PolicyRandom& random) {
  assert(g.phase == Phase::selecting_hand);
  PlayScorer scorer(g, options.tuning);
  const Plays plays(g, scorer, options.tuning);
  const Pool pool = unseen_cards(g);
  const Measured measured(g, scorer, pool);
  Planner planner(g, scorer, plays, pool, measured.span(), options.tuning);
  return planner.choices(options, random);
}

double clear_chance(const Game& g, const Action& action, const PlannerOptions& options,
                    PolicyRandom& random) {
  assert(is_legal(g, action));
  PlayScorer scorer(g, options.tuning);
  const Plays plays(g, scorer, options.tuning);
  const Pool pool = unseen_cards(g);
  const Measured measured(g, scorer, pool);
  Planner planner(g, scorer, plays, pool, measured.span(), options.tuning);
  Cards cards = 0;
  for (int i = 0; i < action.count; ++i) cards |= 1ull << action.cards[static_cast<std::size_t>(i)];
  const double chance = planner.forecast(action.kind, cards, kForecasts, random);
  const int to_come = g.hands_left + g.discards_left - 2;  // the last play is no decision
  if (!looks_ahead(options) || chance >= 1 || to_come <= 0) return chance;
  const Tuning& tuning = options.tuning;
  const double odds = elementary::log((chance + 0.5 / kForecasts) / (1 - chance + 0.5 / kForecasts));
  const double foresight =
      tuning.foresight * std::sqrt(to_come) * options.samples / (options.samples + tuning.few_samples);
  return 1 / (1 + elementary::exp(-(tuning.predicted * odds + foresight)));
}

}  // namespace jimbot
