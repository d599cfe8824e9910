"""The evaluation of AliBaba+: material and piece-square values."""
