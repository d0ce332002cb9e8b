// The rows of the content tables: one row per card of the game, hooks and all.
#pragma once
#include <array>
#include <cstdint>
#include <span>

#include "state.h"

namespace jimbot {

struct Ctx;
enum class Reason : std::uint8_t;

// Rules that a joker changes by being there; united over the active jokers in Game::rules.
enum Rule : std::uint32_t {
  kFourFingers = 1,
  kShortcut = 2,
  kSmeared = 4,
  kSplash = 8,
  kPareidolia = 16,
  kShowman = 32,
  kAstronomer = 64,
};

// One bit per hook, derived from the rows, so that a pass skips jokers that have nothing to say.
enum Hook : std::uint32_t {
  kBlindSelected = 1 << 0,
  kFirstHandDrawn = 1 << 1,
  kDiscardStarted = 1 << 2,
  kDiscarded = 1 << 3,
  kBefore = 1 << 4,
  kRetrigger = 1 << 5,
  kScored = 1 << 6,
  kHeld = 1 << 7,
  kRetriggerHeld = 1 << 8,
  kMain = 1 << 9,
  kOtherJoker = 1 << 10,
  kDestroys = 1 << 11,
  kAfter = 1 << 12,
  kCardDestroyed = 1 << 13,
  kCardsAdded = 1 << 14,
  kRoundEnd = 1 << 15,
  kPayout = 1 << 16,
  kRerolled = 1 << 17,
  kPackOpened = 1 << 18,
  kPackSkipped = 1 << 19,
  kConsumableUsed = 1 << 20,
  kSold = 1 << 21,
  kOtherSold = 1 << 22,
  kShopLeft = 1 << 23,
};

// What a joker waits for: the round target it reads.
enum class Aim : std::uint8_t { none, idol, mail, castle, ancient };
// What Joker::extra holds.
enum class Extra : std::uint8_t {
  none,
  hand,          // the HandType listed
  cards_left,    // cards still to be discarded
  hands_before,  // hands played in the run when it was made; it rests for n2 hands at a time
};

// A joker. Hooks stand in the order of a round, so a row reads as a timeline. A hook finds its joker in
// c.self (the copied one under Blueprint and Brainstorm; then c.copied is set and c.self must not change).
struct JokerRow {
  JokerId id;
  const char* key;
  const char* name;
  Rarity rarity;
  std::uint8_t cost;
  bool copyable = true;       // by Blueprint and Brainstorm
  bool eternal_ok = true;
  bool perishable_ok = true;
  double n = 0;               // the printed number; effect, text and docs read the same one
  double n2 = 0;              // a second one: gain, loss, odds
  double start = 0;           // Joker::value of a new one
  Enhancement gate = Enhancement::none;  // only in pools while the deck holds such a card
  const char* text;           // {n} {n2} {value} are filled in
  const char* shows = nullptr;  // behind the text: {value} {n} {rest} {target} are filled in
  Aim aim = Aim::none;
  Extra extra = Extra::none;
  double (*shown)(const Game&, const Joker&) = nullptr;  // the number it shows, where not Joker::value
  std::uint32_t rules = 0;
  std::int8_t hand_size = 0, hands = 0, discards = 0;  // while held and not debuffed
  void (*created)(Game&, Joker&) = nullptr;            // rolls and stamps of a new one
  void (*gained)(Ctx&) = nullptr;                      // it joined the joker line (not copied)
  void (*lost)(Ctx&) = nullptr;                        // it left the joker line (not copied)
  void (*blind_selected)(Ctx&) = nullptr;
  void (*first_hand_drawn)(Ctx&) = nullptr;
  void (*discard_started)(Ctx&) = nullptr;
  void (*discarded)(Ctx&, Card&) = nullptr;            // per card; c.last_card on the last one
  void (*before)(Ctx&) = nullptr;
  int (*retrigger)(Ctx&, const Card&) = nullptr;       // further triggers of a scoring card
  void (*scored)(Ctx&, Card&) = nullptr;
  void (*held)(Ctx&, Card&) = nullptr;
  int (*retrigger_held)(Ctx&, const Card&) = nullptr;
  void (*main)(Ctx&) = nullptr;
  void (*other_joker)(Ctx&, const Joker&) = nullptr;   // reaction to another joker in the joker phase
  bool (*destroys)(Ctx&, const Card&) = nullptr;       // a scoring card, after the score
  void (*after)(Ctx&) = nullptr;
  void (*card_destroyed)(Ctx&, const Card&) = nullptr;
  void (*cards_added)(Ctx&, int count) = nullptr;      // to the deck
  void (*round_end)(Ctx&) = nullptr;
  int (*payout)(Ctx&) = nullptr;                       // cash-out row (never copied)
  void (*rerolled)(Ctx&) = nullptr;
  void (*pack_opened)(Ctx&) = nullptr;
  void (*pack_skipped)(Ctx&) = nullptr;
  void (*consumable_used)(Ctx&, ConsumableId) = nullptr;
  void (*sold)(Ctx&) = nullptr;                        // itself (or a copier of it)
  void (*other_sold)(Ctx&) = nullptr;
  void (*shop_left)(Ctx&) = nullptr;
};

enum class Target : std::uint8_t { none, hand_cards, whole_hand };

// A tarot, planet or spectral card.
struct ConsumableRow {
  ConsumableId id;
  const char* key;
  const char* name;
  std::uint8_t cost;
  std::uint8_t target_min = 0, target_max = 0;  // hand cards to choose
  Target target = Target::none;                 // whole_hand: needs at least 2 cards in hand
  double n = 0, n2 = 0;
  const char* text;
  const char* shows = nullptr;                  // behind the text: {value} {last} are filled in
  double (*shown)(const Game&) = nullptr;       // {value}
  Reason (*refuse)(const Game&, bool from_slot) = nullptr;  // a further condition
  void (*use)(Ctx&);                            // chosen cards are in c.targets, in hand order
};

struct HandTypeRow {
  HandType id;
  const char* key;   // also its name
  const char* slug;
  int chips, mult, level_chips, level_mult;
  ConsumableId planet;
  bool secret;       // hidden until played
};

struct VoucherRow {
  VoucherId id;
  const char* key;
  const char* name;
  std::uint8_t requires_voucher = kNone;
  double n = 0;
  const char* text;
};

enum class TagType : std::uint8_t {
  store_joker_create,
  store_joker_modify,
  eval,
  voucher_add,
  new_blind_choice,
  immediate,
  shop_final_pass,
  tag_add,
  round_start_bonus,
  shop_start,
};
struct TagRow {
  TagId id;
  const char* key;
  const char* name;
  std::uint8_t min_ante;
  TagType type;
  double n = 0;
  Edition edition = Edition::none;
  std::uint8_t pack = kNone;  // BoosterId
  const char* text;
  std::int64_t (*pays)(const Game&, int skips) = nullptr;  // dollars, at once
};

struct BlindRow {
  BlindId id;
  const char* key;
  const char* name;
  double score_mult;
  std::uint8_t reward;
  std::uint8_t min_ante = 0;
  bool showdown = false;
  std::uint8_t debuffs_suit = kNone;  // Suit
  const char* text;
};

struct DeckRow {
  DeckId id;
  const char* key;
  const char* name;
  std::int8_t hands = 0, discards = 0, hand_size = 0, joker_slots = 0, consumable_slots = 0;
  std::int16_t dollars = 0;
  std::uint32_t vouchers = 0;
  std::uint8_t consumables[2] = {kNone, kNone};
  std::uint8_t dollars_per_hand = 1, dollars_per_discard = 0;
  bool no_interest = false;
  double spectral_rate = 0;
  double blind_factor = 1;
  const char* text;
};

struct StakeRow {
  Stake id;
  const char* key;
  const char* name;
  const char* text;
};

struct EnhancementRow {
  Enhancement id;
  const char* key;
  const char* name;
  double n, n2;
  const char* text;
};
struct EditionRow {
  Edition id;
  const char* key;
  const char* name;
  std::uint8_t price;
  double n;
  const char* text;
};
struct SealRow {
  Seal id;
  const char* key;
  const char* name;
  const char* text;
};
struct StickerRow {
  const char* key;
  const char* name;
  Stake from_stake;
  double n;
  const char* text;
};

struct BoosterRow {
  BoosterId id;
  const char* key;
  const char* name;
  BoosterKind kind;
  const char* size;
  std::uint8_t cost, cards, picks;
  double weight;
  bool deals_hand;
};

struct ChallengeJoker {
  JokerId id;
  Edition edition = Edition::none;
  bool eternal = false, pinned = false;
};
// Special rules of a challenge
enum ChallengeRule : std::uint32_t {
  kNoReward = 1 << 0,
  kNoHandMoney = 1 << 1,
  kNoInterest = 1 << 2,
  kChipsDollarCap = 1 << 3,
  kFlippedCards = 1 << 4,
  kLuxuryTax = 1 << 5,
  kAllEternal = 1 << 6,
  kDebuffPlayed = 1 << 7,
  kTypecast = 1 << 8,
  kInflation = 1 << 9,
  kNoShopJokers = 1 << 10,
  kDiscardCost = 1 << 11,
  kNoRewardSmallBig = 1 << 12,
};
enum class ChallengeDeck : std::uint8_t { standard, city, mad_world, medusa, red_seals, glass };
struct ChallengeRow {
  ChallengeId id;
  const char* key;
  const char* name;
  std::uint32_t rules = 0;
  // modifiers overwrite base values; -1 = untouched
  std::int16_t hands = -1, discards = -1, hand_size = -1, joker_slots = -1, dollars = -1;
  ChallengeDeck deck = ChallengeDeck::standard;
  std::span<const ChallengeJoker> jokers = {};
  std::span<const ConsumableId> consumables = {};
  std::uint32_t vouchers = 0;
  std::span<const JokerId> banned_jokers = {};
  std::span<const ConsumableId> banned_consumables = {};
  std::uint32_t banned_vouchers = 0;
  std::uint32_t banned_tags = 0;
  std::uint32_t banned_blinds = 0;
  std::uint32_t banned_boosters = 0;
  const char* text;
};

const JokerRow& row(JokerId id);
const ConsumableRow& row(ConsumableId id);
const HandTypeRow& row(HandType id);
const VoucherRow& row(VoucherId id);
const TagRow& row(TagId id);
const BlindRow& row(BlindId id);
const DeckRow& row(DeckId id);
const StakeRow& row(Stake id);
const EnhancementRow& row(Enhancement id);
const EditionRow& row(Edition id);
const SealRow& row(Seal id);
const BoosterRow& row(BoosterId id);
const ChallengeRow& row(ChallengeId id);
std::span<const StickerRow> sticker_rows();
// Weights of the packs added up in pool order; a banned pack adds nothing.
using WeightSums = std::array<double, kBoosterIds>;
WeightSums booster_weight_sums(std::uint32_t banned);

std::uint32_t hook_bits(JokerId id);

// Pools of jokers by rarity, in the game's order.
std::span<const JokerId> joker_pool(Rarity rarity);
// Regular bosses and finishers by byte order of their keys.
std::span<const BlindId> boss_order();

constexpr std::uint32_t bit(VoucherId id) { return 1u << static_cast<int>(id); }
constexpr std::uint32_t bit(TagId id) { return 1u << static_cast<int>(id); }
constexpr std::uint32_t bit(BlindId id) { return 1u << static_cast<int>(id); }
constexpr std::uint32_t bit(BoosterId id) { return 1u << static_cast<int>(id); }
constexpr bool has(const Game& g, VoucherId id) { return g.vouchers & bit(id); }
constexpr bool has(const Game& g, Rule rule) { return g.rules & rule; }
inline bool in_challenge(const Game& g, ChallengeRule rule) {
  return g.challenge != kNone && (row(static_cast<ChallengeId>(g.challenge)).rules & rule);
}

}  // namespace jimbot
