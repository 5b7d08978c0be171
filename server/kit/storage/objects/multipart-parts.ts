/**
 * An upload in progress in object storage consists of pieces that are never rewritten. This module defines their names and
 * decides which of them make up the upload.
 */

import { randomBytes } from 'node:crypto';
import { LEAST_PART_BYTES, type ObjectEntry } from './object-store.ts';

/** One piece: bytes of an upload from `start`. */
export type Piece = {
  name: string;
  /** ID of the writer; a later writer's ID sorts after an earlier one's. */
  writer: string;
  start: number;
  length: number;
  /** CRC-32 of the bytes. */
  crc32: number;
};

/** A piece of which only the first `used` bytes count. */
export interface UsedPiece extends Piece {
  used: number;
}

const NAME = /^(\d{13}-[0-9a-f]{8})\/(\d{14})-(\d+)-([0-9a-f]{8})$/;

/**
 * ID for a writer that continues an upload. It sorts after all known writers, whatever their clocks say, and two writers that
 * start at the same moment get different IDs.
 */
export function nameWriter(known: readonly Piece[], now: number): string {
  const latest = Math.max(0, ...known.map(({ writer }) => Number(writer.slice(0, 13))));
  return `${String(Math.max(now, latest + 1)).padStart(13, '0')}-${randomBytes(4).toString('hex')}`;
}

export function namePiece(folder: string, { writer, start, length, crc32 }: Omit<Piece, 'name'>): string {
  return `${folder}${writer}/${String(start).padStart(14, '0')}-${length}-${crc32.toString(16).padStart(8, '0')}`;
}

/** Null when the name is not that of a piece, or the size differs from the one in the name. */
export function readPiece(folder: string, { name, size }: ObjectEntry): Piece | null {
  const [, writer, start, length, crc32] = NAME.exec(name.slice(folder.length)) ?? [];
  if (!writer || !start || !crc32 || Number(length) !== size) return null;
  return { name, writer, start: Number(start), length: size, crc32: Number.parseInt(crc32, 16) };
}

export function lengthOf(chain: readonly UsedPiece[]): number {
  const last = chain.at(-1);
  return last ? last.start + last.used : 0;
}

/**
 * The pieces that make up an upload, contiguous from byte 0. A later writer supersedes everything after the point where it
 * started, so a writer that was presumed dead but still writes changes nothing. Of one writer's pieces at the same position the
 * longest counts, since it is a merge of others.
 */
export function chainPieces(pieces: readonly Piece[]): UsedPiece[] {
  let chain: UsedPiece[] = [];
  const writers = Map.groupBy(pieces, ({ writer }) => writer);
  for (const writer of [...writers.keys()].sort()) {
    const own = (writers.get(writer) ?? []).sort((a, b) => a.start - b.start || b.length - a.length);
    const first = own[0]?.start ?? 0;
    if (first > lengthOf(chain)) continue;
    chain = cutChain(chain, first);
    for (const piece of own) {
      if (piece.start > lengthOf(chain)) break;
      if (piece.start === lengthOf(chain)) chain.push({ ...piece, used: piece.length });
    }
  }
  return chain;
}

/** The part of a chain before a byte position. */
export function cutChain(chain: readonly UsedPiece[], length: number): UsedPiece[] {
  return chain
    .filter(({ start }) => start < length)
    .map((piece) => ({ ...piece, used: Math.min(piece.used, length - piece.start) }));
}

/** Trailing pieces shorter than `least` that should be merged, once they add up to `enough` bytes; empty otherwise. */
export function findTail(chain: readonly UsedPiece[], least: number, enough: number): UsedPiece[] {
  const large = chain.findLastIndex(({ used }) => used >= least);
  const tail = chain.slice(large + 1);
  const bytes = tail.reduce((sum, { used }) => sum + used, 0);
  return tail.length > 1 && bytes >= enough ? tail : [];
}

/** Below the 10,000 parts that S3 allows per object. */
const MOST_GROUPS = 9000;

/** Minimum part size for an object of this length, so that the number of parts stays within the service's limit. */
export function leastPartOf(length: number): number {
  return Math.max(LEAST_PART_BYTES, Math.ceil(length / MOST_GROUPS));
}

/** Groups pieces into the parts of one object: a piece that is long enough on its own, or several short ones together. */
export function groupPieces(chain: readonly UsedPiece[], least: number): UsedPiece[][] {
  const groups: UsedPiece[][] = [];
  let open: UsedPiece[] = [];
  for (const piece of chain) {
    open.push(piece);
    if (open.reduce((sum, { used }) => sum + used, 0) < least) continue;
    groups.push(open);
    open = [];
  }
  if (open.length > 0) groups.push(open);
  return groups;
}
