// How rounds ended, from what this device has seen itself.
import type { LogEntry, RoundResult } from "../lib/types";

export function roundsInLog(log: (LogEntry | null)[]): RoundResult[] {
  return log.flatMap((entry) => (entry && "round_over" in entry ? [entry.round_over] : []));
}
