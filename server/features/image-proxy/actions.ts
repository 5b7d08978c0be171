// Images from other sites. Each one is fetched once for all requests, re-encoded, and stored.
import { setTimeout as sleep } from 'node:timers/promises';
import { PICTURE_MAX_BYTES } from '#contract/limits.ts';
import type { Deps } from '#server/deps.ts';
import { Problem } from '#server/kit/http/problem.ts';
import type { createPictureMaker } from '#server/kit/media/image-maker.ts';
import { ImageRefused } from '#server/kit/media/image-refused.ts';
import { OutgoingRefused } from '#server/kit/outgoing/outgoing.ts';
import { hit } from '#server/kit/rate-limits/pg-rate-limiter.ts';
import { FileMissing } from '#server/kit/storage/errors.ts';
import * as queries from './queries.ts';
import {
  addressHash,
  decideReading,
  type Known,
  outgoingReadsKey,
  PROXIED_SIZE,
  proxiedKey,
  READING_MS,
} from './rules.ts';

export type ProxyDeps = Pick<Deps, 'db' | 'log' | 'now' | 'storage' | 'outgoing' | 'limits'> & {
  makePicture: ReturnType<typeof createPictureMaker>;
  /** Fetches in progress in this process, by the hash of their URL. */
  readings: Map<string, Promise<unknown>>;
};

/** Pauses between checks while another process fetches: about six seconds in total, the maximum duration of a fetch. */
const PAUSES_MS = [100, 150, 250, 400, 600, 900, 1100, 1200, 1300];

/**
 * The image at an allowed URL, as WebP.
 * @param who id of the requester, for the fetch limit; images that are already stored don't count
 * @param gone aborted when the client has disconnected
 * @throws Problem PICTURE_UNREADABLE; TOO_MANY_REQUESTS if it had to be fetched and the limit was reached
 */
export async function pictureFrom(
  deps: ProxyDeps,
  address: string,
  { who, gone }: { who: string; gone: AbortSignal },
): Promise<Buffer> {
  const hash = addressHash(address);
  for (let look = 0; look <= PAUSES_MS.length && !gone.aborted; look += 1) {
    const known = await queries.findKnown(deps.db, hash);
    const decision = decideReading(known, deps.now());
    if (decision === 'show') return await openKept(deps, hash);
    if (decision === 'refuse') break;
    if (decision === 'wait') {
      await (deps.readings.get(hash.toString('hex')) ?? pause(PAUSES_MS[look] ?? 0, gone));
      continue;
    }
    const begun = await readFor(deps, address, who, known);
    if (typeof begun === 'string') continue;
    if (known?.key) return await openKept(deps, hash);
    throw begun;
  }
  throw new Problem('PICTURE_UNREADABLE');
}

const pause = (ms: number, gone: AbortSignal): Promise<unknown> => sleep(ms, null, { signal: gone }).catch(() => {});

/**
 * Fetches a URL unless another request is already doing so.
 * @returns a Problem if the rate limit or a failure of this site prevented the fetch; neither means that the URL is bad
 */
const readFor = async (
  deps: ProxyDeps,
  address: string,
  who: string,
  known: Known | undefined,
): Promise<'settled' | 'taken' | Problem> => {
  const { db, readings, limits } = deps;
  const now = deps.now();
  const hash = addressHash(address);
  const until = new Date(now.getTime() + READING_MS);
  if (!(await queries.claimReading(db, hash, known, { now, until }))) return 'taken';
  // Counted only after the claim, so that several concurrent requests for the same URL count as one.
  const { allowed, retryAfterSeconds } = await hit(deps, outgoingReadsKey(who), limits.outgoingReads, now);
  if (!allowed) {
    await queries.endReading(db, hash, { kind: 'put-off' }, { now, until });
    return new Problem('TOO_MANY_REQUESTS', { retryAfterSeconds });
  }
  const name = hash.toString('hex');
  const reading = readAndKeep(deps, address, until).finally(() => readings.delete(name));
  // Errors are ignored here, because waiting requests check the outcome themselves.
  readings.set(
    name,
    reading.catch(() => {}),
  );
  return (await reading) ? 'settled' : new Problem('PICTURE_UNREADABLE');
};

/** Fetches an image and stores the outcome. Returns false if the fetch failed because of this site rather than the URL. */
const readAndKeep = async (deps: ProxyDeps, address: string, until: Date): Promise<boolean> => {
  const { db, storage, outgoing, makePicture, log } = deps;
  const hash = addressHash(address);
  const end = (outcome: queries.ReadOutcome) => queries.endReading(db, hash, outcome, { now: deps.now(), until });
  try {
    const { body } = await outgoing.read(address, { accept: 'image', maxBytes: PICTURE_MAX_BYTES });
    const key = proxiedKey(hash);
    await storage.put(key, await makePicture(body, PROXIED_SIZE));
    await end({ kind: 'read', key });
    return true;
  } catch (error) {
    const isVerdict = error instanceof ImageRefused || (error instanceof OutgoingRefused && error.reason !== 'busy');
    if (!isVerdict) log.warn({ err: error }, 'Could not fetch an external image because of a problem on this site');
    await end({ kind: isVerdict ? 'failed' : 'put-off' });
    return isVerdict;
  }
};

const openKept = async ({ db, storage }: ProxyDeps, hash: Buffer): Promise<Buffer> => {
  try {
    const file = await storage.open(proxiedKey(hash));
    try {
      const buffer = Buffer.allocUnsafe(file.size);
      return buffer.subarray(0, await file.read(buffer, 0));
    } finally {
      await file.close();
    }
  } catch (error) {
    if (!(error instanceof FileMissing)) throw error;
    await queries.deleteProxiedFile(db, hash);
    throw new Problem('PICTURE_UNREADABLE');
  }
};
