import { mount } from "svelte";
import App from "./App.svelte";
import { workOffline } from "./lib/offline.svelte";
import { loadWords } from "./lib/words.svelte";
import "./styles/base.css";

const target = document.getElementById("app");
if (target) {
  await loadWords();
  mount(App, { target });
  workOffline();
}
