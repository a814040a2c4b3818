// What the server says of this game.
import type { components } from "../../lib/server";

export type NimmtTable = components["schemas"]["NimmtTable"];
