// What is said to people who cannot see the table: one sentence after the other, in the one place that is read to them
// (`Teller.svelte`).
const KEPT = 12; // whoever listens may be a little behind

let numbered = 0;
let spoken = $state.raw<{ number: number; text: string }[]>([]);

export const voice = {
  get lines(): { number: number; text: string }[] {
    return spoken;
  },
  tell(...texts: string[]): void {
    spoken = [...spoken, ...texts.map((text) => ({ number: ++numbered, text }))].slice(-KEPT);
  },
  hush(): void {
    spoken = [];
  },
};
