"""AlphaZero for any game of two: a policy and value network, taught by the games that its own search plays.

Silver and others 2018; root selection by Danihelka and others 2022 (Gumbel). What the network reads and how moves are
numbered follows from random games, so that no game needs to declare anything.
"""
