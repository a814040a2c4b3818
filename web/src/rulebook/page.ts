// The server's pages of rules, and its guides, made ready for the screen: cards as little cards, the numbers of rulings small and to be
// jumped to, and what was searched for marked.
import type { GameTold, RulesTold } from "../lib/types";
import { signed } from "../lib/words.svelte";

export interface Part {
  id: string;
  title: string;
  level: number;
  html: string;
  picture: RulesTold["sections"][number]["picture"];
}

export function partsOf(rules: Pick<RulesTold, "sections">, game: GameTold | null): Part[] {
  return rules.sections.map(({ title, level, html, picture }, index) => {
    const content = parsed(html);
    showCards(content, game);
    markRulings(content);
    letNamesBreak(content);
    return { id: `part-${index}`, title, level, html: content.innerHTML, picture };
  });
}

function parsed(html: string): HTMLElement {
  return new DOMParser().parseFromString(html, "text/html").body;
}

/** A written card becomes a little card. */
function showCards(content: HTMLElement, game: GameTold | null): void {
  for (const code of content.querySelectorAll("code")) {
    const card = code.textContent;
    if (game?.points[card] === undefined) continue;
    code.className = `card ${kindOf(card)}`;
    code.textContent = game.cards[card] ?? signed(card);
  }
}

function kindOf(card: string): string {
  if (card.startsWith("+")) return "plus";
  if (card.startsWith("-")) return "minus";
  return /^\d/.test(card) ? "number" : "special";
}

/** Narrow columns may break a name like Double/Halve. */
function letNamesBreak(content: HTMLElement): void {
  for (const cell of content.querySelectorAll("td")) {
    for (const child of cell.childNodes) if (child instanceof Text) child.data = child.data.replaceAll("/", "/\u200b");
  }
}

/** An answer ends with the number of its ruling, for those who want to cite it. */
function markRulings(content: HTMLElement): void {
  for (const entry of content.querySelectorAll("li")) {
    const last = entry.lastChild;
    const found = last instanceof Text ? /\s*\(([A-Z]\d+)\)\s*$/.exec(last.data) : null;
    if (!found || !(last instanceof Text)) continue;
    last.data = `${last.data.slice(0, found.index)} `;
    const number = document.createElement("small");
    entry.id = number.textContent = found[1] ?? "";
    entry.append(number);
  }
}

// --- Searching --------------------------------------------------------------------------------------------------
/** The words that are searched for. */
export function wordsOf(search: string): string[] {
  return folded(search).text.split(/\s+/).filter(Boolean);
}

/** The parts in which all of the words stand, with the words marked. */
export function searched(parts: Part[], search: string): Part[] {
  const words = wordsOf(search);
  if (words.length === 0) return parts;
  return parts.flatMap((part) => {
    const content = parsed(part.html);
    const text = folded(`${part.title} ${content.textContent}`).text;
    if (!words.every((word) => text.includes(word))) return [];
    mark(content, words);
    return [{ ...part, html: content.innerHTML }];
  });
}

function mark(content: HTMLElement, words: string[]): void {
  const walk = document.createTreeWalker(content, NodeFilter.SHOW_TEXT);
  const nodes: Text[] = [];
  while (walk.nextNode()) nodes.push(walk.currentNode as Text);
  for (const node of nodes) node.replaceWith(...markedIn(node.data, words));
}

/** A text with its finds in <mark>. */
function markedIn(text: string, words: string[]): (string | HTMLElement)[] {
  const plain = folded(text);
  const pieces: (string | HTMLElement)[] = [];
  let done = 0;
  for (let at = 0; at < plain.text.length; at += 1) {
    const word = words.find((one) => plain.text.startsWith(one, at));
    if (!word) continue;
    const [from = 0, to = text.length] = [plain.places[at], plain.places[at + word.length]];
    const found = document.createElement("mark");
    found.textContent = text.slice(from, to);
    pieces.push(text.slice(done, from), found);
    done = to;
    at += word.length - 1;
  }
  return [...pieces, text.slice(done)];
}

const ALIKE: Record<string, string> = { ð: "d", þ: "th", æ: "ae", ø: "o", "−": "-" };

/** Small letters without accents, and where in the text each of them stands. */
function folded(text: string): { text: string; places: number[] } {
  let plain = "";
  const places: number[] = [];
  let place = 0;
  for (const letter of text) {
    const small = letter.toLowerCase();
    const bare = ALIKE[small] ?? small.normalize("NFD").replace(/\p{Mark}/gu, "");
    for (let n = 0; n < bare.length; n += 1) places.push(place);
    plain += bare;
    place += letter.length;
  }
  return { text: plain, places };
}
