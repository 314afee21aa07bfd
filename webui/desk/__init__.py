"""The judge desk: a call by two judges, evidence for its question alone, a ruling both sign, pegs until all is as ruled."""
