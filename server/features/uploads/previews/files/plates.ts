// The plates that LUTs are shown on, without a LUT.
import { type EncodingName, encodingNames, type PlateName, plateNames, platePath } from '#contract/resources/luts.ts';
import type { Deps } from '#server/deps.ts';
import { SMALL_SIZE } from './rules.ts';

/**
 * Creates a function that reads a plate by its file name, as in `platePath`. Each is made when it is first asked for, one at a time,
 * and then kept: about 4 MB for all of them.
 * @returns null if there is no such plate
 */
export function createPlates({ pictures }: Pick<Deps, 'pictures'>): (name: string) => Promise<Buffer | null> {
  const kept = new Map<string, Promise<Buffer | null>>();
  let last: Promise<unknown> = Promise.resolve();
  const places = new Map(
    encodingNames.flatMap((encoding) =>
      plateNames.map((plate) => [platePath(plate, encoding).split('/').at(-1), [plate, encoding]] as const),
    ),
  );
  const make = async (plate: PlateName, encoding: EncodingName): Promise<Buffer | null> => {
    const made = await pictures.makeLutStills(null, encoding, [plate], SMALL_SIZE);
    if ('refused' in made) throw new Error(`The plate ${plate} could not be made in ${encoding}: ${made.refused}`);
    return made.stills[0] ?? null;
  };
  return async (name) => {
    const place = places.get(name);
    if (!place) return null;
    const earlier = kept.get(name);
    if (earlier) return await earlier;
    const still = last.then(() => make(...place));
    kept.set(name, still);
    last = still.catch(() => kept.delete(name));
    return await still;
  };
}
