import type { Home } from "../home";
import "./face.css";
import Mark from "./Mark.svelte";

export const home: Home = {
  title: "10",
  Mark,
  card: "J",
  isRevealed: true,
  table: () => import("./table"),
  cards: () => import("./pictures"),
};
