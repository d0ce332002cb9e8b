"""The real game's protocol: server, client, pool and launcher."""
