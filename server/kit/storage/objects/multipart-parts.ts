/**
 * In object storage, an upload in progress consists of pieces that are never overwritten. This module defines their names and
 * decides which of them make up the upload.
 */

import { randomBytes } from 'node:crypto';
import { LEAST_PART_BYTES, type ObjectEntry } from './object-store.ts';

/** One piece of an upload: `length` bytes from `start`. */
export type Piece = {
  name: string;
  /** ID of the writer. The IDs of later writers sort after those of earlier writers. */
  writer: string;
  start: number;
  length: number;
  crc32: number;
};

/** A piece of which only the first `used` bytes count. */
export interface UsedPiece extends Piece {
  used: number;
}

const NAME = /^(\d{13}-[0-9a-f]{8})\/(\d{14})-(\d+)-([0-9a-f]{8})$/;

/**
 * ID for a writer that continues an upload. It sorts after all known writers, even if their clocks were ahead. Two writers that
 * start at the same moment get different IDs.
 */
export function nameWriter(known: readonly Piece[], now: number): string {
  const latest = Math.max(0, ...known.map(({ writer }) => Number(writer.slice(0, 13))));
  return `${String(Math.max(now, latest + 1)).padStart(13, '0')}-${randomBytes(4).toString('hex')}`;
}

export function namePiece(folder: string, { writer, start, length, crc32 }: Omit<Piece, 'name'>): string {
  return `${folder}${writer}/${String(start).padStart(14, '0')}-${length}-${crc32.toString(16).padStart(8, '0')}`;
}

/**
 * Parses an object as a piece. Returns null if the object's name is not the name of a piece, or if the object's size differs from
 * the size in the name.
 */
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
 * Selects the pieces that make up an upload, contiguous from byte 0. A later writer supersedes everything after the position
 * where it started, so a writer that was presumed dead can keep writing without any effect. If a writer has several pieces at the
 * same position, the longest one is used, since it is a merge of the others.
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

/** Cuts a chain to its first `length` bytes. */
export function cutChain(chain: readonly UsedPiece[], length: number): UsedPiece[] {
  return chain
    .filter(({ start }) => start < length)
    .map((piece) => ({ ...piece, used: Math.min(piece.used, length - piece.start) }));
}

/**
 * Finds trailing pieces to merge: those shorter than `least` bytes, if there are several and they add up to at least `enough`
 * bytes. Returns an empty array if there is nothing to merge.
 */
export function findTail(chain: readonly UsedPiece[], least: number, enough: number): UsedPiece[] {
  const large = chain.findLastIndex(({ used }) => used >= least);
  const tail = chain.slice(large + 1);
  const bytes = tail.reduce((sum, { used }) => sum + used, 0);
  return tail.length > 1 && bytes >= enough ? tail : [];
}

/** Maximum number of parts per object, with a safety margin below the 10,000 that S3 allows. */
const MOST_GROUPS = 9000;

/** Minimum part size with which an object of this length stays within the service's maximum number of parts. */
export function leastPartOf(length: number): number {
  return Math.max(LEAST_PART_BYTES, Math.ceil(length / MOST_GROUPS));
}

/** Groups pieces into the parts of an object: each part is one long piece, or several short ones. */
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
