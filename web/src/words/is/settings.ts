import type { Words } from "../../lib/words.svelte";

export const settings: Words["settings"] = {
  title: "Stillingar",
  name: "Nafnið þitt",
  name_note: "Hinir sjá það við borðið.",
  says_note: "Fyrir nýja leiki. Við borð breytir þú þessu í valmyndinni.",
  theme: "Litir",
  auto: "Eins og tækið",
  light: "Ljóst",
  dark: "Dökkt",
  sound: "Hljóð",
  sound_note: "Stutt hljóð þegar spilin hreyfast.",
  vibration: "Titringur",
  vibration_note: "Tækið titrar þegar þú átt leik og ert að skoða annað.",
  motion: "Hreyfing",
  motion_note: "Spilin fljúga á sinn stað.",
  cards: "Stærð spila",
  normal: "Venjuleg",
  large: "Stór",
  leftHanded: "Fyrir örvhenta",
  leftHanded_note: "Speglar spilin á hendi og líka hnappana þegar síminn liggur á hlið.",
  kept: "Vistast strax í þessu tæki.",
};
