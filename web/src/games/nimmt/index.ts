import type { Home } from "../home";
import "./face.css";
import Mark from "./Mark.svelte";

export const home: Home = {
  title: "11 nimmt!",
  Mark,
  card: "33",
  table: () => import("./table"),
  cards: () => import("./pictures"),
};
