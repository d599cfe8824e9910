"""One file for each experiment; its `EXPERIMENT` is listed by `experiments/catalogue.py`."""
