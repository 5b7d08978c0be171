// Reads the metadata of a requested page: title, description, price and picture (product.md RQ-3).

import { outgoingReadsKey } from '#server/features/image-proxy/public.ts';
import { OutgoingRefused } from '#server/kit/outgoing/outgoing.ts';
import { decodePage, readPageFacts } from '#server/kit/outgoing/page-reader.ts';
import { hit } from '#server/kit/rate-limits/pg-rate-limiter.ts';
import type { Deps } from '../../deps.ts';
import { pictureOf, storedPageWords } from './og-rules.ts';

/** Fields are null if the page does not provide them. `image` is an absolute external URL that is never sent to browsers. */
export type StoredOg = {
  title: string | null;
  description: string | null;
  price: string | null;
  image: string | null;
};

export type OgDeps = Pick<Deps, 'outgoing' | 'limits' | 'db' | 'log' | 'now'>;

/** Time limit for fetching and parsing the page together (product.md RQ-3). */
const TIME_MS = 5000;
const PAGE_MAX_BYTES = 2_000_000;

/** Users for whom this process is reading a page, per outgoing client. Only one page is read per user at a time. */
const readingFor = new WeakMap<OgDeps['outgoing'], Set<string>>();

const peopleReading = (outgoing: OgDeps['outgoing']): Set<string> => {
  const people = readingFor.get(outgoing) ?? new Set();
  readingFor.set(outgoing, people);
  return people;
};

/**
 * Reads a page's metadata within 5 s. Returns null if the page is unreadable or has no metadata, or if the person has reached
 * their limit. Returns 'busy' if this site was too busy to read the page. Never throws, so that a request cannot fail because
 * of its page.
 */
export async function readOgData(
  deps: OgDeps,
  link: string,
  person: { id: string },
): Promise<StoredOg | null | 'busy'> {
  const { outgoing, limits } = deps;
  if (!outgoing.isAllowed(link)) return null;
  const { allowed } = await hit(deps, outgoingReadsKey(person.id), limits.outgoingReads, deps.now());
  if (!allowed) return null;
  const people = peopleReading(outgoing);
  if (people.has(person.id)) return 'busy';
  people.add(person.id);
  try {
    return await readPageOf(deps, link);
  } finally {
    people.delete(person.id);
  }
}

const readPageOf = async ({ outgoing, log }: OgDeps, link: string): Promise<StoredOg | null | 'busy'> => {
  const signal = AbortSignal.timeout(TIME_MS);
  try {
    const { body, contentType, url } = await outgoing.read(link, { accept: 'html', maxBytes: PAGE_MAX_BYTES, signal });
    const facts = await readPageFacts(decodePage(body, contentType), signal);
    if (!facts || facts === 'busy') return facts;
    const og = { ...storedPageWords(facts), image: pictureOf(facts.images, url, outgoing.isAllowed) };
    return Object.values(og).every((value) => value === null) ? null : og;
  } catch (error) {
    if (error instanceof OutgoingRefused && error.reason === 'busy') return 'busy';
    if (!(error instanceof OutgoingRefused)) log.warn({ err: error }, 'Failed to read the page linked in a request');
    return null;
  }
};
