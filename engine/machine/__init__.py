"""The compiler's room: what compiled code may say, how it is compiled, kept and called."""
