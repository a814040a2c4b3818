// A table that is being set up: what was chosen so far, within what the server says can be chosen.
import { madeUpName } from "../lib/names";
import { settings as mine } from "../lib/settings.svelte";
import type { GameTold, HouseRulesTold, NewTable, OptionTold } from "../lib/types";

export type Value = string | number | boolean | string[];
export type Kind = "person" | "bot" | "free";
export type Group = "options" | "settings";

export interface SeatDraft {
  kind: Kind;
  name: string;
  level: string;
  /** Whether a person says the totals, in a game that has them. */
  says: boolean;
  /** And gets a hint after a wrong one. */
  hints: boolean;
}

interface Kept {
  players: number;
  seats: SeatDraft[];
  options: Record<string, Value>;
  settings: Record<string, Value>;
  houseRules: string;
}

const USUAL_PLAYERS = 3;
const USUAL_LEVEL = "easy";
const KINDS: Kind[] = ["person", "bot", "free"];

export class Draft {
  players = $state(USUAL_PLAYERS);
  /** Also those that are not used with so few players, so that they are as they were when there are more again. */
  seats = $state<SeatDraft[]>([]);
  /** What people call the rules that were chosen; empty: nothing. */
  houseRules = $state("");
  /** Only what somebody has chosen; everything else is as the server has it. */
  private chosen = $state<Record<Group, Record<string, Value>>>({ options: {}, settings: {} });

  constructor(
    readonly game: GameTold,
    private readonly levels: string[],
  ) {
    const kept = this.kept();
    this.players = this.inside(kept.players ?? USUAL_PLAYERS);
    this.seats = Array.from({ length: game.most_players }, (_, n) => this.seatFrom(kept.seats?.[n], n));
    for (const group of ["options", "settings"] as const) this.chosen[group] = this.fitting(group, kept[group] ?? {});
    if (typeof kept.houseRules === "string") this.houseRules = kept.houseRules;
    if (mine.pace !== null) this.chosen.settings["pace"] = mine.pace;
  }

  // --- Options and settings -----------------------------------------------------------------------------------
  /** Within which limits a number can be chosen now; null: not with what else was chosen. */
  limits(group: Group, option: OptionTold): { low: number; high: number; default: number | null } | null {
    const usual = { low: option.low ?? 0, high: option.high ?? 0, default: option.default as number | null };
    if (!option.cases) return usual;
    return option.cases.find((one) => this.named(group, one.option) === one.value) ?? null;
  }

  /** Whether the option can be chosen with what else was chosen. */
  isOffered(group: Group, option: OptionTold): boolean {
    if (option.kind === "number") return this.limits(group, option) !== null;
    return !option.needs || this.named(group, option.needs.option) === option.needs.value;
  }

  /** Whether the option can be chosen with so many players. */
  isFor(option: OptionTold): boolean {
    return !option.players || option.players.includes(this.players);
  }

  value(group: Group, option: OptionTold): Value | null {
    const chosen = this.chosen[group][option.name];
    if (option.kind === "cards") return chosen ?? cardsOf(option);
    if (option.kind !== "number") return chosen ?? option.default;
    const limits = this.limits(group, option);
    if (chosen === undefined || !limits) return limits?.default ?? null;
    return Math.min(limits.high, Math.max(limits.low, Number(chosen)));
  }

  choose(group: Group, option: OptionTold, value: Value | null): void {
    const next = { ...this.chosen[group] };
    if (value === null) delete next[option.name];
    else next[option.name] = value;
    // a number that was chosen for another case means nothing in this one
    for (const other of this.game[group]) {
      if (other.cases?.some((one) => one.option === option.name)) delete next[other.name];
    }
    this.chosen[group] = next;
  }

  /** Play by rules that somebody has kept, with as many as now or almost. */
  take({ name, players, options }: HouseRulesTold): void {
    this.houseRules = name;
    this.chosen.options = this.fitting("options", options);
    const [nearest = this.players] = players.toSorted((a, b) => Math.abs(a - this.players) - Math.abs(b - this.players));
    this.setPlayers(nearest);
  }

  private fitting(group: Group, values: Record<string, unknown>): Record<string, Value> {
    const fit = this.game[group].filter((option) => fits(option, values[option.name]));
    return Object.fromEntries(fit.map(({ name }) => [name, values[name] as Value]));
  }

  private named(group: Group, name: string): Value | null {
    const option = this.game[group].find((one) => one.name === name);
    return option ? this.value(group, option) : null;
  }

  // --- Seats --------------------------------------------------------------------------------------------------
  get taken(): SeatDraft[] {
    return this.seats.slice(0, this.players);
  }

  get hasFree(): boolean {
    return this.taken.some(({ kind }) => kind === "free");
  }

  setPlayers(players: number): void {
    const last = this.seats[this.players - 1];
    for (let n = this.players; n < players; n++) {
      const seat = this.seats[n];
      if (seat && last && this.players > 1) [seat.kind, seat.level] = [last.kind, last.level];
    }
    this.players = this.inside(players);
  }

  /** What all others are, if they are all alike. */
  get others(): Kind | null {
    const [first, ...others] = this.taken;
    const kind = others[0]?.kind;
    return kind && first?.kind === "person" && others.every((other) => other.kind === kind) ? kind : null;
  }

  setOthers(kind: Kind): void {
    for (const [n, seat] of this.seats.entries()) seat.kind = n === 0 ? "person" : kind;
  }

  nameAt(n: number): string {
    const name = this.seats[n]?.name.trim();
    return name || madeUpName(n);
  }

  /** The later one of two people with the same name; null if there are none. */
  get twin(): number | null {
    const names = this.taken.map(({ kind }, n) => (kind === "person" ? this.nameAt(n).toLowerCase() : null));
    const later = names.findIndex((name, n) => name !== null && names.indexOf(name) < n);
    return later < 0 ? null : later;
  }

  // --- Opening ------------------------------------------------------------------------------------------------
  toOpen(): NewTable {
    return {
      game: this.game.name,
      players: this.players,
      options: this.written("options"),
      settings: this.written("settings"),
      house_rules: this.houseRules.trim() || null,
      seats: this.taken.map(({ kind, level, says, hints }, n) => {
        if (kind === "person") return { kind, name: this.nameAt(n), ...(this.game.has_totals ? { says, hints } : {}) };
        return kind === "bot" ? { kind, level } : null;
      }),
    };
  }

  private written(group: Group): Record<string, Value> {
    const all: Record<string, Value> = {};
    for (const option of this.game[group]) {
      const value = this.value(group, option);
      const applies = this.isFor(option) && this.isOffered(group, option);
      if (applies && value !== null && value !== option.default) all[option.name] = value;
    }
    return all;
  }

  // --- Keeping ------------------------------------------------------------------------------------------------
  private get key(): string {
    return `tiotal.setup.${this.game.name}`;
  }

  keep(): void {
    const kept: Kept = { players: this.players, seats: this.seats, houseRules: this.houseRules, ...this.chosen };
    try {
      localStorage.setItem(this.key, JSON.stringify(kept));
    } catch {
      // a browser that keeps nothing still plays
    }
  }

  private kept(): Partial<Kept> {
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(this.key) ?? "{}");
      return typeof kept === "object" && kept !== null ? (kept as Partial<Kept>) : {};
    } catch {
      return {};
    }
  }

  private seatFrom(kept: Partial<SeatDraft> | undefined, n: number): SeatDraft {
    const usual = n === 0 ? "person" : "bot";
    return {
      kind: KINDS.find((kind) => kind === kept?.kind) ?? usual,
      name: n === 0 && mine.name ? mine.name : typeof kept?.name === "string" ? kept.name : "",
      level: this.levels.find((level) => level === kept?.level) ?? USUAL_LEVEL,
      says: (n === 0 ? mine.says : kept?.says) !== false,
      hints: (n === 0 ? mine.hints : kept?.hints) !== false,
    };
  }

  private inside(players: number): number {
    const { least_players: least, most_players: most } = this.game;
    return Math.min(most, Math.max(least, Math.round(Number(players)) || USUAL_PLAYERS));
  }
}

function fits(option: OptionTold, value: unknown): boolean {
  switch (option.kind) {
    case "flag":
      return typeof value === "boolean";
    case "choice":
      return typeof value === "string" && (option.choices?.includes(value) ?? false);
    case "number":
      return typeof value === "number" && Number.isInteger(value);
    case "cards":
      return Array.isArray(value) && value.join() === inOrder(option, value).join();
  }
}

/** All kinds of cards that there are to choose from, in the order in which the server lists them. */
export function cardsOf(option: OptionTold): string[] {
  return (option.groups ?? []).flatMap((group) => group.cards.map(({ card }) => card));
}

export function inOrder(option: OptionTold, cards: unknown[]): string[] {
  return cardsOf(option).filter((card) => cards.includes(card));
}
