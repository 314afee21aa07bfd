"""What every command says and asks in the same way: lists, colours, progress, guesses at a slip, manual pages."""
