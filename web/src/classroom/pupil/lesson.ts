// What a device that belongs to a class shows of it, whatever else is on the screen.
export { default as Strip } from "./Strip.svelte";
export { default as Covering } from "./Covering.svelte";
export { default as Over } from "./Over.svelte";
