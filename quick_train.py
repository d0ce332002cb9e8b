"""Train one algorithm for about half a minute and see how it plays."""

from jimbot.training.programs import quick_train

if __name__ == "__main__":
    quick_train()
