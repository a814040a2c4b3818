// A line to a table that looks after itself, on a socket and a clock of our own.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Connection, type Line } from "../src/lib/connection";
import type { ToDevice } from "../src/lib/types";

class Socket {
  static readonly OPEN = 1;
  static all: Socket[] = [];
  readyState = 0;
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor(readonly address: string) {
    Socket.all.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }

  close(): void {
    this.readyState = 3;
  }

  opens(): void {
    this.readyState = Socket.OPEN;
    this.onopen?.();
  }

  says(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  breaks(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }

  asks(): Record<string, unknown>[] {
    return this.sent.filter(({ type }) => type === "ask");
  }
}

const last = (): Socket => Socket.all.at(-1) as Socket;
let heard: ToDevice[];
let lines: Line[];
let connection: Connection;

beforeEach(() => {
  vi.useFakeTimers();
  Socket.all = [];
  heard = [];
  lines = [];
  vi.stubGlobal("WebSocket", Socket);
  vi.stubGlobal("location", { protocol: "https:", host: "tiotal.test" });
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("document", { hidden: false, addEventListener: vi.fn(), removeEventListener: vi.fn() });
  vi.stubGlobal("addEventListener", vi.fn());
  vi.stubGlobal("removeEventListener", vi.fn());
  connection = new Connection("abc", () => "sv", {
    hear: (message) => heard.push(message),
    lineIs: (line) => lines.push(line),
    lastSeen: () => 7,
  });
});

afterEach(() => {
  connection.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("it says hello with what was seen last", () => {
  last().opens();
  expect(last().address).toBe("wss://tiotal.test/api/tables/abc/play");
  expect(last().sent[0]).toEqual({ type: "hello", language: "sv", last: 7 });
  last().says({ type: "welcome" });
  expect(lines).toEqual(["connecting", "open"]);
});

test("what was not answered is sent again under the same name, once for each line", async () => {
  last().opens();
  last().says({ type: "welcome" });
  const answer = connection.ask({ type: "pause" });
  const [asked] = last().asks();
  last().breaks();
  expect(lines.at(-1)).toBe("waiting");
  vi.advanceTimersByTime(10_000);
  last().opens();
  expect(last().asks()).toEqual([]); // not before the table has said what has happened
  last().says({ type: "welcome" });
  expect(last().asks()).toEqual([asked]);
  last().says({ type: "news", request: asked?.["request"], turn: { number: 9 } });
  expect(await answer).toEqual({ done: true, number: 9 });
  last().breaks();
  vi.advanceTimersByTime(10_000);
  last().opens();
  last().says({ type: "welcome" });
  expect(last().asks()).toEqual([]);
});

test("a refusal is an answer", async () => {
  last().opens();
  last().says({ type: "welcome" });
  const answer = connection.ask({ type: "pause" });
  const request = last().asks()[0]?.["request"];
  last().says({ type: "refused", request, code: "table.paused_already", sentence: "…" });
  expect(await answer).toMatchObject({ done: false, refusal: { code: "table.paused_already" } });
});

test("it tries again after longer and longer pauses, and at once when it is told to", () => {
  const tries = (milliseconds: number): number => {
    const before = Socket.all.length;
    vi.advanceTimersByTime(milliseconds);
    return Socket.all.length - before;
  };
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  last().breaks();
  expect([tries(299), tries(1)]).toEqual([0, 1]);
  last().breaks();
  expect([tries(599), tries(1)]).toEqual([0, 1]);
  last().breaks();
  connection.tryNow();
  expect(Socket.all).toHaveLength(4);
});

test("a line that says nothing is cut", () => {
  last().opens();
  last().says({ type: "welcome" });
  vi.advanceTimersByTime(25_000); // a ping
  vi.advanceTimersByTime(10_000); // and no answer
  expect(lines.at(-1)).toBe("waiting");
});

test("a table that does not exist is not asked for again", () => {
  last().breaks(4404);
  expect(lines.at(-1)).toBe("gone");
  vi.advanceTimersByTime(60_000);
  expect(Socket.all).toHaveLength(1);
});
