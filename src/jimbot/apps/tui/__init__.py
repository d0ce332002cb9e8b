"""The terminal app: play, assist, watch, replay, train. Needs Textual."""
