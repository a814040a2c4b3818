// REST: every refusal of the server becomes a `Refused` with a sentence that can be shown as it is.
import { settings } from "./settings.svelte";
import type {
  GamesTold,
  HouseRulesTold,
  MyData,
  NewTable,
  Problem,
  Prospects,
  RecordTold,
  ReportTold,
  RulesTold,
  StepsTold,
  TableListed,
  TableOpened,
} from "./types";
import { say } from "./words.svelte";

export class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(problem.sentence);
  }
}

export class NoConnection extends Error {}

/** What to show for an error of a call; other errors are bugs and are thrown on. */
export function sentenceOf(error: unknown): string {
  if (error instanceof Refused) return error.message;
  if (error instanceof NoConnection) return say("common.noConnection");
  throw error;
}

async function call<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  let response: Response;
  let answer: unknown;
  try {
    const headers: Record<string, string> = { "accept-language": settings.language };
    if (body !== undefined) headers["content-type"] = "application/json";
    response = await fetch(path, { method, headers, body: body === undefined ? null : JSON.stringify(body) });
    answer = await response.json();
  } catch {
    throw new NoConnection();
  }
  if (!response.ok) throw new Refused(answer as Problem);
  return answer as Answer;
}

let device: Promise<unknown> | null = null;

/** The cookie with this device's secret; asked for once. */
export function haveDevice(): Promise<unknown> {
  device ??= call("POST", "/api/device").catch((error: unknown) => {
    device = null;
    throw error;
  });
  return device;
}

// The language is part of these addresses, so that they can be kept for the time without a connection.
const inLanguage = (path: string): string => `${path}?language=${settings.language}`;

export const readGames = (): Promise<GamesTold> => call("GET", inLanguage("/api/games"));
export const readRules = (game: string, notation: boolean): Promise<RulesTold> =>
  call("GET", inLanguage(`/api/rules/${game}`) + (notation ? "&notation=true" : ""));

/** What would come of a table with these options. */
export const readProspects = ({ game, players, options }: NewTable): Promise<Prospects> =>
  call("POST", inLanguage(`/api/games/${game}/prospects`), { players, options });

/** A file of house rules, checked. */
export const readHouseRules = (text: string): Promise<HouseRulesTold> => call("POST", "/api/house-rules/read", { text });

/** Options that were chosen, as a file under this name. */
export const writeHouseRules = (name: string, game: string, options: NewTable["options"]): Promise<HouseRulesTold> =>
  call("POST", "/api/house-rules/write", { name, game, options });

export const readHouseRulesOf = (table: string): Promise<HouseRulesTold> =>
  call("GET", inLanguage(`/api/tables/${table}/house-rules`));

export async function openTable(table: NewTable): Promise<TableOpened> {
  await haveDevice();
  return call("POST", "/api/tables", table);
}

export async function findCode(code: string): Promise<string> {
  return (await call<{ id: string }>("GET", `/api/codes/${encodeURIComponent(code)}`)).id;
}

export async function readHistory(): Promise<TableListed[]> {
  await haveDevice().catch(() => undefined); // without a connection there may be a kept answer
  return (await call<{ tables: TableListed[] }>("GET", "/api/history")).tables;
}

/** All that the server keeps about this device. */
export async function readMyData(): Promise<MyData> {
  await haveDevice();
  return call("GET", "/api/my-data");
}

/** From then on this device is another one. */
export async function deleteMyData(): Promise<void> {
  await haveDevice();
  await call("DELETE", "/api/my-data");
  device = null;
}

export const deleteTable = (table: string): Promise<unknown> => call("DELETE", `/api/tables/${table}`);

export async function readLobby(): Promise<TableListed[]> {
  return (await call<{ tables: TableListed[] }>("GET", "/api/lobby")).tables;
}

const match = (table: string, number: number): string => `/api/tables/${table}/matches/${number}`;

export const readReport = (table: string, number: number): Promise<ReportTold> =>
  call("GET", `${match(table, number)}/report`);

export const readRecord = (table: string, number: number): Promise<RecordTold> =>
  call("GET", `${match(table, number)}/record`);

export function readSteps(
  table: string,
  number: number,
  seat: number | null,
  first = 0,
  count = 200,
): Promise<StepsTold> {
  const eyes = seat === null ? "" : `&seat=${seat}`;
  return call("GET", `${match(table, number)}/steps?first=${first}&count=${count}${eyes}`);
}
