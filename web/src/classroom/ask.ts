// What a teacher and pupils ask a class for. What comes of it is told over the line to the class; a refusal is a
// `Refused`, with a sentence to be shown as it is (`sentenceOf` in lib/api.ts).
import { call, haveDevice, readFile } from "../lib/api";
import { settings } from "../lib/settings.svelte";
import type { AskedByPupil, AskedByTeacher, ClassDone, ClassReport, Groups } from "../lib/types";
import { theKey } from "./key";

const CLASS = "/api/class";
const key = (): string => theKey() ?? "";

// --- The teacher ------------------------------------------------------------------------------------------------
export const askAsTeacher = (what: AskedByTeacher): Promise<ClassDone> =>
  call("POST", `${CLASS}/teacher`, { what }, key());

/** All pupils who are here, in groups of about this size: by chance, of those who calculate alike, or of all kinds. */
export const readGroups = async (how: "chance" | "alike" | "mixed", size: number): Promise<number[][]> =>
  (await call<Groups>("GET", `${CLASS}/groups?how=${how}&size=${size}`, undefined, key())).groups;

export const readReport = (names: boolean): Promise<ClassReport> =>
  call("GET", `${CLASS}/report?language=${settings.language}&names=${names}`, undefined, key());

export const readReportOnPaper = (names: boolean, paper: "a4" | "letter"): Promise<Blob> =>
  readFile(`${CLASS}/report.pdf?language=${settings.language}&names=${names}&paper=${paper}`, key());

/** Where pupils join, for cameras: the address of a picture, as the key cannot be said in that of an `img`. */
export async function readQrCode(): Promise<string> {
  const picture = await readFile(`${CLASS}/qr.svg`, key());
  return `data:image/svg+xml,${encodeURIComponent(await picture.text())}`;
}

/** Everything of the class is deleted. */
export const wipe = (): Promise<ClassDone> => call("DELETE", CLASS, undefined, key());

// --- Pupils -----------------------------------------------------------------------------------------------------
export async function askAsPupil(what: AskedByPupil): Promise<ClassDone> {
  await haveDevice();
  return call("POST", `${CLASS}/pupil`, { what });
}
