// Where a table is: on the server, or in the house of this device. Everything else is the same for both.
import type { TableLine } from "./lasting";
import type { TableListed } from "./types";

const HERE = "here-"; // with this begin the names of tables that are kept on the device

/** A site that was built without a server: everything happens on the device. */
export const ALONE: boolean = import.meta.env.MODE === "site";

export const isHere = (table: string): boolean => ALONE || table.startsWith(HERE);

const KEPT = "tiotal.here"; // there are tables on this device

/** Whether games can be played without a server now. */
export const canPlayHere = async (): Promise<boolean> =>
  ALONE || (await import("../device/engine").then(({ isEngineHere }) => isEngineHere()).catch(() => false));

/** The tables that are kept on this device. */
export async function tablesHere(): Promise<TableListed[]> {
  if (!ALONE && !hasTables()) return [];
  return (await import("../device/drawers")).tablesKept();
}

function hasTables(): boolean {
  try {
    return localStorage.getItem(KEPT) !== null;
  } catch {
    return false;
  }
}

/** What a server tells of its games, as it was written down when the client was built. */
export async function readTold<Told>(name: string): Promise<Told> {
  const { engineRoot } = await import("../device/engine");
  const answer = await fetch(`${engineRoot()}told/${name}.json`);
  return (await answer.json()) as Told;
}

/** Loaded when it is needed first: the first page has no use for it. */
const house = () => import("../device/house").then(({ theHouse }) => theHouse());

export async function callHouse(method: string, path: string, body: unknown, language: string) {
  if (method === "POST" && path === "/api/tables") noteTables();
  return (await house()).call(method, path, body, language);
}

function noteTables(): void {
  try {
    localStorage.setItem(KEPT, "yes");
  } catch {
    // then nothing else is kept, either
  }
}

/** Whether this browser keeps nothing of what happens on the device. */
export const isPassing = async (): Promise<boolean> => !(await house()).lasting;

export function lineTo(table: string): TableLine {
  return isHere(table) ? laterLine(house().then((found) => found.connect(table))) : serverLine(`/api/tables/${table}/play`);
}

export const serverLine = (path: string): TableLine => new ServerLine(path);

/** One that needs something else first. */
export const laterLine = (coming: Promise<TableLine>): TableLine => new LaterLine(coming);

class ServerLine implements TableLine {
  onopen: TableLine["onopen"] = null;
  onmessage: TableLine["onmessage"] = null;
  onclose: TableLine["onclose"] = null;
  private readonly socket: WebSocket;

  constructor(path: string) {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new WebSocket(`${scheme}://${location.host}${path}`);
    this.socket.onopen = () => this.onopen?.();
    this.socket.onmessage = ({ data }: MessageEvent<string>) => this.onmessage?.({ data });
    this.socket.onclose = ({ code }) => this.onclose?.({ code });
  }

  get isOpen(): boolean {
    return this.socket.readyState === WebSocket.OPEN;
  }

  send(text: string): void {
    this.socket.send(text);
  }

  close(): void {
    this.socket.close();
  }
}

/** A line that is there when what it needs has come, such as the house. */
class LaterLine implements TableLine {
  onopen: TableLine["onopen"] = null;
  onmessage: TableLine["onmessage"] = null;
  onclose: TableLine["onclose"] = null;
  private line: TableLine | null = null;
  private isClosed = false;

  constructor(coming: Promise<TableLine>) {
    coming.then(
      (line) => {
        if (this.isClosed) return line.close();
        this.line = line;
        line.onopen = () => this.onopen?.();
        line.onmessage = (event) => this.onmessage?.(event);
        line.onclose = (event) => this.onclose?.(event);
        if (line.isOpen) this.onopen?.();
        return undefined;
      },
      () => this.onclose?.({ code: 0 }),
    );
  }

  get isOpen(): boolean {
    return this.line?.isOpen === true;
  }

  send(text: string): void {
    this.line?.send(text);
  }

  close(): void {
    this.isClosed = true;
    this.line?.close();
  }
}
