// What somebody typed or pasted to come to a table: a code as it is read aloud, or an invitation with its link.
export type Joining = { code: string } | { path: string } | null;

const DIGITS = 6;

export function readJoining(text: string): Joining {
  const path = /\/t\/[\w-]+/.exec(text)?.[0];
  if (path) return { path };
  const code = text.replace(/[\s.\-–]/g, "");
  return /^\d+$/.test(code) && code.length === DIGITS ? { code } : null;
}
