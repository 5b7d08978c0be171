// Which pictures to draw from the chosen files, best first. No I/O.
import type { ChosenFile } from '#client/features/uploads/chosen-files.ts';
import { leadingFiles } from '#contract/uploads/proposals.ts';

export const PICTURES = 4;
/** Where to take frames of a clip from, as shares of its length. */
const MOMENTS = [0.2, 0.4, 0.6, 0.8] as const;

const KINDS = {
  clip: { ending: /\.(?:mp4|mov|webm|m4v|mkv)$/i, mostBytes: Number.POSITIVE_INFINITY },
  look: { ending: /\.cube$/i, mostBytes: 10 * 1024 * 1024 },
  picture: { ending: /\.(?:png|jpe?g|webp|gif|avif|svg)$/i, mostBytes: 40 * 1024 * 1024 },
  font: { ending: /\.(?:otf|ttf|woff2?)$/i, mostBytes: 10 * 1024 * 1024 },
  sound: { ending: /\.(?:wav|mp3|flac|ogg|m4a|aac)$/i, mostBytes: Number.POSITIVE_INFINITY },
};
type Kind = keyof typeof KINDS;

/** `moment` is the share of a clip's length; 0 for all other files. */
export type PicturePlan = { kind: Kind; chosen: ChosenFile; moment: number };

export function keyOfPlan({ chosen: { path, size, lastModified }, moment }: PicturePlan): string {
  return [path, size, lastModified, moment].join('\n');
}

const NAMED = /(^|\/)(thumb|thumbnail|cover|preview|poster)[^/]*$/i;

const plansFor = (files: readonly ChosenFile[], kind: Kind): PicturePlan[] => {
  const { ending, mostBytes } = KINDS[kind];
  const own = files.filter(({ path, size }) => ending.test(path) && size > 0 && size <= mostBytes);
  if (kind === 'picture') own.sort((one, other) => Number(NAMED.test(other.path)) - Number(NAMED.test(one.path)));
  // One more than needed of each kind, because a browser can't open every file.
  const first = own.slice(0, PICTURES + 1);
  if (kind !== 'clip') return first.map((chosen) => ({ kind, chosen, moment: 0 }));
  return MOMENTS.flatMap((_, round) =>
    first.map((chosen, index) => ({ kind, chosen, moment: MOMENTS[(round + index) % MOMENTS.length] as number })),
  );
};

/** Items of all lists in turn. */
const inTurn = <T>(lists: readonly T[][]): T[] => {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) => lists.flatMap((list) => list.slice(index, index + 1))).flat();
};

/**
 * Pictures to draw until PICTURES of them have worked. Clips, LUTs and pictures alternate; fonts and sounds count only if the pack
 * is about them.
 */
export function planPictures(files: readonly ChosenFile[]): PicturePlan[] {
  const shown = files.filter(({ path }) => !/(^|\/)(\.|__MACOSX\/)/.test(path));
  const leading = new Set(leadingFiles(shown).map(({ path }) => path));
  const main = shown.filter(({ path }) => leading.has(path));
  const visual = (['clip', 'look', 'picture'] as const).map((kind) => plansFor(shown, kind));
  return [...inTurn(visual), ...plansFor(main, 'font'), ...plansFor(main, 'sound')];
}
