// What somebody typed or pasted to come into a class: the code as it is read aloud, or the address from the big screen.
const DIGITS = /^\d{4,8}$/;

export function readCode(text: string): string | null {
  const code = (/\/c\/(\w+)/.exec(text)?.[1] ?? text).replace(/[\s.\-–]/g, "");
  return DIGITS.test(code) ? code : null;
}
