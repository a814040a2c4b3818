// One line to a table that looks after itself: it connects again, says what it has seen last, and sends again
// what was not answered. Every request has a name, so the server does it once however often it arrives.
import { newName } from "./chance";
import { isHere, lineTo } from "./hosts";
import type { FromDevice, Refusal, Request, ToDevice } from "./types";

/** `number`: of the entry that a request has become. */
export type Answer = { done: true; number: number } | { done: false; refusal: Refusal };
export type Line = "connecting" | "open" | "waiting" | "gone";

const NO_SUCH_TABLE = 4404;
const UNWELCOME = 4403;
const FIRST_PAUSE = 300;
const LONGEST_PAUSE = 8000;
const OFFLINE_PAUSE = 12_000; // the browser tells when the network is back; a server on this machine is there without
const PING_EVERY = 25_000;
const LONGEST_SILENCE = 10_000; // when an answer is due
const LONGEST_START = 60_000; // of the house of this device, which has to be loaded first

interface Unanswered {
  what: Request;
  settle: (answer: Answer) => void;
}

/** What is needed of a WebSocket; the house of the device has lines of its own. */
export interface TableLine {
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  readonly isOpen: boolean;
  send(text: string): void;
  close(): void;
}

export interface Listener {
  hear(message: ToDevice): void;
  lineIs(line: Line): void;
  lastSeen(): number;
}

export class Connection {
  private socket: TableLine | null = null;
  private pause = FIRST_PAUSE;
  private closed = false;
  private timer: number | undefined;
  private pinging: number | undefined;
  private patience: number | undefined;
  private isReading = false;
  private readonly unanswered = new Map<string, Unanswered>();

  constructor(
    private readonly tableId: string,
    private readonly language: () => string,
    private readonly listener: Listener,
  ) {
    this.connect();
    addEventListener("online", this.hurry);
    if (!isHere(tableId)) addEventListener("offline", this.cut);
    document.addEventListener("visibilitychange", this.hurry);
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    clearInterval(this.pinging);
    clearTimeout(this.patience);
    removeEventListener("online", this.hurry);
    removeEventListener("offline", this.cut);
    document.removeEventListener("visibilitychange", this.hurry);
    this.socket?.close();
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
    this.pause = FIRST_PAUSE;
    this.connect();
  }

  private readonly hurry = (): void => {
    if (document.hidden) return;
    if (this.socket === null) this.tryNow();
    else this.send({ type: "ping" }); // a device that slept may have lost the line without knowing it
  };

  /** The line is dead, whether or not the socket knows it. */
  private readonly cut = (): void => {
    const socket = this.socket;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    this.lost(0);
  };

  private connect(): void {
    clearTimeout(this.timer);
    if (this.closed || this.socket) return;
    this.listener.lineIs("connecting");
    const socket = lineTo(this.tableId);
    this.socket = socket;
    this.patience = setTimeout(this.cut, isHere(this.tableId) ? LONGEST_START : LONGEST_SILENCE);
    socket.onopen = () => {
      this.send({ type: "hello", language: this.language(), last: this.listener.lastSeen() });
      clearInterval(this.pinging);
      this.pinging = setInterval(() => this.send({ type: "ping" }), PING_EVERY);
      this.send({ type: "ping" }); // the answer tells the server's time
    };
    socket.onmessage = (event) => this.hear(JSON.parse(event.data) as ToDevice);
    socket.onclose = (event) => this.lost(event.code);
  }

  private hear(message: ToDevice): void {
    clearTimeout(this.patience);
    this.patience = undefined;
    if (message.type === "welcome") {
      this.pause = FIRST_PAUSE;
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

  private lost(code: number): void {
    this.socket = null;
    clearInterval(this.pinging);
    clearTimeout(this.patience);
    this.patience = undefined;
    if (this.closed) return;
    if (code === NO_SUCH_TABLE || code === UNWELCOME) {
      this.listener.lineIs("gone");
      return;
    }
    this.listener.lineIs("waiting");
    if (!navigator.onLine && !isHere(this.tableId)) this.pause = OFFLINE_PAUSE;
    this.timer = setTimeout(() => this.connect(), this.pause * (0.5 + Math.random()));
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
  }

  private send(message: FromDevice): void {
    if (!this.socket?.isOpen) return;
    this.socket.send(JSON.stringify(message));
    if (message.type !== "hint" && message.type !== "reading") this.patience ??= setTimeout(this.cut, LONGEST_SILENCE);
  }
}
