"""Train with all features of the framework."""

from jimbot.training.programs import train_with_framework

if __name__ == "__main__":
    train_with_framework()
