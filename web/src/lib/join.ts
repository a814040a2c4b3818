// What somebody typed or pasted to come to a table: a code as it is read aloud, or an invitation with its link.
export type Joining = { code: string } | { path: string } | null;

const DIGITS = /^\d{6,8}$/; // the more tables are open, the longer their codes

export function readJoining(text: string): Joining {
  const path = /\/t\/[\w-]+/.exec(text)?.[0];
  if (path) return { path };
  const code = text.replace(/[\s.\-–]/g, "");
  return DIGITS.test(code) ? { code } : null;
}
