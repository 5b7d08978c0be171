/** Parses ffprobe's output and keeps only a few plausible values. */

import { z } from 'zod';

export type MediaFacts = {
  video: {
    /** Index of the stream in the file. */
    stream: number;
    /** Pixels as displayed, after applying the rotation. */
    width: number;
    height: number;
    /** Frames per second. */
    frameRate: number | null;
    /** The exact frame rate as a fraction, such as `30000/1001`. */
    rate: string | null;
    codec: string;
    alpha: boolean;
    /** Transfer function of the colours, such as `bt709` or `smpte2084` (HDR); null if the file does not say. */
    transfer: string | null;
  } | null;
  audio: { codec: string; channels: number; sampleRate: number } | null;
  /** Null when the file does not specify it. */
  seconds: number | null;
};

const MAX_SECONDS = 7 * 86_400;
const WITH_ALPHA = /^(yuva|rgba|argb|bgra|abgr|gbrap|ya\d)/;

const probed = z.object({
  streams: z
    .array(
      z.object({
        index: z.number(),
        codec_type: z.string().optional(),
        codec_name: z.string().optional(),
        width: z.number().optional(),
        height: z.number().optional(),
        pix_fmt: z.string().optional(),
        avg_frame_rate: z.string().optional(),
        r_frame_rate: z.string().optional(),
        color_transfer: z.string().optional(),
        channels: z.number().optional(),
        sample_rate: z.coerce.number().optional(),
        duration: z.coerce.number().optional(),
        tags: z.object({ alpha_mode: z.string().optional(), rotate: z.coerce.number().optional() }).optional(),
        side_data_list: z.array(z.object({ rotation: z.number().optional() })).optional(),
        disposition: z.object({ attached_pic: z.number().optional() }).optional(),
      }),
    )
    .default([]),
  format: z.object({ duration: z.coerce.number().optional() }).optional(),
});
type Stream = z.infer<typeof probed>['streams'][number];

/** @returns null when the file has neither video nor audio, or when a video frame has more than `maxPixels` */
export function parseProbe(text: string, maxPixels: number): MediaFacts | null {
  const told = probed.safeParse(jsonOf(text));
  if (!told.success) return null;
  const { streams, format } = told.data;
  const picture = streams.find((one) => one.codec_type === 'video' && !one.disposition?.attached_pic);
  const sound = streams.find((one) => one.codec_type === 'audio');
  const video = picture ? describeVideo(picture) : null;
  if (picture && (!video || video.width * video.height > maxPixels)) return null;
  const audio =
    sound?.sample_rate && sound.channels
      ? { codec: sound.codec_name ?? '', channels: sound.channels, sampleRate: sound.sample_rate }
      : null;
  if (!video && !audio) return null;
  const seconds = [picture?.duration, format?.duration, sound?.duration].find(
    (value) => value !== undefined && value > 0 && value <= MAX_SECONDS,
  );
  return { video, audio, seconds: seconds === undefined ? null : rounded(seconds) };
}

function describeVideo(stream: Stream): MediaFacts['video'] {
  const { width = 0, height = 0 } = stream;
  if (width < 1 || height < 1 || !stream.codec_name) return null;
  const turn =
    stream.side_data_list?.find(({ rotation }) => rotation !== undefined)?.rotation ?? stream.tags?.rotate ?? 0;
  const isTurned = Math.abs(Math.round(turn / 90)) % 2 === 1;
  const rate = [stream.avg_frame_rate, stream.r_frame_rate].find((text) => rateOf(text) !== null) ?? null;
  return {
    stream: stream.index,
    width: isTurned ? height : width,
    height: isTurned ? width : height,
    frameRate: rate === null ? null : rateOf(rate),
    rate,
    codec: stream.codec_name,
    alpha: stream.tags?.alpha_mode === '1' || WITH_ALPHA.test(stream.pix_fmt ?? ''),
    transfer: stream.color_transfer && stream.color_transfer !== 'unknown' ? stream.color_transfer : null,
  };
}

/** Parses a frame rate such as `30000/1001`, which gives 29.97. */
function rateOf(text = ''): number | null {
  const [frames = 0, seconds = 0] = text.split('/').map(Number);
  const rate = frames / seconds;
  return rate >= 1 && rate <= 1000 ? rounded(rate) : null;
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000;

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
