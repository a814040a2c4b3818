// Chance from the browser: this device's share of a deal, and names for requests.

function hex(bytes: number): string {
  const chance = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(chance, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export const newShare = (): string => hex(32);
export const newName = (): string => hex(8);
