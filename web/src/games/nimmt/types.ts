// What the server says of this game.
import type { components } from "../../generated/server";

export type NimmtTable = components["schemas"]["NimmtTable"];
