// A table as this device knows it: what the server told last, and what can be asked for.
//
// News are shown one after the other, with time to see each of them, and stop at the end of a round until somebody
// goes on. So what is shown may be a little behind what the server has told; questions are about what is shown.
import { newName, newShare } from "./chance";
import { Connection, type Answer, type Line } from "./connection";
import { keepCommitment } from "./fairness";
import { heard, isEntry, NO_LOG, withOlder, type Log } from "./log";
import type { Clock, Player, Said, Scene } from "./scene";
import { settings } from "./settings.svelte";
import { keepUnanswered, keptUnanswered, type Asked } from "./unanswered";
import type {
  Advised,
  EventSeen,
  LogEntry,
  MatchSeen,
  MoveSeen,
  News,
  Refusal,
  Request,
  RoundResult,
  SayingSeen,
  TableSeen,
  ToDevice,
  TurnSeen,
  Welcome,
} from "./types";

const TIME_TO_SEE = 380; // milliseconds between two moves that came at once
const SPECTATOR = -1; // instead of a seat
const MOST_RECENT = 20; // entries of the log that are shown at the table
const MOST_WAITING = 12; // news that are shown one by one; after a long absence they are shown at once

export interface Happening {
  number: number;
  event: EventSeen;
  /** What happened in the match with it, as the seat that looks may see it. */
  entries: LogEntry[];
}

export class TableState {
  table = $state.raw<TableSeen | null>(null);
  turn = $state.raw<TurnSeen | null>(null);
  matches = $state.raw<MatchSeen[]>([]);
  mine = $state.raw<number[]>([]);
  here = $state.raw<number[]>([]);
  /** Seats whose people have been away for so long that the others may let a bot play. */
  replaceable = $state.raw<number[]>([]);
  /** With which this device asks to be let in, until the host has answered. */
  knock = $state<number | null>(null);
  code = $state<string | null>(null);
  /** Of the server, for invitations. */
  address = $state(location.origin);
  host = $state(false);
  line = $state<Line>("connecting");
  refusal = $state.raw<Refusal | null>(null);
  /** The last entries of the table's log, for those who tell them: several can be shown at once. */
  happenings = $state.raw<Happening[]>([]);
  /** What people have said lately, the newest last. */
  sayings = $state.raw<SayingSeen[]>([]);
  /** What happened in the match with that entry, as the seat that looks may see it. */
  happened = $state.raw<LogEntry[]>([]);
  /** The log of the match as each seat may look it up, by seat, or `SPECTATOR`. */
  logs = $state.raw<Record<number, Log>>({});
  /** Which of several persons on this device is looking; null while the device is passed on. */
  looking = $state<number | null>(null);
  advice = $state.raw<Advised[] | null>(null);
  /** A hint was asked for and has not come. */
  thinking = $state(false);
  /** The total that was announced last on this device, and the right one. */
  said = $state.raw<Said | null>(null);
  /** A round that has just ended; nothing goes on until `goOn`. */
  roundEnd = $state.raw<RoundResult | null>(null);
  /** The table as it was before that, unless the match is over with it: the next round is dealt already. */
  beforeRoundEnd = $state.raw<Scene | null>(null);
  /** The number of the last entry with which the match changed. */
  moment = $state(0);
  /** A move of this device that the table has not answered, or whose answer is not shown yet. */
  underway = $state.raw<Asked | null>(null);
  /** What came with a refusal of the whole table. */
  unwelcome = $state.raw<Refusal | null>(null);
  /** How much the server's clock is ahead of this device's, in milliseconds. */
  ahead = $state(0);

  private waiting: News[] = [];
  private timer: number | undefined;
  private shownAt = 0;
  private readonly connection: Connection;

  constructor(readonly id: string) {
    this.connection = new Connection(id, () => settings.language, {
      hear: (message) => this.hear(message),
      lineIs: (line) => this.lineIs(line),
      lastSeen: () => this.turn?.number ?? 0,
    });
    const kept = keptUnanswered(id); // the page was opened anew meanwhile
    if (kept) void this.send(kept);
  }

  close(): void {
    clearTimeout(this.timer);
    this.connection.close();
  }

  // --- Looking ------------------------------------------------------------------------------------------------
  /** Several persons play on this device, so cards are covered while it is passed on. */
  get isShared(): boolean {
    return this.mine.length > 1;
  }

  /** Whether the device has to be passed on before anything can be shown: to whom. */
  get passTo(): number | null {
    if (!this.isShared || this.table?.phase !== "playing") return null;
    const next = this.turn?.to_move ?? null;
    if (next !== null && next !== this.looking && this.mine.includes(next)) return next;
    return this.looking === null ? this.nextHere(next ?? 0) : null;
  }

  /** The person on this device who sits next, from a seat on. */
  private nextHere(from: number): number | null {
    return this.mine.find((seat) => seat >= from) ?? this.mine[0] ?? null;
  }

  /** The seat through which the table is looked at; null for a spectator, or before anybody has sat down. */
  get seat(): number | null {
    const first = this.mine[0] ?? null;
    return this.isShared ? (this.looking ?? first) : first;
  }

  get match(): MatchSeen | null {
    return this.matches.find((match) => match.seat === this.seat) ?? this.matches[0] ?? null;
  }

  get isMyTurn(): boolean {
    const next = this.turn?.to_move ?? null;
    return next !== null && next === this.seat && this.table?.phase === "playing" && this.underway === null;
  }

  /** Whether whoever looks has said a wrong total, and is to say another: it is the same turn. */
  get isMyTry(): boolean {
    return this.isMyTurn && this.match?.trying?.seat === this.seat;
  }

  get happening(): Happening | null {
    return this.happenings.at(-1) ?? null;
  }

  get isSpectator(): boolean {
    return this.mine.length === 0;
  }

  get names(): string[] {
    return this.table?.seats.map((seat) => seat.name ?? "") ?? [];
  }

  get log(): Log {
    return this.logs[this.match?.seat ?? SPECTATOR] ?? NO_LOG;
  }

  /** What has happened since somebody's last move, as far as anybody may know it; only where a device is shared. */
  sinceMoveOf(seat: number): LogEntry[] {
    const entries = (this.logs[SPECTATOR] ?? NO_LOG).entries.filter(isEntry);
    const last = entries.findLastIndex((entry) => "move" in entry && entry.player === seat);
    return entries.slice(last + 1).slice(-MOST_WAITING);
  }

  /** What has happened since the last move of the seat that looks, that move first; for a spectator, a turn of each. */
  get recent(): LogEntry[] {
    const entries = this.log.entries.filter(isEntry);
    const own = entries.findLastIndex((entry) => "move" in entry && entry.player === this.match?.seat);
    return entries.slice(Math.max(0, own < 0 ? entries.length - this.names.length : own, entries.length - MOST_RECENT));
  }

  /** What is shown now. It is always the same object, so whoever reads of it only the number of the moment is not
   * woken by a hint or by somebody who comes and goes. */
  get scene(): Scene | null {
    return this.table && this.turn && this.match ? this.liveScene : null;
  }

  private readonly liveScene: Scene = sceneOfTable(this);

  get clock(): Clock | null {
    const { turn, table } = this;
    if (!turn?.time_left || table?.phase !== "playing") return null;
    return { deadline: turn.deadline === null ? null : turn.deadline - this.ahead, left: turn.time_left };
  }

  // --- Asking -------------------------------------------------------------------------------------------------
  async ask(what: Request, request?: string): Promise<Answer> {
    this.refusal = null;
    const answer = await this.connection.ask(what, request);
    if (!answer.done) this.refusal = answer.refusal;
    return answer;
  }

  readonly player: Player = {
    play: async (move, said) => this.underway === null && (await this.send(this.asked(move, said))).done,
    whyNot: async (what) => {
      if (this.underway === null) await this.ask({ type: "why", seat: this.seat ?? 0, ...what });
    },
    touched: () => (this.refusal = null),
  };

  private asked(move: MoveSeen, said?: number | null): Asked {
    const [seat, seen] = [this.seat ?? 0, this.turn?.number ?? 0];
    const what = { type: "move" as const, seat, move: move.written, said: said ?? null, seen };
    return { request: newName(), what, move };
  }

  /** A move is on its way until the table has answered and that is shown. */
  private async send(asked: Asked): Promise<Answer> {
    this.underway = asked;
    keepUnanswered(this.id, asked);
    const answer = await this.ask(asked.what, asked.request);
    keepUnanswered(this.id, null);
    if (!answer.done || answer.number <= (this.turn?.number ?? 0)) this.arrived(asked.request);
    return answer;
  }

  private arrived(request: string | null | undefined): void {
    if (this.underway?.request === request) this.underway = null;
  }

  start(): Promise<Answer> {
    return this.ask({ type: "start", share: this.newShare() });
  }

  sit(name: string, seat: number | null, help: { says: boolean; hints: boolean } | null): Promise<Answer> {
    return this.ask({ type: "sit", name, seat, ...help, share: this.newShare() });
  }

  again(): Promise<Answer> {
    return this.ask({ type: "again", share: this.newShare() });
  }

  askHint(): void {
    if (this.seat === null) return;
    this.thinking = true;
    this.connection.hint(this.seat);
  }

  /** Whether somebody here reads or is asked something, so that bots wait. */
  reads(now: boolean): void {
    this.connection.reads(now);
  }

  /** Somebody has looked at the end of a round. */
  goOn(): void {
    this.roundEnd = this.beforeRoundEnd = null;
    if (this.isShared) this.looking = null; // who is to see the new cards is not known
    this.showNext();
  }

  /** Connect now; somebody does not want to wait. */
  tryNow(): void {
    this.connection.tryNow();
  }

  /** Put entries to those that are known of a log: it has been read from its beginning. */
  addOlder(seat: number | null, older: (LogEntry | null)[]): void {
    const known = this.logs[seat ?? SPECTATOR];
    if (known) this.logs = { ...this.logs, [seat ?? SPECTATOR]: withOlder(known, older) };
  }

  /** Shares that this device added to deals, so that it can check later that they were used. */
  private newShare(): string {
    const share = newShare();
    try {
      const key = `tiotal.shares.${this.id}`;
      const kept = JSON.parse(localStorage.getItem(key) ?? "[]") as string[];
      localStorage.setItem(key, JSON.stringify([...kept, share].slice(-20)));
    } catch {
      // a browser that keeps nothing still plays
    }
    return share;
  }

  // --- Hearing ------------------------------------------------------------------------------------------------
  private hear(message: ToDevice): void {
    switch (message.type) {
      case "welcome":
        this.welcome(message);
        break;
      case "news":
        this.waiting.push(message);
        this.showNext();
        break;
      case "presence":
        this.here = message.here;
        this.replaceable = message.replaceable;
        break;
      case "refused":
        this.refusal = this.unwelcome = message;
        this.thinking = false;
        break;
      case "pong":
        this.ahead = message.at - Date.now();
        break;
      case "advice":
        this.advice = message.moves;
        this.thinking = false;
        break;
    }
  }

  private lineIs(line: Line): void {
    this.line = line;
    if (line !== "open") this.thinking = false; // a question for a hint is not sent again
  }

  /** All that is known now; it may be long since we heard anything. */
  private welcome(message: Welcome): void {
    const cameBack = this.turn !== null;
    for (const { request } of this.waiting) this.arrived(request);
    this.waiting = [];
    this.unwelcome = this.refusal = null;
    this.code = message.code;
    this.address = message.address ?? location.origin;
    this.host = message.host;
    this.here = message.here;
    this.replaceable = message.replaceable;
    this.knock = message.knock;
    this.table = message.table;
    this.sayings = message.sayings;
    this.noteCommitment();
    if (message.turn.number !== this.turn?.number) this.advice = null;
    const missed = this.take(message.turn, message.mine, message.matches);
    if (cameBack) this.endRound(missed, null);
    this.happened = [];
  }

  /** Before a deal, so that this device can check later that the table has kept its word. */
  private noteCommitment(): void {
    const { commitment = null, phase, match = 0 } = this.table ?? {};
    if (commitment !== null && (phase === "waiting" || phase === "over")) keepCommitment(this.id, match + 1, commitment);
  }

  /** Show what is waiting, one by one. */
  private showNext(): void {
    clearTimeout(this.timer);
    while (this.waiting.length > 0 && this.roundEnd === null) {
      const wait = this.shownAt + TIME_TO_SEE - performance.now();
      const hurried = this.waiting.length > MOST_WAITING || document.hidden || !settings.motion;
      if (wait > 0 && !hurried && this.waiting[0]?.matches.length) {
        this.timer = setTimeout(() => this.showNext(), wait);
        return;
      }
      const message = this.waiting.shift();
      if (message) this.show(message);
    }
  }

  private show(message: News): void {
    const { event } = message;
    const isAnswer = this.underway !== null && message.request === this.underway.request;
    this.arrived(message.request);
    const before = this.scene && { ...this.scene };
    if (message.table) this.table = message.table;
    this.noteCommitment();
    this.refusal = null;
    this.knock = message.knock;
    const happened = this.take(message.turn, message.mine, message.matches);
    const happening = { number: message.turn.number, event, entries: happened };
    this.happenings = [...this.happenings, happening].slice(-MOST_WAITING);
    if (event.kind === "said") this.sayings = [...this.sayings, event];
    if (message.matches.length === 0) return;
    this.advice = null;
    this.thinking = false;
    this.happened = happened;
    if (event.kind === "moved") this.shownAt = performance.now();
    this.noteSaid(event, isAnswer);
    this.endRound(happened, before);
  }

  /** Others can move in the same moment: what was said here is answered all the same. */
  private noteSaid(event: EventSeen, isAnswer: boolean): void {
    if (event.kind === "moved" && !this.mine.includes(event.seat)) return;
    this.said = null;
    if (event.kind !== "moved") return;
    const { seat, right, outcome, sum = null, way = null } = event;
    if (right == null || outcome == null) return;
    this.said = { right, outcome, sum, way, seat, isAnswer };
  }

  private endRound(happened: LogEntry[], before: Scene | null): void {
    const ended = happened.findLast((entry) => "round_over" in entry);
    if (!ended || !("round_over" in ended)) return;
    this.roundEnd = ended.round_over;
    this.beforeRoundEnd = this.match?.table.over ? null : before;
  }

  /** What is new in the log of the match, as the seat that looks may see it; nothing if moves were taken back. */
  private take(turn: TurnSeen, mine: number[], matches: MatchSeen[]): LogEntry[] {
    this.turn = turn;
    this.mine = mine;
    if (this.looking !== null && !mine.includes(this.looking)) this.looking = null;
    if (matches.length === 0) return [];
    const knownTo = this.log.entries.length;
    this.matches = matches;
    this.moment = turn.number;
    const logs = { ...this.logs };
    for (const match of matches) {
      const key = match.seat ?? SPECTATOR;
      logs[key] = heard(logs[key] ?? NO_LOG, match);
    }
    this.logs = logs;
    return this.log.entries.slice(knownTo).filter(isEntry);
  }
}

function sceneOfTable(state: TableState): Scene {
  const table = (): TableSeen => state.table!;
  const match = (): MatchSeen => state.match!;
  return {
    get game() {
      return table().game;
    },
    get table() {
      return match().table;
    },
    get seat() {
      return match().seat;
    },
    get you() {
      return state.isShared ? null : match().seat;
    },
    get names() {
      return state.names;
    },
    get seats() {
      return table().seats;
    },
    get here() {
      return state.here;
    },
    get partners() {
      return table().partners;
    },
    get rounds() {
      return table().rounds;
    },
    get options() {
      return table().options;
    },
    get settings() {
      return table().settings;
    },
    get toMove() {
      return table().phase === "playing" ? (state.turn?.to_move ?? null) : null;
    },
    get legal() {
      return state.underway ? [] : match().legal;
    },
    get underway() {
      return state.underway?.what.seat === match().seat ? state.underway.move : null;
    },
    get trying() {
      return state.underway ? null : match().trying;
    },
    get number() {
      return state.moment;
    },
    get happened() {
      return state.happened;
    },
    get recent() {
      return state.recent;
    },
    get advised() {
      return state.advice?.[0]?.move ?? null;
    },
    get said() {
      return state.said;
    },
    get clock() {
      return state.clock;
    },
    live: true,
  };
}
