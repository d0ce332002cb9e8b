// Saves.
#include "save.h"

#include <cstring>

#include "layout.h"

namespace jimbot {
namespace {

constexpr char kMagic[8] = {'J', 'I', 'M', 'B', 'O', 'T', 'S', '1'};
constexpr int kLayoutVersion = 1;  // raise it when a field changes its meaning without moving

std::uint64_t hash_bytes(const void* data, std::size_t size, std::uint64_t h = 0xCBF29CE484222325ull) {
  const unsigned char* p = static_cast<const unsigned char*>(data);
  for (std::size_t i = 0; i < size; ++i) h = (h ^ p[i]) * 0x100000001B3ull;
  return h;
}

}  // namespace

std::uint64_t layout_hash() {
  static const std::uint64_t kHash = [] {
    std::uint64_t h = hash_bytes(&kLayoutVersion, sizeof kLayoutVersion);
    const auto add = [&](const auto& value) { h = hash_bytes(&value, sizeof value, h); };
    const auto add_text = [&](const char* text) { h = hash_bytes(text, std::strlen(text) + 1, h); };
    for (const layout::Layout& each : layout::kLayouts) {
      add_text(each.name);
      for (std::size_t i = 0; i < each.count; ++i) {
        add_text(each.fields[i].name);
        add(each.fields[i].offset);
        add(each.fields[i].size);
      }
    }
    add(kStreams);
    add(kRunStreams);
    add(kAntePools);
    return h;
  }();
  return kHash;
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
