/** Determines a pack's media properties, such as its size and length, from its files. Listings can be filtered by them. */
import sharp from 'sharp';
import type { AssetType, ClipFacts, StarterFile } from '#demo/content/entry.ts';

/** Content of the `facts` column of resources. Facts that don't apply are omitted. */
export type MediaFacts = {
  width?: number;
  height?: number;
  frameRate?: number;
  seconds?: number;
  alpha?: boolean;
  loop?: boolean;
};

type Found = { picture?: { width: number; height: number; alpha: boolean }; clip?: ClipFacts; sound?: number };

/** Collects facts file by file, so that only one file has to be in memory at a time. */
export type FactsNotes = {
  note(file: StarterFile, body: Buffer): Promise<void>;
  facts(): MediaFacts;
};

/**
 * The width and height are taken from the first clip or, if there are no clips, from the largest image. The length is taken from
 * the first clip or, in a sound pack, from the longest sound. `alpha` is true if any file has transparency.
 */
export function noteFacts(type: AssetType): FactsNotes {
  const found: Found[] = [];
  return {
    async note(file, body) {
      found.push(await readMedia(file, body));
    },
    facts() {
      const clips = found.flatMap(({ clip }) => clip ?? []);
      const pictures = found.flatMap(({ picture }) => picture ?? []);
      const sounds = type === 'sound effect' ? found.flatMap(({ sound }) => sound ?? []) : [];
      const largest = pictures.sort((a, b) => b.width * b.height - a.width * a.height)[0];
      const [first] = clips;
      const size = first ?? largest;
      const seconds = first?.seconds ?? (sounds.length > 0 ? Math.max(...sounds) : undefined);
      return {
        ...(size && { width: size.width, height: size.height }),
        ...(first && { frameRate: first.frameRate, loop: clips.some(({ loop }) => loop) }),
        ...(seconds !== undefined && { seconds }),
        ...(size && { alpha: [...clips, ...pictures].some(({ alpha }) => alpha) }),
      };
    },
  };
}

async function readMedia({ path, clip }: StarterFile, body: Buffer): Promise<Found> {
  if (clip) return { clip };
  if (/\.(png|jpg)$/.test(path)) {
    const { width, height, hasAlpha } = await sharp(body).metadata();
    return { picture: { width, height, alpha: hasAlpha } };
  }
  // The length is the size of the sample data divided by the bytes per second (see files/wav.ts).
  if (path.endsWith('.wav')) {
    return { sound: Math.round((body.readUInt32LE(40) / body.readUInt32LE(28)) * 1000) / 1000 };
  }
  return {};
}
