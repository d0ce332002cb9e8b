"""`jimbot mcp`: games, advice and facts for language models, by the Model Context Protocol."""
