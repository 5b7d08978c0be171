// Makes one clip of the numbered pictures of a sequence, as the preview of its first picture.
import { CLIP_FRAMES } from '#contract/resources/limits.ts';
import type { Deps } from '#server/deps.ts';
import { spread } from '#server/features/uploads/previews/choosing.ts';
import { withAll } from '#server/features/uploads/previews/reading.ts';
import { isFrameType } from '#server/kit/media/ffmpeg.ts';
import type { LocalCopies } from '#server/kit/storage/local-copies.ts';
import { NOTHING, stripOf } from './kinds.ts';
import { type FrameRow, findFrames, type PreviewedFile, type Wanted } from './queries.ts';
import { CLIP_FRAME_SIZE, clipShape, ENDINGS, type Made } from './rules.ts';
import { PICTURED_FRAMES, READ_FRAMES, SEQUENCE_RATE, type Sequence, sequenceOf, splitNumbered } from './sequences.ts';

type FrameDeps = Pick<Deps, 'db' | 'media' | 'pictures'>;
type Stop = { signal: AbortSignal };
type Found = Sequence<FrameRow> & { first: FrameRow; isMade: boolean };

/** More pictures in a row are not looked at as a sequence. */
const MOST_FRAMES = 20_000;

export type SequenceClip = {
  made: Made;
  first: FrameRow;
  /** Pictures that get no preview of their own. */
  unpictured: FrameRow[];
};

/** Creates a function that says what becomes of a file that may be a frame. Remembers the sequences of one run. */
export function createSequences(
  deps: FrameDeps & { local: LocalCopies },
  resourceId: string,
  wanted: Wanted,
): (file: PreviewedFile, stop: Stop) => Promise<SequenceClip | 'alone' | 'done' | 'no room'> {
  const known = new Map<string, Found | null>();
  const find = async ({ start, ending }: { start: string; ending: string }): Promise<Found | null> => {
    const rows = await findFrames(deps.db, resourceId, { start, ending }, MOST_FRAMES, wanted);
    const found = sequenceOf(rows, ending);
    const first = found?.frames[0];
    return found && first ? { ...found, first, isMade: first.shownFrames === found.frames.length } : null;
  };
  return async (file, stop) => {
    const parts = isFrameType(file.mediaType ?? '') ? splitNumbered(file.path) : null;
    if (!parts) return 'alone';
    const key = `${parts.start}\n${parts.ending}`;
    const found = known.has(key) ? known.get(key) : await find(parts);
    known.set(key, found ?? null);
    if (!found) return 'alone';
    const { frames, first } = found;
    const isLong = frames.length > PICTURED_FRAMES;
    const hasNoOwn = isLong || file.id === first.id;
    // Without ffmpeg, it waits.
    if (!deps.media) return hasNoOwn ? 'done' : 'alone';
    if (found.isMade && !(isLong && !known.has(`${key}\nmade`))) return hasNoOwn ? 'done' : 'alone';
    const most = Math.min(READ_FRAMES, clipShape(first.isPremium).seconds * SEQUENCE_RATE);
    const read = frames.slice(0, most);
    const made = await withAll(deps, read, (paths) => makeSequence(deps, found, paths, stop));
    if (!made) return 'no room';
    if (!made.preview) {
      known.set(key, null);
      return 'alone';
    }
    found.isMade = true;
    known.set(`${key}\nmade`, found);
    return { made, first, unpictured: isLong ? frames.slice(1) : [] };
  };
}

const makeSequence = async (
  { media, pictures }: FrameDeps,
  { frames, first, missing }: Found,
  paths: string[],
  stop: Stop,
): Promise<Made> => {
  const mediaType = first.mediaType ?? '';
  const probed = await media?.probe({ path: paths[0] ?? '', mediaType }, stop);
  if (!media || !probed?.video) return NOTHING;
  const { width, height } = probed.video;
  const known = frames.flatMap(({ facts }) => (facts.kind === 'picture' ? [facts] : []));
  const alpha = known.length > 0 ? known.some((facts) => facts.alpha) : probed.video.alpha;
  const shape = clipShape(first.isPremium);
  const shown = { width, height, alpha };
  const clip = await media.makeSequence({ paths, mediaType, rate: SEQUENCE_RATE }, shown, shape, stop);
  if (!clip) return NOTHING;
  const { body, ...details } = clip;
  const stills: Buffer[] = [];
  for (const path of spread(paths, CLIP_FRAMES)) {
    const still = await pictures.readStill(path, CLIP_FRAME_SIZE, stop).catch(() => null);
    stop.signal.throwIfAborted();
    // TIFF is not read alone.
    if (!still) break;
    stills.push(still.pixels);
  }
  const files = [{ field: 'url', ending: ENDINGS.clip, body }, ...(await stripOf(stills))];
  return {
    facts: { kind: 'picture', ...shown },
    preview: {
      details: {
        kind: 'clip',
        ...details,
        rate: `${SEQUENCE_RATE}/1`,
        seconds: Math.round((paths.length / SEQUENCE_RATE) * 1000) / 1000,
        sequence: { frames: frames.length, missing },
      },
      files,
    },
  };
};
