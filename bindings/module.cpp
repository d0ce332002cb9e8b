// jimbot._core
#include "bind.h"

NB_MODULE(_core, m) {
  m.doc() = "The native Balatro engine behind jimbot.";
  nb::set_leak_warnings(false);  // a game that lives until the interpreter ends is no leak
  bind_parts(m);
  bind_game(m);
  bind_content(m);
  bind_texts(m);
  bind_dealer(m);
  bind_tinker(m);
  bind_rng(m);
  bind_seeds(m);
  bind_playouts(m);
  bind_planner(m);
  bind_batch(m);
  bind_strategist(m);
  bind_relations(m);
  bind_imitation(m);
  bind_network(m);
  bind_build(m);
}
