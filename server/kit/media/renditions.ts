/**
 * Makes clips and sounds that every browser plays from uploaded media: H.264 and AAC in MP4.
 *
 * ffmpeg cannot write files here, and an MP4 file in a pipe has to be fragmented. Its packets are then put into a file that starts
 * with its index, so that browsers know its length and can seek.
 */

import { BufferSource, BufferTarget, Conversion, Input, MP4, Mp4OutputFormat, Output } from 'mediabunny';
import type { Logger } from '#server/kit/ops/logger.ts';
import type { ProcessLimits } from '#server/kit/security/process-limits.ts';
import { decoderOf, frameList, framesInput, inputOf, type MediaFile, runOnFile, type Stop } from './ffmpeg.ts';
import type { MediaFacts } from './media-facts.ts';
import { parseLoudness, readWave, type Wave } from './sound-levels.ts';
import { type Music, readMusic } from './sound-music.ts';

export type ClipShape = {
  /** Longest side, in pixels. Clips are never enlarged. */
  longest: number;
  /** Only the beginning is kept. */
  seconds: number;
  /** Maximum bits per second of the pictures. */
  bitRate: number;
};

export type Clip = {
  /** An MP4 file. */
  body: Buffer;
  /** Size of the pictures in pixels, without the alpha half. */
  width: number;
  height: number;
  /**
   * Whether each frame is twice as high: the colours multiplied by alpha above, alpha as grey below. No video format carries
   * alpha in all browsers.
   */
  isStacked: boolean;
  hasSound: boolean;
};

export type SoundShape = {
  /** Only the beginning is kept. */
  seconds: number;
  channels: 1 | 2;
  /** In hertz. A low one removes the treble. */
  sampleRate: number;
  /** Bits per second. */
  bitRate: number;
};

export type Sound = Music & {
  /** An MP4 file (`.m4a`). */
  body: Buffer;
  wave: Wave;
  /** Integrated loudness of the original in LUFS; null if it is silent or too short to measure. */
  loudness: number | null;
  /** True peak of the original in dBTP; null if it is silent. */
  peak: number | null;
};

type Run = { log: Logger } & Stop;

/** Decoding 30 s of 4K60 takes minutes of CPU time on a small server. */
const LIMITS: ProcessLimits = { memoryKb: 2_500_000, cpuSeconds: 900, timeMs: 900_000, outputBytes: 0 };
/** The shortest sound that ffmpeg's loudness filter can measure, in seconds: below this it says -70 LUFS. */
const SHORTEST_MEASURED = 0.5;
/** Sample rate for the waveform: enough for its shape. */
const WAVE_RATE = 8000;
const SOUND_OF_CLIP = ['-c:a', 'aac', '-b:a', '128k', '-ac', '2'];
const FRAGMENTED = [
  '-movflags',
  'frag_keyframe+empty_moov+default_base_moof+negative_cts_offsets',
  '-f',
  'mp4',
  'pipe:1',
];
const BT709 = ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv'];
/** Transfer functions of HDR video, which look flat and grey without tone mapping. */
const HDR = ['smpte2084', 'arib-std-b67'];
const TONE_MAPPED =
  'zscale=t=linear:npl=100,format=gbrpf32le,zscale=p=bt709,tonemap=hable:desat=0,zscale=t=bt709:m=bt709:r=tv';

/** Size of a picture reduced to `longest`, in even numbers as H.264 requires. */
export function fittedSize(
  { width, height }: { width: number; height: number },
  longest: number,
): { width: number; height: number } {
  const scale = Math.min(1, longest / Math.max(width, height));
  const even = (side: number) => Math.max(2, Math.round((side * scale) / 2) * 2);
  return { width: even(width), height: even(height) };
}

/**
 * Encodes the beginning of a clip. Alpha is kept by stacking it below the colours.
 * @returns null when the file has no video or cannot be decoded
 * @throws the signal's abort reason
 */
export async function makeClip(
  ffmpeg: string,
  file: MediaFile,
  { video, audio }: MediaFacts,
  shape: ClipShape,
  run: Run,
): Promise<Clip | null> {
  if (!video) return null;
  const size = fittedSize(video, shape.longest);
  const bitRate = video.alpha ? shape.bitRate * 1.5 : shape.bitRate;
  // Frames that no other frame refers to are decoded without smoothing, which nobody sees at half the size. It saves a tenth of the
  // time.
  const roughly = video.width >= 2 * size.width ? ['-skip_loop_filter', 'noref'] : [];
  const { isGood, output } = await runOnFile(
    [
      ffmpeg,
      ...['-nostdin', '-v', 'error', '-threads', '2', '-filter_threads', '2', '-t', String(shape.seconds)],
      ...[...roughly, ...decoderOf(video), ...inputOf(file), '-sn', '-dn', '-map_metadata', '-1'],
      ...['-filter_complex', clipGraph(video, size), '-map', '[out]', ...(audio ? ['-map', '0:a:0'] : [])],
      ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '25', '-pix_fmt', 'yuv420p', '-threads', '2'],
      // One key frame a second makes seeking to any frame fast.
      ...['-g', String(Math.max(1, Math.round(video.frameRate ?? 30))), '-maxrate', String(bitRate)],
      ...['-bufsize', String(bitRate * 2), ...BT709, ...(audio ? SOUND_OF_CLIP : []), ...FRAGMENTED],
    ],
    file,
    { limits: { ...LIMITS, outputBytes: (bitRate / 4) * shape.seconds + 2_000_000 }, ...run },
  );
  const body = isGood ? await withIndexFirst(output) : null;
  return body && { body, ...size, isStacked: video.alpha, hasSound: audio !== null };
}

export type FrameFiles = {
  /** In their order. */
  paths: readonly string[];
  mediaType: string;
  /** Frames per second. */
  rate: number;
};

/**
 * Encodes pictures as a clip, like `makeClip`.
 * @returns null when one cannot be decoded
 * @throws the signal's abort reason
 */
export async function makeSequence(
  ffmpeg: string,
  { paths, mediaType, rate }: FrameFiles,
  facts: { width: number; height: number; alpha: boolean },
  shape: ClipShape,
  run: Run,
): Promise<Clip | null> {
  const size = fittedSize(facts, shape.longest);
  const bitRate = facts.alpha ? shape.bitRate * 1.5 : shape.bitRate;
  const video = { ...facts, stream: 0, transfer: null };
  const { isGood, output } = await runOnFile(
    [
      ffmpeg,
      ...['-nostdin', '-v', 'error', '-xerror', '-threads', '2', '-filter_threads', '2', ...framesInput(mediaType)],
      ...['-map_metadata', '-1', '-filter_complex', clipGraph(video, size, `setpts=N/${rate}/TB,`), '-map', '[out]'],
      ...['-frames:v', String(Math.min(paths.length, Math.floor(shape.seconds * rate))), '-r', String(rate)],
      ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '25', '-pix_fmt', 'yuv420p', '-threads', '2'],
      ...['-g', String(rate), '-maxrate', String(bitRate), '-bufsize', String(bitRate * 2), ...BT709, ...FRAGMENTED],
    ],
    paths,
    { limits: { ...LIMITS, outputBytes: (bitRate / 4) * shape.seconds + 2_000_000 }, input: frameList(paths), ...run },
  );
  const body = isGood && output.length > 0 ? await withIndexFirst(output) : null;
  return body && { body, ...size, isStacked: facts.alpha, hasSound: false };
}

/** Filter graph from the chosen stream to `[out]`. */
function clipGraph(
  video: Pick<NonNullable<MediaFacts['video']>, 'stream' | 'alpha' | 'transfer'>,
  { width, height }: { width: number; height: number },
  timing = '',
): string {
  const upright = `[0:${video.stream}]${timing}scale=iw*sar:ih,setsar=1`;
  const scale = `scale=${width}:${height}:flags=area`;
  if (!video.alpha) {
    const mapped = HDR.includes(video.transfer ?? '') ? `${TONE_MAPPED},` : '';
    return `${upright},${mapped}${scale}:out_color_matrix=bt709:out_range=limited,format=yuv420p[out]`;
  }
  // Without the explicit ranges, alpha would be stretched from 16-235 to 0-255 in browsers, which spoils soft edges.
  const colour = 'premultiply=inplace=1,scale=out_color_matrix=bt709:out_range=limited,format=yuv420p';
  const alpha = 'alphaextract,scale=in_range=full:out_range=limited,format=yuv420p';
  return `${upright},${scale},format=rgba,split[a][b];[a]${colour}[c];[b]${alpha}[d];[c][d]vstack[out]`;
}

/**
 * Encodes the beginning of a sound and measures all of it.
 * @returns null when the file has no sound or cannot be decoded
 * @throws the signal's abort reason
 */
export async function makeSound(
  ffmpeg: string,
  file: MediaFile,
  { audio, seconds }: MediaFacts,
  shape: SoundShape,
  run: Run,
): Promise<Sound | null> {
  if (!audio) return null;
  const start = ['-nostdin', '-v', 'error', '-threads', '1', '-t', String(shape.seconds), ...inputOf(file)];
  const only = ['-vn', '-sn', '-dn', '-map_metadata', '-1', '-map', '0:a:0'];
  const encoding = ['-ac', String(shape.channels), '-ar', String(shape.sampleRate), '-b:a', String(shape.bitRate)];
  const encoded = await runOnFile([ffmpeg, ...start, ...only, '-c:a', 'aac', ...encoding, ...FRAGMENTED], file, {
    limits: { ...LIMITS, outputBytes: (shape.bitRate / 4) * shape.seconds + 1_000_000 },
    ...run,
  });
  if (!encoded.isGood) return null;
  // The loudness filter prints its summary at level `info`.
  const measuring = [
    '-nostdin',
    '-nostats',
    '-v',
    'info',
    '-threads',
    '1',
    '-t',
    String(shape.seconds),
    ...inputOf(file),
  ];
  const measured = await runOnFile(
    [
      ffmpeg,
      ...[...measuring, '-vn', '-sn', '-dn', '-map', '0:a:0', '-af', 'ebur128=peak=true:framelog=verbose'],
      ...['-ac', '1', '-ar', String(WAVE_RATE), '-f', 's16le', 'pipe:1'],
    ],
    file,
    { limits: { ...LIMITS, outputBytes: (shape.seconds + 1) * WAVE_RATE * 2 }, ...run },
  );
  const body = await withIndexFirst(encoded.output);
  if (!body || measured.output.length < 2) return null;
  const { loudness, peak } = parseLoudness(measured.errors);
  const isMeasured = seconds === null || seconds >= SHORTEST_MEASURED;
  const music = await readMusic(measured.output, WAVE_RATE);
  return { body, wave: readWave(measured.output), loudness: isMeasured ? loudness : null, peak, ...music };
}

/** Puts the packets of a fragmented MP4 file into one that starts with its index; null if it has none. */
async function withIndexFirst(fragmented: Buffer): Promise<Buffer | null> {
  const input = new Input({ source: new BufferSource(new Uint8Array(fragmented)), formats: [MP4] });
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target });
  try {
    const conversion = await Conversion.init({ input, output, showWarnings: false });
    if (!conversion.isValid) return null;
    await conversion.execute();
    return target.buffer && Buffer.from(target.buffer);
  } finally {
    input.dispose();
  }
}
