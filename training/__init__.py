"""The training framework under its short name: every module is that of ``jimbot.training``."""
