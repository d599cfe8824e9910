"""`sesame script`: the command language of AliBaba+ (Lazar 1995), for experiments."""
