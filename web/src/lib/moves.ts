// Moves in words, and what came of them, with the patterns and sentences that the server gives.
//
// One of the people may be called "you". Then a sentence that speaks of them is exchanged for its variant: `_you` if
// they are the one who acts ({name}), `_your` if they are the other ({other}). A pronoun never stands for a name.
import { games } from "./games.svelte";
import type { FactSeen, GameName, PlayedSeen, RoundOverSeen } from "./types";
import { fill, signed, type Values } from "./words.svelte";

type Person = number | null;
const CARDS = ["card", "second", "theirs"];
const WRITTEN = ["change", "top"];

/** As an offer: "put 36 on 31". */
export function toDo(game: GameName, move: string, names: string[], you: Person = null): string {
  const { name, values } = read(game, move);
  return name === null ? signed(move) : tell(game, `do.${name}`, values, names, you);
}

/** As news, and what came of it: "Bo played Skip → 56. Ada is skipped.". */
export function done(game: GameName, { player, move, came }: PlayedSeen, names: string[], you: Person = null): string {
  const { name, values } = read(game, move);
  if (name === null) return signed(move);
  return joined([tell(game, `done.${name}`, { seat: player, ...values }, names, you), ...told(game, came, names, you)]);
}

/** The end of a round: "Bo won round 2". */
export function roundOver(game: GameName, { came }: RoundOverSeen, names: string[], you: Person = null): string {
  return joined(told(game, came, names, you));
}

/** What a move is sure to lead to: "Skip once more, Ada is skipped"; empty if there is nothing to say. */
export function willCome(game: GameName, facts: FactSeen[], names: string[], you: Person = null): string {
  return facts.map(({ what, values }) => tell(game, `will.${what}`, values, names, you)).join(", ");
}

/** A card as it stands in a sentence; numbers are their own names. */
export function cardName(game: GameName, card: string): string {
  return games.named(game)?.cards[card] ?? signed(card);
}

function read(game: GameName, move: string): { name: string | null; values: Values } {
  for (const { pattern, name } of games.named(game)?.moves ?? []) {
    const found = new RegExp(`^(?:${pattern})$`).exec(move);
    if (!found) continue;
    const parts = Object.entries(found.groups ?? {});
    const isNumber = (part: string): boolean => part === "other" || part === "n";
    return { name, values: Object.fromEntries(parts.map(([part, text]) => [part, isNumber(part) ? Number(text) : text])) };
  }
  return { name: null, values: {} };
}

const told = (game: GameName, came: FactSeen[], names: string[], you: Person): string[] =>
  came.map(({ what, values }) => tell(game, `came.${what}`, values, names, you));

function tell(game: GameName, key: string, values: Values, names: string[], you: Person): string {
  const { seat = null, other = null } = values as { seat?: Person; other?: Person };
  const shown: Values = { ...values };
  if (seat !== null) shown["name"] = names[seat] ?? "";
  if (other !== null) shown["other"] = names[other] ?? "";
  for (const part of CARDS) if (part in values) shown[part] = cardName(game, String(values[part]));
  for (const part of WRITTEN) if (part in values) shown[part] = signed(String(values[part]));
  return fill(sentence(variant(key, seat, other, you)) ?? "", shown);
}

function variant(key: string, seat: Person, other: Person, you: Person): string {
  if (seat !== null && seat === other && sentence(`${key}_self`)) key += "_self";
  if (you !== null && seat === you && sentence(`${key}_you`)) return `${key}_you`;
  if (you !== null && other === you && sentence(`${key}_your`)) return `${key}_your`;
  return key;
}

/** What was kept of an older server has none. */
const sentence = (key: string): string | string[] | undefined => games.told?.sentences?.[key];

/** Where a new sentence begins, the last one is ended too. */
const joined = (parts: string[]): string => parts.join("") + (parts.some((part) => part.startsWith(".")) ? "." : "");
