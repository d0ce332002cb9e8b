// The rows of the content tables: one row per card of the game, hooks and all.
#pragma once
#include <array>
#include <cstdint>
#include <span>

#include "state.h"

namespace jimbot {

struct Ctx;
enum class Reason : std::uint8_t;

using HandTypes = BitsOf<HandType>;
inline constexpr HandTypes kAllHandTypes = (1u << kHandTypes) - 1;

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

// Which joker a copier acts as.
enum class Copies : std::uint8_t { nothing, right_neighbour, leftmost };
// What a joker waits for: the round target it reads.
enum class Aim : std::uint8_t { none, idol, mail, castle, ancient };
// What Joker::extra holds.
enum class Extra : std::uint8_t {
  none,
  hand,          // the HandType listed
  cards_left,    // cards still to be discarded
  hands_before,  // hands played in the run when it was made; it rests for n2 hands at a time
};

// A joker. Hooks are in the order of a round, so a row reads as a timeline. A hook finds its joker in
// c.self (the copied one under Blueprint and Brainstorm; then c.copied is set and c.self must not change).
struct JokerRow {
  JokerId id;
  const char* key;
  const char* name;
  Rarity rarity;
  std::uint8_t cost;
  bool copyable = true;       // by Blueprint and Brainstorm
  Copies copies = Copies::nothing;
  bool harms_right = false;   // the joker to its right pays for what it does
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
  bool plain_targets = false;                   // cards without an edition only
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

// A voucher. While it is owned its figures hold: see content/vouchers.h for the sums over the owned ones.
struct VoucherRow {
  VoucherId id;
  const char* key;
  const char* name;
  std::uint8_t requires_voucher = kNone;
  double n = 0;
  const char* text;
  // Added up
  std::int8_t hands = 0, discards = 0, hand_size = 0, joker_slots = 0, consumable_slots = 0, shop_slots = 0;
  std::int8_t reroll_discount = 0;             // dollars
  std::int8_t ante = 0;                        // when it is redeemed
  // The highest counts
  std::uint8_t discount = 0;                   // percent of all prices
  std::uint8_t interest_cap = 0;               // money that earns interest
  std::uint8_t boss_reroll_price = 0;          // dollars for which the boss may be rerolled
  bool boss_rerolls_often = false;             // more than once an ante
  double edition_rate = 0;                     // how much more frequent editions are
  double tarot_rate = 0, planet_rate = 0, card_rate = 0;  // weights in the shop
  double card_enhanced = 0, card_edition = 0;  // shares of the playing cards in the shop
  double spectral_in_arcana = 0;               // chance of each card of an Arcana Pack
  bool most_played_planet = false;             // the first card of a Celestial Pack
  double planet_times_mult = 0;                // of a Planet held, when its hand is played
};

// The moment a tag waits for.
enum class TagType : std::uint8_t {
  store_joker_create,  // a slot of the shop row is filled
  store_joker_modify,  // a joker is in the shop row
  eval,                // the cash-out is reckoned
  voucher_add,         // the shop shows its vouchers
  new_blind_choice,    // on the blind select screen
  immediate,
  shop_final_pass,     // the shop is stocked: one tag a shop
  tag_add,             // another tag was gained: it is doubled
  round_start_bonus,   // a blind is selected
  shop_start,          // the shop opens: one tag a shop
};
// A tag. When its moment comes it is used up and its hook acts.
struct TagRow {
  TagId id;
  const char* key;
  const char* name;
  std::uint8_t min_ante;
  TagType type;
  double n = 0;
  Edition edition = Edition::none;  // of the next shop joker without one, which becomes free
  std::uint8_t pack = kNone;        // BoosterId that opens
  bool names_hand = false;          // it carries a poker hand (Tag::hand)
  const char* text;
  std::int64_t (*pays)(const Game&, int skips) = nullptr;  // dollars, at once
  bool (*waits)(const Game&) = nullptr;        // its moment came, but not yet for this tag
  bool (*stocks)(Ctx&, Item&) = nullptr;       // the card of a shop slot; false: nothing comes of it
  void (*use)(Ctx&, const Tag&) = nullptr;
};

// A blind. Figures and hooks hold while it is in force (blind_in_force); Small and Big Blind have none. They
// are in the order of a round.
struct BlindRow {
  BlindId id;
  const char* key;
  const char* name;
  double score_mult;
  std::uint8_t reward;
  std::uint8_t min_ante = 0;
  bool showdown = false;
  const char* text;
  // The round begins
  std::int8_t hand_size = 0;
  std::uint8_t only_hands = 0;  // 0: as many as ever
  bool no_discards = false;
  bool debuffs_played = false;  // cards played earlier this ante
  bool (*debuffs)(const Game&, const Card&) = nullptr;
  void (*selected)(Ctx&) = nullptr;
  // Cards are drawn
  std::uint8_t draws = 0;  // after a play or discard; 0: until the hand is full
  bool first_hand_face_down = false;
  bool face_down_after_play = false;
  std::uint8_t face_down_odds = 0;                        // n: 1 card in n
  bool (*face_down)(const Game&, const Card&) = nullptr;  // these cards, whenever they are drawn
  void (*drawn)(Ctx&, bool new_hand) = nullptr;           // new_hand: the first one, or after a play
  // A hand is played
  std::uint8_t discards_held = 0;   // random cards held, by each play
  std::int8_t dollars_per_card = 0;  // per card played
  std::uint8_t least_cards = 0;      // a hand of fewer is refused
  HandTypes (*allowed)(const Game&) = nullptr;  // other hand types are refused
  HandTypes (*allowed_after)(HandTypes allowed, HandType played) = nullptr;
  void (*hand_played)(Ctx&) = nullptr;  // also a refused one, before the score
  std::uint8_t levels_lost = 0;         // by the hand type played, before the score
  double base_factor = 1;               // on the base chips and mult of the hand type
  bool sets_off_matador = false;        // OP-50: it acts on every hand
  // It ends
  void (*joker_sold)(Ctx&) = nullptr;
  double target_divisor = 1;  // of the requirement when it is disabled
};

struct DeckRow {
  DeckId id;
  const char* key;
  const char* name;
  std::int8_t hands = 0, discards = 0, hand_size = 0, joker_slots = 0, consumable_slots = 0;
  std::int16_t dollars = 0;
  BitsOf<VoucherId> vouchers = 0;
  std::uint8_t consumables[2] = {kNone, kNone};
  std::uint8_t dollars_per_hand = 1, dollars_per_discard = 0;
  bool no_interest = false;
  double spectral_rate = 0;
  double blind_factor = 1;
  std::uint8_t boss_tag = kNone;  // TagId gained for each boss beaten
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
  BitsOf<VoucherId> vouchers = 0;
  std::span<const JokerId> banned_jokers = {};
  std::span<const ConsumableId> banned_consumables = {};
  BitsOf<VoucherId> banned_vouchers = 0;
  BitsOf<TagId> banned_tags = 0;
  BitsOf<BlindId> banned_blinds = 0;
  BitsOf<BoosterId> banned_boosters = 0;
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
using WeightSums = EnumArray<BoosterId, double>;
WeightSums booster_weight_sums(BitsOf<BoosterId> banned);

std::uint32_t hook_bits(JokerId id);

// Pools of jokers by rarity, in the game's order.
std::span<const JokerId> joker_pool(Rarity rarity);
// Regular bosses and finishers by byte order of their keys.
std::span<const BlindId> boss_order();

constexpr bool has(const Game& g, VoucherId id) { return g.vouchers & bit(id); }
constexpr bool has(const Game& g, Rule rule) { return g.rules & rule; }
inline bool in_challenge(const Game& g, ChallengeRule rule) {
  return g.challenge != kNone && (row(static_cast<ChallengeId>(g.challenge)).rules & rule);
}
constexpr bool is_boss(BlindId id) { return id > BlindId::big; }
// The blind whose rules hold now. Between rounds and once the boss is disabled that is Small Blind: no rules.
inline const BlindRow& blind_in_force(const Game& g) {
  return row(g.phase == Phase::selecting_hand && !g.blind_disabled ? g.blind : BlindId::small);
}

}  // namespace jimbot
