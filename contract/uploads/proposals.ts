// Suggests the type and editor for an upload from its files. The form shows the suggestion; the server uses it if an API client
// sends neither. Names, extensions and sizes are enough; the browser adds what it has read from the files themselves.
import type { RESOURCE_TYPES } from './limits.ts';

type Type = (typeof RESOURCE_TYPES)[number];

/** A field is null if the files give no hint or contradict each other. */
export type Proposal = { type: Type | null; editor: string | null };

/** `path` uses `/` between folders; `size` is in bytes. What is unknown is omitted. */
export type ProposedFile = { path: string; size?: number; seconds?: number; hasAlpha?: boolean };

/** Editor for files that any editor can import. */
export const ANY_EDITOR = 'Any editor';

const AFTER_EFFECTS = 'After Effects';
const PREMIERE = 'Premiere Pro';
const RESOLVE = 'DaVinci Resolve';
const FINAL_CUT = 'Final Cut Pro';
const PHOTOSHOP = 'Photoshop';

/**
 * Only the files with the highest rank count. The ranks, highest first, are: projects and presets; LUTs, models and fonts; other
 * media; stills.
 */
const RANK = { project: 3, made: 2, media: 1, still: 0 } as const;

type Kind = { rank: number; type: Type | 'sound' | 'picture'; editor: string };

const kinds = (rank: keyof typeof RANK, type: Kind['type'], editor: string, endings: string): [string, Kind][] =>
  endings.split(' ').map((ending) => [ending, { rank: RANK[rank], type, editor }]);

const KINDS = new Map<string, Kind>([
  ...kinds('project', 'template', AFTER_EFFECTS, 'aep aepx aet'),
  ...kinds('project', 'preset', AFTER_EFFECTS, 'ffx'),
  ...kinds('project', 'other', AFTER_EFFECTS, 'jsx jsxbin'),
  ...kinds('project', 'template', PREMIERE, 'mogrt prproj'),
  ...kinds('project', 'preset', PREMIERE, 'prfpset epr'),
  ...kinds('project', 'title', PREMIERE, 'prtl'),
  ...kinds('project', 'template', RESOLVE, 'drfx drp dra drt'),
  ...kinds('project', 'preset', RESOLVE, 'setting drx'),
  ...kinds('project', 'other', RESOLVE, 'dctl'),
  ...kinds('project', 'title', FINAL_CUT, 'moti'),
  ...kinds('project', 'transition', FINAL_CUT, 'motr'),
  ...kinds('project', 'preset', FINAL_CUT, 'moef'),
  ...kinds('project', 'template', FINAL_CUT, 'motn fcpxml'),
  ...kinds('project', 'model', 'Blender', 'blend'),
  ...kinds('project', 'preset', PHOTOSHOP, 'abr atn asl grd pat'),
  ...kinds('made', 'LUT', RESOLVE, 'cube 3dl'),
  ...kinds('made', 'model', ANY_EDITOR, 'obj glb gltf fbx stl dae usd usdz abc ply'),
  ...kinds('made', 'font', ANY_EDITOR, 'ttf otf woff woff2'),
  ...kinds('media', 'shape', ANY_EDITOR, 'svg ai eps'),
  ...kinds('media', 'picture', PHOTOSHOP, 'psd psb'),
  ...kinds('media', 'sound', ANY_EDITOR, 'wav mp3 aif aiff flac ogg m4a aac'),
  ...kinds('media', 'picture', ANY_EDITOR, 'mp4 mov webm mkv mxf avi m4v'),
  ...kinds('still', 'picture', ANY_EDITOR, 'png jpg jpeg webp tif tiff exr'),
]);

/** Matches whole words in a name, singular or plural. */
const words = (list: string): RegExp => new RegExp(`(?<![a-z])(?:${list.replaceAll(' ', '|')})(?:s|es)?(?![a-z])`);

const TRANSITION = words('transition wipe swipe whip');
const OVERLAY = words('overlay grain dust scratch leak flare bokeh rain snow smoke fog particle vignette');
const TITLE = words('title lower[^a-z]?third caption');
const MUSIC = words('music song track theme loop beat bpm score instrumental');
const SOUND_EFFECT = words('sfx fx whoosh hit impact riser foley ambience ambiance click boom swoosh stinger');

/** Audio at least this long counts as music. */
const MUSIC_SECONDS = 30;
/** Bytes per second of uncompressed sound: mono at the lowest common sample rate, stereo at the highest. */
const PLAIN = { least: 88_200, most: 288_000 };
const PACKED = { least: 12_000, most: 40_000 };
const SOUND_RATES = new Map([
  ...['wav', 'aif', 'aiff'].map((ending) => [ending, PLAIN] as const),
  ...['mp3', 'm4a', 'aac', 'ogg'].map((ending) => [ending, PACKED] as const),
]);

/**
 * Whether a file is music or a sound effect. If the name does not tell, the duration decides, or the possible duration of a file
 * of this size. Null if it could be either.
 */
const soundOf = (name: string, ending: string, { size, seconds }: ProposedFile): Type | null => {
  if (SOUND_EFFECT.test(name)) return 'sound effect';
  if (MUSIC.test(name)) return 'music';
  if (seconds !== undefined) return seconds >= MUSIC_SECONDS ? 'music' : 'sound effect';
  const rate = SOUND_RATES.get(ending);
  if (size === undefined || !rate) return null;
  if (size >= rate.most * MUSIC_SECONDS) return 'music';
  return size < rate.least * MUSIC_SECONDS ? 'sound effect' : null;
};

const pictureOf = (name: string, { hasAlpha }: ProposedFile): Type | null => {
  if (TRANSITION.test(name)) return 'transition';
  if (OVERLAY.test(name)) return 'overlay';
  if (TITLE.test(name)) return 'title';
  return hasAlpha ? 'overlay' : null;
};

const typeOf = ({ type }: Kind, name: string, ending: string, file: ProposedFile): Type | null => {
  if (type === 'sound') return soundOf(name, ending, file);
  return type === 'picture' ? pictureOf(name, file) : type;
};

/** The most frequent value; null on a tie, or if null is the most frequent. */
const winner = <T>(votes: readonly (T | null)[]): T | null => {
  const counts = new Map<T | null, number>();
  for (const vote of votes) counts.set(vote, (counts.get(vote) ?? 0) + 1);
  const [first, second] = [...counts].sort((one, other) => other[1] - one[1]);
  return first && first[1] !== second?.[1] ? first[0] : null;
};

/** The files of the highest rank, which say what a pack is; all other files only support them. */
const leading = (files: readonly ProposedFile[]) => {
  const known = files.flatMap((file) => {
    const name = file.path.toLowerCase();
    const ending = /\.([a-z0-9]+)$/.exec(name)?.[1] ?? '';
    const kind = KINDS.get(ending);
    return kind ? [{ file, rank: kind.rank, editor: kind.editor, type: typeOf(kind, name, ending, file) }] : [];
  });
  const highest = known.reduce((most, { rank }) => Math.max(most, rank), 0);
  return known.filter(({ rank }) => rank === highest);
};

/** The files that the suggestion is based on. */
export function leadingFiles(files: readonly ProposedFile[]): ProposedFile[] {
  return leading(files).map(({ file }) => file);
}

/** Suggests type and editor from the leading files. */
export function proposeDetails(files: readonly ProposedFile[]): Proposal {
  const counted = leading(files);
  return { type: winner(counted.map(({ type }) => type)), editor: winner(counted.map(({ editor }) => editor)) };
}
