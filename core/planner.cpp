// Which play or discard next: a sure clear if there is one; else the candidate with the best outlook.
#include "planner.h"

#include <algorithm>
#include <cassert>

#include "planner/outlook.h"

namespace jimbot {
namespace {

using namespace planner;

constexpr int kMostCandidates = 64;
constexpr int kPlaysLookedAt = 4;     // best plays of different types
constexpr int kSecondHalf = 8;        // candidates that get the second half of the redraws
constexpr int kPlayOutsFrom = 16;     // redraws from which on the best few are also played out to the end
constexpr int kPlayedOut = 6;         // how many
constexpr float kClose = 0.15f;       // worse ones are not played out
constexpr float kFirstEstimate = 48;  // the redraws count as so many play-outs
constexpr float kProgress = 0.004f;   // per part of the need scored: decides where no chance differs
constexpr float kUncertain = 0.9f;    // chance of a clear that The Hook or a face-down card may spoil
constexpr float kLikely = 0.6f, kUnlikely = 0.3f;  // of a clear by rolls

struct Candidate {
  ActionKind kind;
  Cards cards;
  float score;     // of a play, on average
  float clears;    // chance that a play clears at once
  HandType type;
  float value;
  LightHand kept;  // visible cards that stay
  int hidden;      // face-down ones that stay
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
  for (; cards; cards &= cards - 1) a.cards[a.count++] = static_cast<std::uint8_t>(__builtin_ctzll(cards));
  return a;
}

// What is given up by playing these cards: Glass may break, Gold Cards and Blue Seals pay when held.
double given_up(const Game& g, const Play& play) {
  double dollars = 0;
  for (Cards left = play.cards; left; left &= left - 1) {
    const Card& card = g.cards[g.hand[__builtin_ctzll(left)]];
    if (card.debuffed()) continue;
    if (card.enhancement == Enhancement::glass && (play.scoring & (left & -left))) dollars += 1.5;
    if (card.enhancement == Enhancement::gold || card.seal == Seal::blue) dollars += 3;
  }
  return dollars;
}

// The best play of each type, and among those that clear the blind for sure the one that costs least.
struct Plays {
  Play of_type[kHandTypes] = {};
  Play best{}, clearing{};

  Plays(const Game& g, PlayScorer& scorer) {
    double kept = 0;
    scorer.for_each_play([&](const Play& play) {
      Play& same = of_type[static_cast<std::size_t>(play.type)];
      if (!same.cards || play.score > same.score) same = play;
      if (!best.cards || play.score > best.score) best = play;
      if (g.score + play.score - g.target < 0 || scorer.uncertain()) return;
      const double value = play.side - given_up(g, play) - 0.01 * count(play.cards);
      if (clearing.cards && value <= kept) return;
      clearing = play;
      kept = value;
    });
  }
};

class Planner {
 public:
  Planner(const Game& g, PlayScorer& scorer, const Plays& plays, const Pool& pool,
          std::span<const std::uint8_t> measured)
      : g_(g),
        scorer_(scorer),
        plays_(plays),
        board_(scorer.seen(), measured),
        digs_(board_, g, pool),
        outlook_(g, board_, digs_, pool),
        need_(std::max(0.01f, bounded(g.target - g.score))) {
    for (Cards left = scorer.visible(); left; left &= left - 1) {
      const int i = __builtin_ctzll(left);
      board_.add(hand_, g.hand[i]);
      position_[g.hand[i]] = static_cast<std::uint8_t>(i);
    }
    by_ = board_.sort(hand_);
    keep_ = digs_.keep(hand_, by_);
  }

  // Without looking ahead: play when on pace, else dig by closed odds.
  Action at_once() {
    const Cards dig = discard_cards(keep_);
    const bool on_pace = plays_.best.score * g_.hands_left >= need_;
    if (g_.discards_left > 0 && dig && !on_pace) return action_of(ActionKind::discard, dig);
    if (!plays_.best.cards) return action_of(ActionKind::play, any_cards());
    return action_of(ActionKind::play, filled(plays_.best, keep_).cards);
  }

  Action look_ahead(const PlannerOptions& options, PolicyRandom& random) {
    if (g_.discards_left > 0) add_discards(options.discards);
    add_plays();
    if (count_ == 0) return action_of(ActionKind::play, any_cards());
    if (count_ > 1) {
      outlook_.deal(need_, g_.hands_left, g_.discards_left, 8 + options.samples, random);
      redraw(options.samples, random);
      if (options.samples >= kPlayOutsFrom) play_out(options.samples, random);
    }
    return action_of(candidates_[0].kind, candidates_[0].cards);
  }

 private:
  // All candidates meet the same draws.
  void redraw(int samples, PolicyRandom& random) {
    for (int i = 0; i < samples; ++i) {
      if (i > 0 && i == samples / 2) {
        by_value(candidates_, count_);
        count_ = std::min(count_, kSecondHalf);
      }
      const Pool order = outlook_.shuffled(random);
      const PolicyRandom fate{random.next()};
      for (int k = 0; k < count_; ++k) candidates_[k].value += value(candidates_[k], order, fate, false);
    }
    for (int k = 0; k < count_; ++k) candidates_[k].value /= static_cast<float>(std::max(1, samples));
    by_value(candidates_, count_);
  }

  // Few play-outs alone would choose the luckiest, so the first estimate goes on counting.
  void play_out(int worlds, PolicyRandom& random) {
    int few = 0;
    while (few < std::min(count_, kPlayedOut) && candidates_[few].value > candidates_[0].value - kClose)
      ++few;
    if (few < 2) return;
    float sums[kPlayedOut] = {};
    for (int i = 0; i < worlds; ++i) {
      const Pool order = outlook_.shuffled(random);
      const PolicyRandom fate{random.next()};
      for (int k = 0; k < few; ++k) sums[k] += value(candidates_[k], order, fate, true);
    }
    for (int k = 0; k < few; ++k)
      candidates_[k].value =
          (kFirstEstimate * candidates_[k].value + sums[k]) / (kFirstEstimate + static_cast<float>(worlds));
    by_value(candidates_, few);
  }

  float value(const Candidate& c, const Pool& order, PolicyRandom fate, bool to_the_end) const {
    World world{order};
    LightHand hand = c.kept;
    Rest rest{need_, g_.hands_left, g_.discards_left, board_.allowed()};
    float sure = 0;
    outlook_.draw(hand, world, c.hidden);
    if (c.kind == ActionKind::discard) {
      --rest.discards;
    } else {
      --rest.hands;
      rest.need -= c.score;
      rest.allowed = board_.after_playing(rest.allowed, c.type);
      sure = kProgress * c.score / need_ + c.clears * (1 + kHandBonus * static_cast<float>(rest.hands));
      if (rest.hands == 0) return sure;
      outlook_.hook(hand, fate);
    }
    outlook_.refill(hand, world);
    const float later = to_the_end ? outlook_.play_out(hand, rest, world, fate) : outlook_.value(hand, rest);
    return sure + (1 - c.clears) * later;
  }

  Cards cards_of(Slots slots) const {
    Cards cards = 0;
    for (; slots; slots &= slots - 1)
      cards |= 1ull << position_[hand_.cards[static_cast<std::size_t>(__builtin_ctzll(slots))]];
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
    return cards | cards_of(digs_.drop(hand_, keep | slots_of(cards), kMaxPlayed - count(cards)));
  }

  Cards any_cards() const {
    Cards cards = scorer_.required();
    for (int i = g_.hand.size() - 1; i >= 0 && count(cards) < kMaxPlayed; --i) cards |= 1ull << i;
    return cards;
  }

  // The play with junk up to five cards, where that does no harm: it brings as many new cards.
  Play filled(const Play& play, Slots keep) {
    const int room = kMaxPlayed - count(play.cards);
    if (room <= 0 || !outlook_.fills()) return play;
    const Cards junk = cards_of(digs_.drop(hand_, keep | slots_of(play.cards), room));
    if (!junk) return play;
    const Play more = scorer_.score(play.cards | junk);
    return more.score >= play.score ? more : play;
  }

  Candidate* add(ActionKind kind, Cards cards) {
    if (!cards || count_ == kMostCandidates) return nullptr;
    for (int i = 0; i < count_; ++i)
      if (candidates_[i].kind == kind && candidates_[i].cards == cards) return nullptr;
    Candidate& c = candidates_[count_++];
    c = {};
    c.kind = kind;
    c.cards = cards;
    c.hidden = count(scorer_.hidden() & ~cards);
    c.kept = hand_;
    remove(c.kept, slots_of(cards));
    return &c;
  }

  void add_play(const Play& play) {
    Candidate* c = add(ActionKind::play, play.cards);
    if (!c) return;
    const Rolls rolls = scorer_.rolls(play);
    if (play.score >= need_)
      c->clears = kUncertain;
    else if (rolls.most >= need_)
      c->clears = rolls.mean >= need_ ? kLikely : kUnlikely;
    c->type = play.type;
    c->score = std::min(bounded(rolls.mean), 0.95f * need_);
  }

  // The best plays of different types with junk of two kinds; without discards also what would be discarded.
  void add_plays() {
    Play plays[kHandTypes];
    int n = 0;
    for (const Play& play : plays_.of_type)
      if (play.cards) plays[n++] = play;
    sort_down(plays, n, [](const Play& play) { return play.score; });
    for (int i = 0; i < std::min(n, kPlaysLookedAt); ++i)
      for (const Slots keep : {Slots{0}, keep_}) add_play(filled(plays[i], keep));
    const Cards dig = discard_cards(keep_);
    if (g_.discards_left == 0 && dig && !(dig & scorer_.hidden())) add_play(scorer_.score(dig));
  }

  // By closed odds, round the best plays, round the best cards.
  void add_discards(int most) {
    struct Dig {
      Slots keep;
      float value;
    } digs[kMostCandidates];
    int n = 0;
    const auto put = [&](Slots keep, float value) {
      if (n < kMostCandidates) digs[n++] = {keep, value};
    };
    digs_.for_each(hand_, by_, put);
    for (const Play& play : plays_.of_type)
      if (play.cards) put(slots_of(play.scoring), bounded(play.score));
    put(1, 0);
    put(7, 0);
    by_value(digs, n);
    for (int i = 0; i < n && count_ < most; ++i) add(ActionKind::discard, discard_cards(digs[i].keep));
  }

  const Game& g_;
  PlayScorer& scorer_;
  const Plays& plays_;
  Board board_;
  Digs digs_;
  Outlook outlook_;
  float need_;
  LightHand hand_;  // visible cards
  SortedHand by_;
  Slots keep_;      // what a dig would keep
  std::array<std::uint8_t, kMaxCards> position_;
  Candidate candidates_[kMostCandidates];
  int count_ = 0;
};

}  // namespace

Action plan_hand(const Game& g, const PlannerOptions& options, PolicyRandom& random) {
  assert(g.phase == Phase::selecting_hand);
  PlayScorer scorer(g);
  const Plays plays(g, scorer);
  if (plays.clearing.cards) return action_of(ActionKind::play, plays.clearing.cards);
  const Pool pool = unseen_cards(g);
  const bool ahead = options.discards > 0 || options.samples > 0;
  FixedVec<std::uint8_t, kMaxCards> measured{};
  for (Cards left = scorer.visible(); left; left &= left - 1) measured.push(g.hand[__builtin_ctzll(left)]);
  for (int i = 0; ahead && i < pool.count; ++i) measured.push(pool.cards[static_cast<std::size_t>(i)]);
  Planner planner(g, scorer, plays, pool, {measured.begin(), measured.end()});
  return ahead ? planner.look_ahead(options, random) : planner.at_once();
}

}  // namespace jimbot
