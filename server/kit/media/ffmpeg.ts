/** What every run of ffmpeg on an uploaded file has in common: the accepted formats, the input arguments, and how it ends. */

import type { Logger } from '#server/kit/ops/logger.ts';
import { runLimited } from '#server/kit/security/limited-process.ts';
import type { ProcessLimits, ProcessOutcome } from '#server/kit/security/process-limits.ts';
import type { MediaFacts } from './media-facts.ts';

/** A stored file: its path and its media type, detected from content. */
export type MediaFile = {
  path: string;
  mediaType: string;
};

export type Stop = { signal?: AbortSignal | undefined };

/** Largest frame that is decoded: 8K with some margin. */
export const MAX_PIXELS = 70_000_000;

/**
 * Media types that are passed to ffmpeg, with the demuxer for each. Formats that can refer to other files are excluded. The types
 * are written without `x-` and `vnd.`.
 */
export const DEMUXERS: Readonly<Record<string, string>> = {
  'video/mp4': 'mov',
  'video/quicktime': 'mov',
  'video/m4v': 'mov',
  'video/3gpp': 'mov',
  'video/3gpp2': 'mov',
  'video/matroska': 'matroska',
  'video/webm': 'matroska',
  'video/avi': 'avi',
  'video/msvideo': 'avi',
  'video/mpeg': 'mpeg',
  'video/mp1s': 'mpeg',
  'video/mp2p': 'mpeg',
  'video/mp2t': 'mpegts',
  'video/ogg': 'ogg',
  'video/ms-wmv': 'asf',
  'video/ms-asf': 'asf',
  'video/flv': 'flv',
  'application/mxf': 'mxf',
  'image/adobe.photoshop': 'psd_pipe',
  'audio/wav': 'wav',
  'audio/wave': 'wav',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'mov',
  'audio/m4a': 'mov',
  'audio/flac': 'flac',
  'audio/ogg': 'ogg',
  'audio/opus': 'ogg',
  'audio/aac': 'aac',
  'audio/aiff': 'aiff',
  'audio/caf': 'caf',
  'audio/matroska': 'matroska',
  'audio/webm': 'matroska',
};

/** Turns `video/x-msvideo; codecs=...` into `video/msvideo`. */
const plainType = (mediaType: string): string =>
  (mediaType.split(';')[0] ?? '')
    .trim()
    .toLowerCase()
    .replace(/\/(x-|vnd\.)/, '/');

/** Whether files of a media type may be passed to ffmpeg. */
export function isPlayable(mediaType: string): boolean {
  return Object.hasOwn(DEMUXERS, plainType(mediaType));
}

/**
 * Arguments that make the stored file the only input.
 * @throws Error if its media type is not one for ffmpeg
 */
export function inputOf({ path, mediaType }: MediaFile): string[] {
  const demuxer = isPlayable(mediaType) ? DEMUXERS[plainType(mediaType)] : undefined;
  if (!demuxer) throw new Error(`${mediaType} is not a type for ffmpeg`);
  return ['-protocol_whitelist', 'file,pipe', '-f', demuxer, '-max_pixels', String(MAX_PIXELS), '-i', `file:${path}`];
}

/** Demuxers of single pictures by media type. */
const FRAME_DEMUXERS: Readonly<Record<string, string>> = {
  'image/png': 'png_pipe',
  'image/jpeg': 'jpeg_pipe',
  'image/webp': 'webp_pipe',
  'image/tiff': 'tiff_pipe',
};

/** Media types of pictures that can be frames of a sequence. */
export const FRAME_TYPES: readonly string[] = Object.keys(FRAME_DEMUXERS);

/** Whether pictures of a media type can be frames of a sequence. */
export function isFrameType(mediaType: string): boolean {
  return Object.hasOwn(FRAME_DEMUXERS, mediaType);
}

/** Arguments that make pictures the frames of the only input, which are listed in standard input by `frameList`. */
export function framesInput(mediaType: string): string[] {
  const demuxer = FRAME_DEMUXERS[mediaType];
  if (!demuxer) throw new Error(`${mediaType} is not a type of frames`);
  const only = ['-protocol_whitelist', 'file,pipe', '-format_whitelist', `concat,${demuxer}`];
  return [...only, '-max_pixels', String(MAX_PIXELS), '-safe', '0', '-f', 'concat', '-i', 'pipe:0'];
}

export function frameList(paths: readonly string[]): Buffer {
  const lines = paths.map((path) => `file 'file:${path.replaceAll("'", "'\\''")}'\n`);
  return Buffer.from(`ffconcat version 1.0\n${lines.join('')}`);
}

/** Arguments that select the decoder: ffmpeg's own VP8 and VP9 decoders drop the alpha channel without a warning. */
export function decoderOf({ alpha, codec }: NonNullable<MediaFacts['video']>): string[] {
  if (!alpha || !codec.startsWith('vp')) return [];
  return ['-c:v', codec === 'vp9' ? 'libvpx-vp9' : 'libvpx'];
}

/**
 * Runs a program that can read one file, or these, and nothing else. A crash is logged; `isGood` says whether it succeeded.
 * @throws the signal's abort reason
 */
export async function runOnFile(
  command: readonly [string, ...string[]],
  file: Pick<MediaFile, 'path'> | readonly string[],
  { limits, log, signal, input }: { limits: ProcessLimits; log: Logger; input?: Buffer } & Stop,
): Promise<ProcessOutcome & { isGood: boolean }> {
  const outcome = await runLimited(command, limits, { signal, input, reads: 'path' in file ? [file.path] : file });
  signal?.throwIfAborted();
  const { code, signal: how, errors, ended } = outcome;
  if (code === null)
    log.warn({ signal: how, errors, ended }, 'An uploaded file crashed the program that was reading it');
  return { ...outcome, isGood: code === 0 };
}
