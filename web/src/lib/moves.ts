// Moves in words, and what came of them, with the sentences that the server gives.
//
// One of the people may be called "you". Then a sentence that speaks of them is exchanged for its variant: `_you` if
// they are the one who acts ({name}), `_your` if they are the other ({other}). A pronoun never stands for a name.
import { games } from "./games.svelte";
import type { FactSeen, GameName, MoveSeen, PlayedSeen, RoundOverSeen } from "./types";
import { fill, signed, type Message, type Values } from "./words.svelte";

type Person = number | null;
const CARDS = ["card", "second", "theirs"];
const WRITTEN = ["choice", "place"];

/** As an offer: "put 36 on 31". */
export function toDo(game: GameName, move: MoveSeen, names: string[], you: Person = null): string {
  return tell(game, `do.${move.told}`, valuesOf(move), names, you);
}

/** As news, and what came of it: "Bo played Skip → 56. Ada is skipped.". */
export function done(game: GameName, { player, move, came }: PlayedSeen, names: string[], you: Person = null): string {
  const start = tell(game, `done.${move.told}`, { seat: player, ...valuesOf(move) }, names, you);
  return joined([start, ...told(game, came, names, you)]);
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

/** What its sentences may speak of. */
function valuesOf({ card, choice, place, seat, chips }: MoveSeen): Values {
  const parts = Object.entries({ card, choice, place, other: seat, n: chips });
  return Object.fromEntries(parts.filter((part): part is [string, string | number] => part[1] != null));
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
  return fill(sentence(game, variant(game, key, seat, other, you)) ?? "", shown);
}

function variant(game: GameName, key: string, seat: Person, other: Person, you: Person): string {
  if (seat !== null && seat === other && sentence(game, `${key}_self`)) key += "_self";
  if (you !== null && seat === you && sentence(game, `${key}_you`)) return `${key}_you`;
  if (you !== null && other === you && sentence(game, `${key}_your`)) return `${key}_your`;
  return key;
}

/** The game's own, or one for all games. What was kept of an older server may have none. */
function sentence(game: GameName, key: string): Message | undefined {
  const own: Record<string, Message> | undefined = games.named(game)?.sentences;
  const general: Record<string, Message> | undefined = games.told?.sentences;
  return own?.[key] ?? general?.[key];
}

/** Where a new sentence begins, the last one is ended too. */
const joined = (parts: string[]): string => parts.join("") + (parts.some((part) => part.startsWith(".")) ? "." : "");
