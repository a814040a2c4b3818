// REST: every refusal becomes a `Refused` with a sentence that can be shown as it is. Without a server, the house of this
// device answers what it can.
import { ALONE, callHouse, canPlayHere, isHere, readTold } from "./hosts";
import { settings } from "./settings.svelte";
import type {
  GamesTold,
  GuideTold,
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

/** `secret`: of somebody who is known by more than this device. */
export async function call<Answer>(method: string, path: string, body?: unknown, secret?: string): Promise<Answer> {
  return (await answerTo(method, path, (answer) => answer.json(), body, secret)) as Answer;
}

export const readFile = (path: string, secret: string): Promise<Blob> =>
  answerTo("GET", path, (answer) => answer.blob(), undefined, secret);

async function answerTo<Answer>(
  method: string,
  path: string,
  read: (response: Response) => Promise<Answer>,
  body: unknown,
  secret: string | undefined,
): Promise<Answer> {
  let response: Response;
  let answer: Answer | Problem;
  try {
    const headers: Record<string, string> = { "accept-language": settings.language };
    if (body !== undefined) headers["content-type"] = "application/json";
    if (secret !== undefined) headers["authorization"] = `Bearer ${secret}`;
    response = await fetch(path, { method, headers, body: body === undefined ? null : JSON.stringify(body) });
    answer = response.ok ? await read(response) : ((await response.json()) as Problem);
  } catch {
    throw new NoConnection();
  }
  if (!response.ok) throw new Refused(answer as Problem);
  return answer as Answer;
}

async function callHere<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const answered = await callHouse(method, path, body, settings.language).catch(() => {
    throw new NoConnection();
  });
  if (answered.status >= 400) throw new Refused(answered.body as Problem);
  return answered.body as Answer;
}

/** What needs nobody else: by the server, or, if there is none in reach, on the device. */
async function callAnywhere<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  if (ALONE) return callHere(method, path, body);
  try {
    return await call(method, path, body);
  } catch (error) {
    if (error instanceof NoConnection && (await canPlayHere())) return callHere(method, path, body);
    throw error;
  }
}

/** About one table, where it is. */
function callTable<Answer>(method: string, table: string, path: string): Promise<Answer> {
  return (isHere(table) ? callHere : call)(method, `/api/tables/${table}${path}`);
}

let device: Promise<unknown> | null = null;

/** The cookie with this device's secret; asked for once. */
export function haveDevice(): Promise<unknown> {
  if (ALONE) return Promise.resolve();
  device ??= call("POST", "/api/device").catch((error: unknown) => {
    device = null;
    throw error;
  });
  return device;
}

/** The server knows this device no more. */
export function forgetDevice(): void {
  device = null;
}

// The language is part of these addresses, so that they can be kept for the time without a connection.
const inLanguage = (path: string): string => `${path}?language=${settings.language}`;

export const readGames = (): Promise<GamesTold> =>
  told(`games.${settings.language}`, () => call("GET", inLanguage("/api/games")));
export const readRules = (game: string, notation: boolean): Promise<RulesTold> =>
  told(`${notation ? "notation" : "rules"}.${game}.${settings.language}`, () =>
    call("GET", inLanguage(`/api/rules/${game}`) + (notation ? "&notation=true" : "")),
  );

export const readGuide = (name: string): Promise<GuideTold> =>
  told(`guide-${name}.${settings.language}`, () => call("GET", inLanguage(`/api/guide/${name}`)));

/** By the server; without one, as it is written down beside the games. */
async function told<Told>(name: string, ask: () => Promise<Told>): Promise<Told> {
  if (ALONE) return readTold(name);
  try {
    return await ask();
  } catch (error) {
    if (error instanceof NoConnection && (await canPlayHere())) return readTold(name);
    throw error;
  }
}

/** What would come of a table with these options. */
export const readProspects = ({ game, players, options }: NewTable): Promise<Prospects> =>
  callAnywhere("POST", inLanguage(`/api/games/${game}/prospects`), { players, options });

/** A file of house rules, checked. */
export const readHouseRules = (text: string): Promise<HouseRulesTold> =>
  callAnywhere("POST", "/api/house-rules/read", { text });

/** Options that were chosen, as a file under this name. */
export const writeHouseRules = (name: string, game: string, options: NewTable["options"]): Promise<HouseRulesTold> =>
  callAnywhere("POST", "/api/house-rules/write", { name, game, options });

export const readHouseRulesOf = (table: string): Promise<HouseRulesTold> =>
  callTable("GET", table, inLanguage("/house-rules"));

export async function openTable(table: NewTable): Promise<TableOpened> {
  await haveDevice().catch(() => undefined); // without a connection the table is opened here
  return callAnywhere("POST", "/api/tables", table);
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
  if (ALONE) return callHere("GET", "/api/my-data");
  await haveDevice();
  return call("GET", "/api/my-data");
}

/** From then on this device is another one. */
export async function deleteMyData(): Promise<void> {
  if (ALONE) return callHere("DELETE", "/api/my-data");
  await haveDevice();
  await call("DELETE", "/api/my-data");
  forgetDevice();
}

export const deleteTable = (table: string): Promise<unknown> => callTable("DELETE", table, "");

/** All of a table that is on this device. */
export const readLog = (table: string): Promise<unknown> => callTable("GET", table, "/log");

/** To the server's list of this device. */
export async function bringTable(log: unknown): Promise<void> {
  await haveDevice();
  await call("POST", "/api/brought", { log: JSON.stringify(log) });
}

export async function readLobby(): Promise<TableListed[]> {
  if (ALONE) return [];
  return (await call<{ tables: TableListed[] }>("GET", "/api/lobby")).tables;
}

export const readReport = (table: string, number: number): Promise<ReportTold> =>
  callTable("GET", table, `/matches/${number}/report`);

export const readRecord = (table: string, number: number): Promise<RecordTold> =>
  callTable("GET", table, `/matches/${number}/record`);

export function readSteps(
  table: string,
  number: number,
  seat: number | null,
  first = 0,
  count = 200,
): Promise<StepsTold> {
  const eyes = seat === null ? "" : `&seat=${seat}`;
  return callTable("GET", table, `/matches/${number}/steps?first=${first}&count=${count}${eyes}`);
}
