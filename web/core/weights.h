// The judge and the network of the package, from one file of weights.
#pragma once
#include <memory>

#include "judge.h"
#include "network.h"

namespace jimbot::web {

struct Weights {
  std::shared_ptr<const plan::Judge> judge;
  std::shared_ptr<const plan::Network> network;
};
const Weights& weights();  // empty until they are loaded

}  // namespace jimbot::web
