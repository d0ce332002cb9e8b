// Which play or discard next: a sure clear if there is one; else the candidate with the best outlook.
#include "planner.h"

#include <algorithm>
#include <cassert>

#include "content/blinds.h"
#include "flow/blind.h"
#include "planner/outlook.h"

namespace jimbot {
namespace {

using namespace planner;

constexpr int kMostCandidates = 64;
constexpr int kPlaysLookedAt = 4;     // best plays of different types
constexpr float kFirstEstimate = 48;  // it counts as so many play-outs
constexpr int kSecondHalf = 8;  // candidates that get the second half of the redraws
constexpr float kClose = 0.15f;  // worse ones are not played out
constexpr int kPlayedOut = 6;         // candidates that are played out to the end
constexpr int kPlayOutsFrom = 16;     // samples from which on it is done
constexpr float kUncertain = 0.9f;    // a clear that The Hook or a face-down card may spoil

struct Candidate {
  ActionKind kind;
  Cards cards;
  float score;     // of a play
  HandType type;
  float value;
  LightHand kept;  // visible cards that stay
  int hidden;      // face-down ones that stay
};

// Highest first, equals in their order; std::stable_sort would allocate.
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

// The best play of each type, and the best one that clears the blind for sure.
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
      const double value = play.side - given_up(g, play) - 0.01 * __builtin_popcountll(play.cards);
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
        need_(static_cast<float>(g.target - g.score)) {
    for (Cards left = scorer.visible(); left; left &= left - 1) {
      const int i = __builtin_ctzll(left);
      board_.add(hand_, g.hand[i]);
      position_[g.hand[i]] = static_cast<std::uint8_t>(i);
    }
    by_ = board_.sort(hand_);
  }

  // Without looking ahead: play on pace, else dig by closed odds.
  Action at_once() {
    const Cards dig = discard_cards(digs_.keep(hand_, by_));
    const double behind = plays_.best.score * g_.hands_left - need_;
    if (g_.discards_left > 0 && dig && (behind < 0 || !plays_.best.cards))
      return action_of(ActionKind::discard, dig);
    if (!plays_.best.cards) return action_of(ActionKind::play, any_cards());
    return action_of(ActionKind::play, filled(plays_.best, digs_.keep(hand_, by_)).cards);
  }

  Action look_ahead(const PlannerOptions& options, PolicyRandom& random) {
    add_discards(options.discards);
    add_plays();
    if (count_ == 0) return action_of(ActionKind::play, any_cards());
    if (count_ == 1) return action_of(candidates_[0].kind, candidates_[0].cards);
    outlook_.deal(need_, g_.hands_left, g_.discards_left, 8 + options.samples, random);
    for (int i = 0; i < options.samples; ++i) {
      if (i > 0 && i == options.samples / 2) {  // the better ones get all of them
        by_value(candidates_, count_);
        count_ = std::min(count_, kSecondHalf);
      }
      const Pool order = outlook_.shuffled(random);
      const PolicyRandom fate{random.next()};
      for (int k = 0; k < count_; ++k) candidates_[k].value += value(candidates_[k], order, fate, false);
    }
    for (int k = 0; k < count_; ++k) candidates_[k].value /= static_cast<float>(std::max(1, options.samples));
    by_value(candidates_, count_);
    if (options.samples >= kPlayOutsFrom) play_out(options.samples, random);
    return action_of(candidates_[0].kind, candidates_[0].cards);
  }

 private:
  // The few best are played out in the same worlds; the first estimate counts as much as all of them.
  void play_out(int worlds, PolicyRandom& random) {
    int few = 0;
    while (few < std::min(count_, kPlayedOut) && candidates_[few].value > candidates_[0].value - kClose)
      ++few;
    if (few == 1) return;
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
    float progress = 0;
    outlook_.draw(hand, world, c.hidden);
    if (c.kind == ActionKind::discard) {
      --rest.discards;
    } else {
      --rest.hands;
      rest.need -= c.score;
      rest.allowed = board_.after_playing(rest.allowed, c.type);
      if (rest.need <= 0) return kUncertain * (1 + kHandBonus * static_cast<float>(rest.hands));
      if (rest.hands == 0) return 0.004f * c.score / need_;
      progress = 0.004f * c.score / need_;
      outlook_.hook(hand, fate);
    }
    outlook_.refill(hand, world);
    if (to_the_end) return progress + outlook_.play_out(hand, rest, world, fate);
    return progress + outlook_.value(hand, rest);
  }

  Cards cards_of(Slots slots) const {
    Cards cards = 0;
    for (; slots; slots &= slots - 1)
      cards |= 1ull << position_[hand_.cards[static_cast<std::size_t>(__builtin_ctzll(slots))]];
    return cards;
  }

  // Face-down cards go first: nothing can be planned with them.
  Cards discard_cards(Slots keep) const {
    Cards cards = scorer_.required();
    for (Cards left = scorer_.hidden() & ~cards; left && __builtin_popcountll(cards) < kMaxPlayed;
         left &= left - 1)
      cards |= left & -left;
    const int room = kMaxPlayed - __builtin_popcountll(cards);
    for (Slots out = digs_.drop(hand_, keep, room + 1); out; out &= out - 1) {
      const Cards one = cards_of(out & -out);
      if (!(cards & one) && __builtin_popcountll(cards) < kMaxPlayed) cards |= one;
    }
    return cards;
  }

  Cards any_cards() const {
    Cards cards = scorer_.required();
    for (int i = g_.hand.size() - 1; i >= 0 && __builtin_popcountll(cards) < kMaxPlayed; --i)
      cards |= 1ull << i;
    return cards;
  }

  // The play with junk up to five cards, where that does no harm: it brings as many new cards.
  Play filled(const Play& play, Slots keep) {
    const int room = kMaxPlayed - __builtin_popcountll(play.cards);
    if (room <= 0 || !outlook_.fills()) return play;
    Slots used = keep;
    for (int i = 0; i < hand_.count; ++i)
      if (play.cards & cards_of(1ull << i)) used |= 1ull << i;
    const Cards junk = cards_of(digs_.drop(hand_, used, room));
    if (!junk) return play;
    const Play more = scorer_.score(play.cards | junk);
    return more.score >= play.score ? more : play;
  }

  void add(ActionKind kind, Cards cards, double score, HandType type) {
    if (!cards || count_ == kMostCandidates) return;
    for (int i = 0; i < count_; ++i)
      if (candidates_[i].kind == kind && candidates_[i].cards == cards) return;
    Candidate& c = candidates_[count_++];
    c = {
        kind, cards, static_cast<float>(score), type, 0, {}, __builtin_popcountll(scorer_.hidden() & ~cards)};
    for (int i = 0; i < hand_.count; ++i) {
      const std::uint8_t index = hand_.cards[static_cast<std::size_t>(i)];
      if (!(cards & (1ull << position_[index])))
        c.kept.cards[static_cast<std::size_t>(c.kept.count++)] = index;
    }
  }

  void add_discards(int most) {
    if (g_.discards_left <= 0) return;
    struct Dig {
      Slots keep;
      float value;
    } digs[kMostCandidates];
    int n = 0;
    const auto put = [&](Slots keep, float value) {
      if (n < kMostCandidates) digs[n++] = {keep, value};
    };
    digs_.for_each(hand_, by_, put);
    for (const Play& play : plays_.of_type) {
      if (!play.cards) continue;
      Slots keep = 0;
      for (int i = 0; i < hand_.count; ++i)
        if (play.scoring & cards_of(1ull << i)) keep |= 1ull << i;
      put(keep, static_cast<float>(play.score));
    }
    put(1, 0);
    put(7, 0);
    by_value(digs, n);
    for (int i = 0; i < n && count_ < most; ++i)
      add(ActionKind::discard, discard_cards(digs[i].keep), 0, HandType::high_card);
  }

  // The best plays of different types, as they are and with junk; and what would be discarded, as a play.
  void add_plays() {
    const Slots keep = digs_.keep(hand_, by_);
    const int discards = count_;
    Play plays[kHandTypes];
    int n = 0;
    for (const Play& play : plays_.of_type)
      if (play.cards) plays[n++] = play;
    sort_down(plays, n, [](const Play& play) { return play.score; });
    for (int i = 0; i < std::min(n, kPlaysLookedAt); ++i) {
      for (const Slots kept : {Slots{0}, keep}) {
        const Play more = filled(plays[i], kept);
        add(ActionKind::play, more.cards, more.score, more.type);
      }
    }
    const Cards dig = discard_cards(keep);
    if (discards > 0 || !dig || (dig & scorer_.hidden())) return;
    const Play cycle = scorer_.score(dig);
    add(ActionKind::play, dig, cycle.score, cycle.type);
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
  std::array<std::uint8_t, kMaxCards> measured;
  std::size_t count = 0;
  for (Cards left = scorer.visible(); left; left &= left - 1)
    measured[count++] = g.hand[__builtin_ctzll(left)];
  const bool ahead = options.discards > 0 || options.samples > 0;
  if (ahead)
    for (int i = 0; i < pool.count; ++i) measured[count++] = pool.cards[static_cast<std::size_t>(i)];
  Planner planner(g, scorer, plays, pool, {measured.data(), count});
  return ahead ? planner.look_ahead(options, random) : planner.at_once();
}

}  // namespace jimbot
