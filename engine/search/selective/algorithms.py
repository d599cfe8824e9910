"""The choices of the option Algorithm, in its order."""

PVS, ALPHA_BETA, NEGA_SCOUT, MTD_F = range(4)
