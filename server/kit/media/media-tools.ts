/** Runs the machine's ffmpeg and ffprobe on uploaded files: limited, isolated (isolation.ts), and never on playlists. */

import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Logger } from '#server/kit/ops/logger.ts';
import type { ProcessLimits } from '#server/kit/security/process-limits.ts';
import {
  decoderOf,
  frameList,
  framesInput,
  inputOf,
  isFrameType,
  MAX_PIXELS,
  type MediaFile,
  runOnFile,
  type Stop,
} from './ffmpeg.ts';
import type { PictureSize } from './images.ts';
import { type MediaFacts, parseProbe } from './media-facts.ts';
import {
  type Clip,
  type ClipShape,
  type FrameFiles,
  makeClip,
  makeSequence,
  makeSound,
  type Sound,
  type SoundShape,
} from './renditions.ts';
import { fillsFrame, flattenPixels, plainPixels } from './thumbnails.ts';

export type MediaTools = {
  /** First line of `ffmpeg -version`. */
  version: string;
  /** Reads the file's metadata; null when the file cannot be read. */
  probe(file: MediaFile, stop?: Stop): Promise<MediaFacts | null>;
  /** RGB pixels of the frame at the given time in seconds; null when no frame can be read. */
  readFrame(
    file: MediaFile,
    facts: MediaFacts,
    second: number,
    size: PictureSize,
    stop?: Stop & Behind,
  ): Promise<Buffer | null>;
  /**
   * RGB pixels of `count` frames, spread over the whole length; fewer if the file has fewer, an empty list if it is damaged. Also
   * reads the content of a clip that `makeClip` returned, if it is not stacked.
   */
  readFrames(
    file: MediaFile | Buffer,
    facts: MediaFacts,
    count: number,
    size: PictureSize,
    stop?: Stop & Behind,
  ): Promise<Buffer[]>;
  /** The whole first frame as PNG, with its transparency and at most `longest` pixels on its longer side; null if it cannot be decoded. */
  readPicture(file: MediaFile, longest: number, stop?: Stop): Promise<Buffer | null>;
  /** Loudest sample (0 to 1) in each of `count` equal parts of the first 20 minutes; null when there is no sound. */
  readPeaks(file: MediaFile, count: number, stop?: Stop): Promise<number[] | null>;
  /** A clip that every browser plays (renditions.ts); null when the file has no video or cannot be decoded. */
  makeClip(file: MediaFile, facts: MediaFacts, shape: ClipShape, stop?: Stop): Promise<Clip | null>;
  /** A clip of these pictures; null when they cannot be decoded. */
  makeSequence(
    frames: FrameFiles,
    facts: { width: number; height: number; alpha: boolean },
    shape: ClipShape,
    stop?: Stop,
  ): Promise<Clip | null>;
  /** A sound that every browser plays, with its waveform and loudness; null when the file has no sound or cannot be decoded. */
  makeSound(file: MediaFile, facts: MediaFacts, shape: SoundShape, stop?: Stop): Promise<Sound | null>;
};

/** RGB pixels of the same size that are seen through transparent parts; without them, the site's backdrop. */
type Behind = { behind?: Buffer | undefined };

const PROBE_LIMITS: ProcessLimits = { memoryKb: 1_000_000, cpuSeconds: 20, timeMs: 20_000, outputBytes: 1_000_000 };
/** An 8K frame takes 100 MB, and a decoder holds about ten of them. */
const READ_LIMITS: ProcessLimits = { memoryKb: 2_000_000, cpuSeconds: 90, timeMs: 60_000, outputBytes: 0 };
/**
 * Clips with up to this many pixels in total (half a minute of 1080p) are decoded completely. Of larger clips, only key frames
 * are decoded.
 */
const WHOLE_PIXELS = 1_800_000_000;
const PEAK_RATE = 8000;
const PEAK_SECONDS = 1200;

/** A clip in standard input; its index comes first. */
const CLIP_INPUT = ['-protocol_whitelist', 'pipe', '-f', 'mov', '-i', 'pipe:0'];

const run = promisify(execFile);
const found = new Map<string | null, Promise<MediaTools | null>>();

/**
 * Finds ffmpeg, and ffprobe next to it, at the given path or on the PATH. The search is made once per process.
 * @returns null, after a log message, when either is missing or does not run
 */
export function findMediaTools({ path, log }: { path: string | null; log: Logger }): Promise<MediaTools | null> {
  const known = found.get(path) ?? locate(path, log);
  found.set(path, known);
  return known;
}

/** The path of a program: the given one, or where the PATH has it. @throws Error if it cannot be run */
export async function locateProgram(name: string, path: string | null): Promise<string> {
  const program = path ?? (await run('/bin/sh', ['-c', `command -v ${name}`])).stdout.trim();
  await access(program, constants.X_OK);
  return program;
}

async function locate(path: string | null, log: Logger): Promise<MediaTools | null> {
  try {
    const ffmpeg = await locateProgram('ffmpeg', path);
    const ffprobe = join(dirname(ffmpeg), 'ffprobe');
    await access(ffprobe, constants.X_OK);
    const { stdout } = await run(ffmpeg, ['-hide_banner', '-version']);
    return createMediaTools({ ffmpeg, ffprobe, version: stdout.split('\n')[0] ?? '' }, log);
  } catch {
    log.warn({ path }, 'ffmpeg was not found: video and audio get no previews');
    return null;
  }
}

function createMediaTools(own: { ffmpeg: string; ffprobe: string; version: string }, log: Logger): MediaTools {
  // Keeps every complete frame, even if the file is damaged further on.
  const decode = async (
    file: MediaFile | Buffer,
    { video }: MediaFacts,
    part: { before: string[]; after?: string; count: number; size: PictureSize },
    { behind, ...stop }: Stop & Behind,
  ): Promise<Buffer[]> => {
    if (!video) return [];
    const isClip = Buffer.isBuffer(file);
    const bytes = part.size.width * part.size.height * (video.alpha ? 4 : 3);
    const { output } = await runOnFile(
      [
        own.ffmpeg,
        ...['-nostdin', '-v', 'error', '-threads', '2', '-filter_threads', '1'],
        ...[...decoderOf(video), ...part.before, ...(isClip ? CLIP_INPUT : inputOf(file))],
        ...['-an', '-sn', '-dn', '-filter_complex', graph(video, part.size, part.after)],
        ...['-frames:v', String(part.count), '-f', 'rawvideo', '-pix_fmt', video.alpha ? 'rgba' : 'rgb24', 'pipe:1'],
      ],
      isClip ? [] : file,
      { limits: { ...READ_LIMITS, outputBytes: bytes * part.count }, log, ...(isClip && { input: file }), ...stop },
    );
    const count = Math.floor(output.length / bytes);
    const frames = Array.from({ length: count }, (_, i) => output.subarray(i * bytes, (i + 1) * bytes));
    if (!video.alpha) return frames;
    const backdrop = behind ?? plainPixels(part.size);
    return frames.map((frame) => flattenPixels(frame, backdrop));
  };

  const isWhole = ({ video, seconds }: MediaFacts): boolean =>
    video !== null &&
    seconds !== null &&
    seconds * (video.frameRate ?? 60) * video.width * video.height <= WHOLE_PIXELS;

  const readFrame = async (
    file: MediaFile | Buffer,
    facts: MediaFacts,
    second: number,
    size: PictureSize,
    stop: Stop & Behind = {},
  ): Promise<Buffer | null> => {
    const exactly = isWhole(facts) || facts.seconds === null ? [] : ['-noaccurate_seek', '-skip_frame', 'nokey'];
    const before = [...exactly, ...(second > 0 ? ['-ss', second.toFixed(3)] : [])];
    // Without this filter, a key frame from before the requested time would be dropped because its time has already passed.
    const after = 'setpts=PTS-STARTPTS';
    return (await decode(file, facts, { before, after, count: 1, size }, stop))[0] ?? null;
  };

  return {
    version: own.version,
    readFrame,

    async probe(file, stop = {}) {
      const isFrame = isFrameType(file.mediaType);
      const { isGood, output } = await runOnFile(
        [
          own.ffprobe,
          ...['-v', 'error', '-of', 'json', '-analyzeduration', '5000000', '-probesize', '20000000'],
          ...['-show_entries', PROBED, ...(isFrame ? framesInput(file.mediaType) : inputOf(file))],
        ],
        file,
        { limits: PROBE_LIMITS, log, ...(isFrame && { input: frameList([file.path]) }), ...stop },
      );
      return isGood ? parseProbe(output.toString(), MAX_PIXELS) : null;
    },

    async readFrames(file, facts, count, size, stop = {}) {
      const { seconds } = facts;
      if (seconds !== null && isWhole(facts)) {
        return await decode(
          file,
          facts,
          { before: [], after: `fps=${count}/${seconds}:round=down`, count, size },
          stop,
        );
      }
      const frames: Buffer[] = [];
      for (let i = 0; i < (seconds === null ? 1 : count); i++) {
        const frame = await readFrame(file, facts, ((seconds ?? 0) * (i + 0.5)) / count, size, stop);
        // Stop at the first frame that cannot be read, because a file that made ffmpeg hang once would do so again.
        if (!frame) break;
        frames.push(frame);
      }
      return frames;
    },

    async readPicture(file, longest, stop = {}) {
      const inside = `scale='min(${longest},iw)':'min(${longest},ih)':force_original_aspect_ratio=decrease`;
      const { isGood, output } = await runOnFile(
        [
          own.ffmpeg,
          ...['-nostdin', '-v', 'error', '-threads', '1', ...inputOf(file), '-map', '0:v:0', '-frames:v', '1'],
          ...['-vf', inside, '-pix_fmt', 'rgba', '-c:v', 'png', '-f', 'image2pipe', 'pipe:1'],
        ],
        file,
        { limits: { ...READ_LIMITS, outputBytes: longest * longest * 5 }, log, ...stop },
      );
      return isGood && output.length > 0 ? output : null;
    },

    async readPeaks(file, count, stop = {}) {
      const { output } = await runOnFile(
        [
          own.ffmpeg,
          ...['-nostdin', '-v', 'error', '-threads', '1', '-t', String(PEAK_SECONDS), ...inputOf(file)],
          ...['-vn', '-sn', '-dn', '-map', '0:a:0', '-ac', '1', '-ar', String(PEAK_RATE), '-f', 's16le', 'pipe:1'],
        ],
        file,
        { limits: { ...READ_LIMITS, outputBytes: (PEAK_SECONDS + 1) * PEAK_RATE * 2 }, log, ...stop },
      );
      return output.length >= count * 2 ? peaksOf(output, count) : null;
    },

    makeClip: (file, facts, shape, stop = {}) => makeClip(own.ffmpeg, file, facts, shape, { log, ...stop }),
    makeSequence: (frames, facts, shape, stop = {}) => makeSequence(own.ffmpeg, frames, facts, shape, { log, ...stop }),
    makeSound: (file, facts, shape, stop = {}) => makeSound(own.ffmpeg, file, facts, shape, { log, ...stop }),
  };
}

const PROBED =
  'stream=index,codec_type,codec_name,width,height,pix_fmt,avg_frame_rate,r_frame_rate,color_transfer,channels,' +
  'sample_rate,duration:' +
  'stream_tags=alpha_mode,rotate:stream_side_data=rotation:stream_disposition=attached_pic:format=duration';
/** Filter graph from the chosen stream to frames of one size. */
function graph(video: NonNullable<MediaFacts['video']>, { width, height }: PictureSize, after?: string): string {
  const size = `${width}:${height}`;
  const upright = [`[0:${video.stream}]${after ? `${after},` : ''}scale=iw*sar:ih`, 'setsar=1'].join(',');
  const inside = `scale=${size}:force_original_aspect_ratio=decrease`;
  const over = `scale=${size}:force_original_aspect_ratio=increase,crop=${size}`;
  if (video.alpha) return `${upright},${inside},format=rgba,pad=${size}:(ow-iw)/2:(oh-ih)/2:color=0x00000000`;
  if (fillsFrame(video)) return `${upright},${over}`;
  const blur = `boxblur=${Math.round(width / 40)}:1,eq=brightness=-0.25`;
  return `${upright},format=yuv420p,split[a][b];[a]${over},${blur}[c];[b]${inside}[d];[c][d]overlay=(W-w)/2:(H-h)/2`;
}

function peaksOf(samples: Buffer, count: number): number[] {
  const total = Math.floor(samples.length / 2);
  return Array.from({ length: count }, (_, part) => {
    let peak = 0;
    const end = Math.floor(((part + 1) * total) / count);
    for (let at = Math.floor((part * total) / count); at < end; at++) {
      peak = Math.max(peak, Math.abs(samples.readInt16LE(at * 2)));
    }
    return peak / 32_768;
  });
}
