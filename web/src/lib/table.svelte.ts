// A table as this device knows it: what the server told last, and what can be asked for.
import { Connection, type Answer, type Line } from "./connection";
import { newShare } from "./chance";
import type { EventSeen, LogEntry, MatchSeen, Refusal, Request, TableSeen, ToDevice, TurnSeen } from "./types";
import { settings } from "./settings.svelte";

export interface Happening {
  number: number;
  event: EventSeen;
}

export class TableState {
  table = $state.raw<TableSeen | null>(null);
  turn = $state.raw<TurnSeen | null>(null);
  matches = $state.raw<MatchSeen[]>([]);
  mine = $state.raw<number[]>([]);
  here = $state.raw<number[]>([]);
  code = $state<string | null>(null);
  host = $state(false);
  line = $state<Line>("connecting");
  refusal = $state.raw<Refusal | null>(null);
  happening = $state.raw<Happening | null>(null);
  /** The log of the match as each seat has seen it, by seat; -1 for a spectator. */
  logs = $state.raw<Record<number, LogEntry[]>>({});
  /** Which of several persons on this device is looking; null while the device is passed on. */
  looking = $state<number | null>(null);
  advice = $state.raw<Record<string, unknown>[] | null>(null);

  readonly connection: Connection;

  constructor(readonly id: string) {
    this.connection = new Connection(id, () => settings.language, {
      hear: (message) => this.hear(message),
      lineIs: (line) => (this.line = line),
      lastSeen: () => this.turn?.number ?? 0,
    });
  }

  close(): void {
    this.connection.close();
  }

  /** Several persons play on this device, so cards are covered while it is passed on. */
  get isShared(): boolean {
    return this.mine.length > 1;
  }

  /** The seat through which the table is looked at; null for a spectator, or before anybody has sat down. */
  get seat(): number | null {
    if (this.isShared) return this.looking ?? this.mine[0] ?? null;
    return this.mine[0] ?? null;
  }

  get match(): MatchSeen | null {
    return this.matches.find((match) => match.seat === this.seat) ?? this.matches[0] ?? null;
  }

  get isMyTurn(): boolean {
    return this.turn?.to_move !== null && this.turn?.to_move === this.seat && this.table?.phase === "playing";
  }

  get names(): string[] {
    return this.table?.seats.map((seat) => seat.name ?? "") ?? [];
  }

  // --- Asking -------------------------------------------------------------------------------------------------
  async ask(what: Request): Promise<Answer> {
    this.refusal = null;
    const answer = await this.connection.ask(what);
    if (!answer.done) this.refusal = answer.refusal;
    return answer;
  }

  play(move: string, said: number | null = null): Promise<Answer> {
    return this.ask({ type: "move", seat: this.seat ?? 0, move, said, answers: this.turn?.number ?? 0 });
  }

  start(): Promise<Answer> {
    return this.ask({ type: "start", share: newShare() });
  }

  sit(name: string, seat: number | null = null): Promise<Answer> {
    return this.ask({ type: "sit", name, seat, share: newShare() });
  }

  again(): Promise<Answer> {
    return this.ask({ type: "again", share: newShare() });
  }

  askHint(): void {
    if (this.seat !== null) this.connection.hint(this.seat);
  }

  // --- Hearing ------------------------------------------------------------------------------------------------
  private hear(message: ToDevice): void {
    switch (message.type) {
      case "welcome":
        this.code = message.code;
        this.host = message.host;
        this.here = message.here;
        this.table = message.table;
        this.take(message.turn, message.mine, message.matches);
        break;
      case "news":
        if (message.table) this.table = message.table;
        this.advice = null;
        this.take(message.turn, message.mine, message.matches);
        this.happening = { number: message.turn.number, event: message.event };
        break;
      case "presence":
        this.here = message.here;
        break;
      case "refused":
        this.refusal = message;
        break;
      case "advice":
        this.advice = message.moves;
        break;
    }
  }

  private take(turn: TurnSeen, mine: number[], matches: MatchSeen[]): void {
    this.turn = turn;
    this.mine = mine;
    if (matches.length > 0) {
      this.matches = matches;
      const logs = { ...this.logs };
      for (const match of matches) {
        const key = match.seat ?? -1;
        logs[key] = [...(logs[key] ?? []).slice(0, match.since), ...match.log];
      }
      this.logs = logs;
    }
  }
}
