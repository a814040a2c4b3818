// The way of a page to the house of its browser: calls, as to a server, and lines to tables.
import { newName } from "../lib/chance";
import type { TableLine } from "../lib/lasting";
import { update } from "../lib/update.svelte";
import { start } from "./engine";
import { HOUSE, pageLock, type ToHouse, type ToPage } from "./wire";

const AGAIN_LATER = 1013; // a closing code: whoever hears it connects again
const PATIENCE = 60_000; // until a house that says nothing is given up

export interface Answered {
  status: number;
  body: unknown;
}
interface Pending {
  message: ToHouse;
  found: (answer: Answered) => void;
  failed: (error: Error) => void;
}
/** What a message has besides where it comes from and goes to. */
type Said = ToHouse extends infer One ? (One extends ToHouse ? Omit<One, "to" | "page"> : never) : never;

class House {
  /** Whether what happens here is still there when the browser is closed. */
  lasting = true;
  private readonly page = newName();
  private readonly channel = new BroadcastChannel(HOUSE);
  private readonly calls = new Map<number, Pending>();
  private readonly lines = new Map<string, HouseLine>();
  private isUp = false;
  private lastId = 0;

  constructor() {
    this.channel.onmessage = ({ data }: MessageEvent<ToPage | ToHouse>) => {
      if (data.to === this.page || data.to === "all") this.hear(data as ToPage);
    };
    if ("locks" in navigator) void navigator.locks.request(pageLock(this.page), () => new Promise(() => undefined));
    addEventListener("pagehide", () => this.say({ kind: "bye" }));
    addEventListener("pageshow", ({ persisted }) => {
      if (persisted) this.begin(false); // it was put aside, and the house has forgotten it
    });
    const worker = new Worker(new URL("./house-worker.ts", import.meta.url), { type: "module", name: HOUSE });
    worker.onerror = ({ message }) => this.fail(message);
    worker.postMessage(start());
    this.knock();
  }

  private knock(): void {
    this.say({ kind: "knock", root: start().root });
  }

  call(method: string, path: string, body: unknown, language: string): Promise<Answered> {
    const id = (this.lastId += 1);
    const sent = body === undefined ? null : JSON.stringify(body);
    return new Promise((found, failed) => {
      const message = this.say({ kind: "call", id, method, path, body: sent, language });
      this.calls.set(id, { message, found, failed });
      setTimeout(() => {
        if (this.calls.delete(id)) failed(new Error("the house does not answer"));
      }, PATIENCE);
    });
  }

  connect(table: string): TableLine {
    const line = new HouseLine(`${this.page}:${newName()}`, table, (said) => this.say(said));
    this.lines.set(line.name, line);
    if (this.isUp) line.open();
    return line;
  }

  private say(said: Said): ToHouse {
    const message = { to: "house", page: this.page, ...said } as ToHouse;
    this.channel.postMessage(message);
    return message;
  }

  private hear(message: ToPage): void {
    switch (message.kind) {
      case "up":
        this.lasting = message.lasting;
        this.begin(true);
        break;
      case "down":
        this.fail(message.reason);
        break;
      case "left":
        if (message.root === start().root) this.leave();
        break;
      case "answer":
        this.answer(message.id, message.answer);
        break;
      case "send":
        this.lines.get(message.line)?.onmessage?.({ data: message.text });
        break;
      case "end":
        this.lines.get(message.line)?.end(message.code);
        this.lines.delete(message.line);
    }
  }

  /** There is a house that knows nothing of this page yet: whoever was at a table comes in again. */
  private begin(isUp: boolean): void {
    const wasUp = this.isUp;
    this.isUp = isUp;
    if (!isUp) {
      this.knock();
      return;
    }
    for (const { message } of this.calls.values()) this.channel.postMessage(message);
    for (const [name, line] of this.lines) {
      if (wasUp && line.isOpen) {
        this.lines.delete(name);
        line.end(AGAIN_LATER);
      } else {
        line.open();
      }
    }
  }

  /** What was not answered is kept with the tab, and asked again by the next page in it. */
  private leave(): void {
    this.isUp = false;
    update.found();
    for (const line of this.lines.values()) line.end(AGAIN_LATER);
    this.lines.clear();
  }

  private answer(id: number, answer: string): void {
    const pending = this.calls.get(id);
    this.calls.delete(id);
    const end = answer.indexOf("\n");
    pending?.found({ status: Number(answer.slice(0, end)), body: JSON.parse(answer.slice(end + 1)) });
  }

  private fail(reason: string): void {
    console.error(reason);
    for (const { failed } of this.calls.values()) failed(new Error(reason));
    this.calls.clear();
    for (const line of this.lines.values()) line.end(AGAIN_LATER);
    this.lines.clear();
  }
}

/** A line to a table, with what is needed of a WebSocket. */
class HouseLine implements TableLine {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  isOpen = false;

  constructor(
    readonly name: string,
    private readonly table: string,
    private readonly say: (said: Said) => void,
  ) {}

  open(): void {
    if (this.isOpen) return;
    this.isOpen = true;
    this.say({ kind: "connect", line: this.name, table: this.table });
    this.onopen?.();
  }

  send(text: string): void {
    this.say({ kind: "hear", line: this.name, text });
  }

  close(): void {
    if (this.isOpen) this.say({ kind: "hangUp", line: this.name });
    this.isOpen = false;
  }

  end(code: number): void {
    this.isOpen = false;
    this.onclose?.({ code });
  }
}

let house: House | null = null;

/** Started when somebody needs it first. */
export const theHouse = (): House => (house ??= new House());
