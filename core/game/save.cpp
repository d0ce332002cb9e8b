// Saves.
#include "save.h"

#include <cstring>

namespace jimbot {
namespace {

constexpr char kMagic[8] = {'J', 'I', 'M', 'B', 'O', 'T', 'S', '1'};
constexpr int kLayoutVersion = 1;  // raise it when a field changes its meaning without moving

std::uint64_t hash_bytes(const void* data, std::size_t size) {
  const unsigned char* p = static_cast<const unsigned char*>(data);
  std::uint64_t h = 0xCBF29CE484222325ull;
  for (std::size_t i = 0; i < size; ++i) h = (h ^ p[i]) * 0x100000001B3ull;
  return h;
}

}  // namespace

std::uint64_t layout_hash() {
  const std::uint64_t facts[] = {kLayoutVersion,
                                 sizeof(Game),
                                 sizeof(Rng),
                                 sizeof(Card),
                                 sizeof(Joker),
                                 sizeof(Item),
                                 offsetof(Game, deck),
                                 offsetof(Game, ante),
                                 offsetof(Game, hands),
                                 offsetof(Game, score),
                                 offsetof(Game, cards),
                                 offsetof(Game, draw),
                                 offsetof(Game, jokers),
                                 offsetof(Game, shop),
                                 offsetof(Game, rules),
                                 kStreams,
                                 kRunStreams,
                                 kAntePools,
                                 kMaxCards,
                                 kMaxHand,
                                 kMaxJokers};
  return hash_bytes(facts, sizeof facts);
}

void save(const Game& g, std::span<std::byte, kSaveSize> out) {
  const std::uint64_t layout = layout_hash(), sum = hash_bytes(&g, sizeof g);
  std::memcpy(out.data(), kMagic, 8);
  std::memcpy(out.data() + 8, &layout, 8);
  std::memcpy(out.data() + 16, &sum, 8);
  std::memcpy(out.data() + kSaveHeader, &g, sizeof g);
}

LoadError load(std::span<const std::byte> bytes, Game& out) {
  if (bytes.size() < kSaveHeader || std::memcmp(bytes.data(), kMagic, 8) != 0) return LoadError::not_a_save;
  std::uint64_t layout, sum;
  std::memcpy(&layout, bytes.data() + 8, 8);
  std::memcpy(&sum, bytes.data() + 16, 8);
  if (layout != layout_hash()) return LoadError::other_layout;
  if (bytes.size() != kSaveSize) return LoadError::wrong_size;
  Game g;
  std::memcpy(static_cast<void*>(&g), bytes.data() + kSaveHeader, sizeof g);
  if (hash_bytes(&g, sizeof g) != sum || !is_sound(g)) return LoadError::damaged;
  std::memcpy(static_cast<void*>(&out), &g, sizeof g);
  return LoadError::none;
}

}  // namespace jimbot
