// Seeds and named streams, bit-exact with the game: a string hash starts each stream, each use advances
// it, rounds it to 13 decimals and seeds a fresh LuaJIT generator. Build with FP contraction off.
#pragma once
#include <cstdint>
#include <string_view>

#include "fixed_vec.h"
#include "types.h"

namespace jimbot {

// Every stream: id, text before the ante, text after it. Streams of a run carry no ante.
// clang-format off
#define JIMBOT_RUN_STREAMS(X)                                                                        \
  X(boss, "boss") X(voucher_tag, "Voucher_fromtag") X(orbital, "orbital") X(shuffle, "shuffle")      \
  X(erratic, "erratic") X(omen_globe, "omen_globe") X(illusion, "illusion")                          \
  X(wheel_of_fortune, "wheel_of_fortune") X(aura, "aura") X(ectoplasm, "ectoplasm") X(hex, "hex")    \
  X(ankh, "ankh_choice") X(sigil, "sigil") X(ouija, "ouija") X(random_destroy, "random_destroy")     \
  X(familiar, "familiar_create") X(grim, "grim_create") X(incantation, "incantation_create")         \
  X(spectral_card, "spe_card") X(immolate, "immolate") X(lucky_mult, "lucky_mult")                   \
  X(lucky_money, "lucky_money") X(glass, "glass") X(misprint, "misprint")                            \
  X(gros_michel, "gros_michel") X(cavendish, "cavendish") X(eight_ball, "8ball")                     \
  X(business, "business") X(bloodstone, "bloodstone") X(parking, "parking") X(space, "space")        \
  X(marble_front, "marb_fr") X(certificate_front, "cert_fr") X(certificate_seal, "certsl")           \
  X(invisible, "invisible") X(perkeo, "perkeo") X(madness, "madness") X(to_do, "to_do")              \
  X(hook, "hook") X(wheel, "wheel") X(cerulean_bell, "cerulean_bell")                                \
  X(crimson_heart, "crimson_heart") X(amber_acorn, "aajk") X(flipped_card, "flipped_card")           \
  X(legendary, "Joker4")

#define JIMBOT_ANTE_POOLS(X)                                                                         \
  X(common_shop, "Joker1sho", "") X(uncommon_shop, "Joker2sho", "") X(rare_shop, "Joker3sho", "")    \
  X(common_buffoon, "Joker1buf", "") X(uncommon_buffoon, "Joker2buf", "")                            \
  X(rare_buffoon, "Joker3buf", "") X(common_judgement, "Joker1jud", "")                              \
  X(uncommon_judgement, "Joker2jud", "") X(rare_judgement, "Joker3jud", "")                          \
  X(common_riff_raff, "Joker1rif", "") X(common_top_up, "Joker1top", "")                             \
  X(uncommon_tag, "Joker2uta", "") X(rare_tag, "Joker3rta", "") X(rare_wraith, "Joker3wra", "")      \
  X(tarot_shop, "Tarotsho", "") X(tarot_arcana, "Tarotar1", "") X(tarot_emperor, "Tarotemp", "")     \
  X(tarot_vagabond, "Tarotvag", "") X(tarot_superposition, "Tarotsup", "")                           \
  X(tarot_cartomancer, "Tarotcar", "") X(tarot_hallucination, "Tarothal", "")                        \
  X(tarot_eight_ball, "Tarot8ba", "") X(planet_shop, "Planetsho", "")                                \
  X(planet_celestial, "Planetpl1", "") X(planet_priestess, "Planetpri", "")                          \
  X(spectral_shop, "Spectralsho", "") X(spectral_pack, "Spectralspe", "")                            \
  X(spectral_arcana, "Spectralar2", "") X(spectral_seance, "Spectralsea", "")                        \
  X(spectral_sixth, "Spectralsixth", "") X(voucher, "Voucher", "") X(tag, "Tag", "")

#define JIMBOT_ANTE_STREAMS(X)                                                                       \
  X(slot_type, "cdt", "") X(rarity_shop, "rarity", "sho") X(rarity_buffoon, "rarity", "buf")         \
  X(rarity_judgement, "rarity", "jud") X(enhanced_shop, "Enhancedsho", "")                           \
  X(enhanced_standard, "Enhancedsta", "") X(front_shop, "frontsho", "")                              \
  X(front_standard, "frontsta", "") X(sticker_shop, "etperpoll", "") X(sticker_pack, "packetper", "") \
  X(rental_shop, "ssjr", "") X(rental_pack, "packssjr", "") X(edition_shop, "edisho", "")            \
  X(edition_buffoon, "edibuf", "") X(edition_judgement, "edijud", "") X(edition_wraith, "ediwra", "") \
  X(edition_soul, "edisou", "") X(edition_riff_raff, "edirif", "") X(edition_top_up, "editop", "")   \
  X(edition_uncommon_tag, "ediuta", "") X(edition_rare_tag, "edirta", "")                            \
  X(standard_set, "stdset", "") X(standard_edition, "standard_edition", "")                          \
  X(standard_seal, "stdseal", "") X(standard_seal_type, "stdsealtype", "")                           \
  X(shop_pack, "shop_pack", "") X(soul_tarot, "soul_Tarot", "") X(soul_planet, "soul_Planet", "")    \
  X(soul_spectral, "soul_Spectral", "") X(hallucination, "halu", "") X(round_shuffle, "nr", "")      \
  X(cash_out_shuffle, "cashout", "") X(idol, "idol", "") X(mail, "mail", "") X(castle, "cas", "")    \
  X(ancient, "anc", "")

enum class Stream : std::uint8_t {
#define JIMBOT_ID(id, ...) id,
  JIMBOT_RUN_STREAMS(JIMBOT_ID)
  JIMBOT_ANTE_POOLS(JIMBOT_ID)
  JIMBOT_ANTE_STREAMS(JIMBOT_ID)
#undef JIMBOT_ID
};
#define JIMBOT_ONE(...) +1
inline constexpr int kRunStreams = 0 JIMBOT_RUN_STREAMS(JIMBOT_ONE);
inline constexpr int kAntePools = 0 JIMBOT_ANTE_POOLS(JIMBOT_ONE);
inline constexpr int kAnteStreams = kAntePools JIMBOT_ANTE_STREAMS(JIMBOT_ONE);
inline constexpr int kStreams = kRunStreams + kAnteStreams;
#undef JIMBOT_ONE
// clang-format on

inline constexpr int kMaxKey = 40;
inline constexpr int kDeepestResample = 255;

// The streams of one ante. `first_resample` serves redraws of the pools; deeper ones are counted below.
struct AnteStreams {
  std::int32_t ante;
  std::uint8_t in_use;
  std::array<std::uint8_t, 3> orbital_hands;  // Small, Big, Boss: 1 + HandType, 0 before the ante begins
  std::array<double, kAnteStreams> state;
  std::array<double, kAntePools> first_resample;
};

// One pool draw that had to be redrawn past "_resample2": which pool, at which ante, how deep.
struct DeepResample {
  std::int16_t ante;
  std::uint8_t stream;
  std::uint8_t depth;
};

// A stream that was never used holds 0, or its hash as a negative number while it waits. The ante falls by at most 2 in a run (Hieroglyph, Petroglyph are
// redeemed once each), so the streams of three antes are all that can be used again.
struct Rng {
  double seed_hash;
  std::array<double, kMaxKey> tail;  // hash of the seed alone behind a key of that length
  std::array<double, kRunStreams> run;
  std::array<double, 2> run_resample;  // legendary, voucher_tag
  std::array<AnteStreams, 3> antes;
  FixedVec<DeepResample, kMaxDeepResamples, std::uint32_t> deep;
  std::array<char, kMaxSeed> seed;
  std::uint32_t seed_length;
};

// LuaJIT's generator: four linear registers, ten outputs thrown away after seeding.
struct LuaRandom {
  std::array<std::uint64_t, 4> word;
  void seed(double d);
  std::uint64_t next();
  double real();
  int integer(int low, int high);  // both included
};

double hash_text(std::string_view text);
double round13(double y);
double advance_stream(double state);

void seed_rng(Rng& rng, std::string_view seed);
AnteStreams& streams_of(Rng& rng, int ante);
std::string_view seed_text(const Rng& rng);
// The key text of a stream at an ante, with "_resampleN" when resample is 2 or more. Returns its length.
int stream_key(Stream stream, int ante, int resample, char (&out)[kMaxKey]);

// One use of a stream: the number that seeds the generator.
double draw_seed(Rng& rng, Stream stream, int ante);
// Where the redraws "_resample2" to "_resample9" of one pool start: hashed together when the first is needed.
struct ResampleStarts {
  std::array<double, 8> start;
  bool ready = false;
};
double draw_resample_seed(Rng& rng, Stream pool, int ante, int resample, ResampleStarts& starts);
// Remembers that a pool draw was redrawn up to "_resample<depth>" (depth 3 or more). False: no room left.
bool note_resample_depth(Rng& rng, Stream pool, int ante, int depth);

double draw_real(Rng& rng, Stream stream, int ante);
int draw_index(Rng& rng, Stream stream, int ante, int n);  // 0 .. n-1
int draw_integer(Rng& rng, Stream stream, int ante, int low, int high);

// Draws from a pool of n entries in fixed order; entries that may not appear stay as holes and are
// redrawn from the resample streams. Returns -1 when every entry is a hole. `ok` turns false when the
// record of deep redraws is full.
template <class Available>
int draw_from_pool(Rng& rng, Stream pool, int ante, int n, bool& ok, Available available) {
  int i = draw_index(rng, pool, ante, n);
  if (available(i)) return i;
  int first = 0;
  while (first < n && !available(first)) ++first;
  if (first == n) return -1;
  int depth = 1;
  ResampleStarts starts;
  do {
    LuaRandom random;
    random.seed(draw_resample_seed(rng, pool, ante, ++depth, starts));
    i = random.integer(0, n - 1);
    // A seed whose hash fails draws the same entry for ever: the game would hang there.
    if (depth == kDeepestResample) i = first;
  } while (!available(i));
  if (depth >= 3 && !note_resample_depth(rng, pool, ante, depth)) ok = false;
  return i;
}

}  // namespace jimbot
