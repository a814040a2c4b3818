// What is played on.
export { default as RoundResult } from "./RoundResult.svelte";
export { default as Table } from "./Table.svelte";
export { LESSON as lesson } from "./lesson";
