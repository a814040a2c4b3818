import type { Home } from "../home";
import "./face.css";
import Mark from "./Mark.svelte";

export const home: Home = {
  title: "Cento",
  Mark,
  card: "+25",
  table: () => import("./table"),
  cards: () => import("./pictures"),
};
