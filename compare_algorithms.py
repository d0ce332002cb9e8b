"""Train several algorithms with the same settings and compare them."""

from jimbot.training.programs import compare_algorithms

if __name__ == "__main__":
    compare_algorithms()
