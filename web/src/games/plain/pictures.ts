// Cards of any game.
export { default as Card } from "./Card.svelte";
