/** What Google Cloud Storage answers, read with suspicion. */

import { CRC32C } from '@google-cloud/storage';
import type { Dispatcher } from 'undici';
import { StorageUnavailable } from '#server/kit/storage/errors.ts';

/** An object as the service tells of it. */
export interface GcsObject {
  name: string;
  /** Bytes. */
  size: number;
  /** Another one for each content that the name ever had. */
  generation: string;
  updated: Date;
}

const nonsense = (cause?: unknown): StorageUnavailable =>
  new StorageUnavailable('the storage service answered nonsense', { cause });

export async function readJson({ body }: Dispatcher.ResponseData): Promise<Record<string, unknown>> {
  const told = await body.json().catch((error: unknown) => {
    throw nonsense(error);
  });
  if (typeof told !== 'object' || told === null) throw nonsense();
  return told as Record<string, unknown>;
}

/** A page of a list. Nothing must be taken for an empty one that is none. @throws StorageUnavailable */
export async function readPage(
  answer: Dispatcher.ResponseData,
): Promise<{ items: Record<string, unknown>[]; nextPageToken: string }> {
  const { kind, items = [], nextPageToken = '' } = await readJson(answer);
  if (kind !== 'storage#objects' || !Array.isArray(items)) throw nonsense();
  return { items, nextPageToken: String(nextPageToken) };
}

export function refusalOf(status: number, told: string): StorageUnavailable {
  let sentence = told;
  try {
    sentence = String((JSON.parse(told) as { error: { message: string } }).error.message);
  } catch {
    // Not in Google's form: the beginning of whatever it is.
  }
  return new StorageUnavailable(`the storage service answered ${status}: ${sentence.slice(0, 200)}`);
}

/** @throws StorageUnavailable for what is no object */
export function objectOf(told: Record<string, unknown>): GcsObject {
  const { name, size, generation, updated } = told;
  const found = {
    name: String(name),
    size: Number(size),
    generation: String(generation),
    updated: new Date(String(updated)),
  };
  const isSound = /^\d+$/.test(found.generation) && Number.isSafeInteger(found.size) && !Number.isNaN(+found.updated);
  if (!isSound) throw nonsense();
  return found;
}

/** @throws StorageUnavailable when the service kept another number of bytes */
export function sized(stored: GcsObject, size: number): GcsObject {
  if (stored.size === size) return stored;
  throw new StorageUnavailable(`the storage service kept ${stored.size} of ${size} bytes`);
}

/** As the service has it: base64 of four bytes, the highest first. */
export function crc32cOf(bytes: Uint8Array): string {
  const sum = new CRC32C();
  sum.update(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  return sum.toString();
}

/** How many bytes of a session the service has: it says `Range: bytes=0-…`, and nothing when it has none. */
export const keptOf = (range: string | string[] | undefined): number =>
  typeof range === 'string' ? Number(range.split('-')[1]) + 1 : 0;
