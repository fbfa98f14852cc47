"""The Pacman laboratory: the demos of the lectures as experiments, a student's own agents, and an autograder."""
