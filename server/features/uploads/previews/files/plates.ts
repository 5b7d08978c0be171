// The plates that LUTs are shown on, without a LUT.
import { type EncodingName, encodingNames, plateNames, platePath } from '#contract/resources/luts.ts';
import type { Deps } from '#server/deps.ts';
import { SMALL_SIZE } from './rules.ts';

/**
 * Creates a function that reads a plate by its file name, as in `platePath`. All plates of an encoding are made when the first is
 * asked for, and then kept: about 4 MB for all encodings.
 * @returns null if there is no such plate
 */
export function createPlates({ pictures }: Pick<Deps, 'pictures'>): (name: string) => Promise<Buffer | null> {
  const kept = new Map<EncodingName, Promise<readonly Buffer[]>>();
  const make = async (encoding: EncodingName): Promise<readonly Buffer[]> => {
    const made = await pictures.makeLutStills(null, encoding, plateNames, SMALL_SIZE);
    if ('refused' in made) throw new Error(`The plates in ${encoding} could not be made: ${made.refused}`);
    return made.stills;
  };
  const places = new Map(
    encodingNames.flatMap((encoding) =>
      plateNames.map((name, at) => [platePath(name, encoding).split('/').at(-1), { encoding, at }] as const),
    ),
  );
  return async (name) => {
    const place = places.get(name);
    if (!place) return null;
    const { encoding, at } = place;
    const plates = kept.get(encoding) ?? make(encoding);
    kept.set(encoding, plates);
    plates.catch(() => kept.delete(encoding));
    return (await plates)[at] ?? null;
  };
}
