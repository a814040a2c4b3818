import type { Words } from "../../lib/words.svelte";

export const settings: Words["settings"] = {
  title: "Inställningar",
  name: "Ditt namn",
  name_note: "De andra ser det vid bordet.",
  says_note: "För nya spel. Vid ett bord ändrar du det i menyn.",
  theme: "Färger",
  auto: "Som på enheten",
  light: "Ljust",
  dark: "Mörkt",
  sound: "Ljud",
  sound_note: "Korta ljud när korten rör sig.",
  vibration: "Vibration",
  vibration_note: "Enheten skakar till när det är din tur och du tittar på något annat.",
  motion: "Rörelse",
  motion_note: "Korten flyger till sin plats.",
  cards: "Kortens storlek",
  normal: "Vanlig",
  large: "Stor",
  leftHanded: "Vänsterhänt",
  leftHanded_note: "Speglar korten på handen, och knapparna när telefonen ligger på sidan.",
  kept: "Sparas direkt på den här enheten.",
};
