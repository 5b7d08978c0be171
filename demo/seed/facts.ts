/** What the media of a pack is, read from the files themselves: what listings can be narrowed by. */
import sharp from 'sharp';
import type { AssetType, ClipFacts, StarterFile } from '#demo/content/entry.ts';

/** As the column `facts` of a resource has them; what does not apply is left out. */
export type MediaFacts = {
  width?: number;
  height?: number;
  frameRate?: number;
  seconds?: number;
  alpha?: boolean;
  loop?: boolean;
};

type Found = { picture?: { width: number; height: number; alpha: boolean }; clip?: ClipFacts; sound?: number };

/** Notes files one after another, so that no more than one of them has to be in memory. */
export type FactsNotes = {
  note(file: StarterFile, body: Buffer): Promise<void>;
  facts(): MediaFacts;
};

/**
 * The size is that of what moves, else of the largest picture; a length is that of the first clip, or of a sound pack's
 * longest sound. Transparency counts wherever in the pack it is.
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
  // Bytes of the samples by bytes of a second: see files/wav.ts.
  if (path.endsWith('.wav')) {
    return { sound: Math.round((body.readUInt32LE(40) / body.readUInt32LE(28)) * 1000) / 1000 };
  }
  return {};
}
