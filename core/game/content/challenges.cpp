// The 20 challenges: what they start with, change and ban.
#include "content.h"
#include "table.h"

namespace jimbot {
namespace {

using enum ChallengeId;

constexpr ChallengeJoker kOmeletteJokers[] = {
    {JokerId::egg}, {JokerId::egg}, {JokerId::egg}, {JokerId::egg}, {JokerId::egg}};
constexpr JokerId kOmeletteBans[] = {JokerId::to_the_moon, JokerId::rocket, JokerId::golden, JokerId::satellite};

constexpr ChallengeJoker kCityJokers[] = {
    {.id = JokerId::ride_the_bus, .eternal = true}, {.id = JokerId::shortcut, .eternal = true}};

constexpr ChallengeJoker kKnifeJokers[] = {{.id = JokerId::ceremonial, .eternal = true, .pinned = true}};

constexpr ChallengeJoker kMadWorldJokers[] = {
    {.id = JokerId::pareidolia, .edition = Edition::negative, .eternal = true},
    {.id = JokerId::business, .eternal = true}};

constexpr JokerId kNonPerishableBans[] = {
    JokerId::gros_michel, JokerId::ice_cream, JokerId::cavendish, JokerId::turtle_bean, JokerId::ramen,
    JokerId::diet_cola, JokerId::selzer, JokerId::popcorn, JokerId::mr_bones, JokerId::invisible, JokerId::luchador};

constexpr ChallengeJoker kMedusaJokers[] = {{.id = JokerId::marble, .eternal = true}};

constexpr ChallengeJoker kCreditCard[] = {{JokerId::credit_card}};

constexpr ChallengeJoker kBramPokerJokers[] = {{.id = JokerId::vampire, .eternal = true}};
constexpr ConsumableId kBramPokerCards[] = {ConsumableId::empress, ConsumableId::emperor};

constexpr ChallengeJoker kFragileJokers[] = {
    {.id = JokerId::oops, .edition = Edition::negative, .eternal = true},
    {.id = JokerId::oops, .edition = Edition::negative, .eternal = true}};
constexpr JokerId kFragileBans[] = {JokerId::marble, JokerId::vampire, JokerId::midas_mask, JokerId::certificate};
constexpr ConsumableId kFragileCardBans[] = {
    ConsumableId::magician, ConsumableId::empress, ConsumableId::heirophant, ConsumableId::chariot, ConsumableId::devil,
    ConsumableId::tower, ConsumableId::lovers, ConsumableId::incantation, ConsumableId::grim, ConsumableId::familiar};

constexpr ChallengeJoker kMonolithJokers[] = {
    {.id = JokerId::obelisk, .eternal = true},
    {.id = JokerId::marble, .edition = Edition::negative, .eternal = true}};

constexpr ChallengeJoker kBlastOffJokers[] = {
    {.id = JokerId::constellation, .eternal = true}, {.id = JokerId::rocket, .eternal = true}};
constexpr JokerId kBurglar[] = {JokerId::burglar};

constexpr ChallengeJoker kFiveCardJokers[] = {{JokerId::card_sharp}, {JokerId::joker}};
constexpr JokerId kFiveCardBans[] = {JokerId::juggler, JokerId::troubadour, JokerId::turtle_bean};

constexpr ConsumableId kJokerlessCardBans[] = {ConsumableId::judgement, ConsumableId::wraith, ConsumableId::soul};

constexpr std::uint32_t kStandardPacks =
    bit(BoosterId::standard_normal_1) | bit(BoosterId::standard_normal_2) | bit(BoosterId::standard_normal_3) |
    bit(BoosterId::standard_normal_4) | bit(BoosterId::standard_jumbo_1) | bit(BoosterId::standard_jumbo_2) |
    bit(BoosterId::standard_mega_1) | bit(BoosterId::standard_mega_2);
constexpr std::uint32_t kBuffoonPacks =
    bit(BoosterId::buffoon_normal_1) | bit(BoosterId::buffoon_normal_2) | bit(BoosterId::buffoon_jumbo_1) |
    bit(BoosterId::buffoon_mega_1);

constexpr ChallengeRow kChallengeRows[] = {
    {.id = omelette, .key = "c_omelette_1", .name = "The Omelette", .rules = kNoReward | kNoHandMoney | kNoInterest,
     .jokers = kOmeletteJokers, .banned_jokers = kOmeletteBans,
     .banned_vouchers = bit(VoucherId::seed_money) | bit(VoucherId::money_tree),
     .text = "Start with 5 Eggs; blinds, hands left and interest pay nothing"},
    {.id = city, .key = "c_city_1", .name = "15 Minute City", .deck = ChallengeDeck::city, .jokers = kCityJokers,
     .text = "Start with Ride the Bus and Shortcut; the deck has no A, 2, 3 but each J, Q, K twice"},
    {.id = rich, .key = "c_rich_1", .name = "Rich get Richer", .rules = kChipsDollarCap, .dollars = 100,
     .vouchers = bit(VoucherId::seed_money) | bit(VoucherId::money_tree),
     .text = "Start with $100, Seed Money and Money Tree; chips never exceed your money"},
    {.id = knife, .key = "c_knife_1", .name = "On a Knife's Edge", .jokers = kKnifeJokers,
     .text = "Start with an Eternal Ceremonial Dagger, always leftmost"},
    {.id = xray, .key = "c_xray_1", .name = "X-ray Vision", .rules = kFlippedCards,
     .text = "1 in 4 cards is drawn face down"},
    {.id = mad_world, .key = "c_mad_world_1", .name = "Mad World", .rules = kNoHandMoney | kNoInterest,
     .deck = ChallengeDeck::mad_world, .jokers = kMadWorldJokers, .banned_blinds = bit(BlindId::plant),
     .text = "Start with Pareidolia and Business Card and only 2 to 9; hands left and interest pay nothing"},
    {.id = luxury, .key = "c_luxury_1", .name = "The Luxury Tax", .rules = kLuxuryTax, .hand_size = 10,
     .text = "Hand size 10, 1 less for every $5 you have"},
    {.id = non_perishable, .key = "c_non_perishable_1", .name = "Non-Perishable", .rules = kAllEternal,
     .banned_jokers = kNonPerishableBans, .banned_blinds = bit(BlindId::final_leaf),
     .text = "All jokers are Eternal"},
    {.id = medusa, .key = "c_medusa_1", .name = "Medusa", .deck = ChallengeDeck::medusa, .jokers = kMedusaJokers,
     .text = "Start with Marble Joker; all J, Q, K are Stone Cards"},
    {.id = double_nothing, .key = "c_double_nothing_1", .name = "Double or Nothing", .rules = kDebuffPlayed,
     .deck = ChallengeDeck::red_seals,
     .text = "All cards have a Red Seal; cards that scored are debuffed for good"},
    {.id = typecast, .key = "c_typecast_1", .name = "Typecast", .rules = kTypecast,
     .banned_blinds = bit(BlindId::final_leaf),
     .text = "After the boss of ante 4 your jokers are Eternal and no more fit in"},
    {.id = inflation, .key = "c_inflation_1", .name = "Inflation", .rules = kInflation, .jokers = kCreditCard,
     .banned_vouchers = bit(VoucherId::clearance_sale) | bit(VoucherId::liquidation),
     .text = "Start with Credit Card; each purchase raises all prices by $1"},
    {.id = bram_poker, .key = "c_bram_poker_1", .name = "Bram Poker", .rules = kNoShopJokers,
     .jokers = kBramPokerJokers, .consumables = kBramPokerCards,
     .vouchers = bit(VoucherId::magic_trick) | bit(VoucherId::illusion),
     .text = "Start with Vampire, The Empress, The Emperor, Magic Trick and Illusion; no jokers in the shop row"},
    {.id = fragile, .key = "c_fragile_1", .name = "Fragile", .deck = ChallengeDeck::glass, .jokers = kFragileJokers,
     .banned_jokers = kFragileBans, .banned_consumables = kFragileCardBans,
     .banned_vouchers = bit(VoucherId::magic_trick) | bit(VoucherId::illusion), .banned_tags = bit(TagId::standard),
     .banned_boosters = kStandardPacks,
     .text = "Start with 2 Negative Oops! All 6s; all cards are Glass Cards"},
    {.id = monolith, .key = "c_monolith_1", .name = "Monolith", .jokers = kMonolithJokers,
     .text = "Start with Obelisk and a Negative Marble Joker"},
    {.id = blast_off, .key = "c_blast_off_1", .name = "Blast Off", .hands = 2, .discards = 2, .joker_slots = 4,
     .jokers = kBlastOffJokers, .vouchers = bit(VoucherId::planet_merchant) | bit(VoucherId::planet_tycoon),
     .banned_jokers = kBurglar, .banned_vouchers = bit(VoucherId::grabber) | bit(VoucherId::nacho_tong),
     .text = "2 hands, 2 discards, 4 joker slots; start with Constellation, Rocket, Planet Merchant and Planet Tycoon"},
    {.id = five_card, .key = "c_five_card_1", .name = "Five-Card Draw", .discards = 6, .hand_size = 5, .joker_slots = 7,
     .jokers = kFiveCardJokers, .banned_jokers = kFiveCardBans,
     .text = "6 discards, hand size 5, 7 joker slots; start with Card Sharp and Joker"},
    {.id = golden_needle, .key = "c_golden_needle_1", .name = "Golden Needle", .rules = kDiscardCost,
     .hands = 1, .discards = 6, .dollars = 10, .jokers = kCreditCard,
     .banned_jokers = kBurglar, .banned_vouchers = bit(VoucherId::grabber) | bit(VoucherId::nacho_tong),
     .text = "1 hand, 6 discards at $1 each, $10; start with Credit Card"},
    {.id = cruelty, .key = "c_cruelty_1", .name = "Cruelty", .rules = kNoRewardSmallBig, .joker_slots = 3,
     .text = "3 joker slots; Small and Big Blind pay no reward"},
    {.id = jokerless, .key = "c_jokerless_1", .name = "Jokerless", .rules = kNoShopJokers, .joker_slots = 0,
     .banned_consumables = kJokerlessCardBans, .banned_vouchers = bit(VoucherId::antimatter),
     .banned_tags = bit(TagId::rare) | bit(TagId::uncommon) | bit(TagId::holo) | bit(TagId::polychrome) |
                    bit(TagId::negative) | bit(TagId::foil) | bit(TagId::buffoon) | bit(TagId::top_up),
     .banned_blinds = bit(BlindId::final_acorn) | bit(BlindId::final_heart) | bit(BlindId::final_leaf),
     .banned_boosters = kBuffoonPacks,
     .text = "No jokers at all"},
};
static_assert(ids_in_order(kChallengeRows, kChallengeIds));

}  // namespace

const ChallengeRow& row(ChallengeId id) { return row_of(kChallengeRows, id); }

}  // namespace jimbot
