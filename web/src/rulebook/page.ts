// The server's pages of rules, made ready for the screen: cards as little cards, variants that can be jumped to, and
// what was searched for marked.
import type { GameTold, RulesTold } from "../lib/types";
import { signed } from "../lib/words.svelte";

export interface Place {
  id: string;
  title: string;
}

export interface Part extends Place {
  level: number;
  html: string;
  variants: Place[]; // explained in it
  isAboutCards: boolean;
}

export function partsOf(rules: RulesTold, game: GameTold | null): Part[] {
  const aboutCards = rules.sections.findIndex((section) => section.title !== ""); // on every page the first of all
  return rules.sections.map(({ title, level, html }, index) => {
    const content = parsed(html);
    showCards(content, game);
    const variants = markVariants(content, game);
    return { id: `part-${index}`, title, level, html: content.innerHTML, variants, isAboutCards: index === aboutCards };
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
    code.textContent = signed(card);
  }
}

function kindOf(card: string): string {
  if (card.startsWith("+")) return "plus";
  if (card.startsWith("-")) return "minus";
  return /^\d/.test(card) ? "number" : "special";
}

/** An entry that begins with a name and has the value of one of the game's choices explains that choice. */
function markVariants(content: HTMLElement, game: GameTold | null): Place[] {
  const choices = new Set(game?.options.flatMap((option) => option.choices ?? []));
  const found: Place[] = [];
  for (const entry of content.querySelectorAll("li")) {
    const [name, value] = [entry.firstElementChild, entry.querySelector("code")];
    if (name?.tagName !== "STRONG" || !value || !choices.has(value.textContent)) continue;
    entry.id = `variant-${value.textContent}`;
    found.push({ id: entry.id, title: name.textContent });
  }
  return found;
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
