// The house itself: Python runs the tables here, for all pages of this browser. Only one worker has a house at a time;
// the others wait, and the next one takes over when a page with the house is closed.
import { openDrawers } from "./drawers";
import { loadPython, type PyProxy } from "./python";
import { HOUSE, pageLock, type Start, type ToHouse, type ToPage } from "./wire";

const channel = new BroadcastChannel(HOUSE);
const tell = (message: ToPage): void => channel.postMessage(message);

onmessage = ({ data }: MessageEvent<Start>): void => {
  channel.onmessage = leaveFor(data.root);
  void alone(() => keepHouse(data));
};

/** Pages of another version have come: the client was updated. They need a house of their own, and have the same drawers. */
function leaveFor(root: string, hear: (message: ToHouse) => void = () => undefined) {
  return ({ data }: MessageEvent<ToHouse | ToPage>): void => {
    if (data.to !== "house") return;
    const message = data as ToHouse;
    if (message.kind !== "knock" || message.root === root) return hear(message);
    tell({ to: "all", kind: "left", root });
    close();
  };
}

/** For as long as this worker lives; a browser without locks has nobody to share with. */
function alone(work: () => Promise<void>): Promise<unknown> {
  return "locks" in navigator ? navigator.locks.request(HOUSE, work) : work();
}

async function keepHouse(start: Start): Promise<void> {
  let house: House;
  try {
    const [{ drawers, lasting }, python] = await Promise.all([openDrawers(), loadPython(start.root)]);
    const lines = {
      send: (line: string, text: string) => tell({ to: pageOf(line), kind: "send", line, text }),
      end: (line: string, code: number) => tell({ to: pageOf(line), kind: "end", line, code }),
    };
    house = new House(await python.open_house(drawers, lines, new Thinker(start)), lasting);
  } catch (error) {
    tell({ to: "all", kind: "down", reason: String(error) });
    return; // the next worker tries
  }
  channel.onmessage = leaveFor(start.root, (message) => house.hear(message));
  tell({ to: "all", kind: "up", lasting: house.lasting }); // what was said before is said again
  await new Promise(() => undefined);
}

/** Lines are named after the page that they go to. */
const pageOf = (line: string): string => line.slice(0, line.indexOf(":"));

class House {
  private readonly lines = new Map<string, Set<string>>(); // of each page

  constructor(
    private readonly python: PyProxy,
    readonly lasting: boolean,
  ) {}

  hear(message: ToHouse): void {
    const { page } = message;
    switch (message.kind) {
      case "knock":
        tell({ to: page, kind: "up", lasting: this.lasting });
        break;
      case "call":
        void this.call(message);
        break;
      case "connect":
        this.linesOf(page).add(message.line);
        this.python.connect(message.line, message.table);
        break;
      case "hear":
        this.python.hear(message.line, message.text);
        break;
      case "hangUp":
        this.lines.get(page)?.delete(message.line);
        this.python.hang_up(message.line);
        break;
      case "bye":
        this.forget(page);
    }
  }

  private async call(asked: Extract<ToHouse, { kind: "call" }>): Promise<void> {
    const { page, id, method, path, body, language } = asked;
    const answer = (await this.python.call(method, path, body ?? undefined, language)) as string;
    tell({ to: page, kind: "answer", id, answer });
  }

  private linesOf(page: string): Set<string> {
    const known = this.lines.get(page);
    if (known) return known;
    const lines = new Set<string>();
    this.lines.set(page, lines);
    // A page that has crashed says nothing; its lock is free.
    if ("locks" in navigator) void navigator.locks.request(pageLock(page), () => this.forget(page));
    return lines;
  }

  private forget(page: string): void {
    for (const line of this.lines.get(page) ?? []) this.python.hang_up(line);
    this.lines.delete(page);
  }
}

/** The worker for what takes time, started when it is needed first. */
class Thinker {
  private worker: Worker | null = null;

  constructor(private readonly first: Start) {}

  think(asked: Uint8Array): Promise<Uint8Array> {
    const worker = (this.worker ??= this.start());
    return new Promise((found, failed) => {
      worker.onmessage = ({ data }: MessageEvent<Uint8Array | string>) => {
        if (typeof data === "string") failed(new Error(data));
        else found(data);
      };
      worker.onerror = (event) => failed(new Error(event.message));
      worker.postMessage(asked);
    });
  }

  giveUp(): void {
    this.worker?.terminate();
    this.worker = null;
  }

  private start(): Worker {
    const worker = new Worker(new URL("./thinking-worker.ts", import.meta.url), { type: "module" });
    worker.postMessage(this.first);
    return worker;
  }
}
