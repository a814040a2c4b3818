// One line to a table: it says what it has seen last, and sends again what was not answered. Every request has a name,
// so the server does it once however often it arrives.
import { newName } from "./chance";
import { isHere, lineTo } from "./hosts";
import { LastingLine } from "./lasting";
import type { FromDevice, Refusal, Request, ToDevice } from "./types";

/** `number`: of the entry that a request has become. */
export type Answer = { done: true; number: number } | { done: false; refusal: Refusal };
export type Line = "connecting" | "open" | "waiting" | "gone";

const NO_SUCH_TABLE = 4404;
const UNWELCOME = 4403;
const LONGEST_START = 60_000; // of the house of this device, which has to be loaded first

interface Unanswered {
  what: Request;
  settle: (answer: Answer) => void;
}

export interface Listener {
  hear(message: ToDevice): void;
  lineIs(line: Line): void;
  lastSeen(): number;
}

export class Connection {
  private isReading = false;
  private readonly unanswered = new Map<string, Unanswered>();
  private readonly lasting: LastingLine;

  constructor(
    tableId: string,
    private readonly language: () => string,
    private readonly listener: Listener,
  ) {
    this.lasting = new LastingLine({
      connect: () => lineTo(tableId),
      greet: () => this.greet(),
      hear: (text) => this.hear(JSON.parse(text) as ToDevice),
      lineIs: (line) => listener.lineIs(line),
      isForGood: (code) => code === NO_SUCH_TABLE || code === UNWELCOME,
      ping: () => this.send({ type: "ping" }),
      isFar: !isHere(tableId),
      ...(isHere(tableId) && { longestStart: LONGEST_START }),
    });
    this.lasting.connect();
  }

  close(): void {
    this.lasting.close();
  }

  ask(what: Request, request = newName()): Promise<Answer> {
    return new Promise((settle) => {
      this.unanswered.set(request, { what, settle });
      this.send({ type: "ask", request, what });
    });
  }

  hint(seat: number): string {
    const request = newName();
    this.send({ type: "hint", request, seat });
    return request;
  }

  /** Somebody reads, or has read; the table knows it as long as the line is open. */
  reads(now: boolean): void {
    if (this.isReading === now) return;
    this.isReading = now;
    this.send({ type: "reading", now });
  }

  /** Do not wait any longer. */
  tryNow(): void {
    this.lasting.tryNow();
  }

  private greet(): void {
    this.send({ type: "hello", language: this.language(), last: this.listener.lastSeen() });
    this.send({ type: "ping" }); // the answer tells the server's time
  }

  private hear(message: ToDevice): void {
    if (message.type === "welcome") {
      this.lasting.isWell();
      this.listener.lineIs("open");
      if (this.isReading) this.send({ type: "reading", now: true });
      for (const [request, { what }] of this.unanswered) this.send({ type: "ask", request, what });
    }
    this.listener.hear(message);
    if (message.type === "news" && message.request) {
      this.settle(message.request, { done: true, number: message.turn.number });
    } else if (message.type === "done") {
      this.settle(message.request, { done: true, number: message.number });
    } else if (message.type === "refused" && message.request) {
      this.settle(message.request, { done: false, refusal: message });
    }
  }

  private settle(request: string, answer: Answer): void {
    const waiting = this.unanswered.get(request);
    this.unanswered.delete(request);
    waiting?.settle(answer);
  }

  private send(message: FromDevice): void {
    this.lasting.send(message, { isAnswered: message.type !== "hint" && message.type !== "reading" });
  }
}
