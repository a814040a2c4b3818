// Makes the picture of Python's memory, and is gone.
import { makePicture } from "./python";
import type { Start } from "./wire";

onmessage = ({ data }: MessageEvent<Start>): void => {
  makePicture(data.root).then(
    () => postMessage("made"),
    (error: unknown) => postMessage(String(error)),
  );
};
