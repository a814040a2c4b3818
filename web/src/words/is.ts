// Everything that people read in the web client, in Icelandic; one file for each area.
import type { Words } from "../lib/words.svelte";
import { cento } from "./is/cento";
import { common } from "./is/common";
import { end } from "./is/end";
import { home } from "./is/home";
import { nimmt } from "./is/nimmt";
import { pad } from "./is/pad";
import { replay } from "./is/replay";
import { rules } from "./is/rules";
import { settings } from "./is/settings";
import { setup } from "./is/setup";
import { table } from "./is/table";
import { ten } from "./is/ten";
import { tutorial } from "./is/tutorial";
import { waiting } from "./is/waiting";

export const is: Words = { cento, common, end, home, nimmt, pad, replay, rules, settings, setup, table, ten, tutorial, waiting };
