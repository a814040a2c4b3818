// What the class is to play: a game with its variant, how much help there is, and how large tables are. What was chosen
// last is remembered on this computer.
import { Draft } from "../../setup/draft.svelte";
import type { GameName, GamesTold, GameTold, Play } from "../../lib/types";

/** By chance, those who calculate alike together, or all kinds at each table. */
export type How = "chance" | "alike" | "mixed";

interface Kept {
  game: GameName;
  options: Record<GameName, Record<string, unknown>>;
  says: boolean;
  hints: boolean;
  advice: boolean;
  bots: string;
  size: number;
  how: How;
  fill: boolean;
}

const KEY = "tiotal.class.play";
const USUAL: Kept = {
  game: "",
  options: {},
  says: true,
  hints: true,
  advice: true,
  bots: "easy",
  size: 4,
  how: "chance",
  fill: true,
};

export class PlayChoice {
  says = $state(USUAL.says);
  hints = $state(USUAL.hints);
  advice = $state(USUAL.advice);
  bots = $state(USUAL.bots);
  size = $state(USUAL.size);
  how = $state<How>(USUAL.how);
  /** Bots take the seats that are left, so that all tables are as large. */
  fill = $state(USUAL.fill);
  draft = $state.raw<Draft>()!;
  private readonly options: Kept["options"];

  constructor(
    private readonly told: GamesTold,
    /** Within which a table can be. */
    private readonly least: number,
    private readonly most: number,
  ) {
    const kept = { ...USUAL, ...read() };
    this.options = kept.options;
    ({ says: this.says, hints: this.hints, advice: this.advice, how: this.how, fill: this.fill } = kept);
    this.bots = told.levels.includes(kept.bots) ? kept.bots : USUAL.bots;
    this.size = Math.min(most, Math.max(least, kept.size));
    this.choose(told.games.some(({ name }) => name === kept.game) ? kept.game : (told.games[0]?.name ?? ""));
  }

  get game(): GameTold {
    return this.draft.game;
  }

  get sizes(): { low: number; high: number } {
    const { least_players: least, most_players: most } = this.game;
    return { low: Math.max(this.least, least), high: Math.min(this.most, most) };
  }

  choose(name: GameName): void {
    const game = this.told.games.find((one) => one.name === name);
    if (!game) return;
    if (this.draft) this.options[this.game.name] = this.draft.toOpen().options ?? {};
    const draft = new Draft(game, this.told.levels);
    const options = this.options[name] ?? {};
    draft.take({ name: "", game: name, players: [draft.players], options, sentences: [], text: "" });
    this.draft = draft;
    this.resize(this.size);
  }

  /** What can be chosen depends on how many play. */
  resize(size: number): void {
    const { low, high } = this.sizes;
    this.size = Math.min(high, Math.max(low, size));
    this.draft.setPlayers(this.size);
  }

  toPlay(): Play {
    const { game, options } = this.draft.toOpen();
    const { says, hints, advice, bots } = this;
    return { game, options: options ?? {}, says, hints, advice, bots };
  }

  keep(): void {
    const { game, options } = this.draft.toOpen();
    this.options[game] = options ?? {};
    const { says, hints, advice, bots, size, how, fill } = this;
    const kept: Kept = { game, options: this.options, says, hints, advice, bots, size, how, fill };
    try {
      localStorage.setItem(KEY, JSON.stringify(kept));
    } catch {
      // a browser that keeps nothing plays all the same
    }
  }
}

function read(): Partial<Kept> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof kept === "object" && kept !== null ? (kept as Partial<Kept>) : {};
  } catch {
    return {};
  }
}
