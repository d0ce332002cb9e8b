"""Games behind the real game's protocol: server, client, agents at the table, parity with the real game."""
