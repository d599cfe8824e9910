"""The experiments of the papers: declared, run, stored, and shown beside the printed tables."""
