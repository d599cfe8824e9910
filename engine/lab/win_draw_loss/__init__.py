"""The model behind UCI_ShowWDL, fitted to games."""
