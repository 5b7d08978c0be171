/** Decides how to respond to conditional and Range headers for a file of known size (RFC 9110, sections 13 and 14). */

import type { IncomingHttpHeaders } from 'node:http';

/** The metadata of a file that is needed to evaluate the headers. */
export type Representation = {
  /** Size of the whole file in bytes. */
  size: number;
  /** Strong entity tag, including its quotes. */
  etag: string;
  /** When the content was created; if omitted, date conditions are ignored. */
  modifiedAt?: Date | undefined;
};

/** The response to send: `start` is the first byte, `end` the byte after the last one. Both are 0 if there is no body. */
export type RangeDecision = {
  status: 200 | 206 | 304 | 412 | 416;
  start: number;
  end: number;
};

export type ParsedRange = { kind: 'whole' } | { kind: 'part'; start: number; end: number } | { kind: 'unsatisfiable' };

const SINGLE_RANGE = /^(\d*)-(\d*)$/;
const ENTITY_TAG = /(W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g;

/**
 * Parses a Range header for a given size in bytes.
 *
 * Multiple ranges, other units and malformed values are treated as a request for the whole file, as RFC 9110 section 14.2
 * allows. The `end` of a part is exclusive.
 */
export function parseRange(header: string | undefined, size: number): ParsedRange {
  const separator = header?.indexOf('=') ?? -1;
  if (header === undefined || header.slice(0, separator).trim().toLowerCase() !== 'bytes') return { kind: 'whole' };
  const match = SINGLE_RANGE.exec(header.slice(separator + 1).trim());
  if (!match) return { kind: 'whole' };
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return { kind: 'whole' };
  if (first === '') return parseSuffix(Number(last), size);
  const start = Number(first);
  const lastByte = last === '' ? Number.POSITIVE_INFINITY : Number(last);
  if (lastByte < start) return { kind: 'whole' };
  if (start >= size) return { kind: 'unsatisfiable' };
  return { kind: 'part', start, end: Math.min(lastByte + 1, size) };
}

function parseSuffix(length: number, size: number): ParsedRange {
  if (length === 0) return { kind: 'unsatisfiable' };
  // Every suffix of an empty file is the empty file, which Content-Range cannot express.
  if (size === 0) return { kind: 'whole' };
  return { kind: 'part', start: Math.max(0, size - length), end: size };
}

/** Evaluates conditional headers in the order of RFC 9110 section 13.2.2, then the range. */
export function decideRange(method: string, headers: IncomingHttpHeaders, file: Representation): RangeDecision {
  if (!preconditionHolds(headers, file)) return { status: 412, start: 0, end: 0 };
  if (isUnchanged(headers, file)) return { status: 304, start: 0, end: 0 };
  const whole: RangeDecision = { status: 200, start: 0, end: file.size };
  // Range only applies to GET; HEAD describes the whole file.
  if (method !== 'GET' || !ifRangeHolds(headers['if-range'], file)) return whole;
  const range = parseRange(headers.range, file.size);
  if (range.kind === 'whole') return whole;
  if (range.kind === 'unsatisfiable') return { status: 416, start: 0, end: 0 };
  return { status: 206, start: range.start, end: range.end };
}

function preconditionHolds(headers: IncomingHttpHeaders, file: Representation): boolean {
  const ifMatch = headers['if-match'];
  if (ifMatch !== undefined) return ifMatch.trim() === '*' || hasTag(ifMatch, file.etag, 'strong');
  const since = readDate(headers['if-unmodified-since']);
  return since === null || file.modifiedAt === undefined || wholeSeconds(file.modifiedAt) <= since;
}

/** Whether the client already has this content, according to If-None-Match or If-Modified-Since. */
export function isUnchanged(
  headers: IncomingHttpHeaders,
  file: { etag: string; modifiedAt?: Date | undefined },
): boolean {
  const ifNoneMatch = headers['if-none-match'];
  if (ifNoneMatch !== undefined) return ifNoneMatch.trim() === '*' || hasTag(ifNoneMatch, file.etag, 'weak');
  const since = readDate(headers['if-modified-since']);
  return since !== null && file.modifiedAt !== undefined && wholeSeconds(file.modifiedAt) <= since;
}

function ifRangeHolds(value: string | string[] | undefined, file: Representation): boolean {
  if (value === undefined) return true;
  const validator = String(value).trim();
  // A weak tag never equals the quoted strong one, so plain equality is the strong comparison of RFC 9110 section 13.1.5.
  return validator === file.etag || (file.modifiedAt !== undefined && validator === file.modifiedAt.toUTCString());
}

function hasTag(list: string, etag: string, comparison: 'strong' | 'weak'): boolean {
  for (const [, weak, tag] of list.matchAll(ENTITY_TAG)) {
    if (tag === etag && (comparison === 'weak' || weak === undefined)) return true;
  }
  return false;
}

function readDate(value: string | undefined): number | null {
  const milliseconds = value === undefined ? Number.NaN : Date.parse(value);
  return Number.isNaN(milliseconds) ? null : milliseconds;
}

function wholeSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000) * 1000;
}
