// How rounds ended, from what this device has seen itself.
import type { LogEntry, RoundResult } from "../lib/types";

export function roundsInLog(log: LogEntry[]): RoundResult[] {
  return log.flatMap((entry) => ("round_over" in entry ? [entry.round_over as unknown as RoundResult] : []));
}
