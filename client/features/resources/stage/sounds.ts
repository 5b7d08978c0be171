// Audio elements that are loaded before they are needed, and the volume that makes sounds equally loud.

/** LUFS at which all sounds play, and the highest true peak in dBTP. */
const TARGET = -18;
const HIGHEST = -1;
const KEPT = 12;
const LOUDNESS_KEY = 'helix_loudness';

type Sound = { element: HTMLAudioElement; gain: GainNode | null; analyser: AnalyserNode | null };

const kept = new Map<string, HTMLAudioElement>();
const routed = new WeakMap<HTMLAudioElement, Sound>();
let context: AudioContext | undefined;

/** An element for this URL, which starts to load. */
export function preparedSound(url: string): HTMLAudioElement {
  const element = kept.get(url) ?? new Audio(url);
  if (!kept.has(url)) element.preload = 'auto';
  kept.delete(url);
  kept.set(url, element);
  for (const [old, unused] of kept) {
    if (kept.size <= KEPT) break;
    if (unused.paused) unused.removeAttribute('src');
    kept.delete(old);
  }
  return element;
}

/** Forgets an element that failed, so that the next one loads again. */
export function forgetSound(url: string): void {
  kept.delete(url);
}

/** Whether all sounds play equally loud, which is so unless the listener chose otherwise. */
export function isEqualWanted(): boolean {
  try {
    return localStorage.getItem(LOUDNESS_KEY) !== 'delivered';
  } catch {
    return true;
  }
}

export function keepLoudness(isEqual: boolean): void {
  try {
    localStorage.setItem(LOUDNESS_KEY, isEqual ? 'equal' : 'delivered');
  } catch {
    // Without storage, the choice lasts until the next sound.
  }
}

/** Lets the browser play sounds, if it is called after a click or key. */
export function wakeSound(): AudioContext | null {
  if (typeof AudioContext === 'undefined') return null;
  context ??= new AudioContext();
  void context.resume();
  return context;
}

/** Sends a sound through a volume control and a meter. Call it after a click or key, as browsers allow no sound before. */
export function routeSound(element: HTMLAudioElement): Sound {
  const output = wakeSound();
  const known = routed.get(element);
  if (known) return known;
  const sound: Sound = { element, gain: null, analyser: null };
  if (output) {
    sound.gain = output.createGain();
    sound.analyser = output.createAnalyser();
    sound.analyser.fftSize = 1024;
    output.createMediaElementSource(element).connect(sound.gain).connect(sound.analyser).connect(output.destination);
  }
  routed.set(element, sound);
  return sound;
}

/** Factor that brings a sound to the common loudness without clipping it; 1 if its loudness is unknown. */
export function equalGain({ loudness, peak }: { loudness: number | null; peak: number | null }): number {
  if (loudness === null) return 1;
  const decibels = Math.min(TARGET - loudness, peak === null ? 0 : HIGHEST - peak);
  return 10 ** (decibels / 20);
}

/** Loudest sample at this moment, from 0 to 1. */
export function levelOf(analyser: AnalyserNode): number {
  const samples = new Float32Array(analyser.fftSize);
  analyser.getFloatTimeDomainData(samples);
  return samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);
}
