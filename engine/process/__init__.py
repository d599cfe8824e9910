"""The process around the engine: threads, processors, its end, texts, the version."""
