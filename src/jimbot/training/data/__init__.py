"""Data to learn from: expert games, kept in shards or as records, played again and labelled again."""
