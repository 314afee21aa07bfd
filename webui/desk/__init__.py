"""The judge desk: a call by two judges, evidence for its question alone, a ruling, the pegs followed."""
