"""What LLVM gets for each word of the core: imported only to compile."""
