// The file: six whole numbers (units of the judge's layers and of the network's, its redraws and rounds), the judge's
// weights in half precision, in which they were kept, then the network's layers. web/weights.py writes it.
#include "weights.h"

#include <bit>
#include <cstring>

#include "wire.h"

namespace jimbot::web {
namespace {

Weights loaded;

float from_half(std::uint16_t half) {
  const std::uint32_t sign = (half & 0x8000u) << 16, exponent = half >> 10 & 31, digits = half & 1023u;
  if (exponent == 0) {
    const float tiny = static_cast<float>(digits) * 0x1p-24f;
    return sign ? -tiny : tiny;
  }
  return std::bit_cast<float>(sign | (exponent + 112) << 23 | digits << 13);
}

struct Reader {
  std::string_view left;
  bool ended = false;

  template <class T>
  void read(T* out, std::size_t count) {
    const std::size_t size = count * sizeof(T);
    if (ended = ended || left.size() < size; ended) return;
    std::memcpy(out, left.data(), size);
    left.remove_prefix(size);
  }
};

}  // namespace

const Weights& weights() { return loaded; }

JIMBOT_EXPORT(load_weights) int load_weights() {
  Reader file{given()};
  std::int32_t sizes[6] = {};
  file.read(sizes, 6);
  const plan::Judge::Shape judge{sizes[0], sizes[1]};
  const plan::Network::Shape network{sizes[2], sizes[3]};
  if (file.ended || !plan::Judge::is_allowed(judge) || !plan::Network::is_allowed(network))
    return refuse("these are no weights of a judge and a network");
  std::vector<std::uint16_t> halves(plan::Judge::weight_count(judge));
  file.read(halves.data(), halves.size());
  std::vector<float> layers[6];
  const auto counts = plan::Network::weight_counts(network);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    layers[i].resize(counts[i]);
    file.read(layers[i].data(), counts[i]);
  }
  if (file.ended || !file.left.empty())
    return refuse("the weights are of another version: load the page again");
  std::vector<float> all;
  for (const std::uint16_t half : halves) all.push_back(from_half(half));
  loaded.judge = std::make_shared<plan::Judge>(all, judge);
  loaded.network = std::make_shared<plan::Network>(
      plan::Network::Layers{layers[0], layers[1], layers[2], layers[3], layers[4], layers[5]}, network,
      plan::InputOptions{sizes[4], sizes[5]});
  return 0;
}

}  // namespace jimbot::web
