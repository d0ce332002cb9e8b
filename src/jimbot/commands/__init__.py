"""The commands of `jimbot`, one module each. Modules with a command import the engine only inside it."""
