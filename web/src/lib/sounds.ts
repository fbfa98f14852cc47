/** Sounds of a game, made here and not fetched: a piece set down, a piece taken, the end. */

export type Sound = 'move' | 'capture' | 'end';

let context: AudioContext | null = null;

/** A struck tone that fades at once; `noise` is the knock of wood at its beginning. */
function strike(at: number, pitch: number, long: number, loud: number, noise: boolean): void {
  if (!context) return;
  const start = context.currentTime + at;
  const gain = context.createGain();
  gain.gain.setValueAtTime(loud, start);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + long);
  gain.connect(context.destination);
  const tone = context.createOscillator();
  tone.type = 'triangle';
  tone.frequency.setValueAtTime(pitch, start);
  if (noise) tone.frequency.exponentialRampToValueAtTime(pitch / 2, start + long);
  tone.connect(gain);
  tone.start(start);
  tone.stop(start + long);
}

const SOUNDS: Record<Sound, () => void> = {
  move: () => strike(0, 320, 0.09, 0.25, true),
  capture: () => {
    strike(0, 260, 0.1, 0.3, true);
    strike(0.06, 180, 0.14, 0.3, true);
  },
  end: () => [392, 494, 587].forEach((pitch, at) => strike(0.12 * at, pitch, 0.5, 0.18, false)),
};

/** Make a sound; a browser that does not let us stays silent. */
export function sound(what: Sound): void {
  try {
    context ??= new AudioContext();
    void context.resume();
    SOUNDS[what]();
  } catch {
    context = null;
  }
}
