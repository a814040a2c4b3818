// Who a pupil wants to be. It is not lost when the code was wrong or the class is full.
import type { Animal, Colour } from "../animals";

let animal = $state<Animal | null>(null);
let colour = $state<Colour | null>(null);

export const choice = {
  get animal(): Animal | null {
    return animal;
  },
  set animal(chosen: Animal | null) {
    animal = chosen;
    colour = null;
  },
  get colour(): Colour | null {
    return colour;
  },
  set colour(chosen: Colour | null) {
    colour = chosen;
  },
};
