// Who has won, in a headline: alone or with a partner, and "you" where one person looks at the own device.
import { listed, say } from "../lib/words.svelte";

/** The winner of a round, and in pairs the partner. */
export function winnersOf(winner: number, partners: number[] | null): number[] {
  const partner = partners?.[winner];
  return partner === undefined ? [winner] : [winner, partner];
}

export function wonRound(winners: number[], names: string[], you: number | null, round: number): string {
  const [isYou, others] = apart(winners, names, you);
  if (isYou) return others ? say("end.youWonRoundTogether", { names: others, round }) : say("end.youWonRound", { round });
  return say(winners.length > 1 ? "end.roundWonTogether" : "end.roundWon", { names: others, round });
}

export function wonMatch(winners: number[], names: string[], you: number | null): string {
  const [isYou, others] = apart(winners, names, you);
  if (isYou) return others ? say("end.youWonTogether", { names: others }) : say("end.youWon");
  return say(winners.length > 1 ? "end.wonTogether" : "end.won", { names: others });
}

function apart(winners: number[], names: string[], you: number | null): [isYou: boolean, others: string] {
  const others = winners.filter((seat) => seat !== you);
  return [others.length < winners.length, listed(others.map((seat) => names[seat] ?? ""))];
}
