// Everything that people read in the web client, in English; one file for each area.
import { cento } from "./en/cento";
import { common } from "./en/common";
import { end } from "./en/end";
import { home } from "./en/home";
import { nimmt } from "./en/nimmt";
import { pad } from "./en/pad";
import { replay } from "./en/replay";
import { rules } from "./en/rules";
import { settings } from "./en/settings";
import { setup } from "./en/setup";
import { table } from "./en/table";
import { ten } from "./en/ten";
import { tutorial } from "./en/tutorial";
import { waiting } from "./en/waiting";

export const en = { cento, common, end, home, nimmt, pad, replay, rules, settings, setup, table, ten, tutorial, waiting };
