// Checks in the browser that nobody can have stacked a deal; the same as src/tiotal/engine/fairness.py, so that whoever
// keeps the server need not be believed. The hash is not the browser's own, which is missing on plain http.
import type { RecordTold } from "./types";

export interface DealChecked extends NonNullable<RecordTold["fair"]> {
  seed: string;
  /** The secret is the one to which the table had committed itself; null: this device has not seen that. */
  promised: boolean | null;
  /** The shuffle was made of the secret and the shares. */
  mixed: boolean;
  /** The share of this device is in it; null: it has sent none. */
  mine: boolean | null;
}

// --- What this device has seen ------------------------------------------------------------------------------------
const commitmentKey = (table: string, match: number): string => `tiotal.commitment.${table}.${match}`;

/** The first one counts: a table that shows another one later has cheated. */
export function keepCommitment(table: string, match: number, commitment: string): void {
  try {
    const key = commitmentKey(table, match);
    if (localStorage.getItem(key) === null) localStorage.setItem(key, commitment);
  } catch {
    // a browser that keeps nothing still plays
  }
}

function kept(table: string, match: number): { commitment: string | null; shares: string[] } {
  try {
    return {
      commitment: localStorage.getItem(commitmentKey(table, match)),
      shares: JSON.parse(localStorage.getItem(`tiotal.shares.${table}`) ?? "[]") as string[],
    };
  } catch {
    return { commitment: null, shares: [] };
  }
}

// --- Checking -----------------------------------------------------------------------------------------------------
/** Null: the record says nothing about its deal. `plays` tells whether somebody at this device plays. */
export async function checkDeal(
  table: string,
  match: number,
  record: RecordTold,
  plays: boolean,
): Promise<DealChecked | null> {
  const proof = record.fair;
  if (!proof) return null;
  const { sha256 } = await import("@noble/hashes/sha2.js");
  const hash = (...parts: Uint8Array[]): string => toHex(sha256(joined(parts)));
  const secret = fromHex(proof.secret);
  const commitment = hash(ascii("tiotal commitment "), secret);
  const shares = proof.shares.flatMap((share, seat) => (share ? [Uint8Array.of(seat), fromHex(share)] : []));
  const seed = hash(ascii("tiotal deal "), secret, ...shares);
  const seen = kept(table, match);
  return {
    ...proof,
    seed: record.seed,
    promised: commitment === proof.commitment && (seen.commitment === null ? null : commitment === seen.commitment),
    mixed: seed === record.seed,
    mine: plays && seen.shares.length > 0 ? proof.shares.some((share) => seen.shares.includes(share ?? "")) : null,
  };
}

const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);

function joined(parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function fromHex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
