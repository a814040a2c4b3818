// What any game can be played on.
export { default as RoundResult } from "./RoundResult.svelte";
export { default as Table } from "./Table.svelte";
