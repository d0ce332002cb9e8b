// Rolls: a stream of the run, read at the present ante.
#pragma once
#include "state.h"

namespace jimbot {

inline double real(Game& g, Stream s) { return draw_real(g.rng, s, g.ante); }
// A roll whose outcome nobody needs: the stream moves on all the same.
inline void skip_roll(Game& g, Stream s) { draw_seed(g.rng, s, g.ante); }
inline int index_of(Game& g, Stream s, int n) { return draw_index(g.rng, s, g.ante, n); }

}  // namespace jimbot
