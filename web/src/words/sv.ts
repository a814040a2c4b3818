// Everything that people read in the web client, in Swedish; one file for each area.
import type { Words } from "../lib/words.svelte";
import { cento } from "./sv/cento";
import { common } from "./sv/common";
import { end } from "./sv/end";
import { home } from "./sv/home";
import { nimmt } from "./sv/nimmt";
import { pad } from "./sv/pad";
import { replay } from "./sv/replay";
import { rules } from "./sv/rules";
import { settings } from "./sv/settings";
import { setup } from "./sv/setup";
import { table } from "./sv/table";
import { ten } from "./sv/ten";
import { tutorial } from "./sv/tutorial";
import { waiting } from "./sv/waiting";

export const sv: Words = { cento, common, end, home, nimmt, pad, replay, rules, settings, setup, table, ten, tutorial, waiting };
