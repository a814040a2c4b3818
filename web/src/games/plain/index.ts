import type { Home } from "../home";

/** For games that have no home here: what lies on the table is listed, and every move is a button. */
export const home: Home = {
  title: "",
  table: () => import("./table"),
  cards: () => import("./pictures"),
};
