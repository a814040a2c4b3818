// REST: every refusal of the server becomes a `Refused` with a sentence that can be shown as it is.
import type { GamesTold, NewTable, Problem, TableListed, TableOpened } from "./types";

export class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(problem.sentence);
  }
}

export class NoConnection extends Error {}

let device: Promise<unknown> | null = null;

/** The cookie with this device's secret; asked for once. */
function haveDevice(): Promise<unknown> {
  device ??= call("POST", "/api/device").catch((error: unknown) => {
    device = null;
    throw error;
  });
  return device;
}

async function call<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers: { "accept-language": document.documentElement.lang, "content-type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
    });
  } catch {
    throw new NoConnection();
  }
  const answer: unknown = await response.json();
  if (!response.ok) throw new Refused(answer as Problem);
  return answer as Answer;
}

export const readGames = (): Promise<GamesTold> => call("GET", "/api/games");

export async function openTable(table: NewTable): Promise<TableOpened> {
  await haveDevice();
  return call("POST", "/api/tables", table);
}

export async function findCode(code: string): Promise<string> {
  const found = await call<{ id: string }>("GET", `/api/codes/${encodeURIComponent(code)}`);
  return found.id;
}

export async function readHistory(): Promise<TableListed[]> {
  await haveDevice();
  return (await call<{ tables: TableListed[] }>("GET", "/api/history")).tables;
}

export async function readLobby(): Promise<TableListed[]> {
  return (await call<{ tables: TableListed[] }>("GET", "/api/lobby")).tables;
}

export { haveDevice };
