export { default as RoundResult } from "./RoundResult.svelte";
export { default as Table } from "./Table.svelte";
