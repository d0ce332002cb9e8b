"""The native trainer: masked PPO over the batch engine."""
