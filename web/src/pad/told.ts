// A score pad in words.
import { gameTitle } from "../lib/games.svelte";
import { listed, number, say, shortDate } from "../lib/words.svelte";
import type { Pad, Sheet } from "./pads.svelte";
import { added, best, isCountedOnce, isOver, ranked, sideName, sidesOf, type Points } from "./scores";

export function wayName(sheet: Sheet, limit: number | null): string {
  if (sheet.name === "series") return say("pad.series");
  if (sheet.name === "first-to") return say("pad.firstTo", { n: limit ?? 0 });
  return say("pad.single");
}

export function wayTold(sheet: Sheet): string {
  const ways = { own: "pad.countsOwn", others: "pad.countsOthers", win: "pad.countsWin" } as const;
  const way = isCountedOnce(sheet) ? say("pad.countsOnce") : say(ways[sheet.counts]);
  return `${way} ${say(sheet.best === "lowest" ? "pad.bestLowest" : "pad.bestHighest")}`;
}

/** "Series, until somebody has 100 points". */
export function agreed(pad: Pad): string {
  const parts: string[] = [];
  if (pad.sheet.name !== "match") parts.push(wayName(pad.sheet, pad.limit));
  if (pad.limit !== null && pad.sheet.name !== "first-to") parts.push(say("pad.untilLimit", { n: pad.limit }));
  if (pad.rounds !== null && !isCountedOnce(pad.sheet)) parts.push(say("pad.untilRounds", { n: pad.rounds }));
  return parts.join(", ");
}

/** What is to be done next, or was done: round 3, or the one count at the end. */
export function roundName(pad: Pad, round: number): string {
  return isCountedOnce(pad.sheet) && round === 1 ? say("pad.theCount") : say("pad.round", { n: round });
}

export function result(pad: Pad, points: Points): string {
  const sides = sidesOf(pad);
  const winners = best(pad, points).map((side) => sides[side] ?? []);
  const names = listed(winners.flat().map((player) => pad.names[player] ?? ""));
  if (winners.length > 1) return say("pad.wonShared", { names });
  return winners[0]?.length === 1 ? say("pad.won", { name: names }) : say("pad.wonTogether", { names });
}

/** To be sent to friends. */
export function asText(pad: Pad, points: Points): string {
  const sides = sidesOf(pad);
  const name = (side: number): string => sideName(pad, sides[side] ?? []);
  const lines = [[gameTitle(pad.game), agreed(pad)].filter(Boolean).join(" – "), shortDate(pad.changed), ""];
  if (isOver(pad, points)) lines.push(result(pad, points), "");
  for (const { side, score, place } of ranked(pad, points)) lines.push(`${place}. ${name(side)}: ${number(score)}`);
  lines.push("");
  pad.played.forEach((round, index) => {
    const scores = added(pad, round, points).map((score, side) => `${name(side)} ${number(score)}`);
    lines.push(`${roundName(pad, index + 1)}: ${scores.join(", ")}`);
  });
  return lines.join("\n").trim() + "\n";
}
