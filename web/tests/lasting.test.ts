// A line that is only listened to, on a socket and a clock of our own.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readCode } from "../src/classroom/pupil/code";
import { LastingLine, type TableLine } from "../src/lib/lasting";

let sockets: (TableLine & { isOpen: boolean })[];
let lines: string[];
let line: LastingLine;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("document", { hidden: false, addEventListener: vi.fn(), removeEventListener: vi.fn() });
  vi.stubGlobal("addEventListener", vi.fn());
  vi.stubGlobal("removeEventListener", vi.fn());
  [sockets, lines] = [[], []];
  line = new LastingLine({
    connect: () => {
      const socket = { onopen: null, onmessage: null, onclose: null, isOpen: true, send: vi.fn(), close: vi.fn() };
      sockets.push(socket);
      return socket;
    },
    greet: vi.fn(),
    hear: vi.fn(),
    lineIs: (is) => lines.push(is),
    isForGood: (code) => code === 4403,
    ping: null,
    isFar: true,
  });
  line.connect();
});

afterEach(() => {
  line.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const says = (): void => sockets.at(-1)?.onmessage?.({ data: "{}" });

test("nothing is asked for while something is told every now and then", () => {
  sockets[0]?.onopen?.();
  for (let told = 0; told < 6; told++) {
    says();
    vi.advanceTimersByTime(20_000);
  }
  expect(sockets).toHaveLength(1);
});

test("a line that has been silent for long is opened anew", () => {
  says();
  vi.advanceTimersByTime(44_000);
  expect(lines).toEqual(["connecting"]);
  vi.advanceTimersByTime(3000);
  expect(lines).toEqual(["connecting", "waiting", "connecting"]);
  expect(sockets).toHaveLength(2);
});

test("whoever is not wanted does not come again", () => {
  sockets[0]?.onclose?.({ code: 4403 });
  vi.advanceTimersByTime(600_000);
  expect(lines).toEqual(["connecting", "gone"]);
});

test.each([
  ["3291", "3291"],
  [" 32 91 ", "3291"],
  ["http://192.168.1.5:8100/c/3291", "3291"],
  ["12", null],
  ["fox", null],
])("the code in %o is %o", (text, code) => {
  expect(readCode(text)).toBe(code);
});
