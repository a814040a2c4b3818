// Pictures of cards, for score pad and rulebook.
export { default as Card } from "./CardByName.svelte";
export { default as Gallery } from "./Gallery.svelte";
export { default as Key } from "./Key.svelte";
export { default as SetUp } from "./SetUp.svelte";
