"""What every command says and asks in the same way: lists, colours, progress, guesses at typing errors, manual
pages."""
