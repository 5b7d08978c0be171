/** Detects a file's type from its first bytes alone; the file name is ignored. */

import { fileTypeFromBuffer } from 'file-type';

/** Bytes read from the start of a file. */
export const HEAD_BYTES = 64 * 1024;

export const SVG = 'image/svg+xml';
/** A layered picture, of which ffmpeg reads the flattened copy. */
export const PHOTOSHOP = 'image/vnd.adobe.photoshop';
/** Media types of stored pictures that sharp reads. Pictures sent in forms are never SVG. */
export const READ_PICTURES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif', 'image/apng', SVG];

/** Media types of fonts that can be read. WOFF2 is for web pages. */
export const FONTS = ['font/ttf', 'font/otf', 'font/collection'];
export const MAX_FONT_BYTES = 30 * 1024 * 1024;

export const PDF = 'application/pdf';
export const ZIP = 'application/zip';
export const TAR = 'application/x-tar';
export const GZIP = 'application/gzip';
export const RAR = 'application/x-rar-compressed';
export const SEVEN_ZIP = 'application/x-7z-compressed';

/** An animation as JSON. */
export const LOTTIE = 'application/lottie+json';
export const MAX_LOTTIE_BYTES = 2 * 1024 * 1024;

const MARKED_TEXT = ['json', 'lottie+json', 'xml', 'x-subrip', 'x-cube-lut', 'vnd.apple.mpegurl'].map(
  (name) => `application/${name}`,
);

/** Whether a media type, as told by kindOfContent, is that of text to read. SVG counts as a picture. */
export function isText(mediaType: string | null): boolean {
  return mediaType !== null && (mediaType.startsWith('text/') || MARKED_TEXT.includes(mediaType));
}

const GENERIC_TEXT = 'text/plain';
// Text formats without a signature; comments may precede the text that identifies them.
const TEXT_KINDS: readonly [RegExp, string][] = [
  [/^#!/, 'text/x-shellscript'],
  [/^(?:<\?xml[^>]*>\s*)?(?:<!--[^>]{0,2000}-->\s*)*(?:<!DOCTYPE\s+svg\b|<(?:[a-z]+:)?svg[\s>/])/i, SVG],
  [/^(?:<!--[^>]{0,2000}-->\s*)?<(?:!doctype\s+html|html|head|body|script|iframe)[\s>/]/i, 'text/html'],
  [/^(?:<\?xml[^>]*>\s*)?<html[\s>]/i, 'text/html'],
  [/^<\?xml\s|^<(?:fcpxml|xmeml|PremiereData|AfterEffectsProject)[\s>]/, 'application/xml'],
  [/^#EXTM3U/, 'application/vnd.apple.mpegurl'],
  [/^\d{1,9}\r?\n\d{1,3}:\d\d:\d\d[,.]\d{1,3}\s*-->/, 'application/x-subrip'],
  [/^WEBVTT(?:\s|$)/, 'text/vtt'],
  // A LUT may begin with its title, domain and comments.
  [/(?:^|\n)[ \t]*LUT_[13]D_SIZE\s+\d/, 'application/x-cube-lut'],
  [/^[{[]\s*(?:["{}[\]]|-?\d|true|false|null)/, 'application/json'],
];
/** What a Lottie animation starts with, in any order. */
const LOTTIE_NAMES = [
  /"v"\s*:\s*"\d/,
  ...['fr', 'ip', 'op', 'w', 'h'].map((name) => RegExp(`"${name}"\\s*:\\s*-?\\d`)),
];
// Signatures that file-type does not know, or misses when the first chunk is larger than HEAD_BYTES.
const FIRST_BYTES: readonly [string, string][] = [
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['\xff\xd8\xff', 'image/jpeg'],
  ['\x1aE\xdf\xa3', 'video/matroska'],
  ['PK\x03\x04', 'application/zip'],
  ['RIFX', 'application/x-riff-big-endian'],
  ['\xca\xfe\xba\xbe', 'application/java-vm'],
];

/**
 * The media type of a file that starts with these bytes (HEAD_BYTES of them, or the whole file); null when unknown. Never
 * throws, whatever the bytes are.
 */
export async function kindOfContent(head: Uint8Array): Promise<string | null> {
  // file-type recognises XML by its overall shape, which plain text can match by chance.
  const known = await fileTypeFromBuffer(head).catch(() => undefined);
  if (known && known.mime !== 'application/xml') return known.mime;
  const start = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  const first = FIRST_BYTES.find(([bytes]) => start.subarray(0, bytes.length).equals(Buffer.from(bytes, 'latin1')));
  if (first) return first[1];
  const text = readText(start);
  if (text === null) return known?.mime ?? null;
  if (text.startsWith('{') && LOTTIE_NAMES.every((pattern) => pattern.test(text))) return LOTTIE;
  return TEXT_KINDS.find(([pattern]) => pattern.test(text))?.[1] ?? known?.mime ?? GENERIC_TEXT;
}

/** The bytes as text, without byte order mark and leading white space; null when they are not text. */
function readText(bytes: Buffer): string | null {
  if (bytes.byteLength === 0) return null;
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (!isWide && bytes.some(isControl)) return null;
  const text = isWide ? decodeWide(bytes) : bytes.toString('utf8');
  return text.replace(/^\ufeff/, '').trimStart();
}

/** Whether a byte is a control character that never occurs in text. Tabs, line and page breaks and escape are not included. */
const isControl = (byte: number): boolean => byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d) && byte !== 0x1b;

const decodeWide = (bytes: Buffer): string =>
  new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes.subarray(0, bytes.byteLength & ~1));

export const MAX_MODEL_BYTES = 100 * 1024 * 1024;
export const MODEL_FORMATS = ['glb', 'gltf', 'obj', 'stl', 'ply'] as const;
export type ModelFormat = (typeof MODEL_FORMATS)[number];
/** Names of 3D models, whose formats mostly have no signature. */
export const MODEL_NAME = `\\.(${MODEL_FORMATS.join('|')})$`;
/** Media types of content that is certainly something else. */
export const NOT_A_MODEL = '^(image|video|audio|font)/';

/** The format of a 3D model; null if the file is something else. */
export function modelFormat({ path, mediaType }: { path: string; mediaType: string | null }): ModelFormat | null {
  const format = RegExp(MODEL_NAME, 'i').exec(path)?.[1]?.toLowerCase();
  return format === undefined || RegExp(NOT_A_MODEL).test(mediaType ?? '') ? null : (format as ModelFormat);
}
