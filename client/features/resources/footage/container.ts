// What a file of video or sound says about itself. Reads only its index, also of files of many gigabytes.
import { BlobSource, EncodedPacketSink, Input, type InputVideoTrack, MATROSKA, MP4, QTFF, WEBM } from 'mediabunny';

export type Container = {
  /** Names people know, such as `ProRes`; null if the file has no picture. */
  videoCodec: string | null;
  hasSound: boolean;
  rate: string | null;
  /** Whether frames have no even distance, or some are missing. */
  isVariable: boolean;
  isHdr: boolean;
};

const NTSC = [24, 30, 48, 60, 120];
/** 29.97 and 30 frames per second differ by 0.1 %. */
const RATE_TOLERANCE = 0.0004;

/** The exact rate of a measured one, as a fraction: a standard or whole rate if one is close, or else in thousandths. */
export function exactRate(measured: number): string {
  const standards = [
    ...NTSC.map((base) => ({ frames: base * 1000, seconds: 1001 })),
    ...[...NTSC, 25, 50, 100].map((base) => ({ frames: base, seconds: 1 })),
  ];
  const found = standards.find(({ frames, seconds }) => Math.abs(measured / (frames / seconds) - 1) < RATE_TOLERANCE);
  if (found) return `${found.frames}/${found.seconds}`;
  const whole = Math.round(measured);
  if (Math.abs(measured / whole - 1) < RATE_TOLERANCE) return `${whole}/1`;
  return `${Math.round(measured * 1000)}/1000`;
}

const CODEC_NAMES: Record<string, string> = {
  avc: 'H.264',
  hevc: 'HEVC',
  vp8: 'VP8',
  vp9: 'VP9',
  av1: 'AV1',
  prores: 'ProRes',
};
/** Sample descriptions of codecs for editing. */
const EDITING_CODECS: readonly (readonly [RegExp, string])[] = [
  [/^ap(?:co|cs|cn|ch|4h|4x)/, 'ProRes'],
  [/^AVd[hn]|^DNx/i, 'DNxHR'],
  [/^CFHD/, 'CineForm'],
  [/^Hap/, 'HAP'],
  [/^rle /, 'Animation'],
  [/^png /, 'PNG'],
  [/^[mj]peg?/i, 'Motion JPEG'],
];

const codecName = async (track: InputVideoTrack): Promise<string> => {
  const codec = await track.getCodec();
  if (codec) return CODEC_NAMES[codec] ?? codec.toUpperCase();
  const id = String(await track.getInternalCodecId());
  return EDITING_CODECS.find(([pattern]) => pattern.test(id))?.[1] ?? `the format “${id.trim()}”`;
};

const open = (file: File): Input => new Input({ source: new BlobSource(file), formats: [MP4, QTFF, MATROSKA, WEBM] });

/** When the last frame of a clip is over, in seconds, counted in whole frames: WebM says only when it begins, in milliseconds. */
const endOfFrames = async (input: Input): Promise<number> => {
  const video = await input.getPrimaryVideoTrack();
  const last =
    video && (await new EncodedPacketSink(video).getPacket(Number.POSITIVE_INFINITY, { metadataOnly: true }));
  const { underlyingFrameRate: rate = null } = (await video?.computeFrameRateMetrics()) ?? {};
  return last && rate ? (Math.round(last.timestamp * rate) + 1) / rate : 0;
};

/**
 * Length in seconds of a file that doesn't say it, such as a recording of a browser: the end of its last frame or sample. Null if it
 * can't be found.
 */
export async function readSeconds(file: File): Promise<number | null> {
  const input = open(file);
  try {
    return Math.max(await input.computeDuration(), await endOfFrames(input)) || null;
  } catch {
    return null;
  } finally {
    input.dispose();
  }
}

/** Null if the file has another format than MP4, MOV, MKV or WebM. */
export async function readContainer(file: File): Promise<Container | null> {
  const input = open(file);
  try {
    if (!(await input.canRead())) return null;
    const [video, audio] = await Promise.all([input.getPrimaryVideoTrack(), input.getPrimaryAudioTrack()]);
    const rate = video && (await video.computeFrameRateMetrics().catch(() => null));
    return {
      videoCodec: video && (await codecName(video)),
      hasSound: audio !== null,
      rate: rate?.underlyingFrameRate ? exactRate(rate.underlyingFrameRate) : null,
      isVariable: rate != null && !rate.frameRateIsConstant,
      isHdr: video !== null && (await video.hasHighDynamicRange()),
    };
  } catch {
    return null;
  } finally {
    input.dispose();
  }
}
