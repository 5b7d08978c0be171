/**
 * Uploads on their way to a service of objects lie there in pieces, none of which is ever written twice: what their names say,
 * and which of them make the upload.
 */

import { randomBytes } from 'node:crypto';
import { LEAST_PART_BYTES, type ObjectEntry } from './object-store.ts';

/** One piece: bytes of an upload from `start` on. */
export type Piece = {
  name: string;
  /** Names the writer; of two writers the later one's sorts behind. */
  writer: string;
  start: number;
  length: number;
  /** CRC-32 of the bytes. */
  crc32: number;
};

/** A piece of which the first `used` bytes count. */
export interface UsedPiece extends Piece {
  used: number;
}

const NAME = /^(\d{13}-[0-9a-f]{8})\/(\d{14})-(\d+)-([0-9a-f]{8})$/;

/**
 * A name for somebody who goes on with an upload at a time: behind all that have written before, whatever their clocks say.
 * Two at the same moment have different ones.
 */
export function nameWriter(known: readonly Piece[], now: number): string {
  const latest = Math.max(0, ...known.map(({ writer }) => Number(writer.slice(0, 13))));
  return `${String(Math.max(now, latest + 1)).padStart(13, '0')}-${randomBytes(4).toString('hex')}`;
}

export function namePiece(folder: string, { writer, start, length, crc32 }: Omit<Piece, 'name'>): string {
  return `${folder}${writer}/${String(start).padStart(14, '0')}-${length}-${crc32.toString(16).padStart(8, '0')}`;
}

/** Null for what is no piece, or not as long as its name says. */
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
 * The pieces that make an upload, one behind the other from byte 0 on. Who began later overrules whatever lay behind the place
 * they began at, so that a writer who was given up for dead, and still writes, changes nothing. Of pieces at the same place
 * a writer's longest counts: it has taken others in.
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

/** What lies before a byte. */
export function cutChain(chain: readonly UsedPiece[], length: number): UsedPiece[] {
  return chain
    .filter(({ start }) => start < length)
    .map((piece) => ({ ...piece, used: Math.min(piece.used, length - piece.start) }));
}

/** The pieces at the end that are shorter than `least` and would better be one, once they have `enough` bytes together. */
export function findTail(chain: readonly UsedPiece[], least: number, enough: number): UsedPiece[] {
  const large = chain.findLastIndex(({ used }) => used >= least);
  const tail = chain.slice(large + 1);
  const bytes = tail.reduce((sum, { used }) => sum + used, 0);
  return tail.length > 1 && bytes >= enough ? tail : [];
}

/** S3 takes 10,000 parts of one object. */
const MOST_GROUPS = 9000;

/** How long the parts of an object of so many bytes are to be at least, so that there are not more than a service takes. */
export function leastPartOf(length: number): number {
  return Math.max(LEAST_PART_BYTES, Math.ceil(length / MOST_GROUPS));
}

/** Pieces as the parts of one object: alone when they are long enough, else as many together as are. */
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
