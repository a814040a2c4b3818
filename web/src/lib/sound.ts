// Short sounds, made when they are needed; nothing is loaded. Off unless somebody has switched them on.
import { settings } from "./settings.svelte";

type Tone = { at: number; from: number; to?: number; length: number; shape?: OscillatorType; loud?: number };

const SOUNDS = {
  card: [{ at: 0, from: 520, to: 340, length: 0.07, shape: "triangle" }],
  chip: [{ at: 0, from: 1500, to: 1250, length: 0.05, shape: "square", loud: 0.25 }, { at: 0.05, from: 1900, length: 0.04, shape: "square", loud: 0.2 }],
  turn: [{ at: 0, from: 660, length: 0.09 }, { at: 0.1, from: 880, length: 0.12 }],
  flip: [{ at: 0, from: 300, to: 900, length: 0.28, shape: "triangle" }],
  take: [{ at: 0, from: 160, to: 60, length: 0.25, shape: "triangle", loud: 1.4 }],
  right: [{ at: 0, from: 784, length: 0.08 }, { at: 0.08, from: 1047, length: 0.14 }],
  wrong: [{ at: 0, from: 320, to: 260, length: 0.2, shape: "triangle" }],
  win: [
    { at: 0, from: 523, length: 0.12 },
    { at: 0.12, from: 659, length: 0.12 },
    { at: 0.24, from: 784, length: 0.12 },
    { at: 0.36, from: 1047, length: 0.3 },
  ],
} satisfies Record<string, Tone[]>;

let audio: AudioContext | null = null;

export function sound(name: keyof typeof SOUNDS): void {
  if (!settings.sound) return;
  audio ??= new AudioContext();
  void audio.resume();
  for (const tone of SOUNDS[name] as Tone[]) play(audio, tone);
}

function play(context: AudioContext, { at, from, to = from, length, shape = "sine", loud = 1 }: Tone): void {
  const start = context.currentTime + at;
  const voice = context.createOscillator();
  const volume = context.createGain();
  voice.type = shape;
  voice.frequency.setValueAtTime(from, start);
  voice.frequency.exponentialRampToValueAtTime(to, start + length);
  volume.gain.setValueAtTime(0.14 * loud, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + length);
  voice.connect(volume).connect(context.destination);
  voice.start(start);
  voice.stop(start + length);
}
