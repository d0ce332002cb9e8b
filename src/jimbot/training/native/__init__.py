"""The native trainer: masked PPO over the batch engine, with numpy and torch alone."""
