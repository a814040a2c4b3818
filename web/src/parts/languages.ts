// Languages by their own names, as people look for them.
import { LANGUAGES as SPOKEN, type Language } from "../generated/languages";

export const LANGUAGES = (Object.keys(SPOKEN) as Language[])
  .map((value) => ({ value, label: SPOKEN[value].name }))
  .sort((one, other) => (one.label < other.label ? -1 : 1));
