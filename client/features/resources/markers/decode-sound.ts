import { BEAT_RATE } from './beats.ts';
import { soundPadding } from './sound-padding.ts';

/** An address of this site, or a file from the person's disk, and its length in seconds if it is known. */
export type SoundSource = { from: string | File; seconds: number | null };

/** Why a sound can't be read, as a sentence. */
export class SoundProblem extends Error {}

/** Browsers decode the whole sound: 15 minutes in stereo take up to 350 MB while they do. */
const LONGEST_MINUTES = 15;
const LARGEST_MEGABYTES = 200;

const UNREADABLE = 'Your browser can’t decode this sound. Add markers by hand.';

const load = async (from: string | File, signal: AbortSignal): Promise<Blob> => {
  if (from instanceof File) return from;
  try {
    const reply = await fetch(from, { signal });
    if (reply.ok) return await reply.blob();
  } catch {
    // Offline, or cut off on the way.
  }
  throw new SoundProblem('This sound didn’t load. Check your connection and try again.');
};

/** A context at the rate of the search or a multiple of it, because not every browser has low rates. */
const openContext = (): OfflineAudioContext => {
  for (const times of [1, 2]) {
    try {
      return new OfflineAudioContext(1, 1, BEAT_RATE * times);
    } catch {
      // Tries the next rate.
    }
  }
  return new OfflineAudioContext(1, 1, BEAT_RATE * 4);
};

/** The average of all channels, and of as many samples as make one at BEAT_RATE. */
const mixDown = (sound: AudioBuffer): Float32Array => {
  const times = Math.round(sound.sampleRate / BEAT_RATE);
  const mono = new Float32Array(Math.floor(sound.length / times));
  const share = 1 / (times * sound.numberOfChannels);
  for (let channel = 0; channel < sound.numberOfChannels; channel++) {
    const samples = sound.getChannelData(channel);
    for (let at = 0; at < mono.length * times; at++) {
      const to = Math.floor(at / times);
      mono[to] = (mono[to] as number) + (samples[at] as number) * share;
    }
  }
  return mono;
};

/**
 * Samples of a sound: mono, at BEAT_RATE.
 * @throws SoundProblem
 */
export async function decodeSound({ from, seconds }: SoundSource, signal: AbortSignal): Promise<Float32Array> {
  if (seconds !== null && seconds > LONGEST_MINUTES * 60)
    throw new SoundProblem(
      `Beats are found in sounds of up to ${LONGEST_MINUTES} minutes, and this one is longer. Add markers by hand.`,
    );
  if (from instanceof File && from.size > LARGEST_MEGABYTES * 1e6)
    throw new SoundProblem(
      `Beats are found in files of up to ${LARGEST_MEGABYTES} MB, and this one is larger. Add markers by hand.`,
    );
  if (typeof OfflineAudioContext === 'undefined') throw new SoundProblem(UNREADABLE);
  const blob = await load(from, signal);
  const bytes = await blob.arrayBuffer().catch(() => {
    throw new SoundProblem('This file is no longer where it was. Choose it again.');
  });
  const decoded = await openContext()
    .decodeAudioData(bytes)
    .catch(() => {
      throw new SoundProblem(UNREADABLE);
    });
  const padding = await soundPadding(blob, decoded.duration, { isPreview: typeof from === 'string' });
  return mixDown(decoded).slice(Math.round(padding * BEAT_RATE));
}
