// Collects searches that found nothing, for the demand radar. Like views, they are kept in memory and written every few seconds, so
// no search waits for it. If a process is killed, the last seconds are lost.
import { LRUCache } from 'lru-cache';
import { HOUR_MS } from '#contract/durations.ts';
import type { Deps } from '#server/deps.ts';
import type { ListingFilter } from '#server/features/resources/search/query-terms.ts';
import type { Caller } from '#server/platform/serve.ts';
import { putUnmetSearches, type UnmetSearch } from './queries.ts';
import { countedWords, createPeopleHash, isSameTyping } from './rules.ts';

const FLUSH_MS = 5000;
/** The listing searches while people type. A search counts once they have stopped for this long. */
const TYPING_MS = 10_000;
/** Searches beyond this number in one interval are treated as an attack and dropped. */
const MAX_WAITING = 5000;
/** Searches that count for a person in an hour. */
const MOST_AN_HOUR = 20;
const PEOPLE_KEPT = 20_000;

/** Filters that say what people want. With any other filter, an empty result doesn't show that the asset is missing. */
const TELLING: readonly string[] = ['search', 'editor', 'type'];
const FILTER_MAX_CHARACTERS = 60;

type Searcher = Pick<Caller, 'viewer' | 'network' | 'isCrawler'>;

export type UnmetSearches = {
  /** Notes a search and the number of its hits, without waiting for anything. */
  note(searcher: Searcher, filter: ListingFilter, hits: number): void;
  /** Writes the searches that are complete. `all` includes those that may still be typed. */
  flush(all?: boolean): Promise<void>;
  stop(): Promise<void>;
};

/** An account or a network; null for crawlers, programs and shared pages, which nobody in particular asked for. */
const personOf = ({ viewer, network, isCrawler }: Searcher): string | null => {
  if (isCrawler || viewer?.byToken) return null;
  if (viewer) return `account ${viewer.id}`;
  return network === '' ? null : `network ${network}`;
};

const isTelling = (filter: ListingFilter): boolean =>
  Object.entries(filter).every(([kind, value]) => value === undefined || TELLING.includes(kind));

/** A filter in lower case; '' without one, or if it is too long to be a real value. */
const plainFilter = (value: string | undefined): string => {
  const plain = value?.trim().toLowerCase() ?? '';
  return plain.length > FILTER_MAX_CHARACTERS ? '' : plain;
};

type Typed = { words: string; search: UnmetSearch; at: number };

export function startUnmetSearches({
  db,
  now,
  log,
  secret,
}: Pick<Deps, 'db' | 'now' | 'log' | 'secret'>): UnmetSearches {
  const hash = createPeopleHash(secret);
  /** The last search of each person that may still be typed, by the hash of the person. */
  const typing = new Map<string, Typed>();
  let complete: UnmetSearch[] = [];
  const counted = new LRUCache<string, number>({ max: PEOPLE_KEPT, ttl: HOUR_MS });

  const isFull = (): boolean => typing.size + complete.length >= MAX_WAITING;

  const finish = (person: string, { search }: Typed): void => {
    typing.delete(person);
    const count = (counted.get(person) ?? 0) + 1;
    // Keeps the hour of the first search.
    counted.set(person, count, { noUpdateTTL: true });
    if (count <= MOST_AN_HOUR) complete.push(search);
  };

  const flush = async (all = false): Promise<void> => {
    const before = now().getTime() - TYPING_MS;
    for (const [person, typed] of typing) if (all || typed.at <= before) finish(person, typed);
    const batch = complete;
    if (batch.length === 0) return;
    complete = [];
    try {
      await putUnmetSearches(db, hash.key, batch);
    } catch (error) {
      for (const search of batch) if (!isFull()) complete.push(search);
      log.warn({ err: error, searches: batch.length }, 'searches without results could not be written; will retry');
    }
  };

  const timer = setInterval(() => void flush(), FLUSH_MS);
  timer.unref();
  return {
    note(searcher, filter, hits) {
      if (!filter.search || !isTelling(filter)) return;
      const asker = personOf(searcher);
      const words = asker && countedWords(filter.search);
      if (!asker || !words) return;
      const person = hash.ofPerson(asker);
      const before = typing.get(person);
      const isTyping = before !== undefined && isSameTyping(before.words, words);
      if (before && !isTyping) finish(person, before);
      if (hits > 0) {
        // What was typed led to something. With the same words, it was only a filter that had nothing.
        if (isTyping && words !== before.words) typing.delete(person);
        return;
      }
      const at = now().getTime();
      if (isTyping && words.length < before.words.length) {
        // The words are being deleted, so the longest ones are what was wanted.
        before.at = at;
        return;
      }
      if (isFull()) return;
      const kept = isTyping && words === before.words ? before.search : null;
      const search: UnmetSearch = {
        words,
        person: hash.inSearch(person, words),
        editor: plainFilter(filter.editor) || (kept?.editor ?? ''),
        type: plainFilter(filter.type) || (kept?.type ?? ''),
        day: now().toISOString().slice(0, 10),
      };
      typing.set(person, { words, search, at });
    },
    flush,
    async stop() {
      clearInterval(timer);
      await flush(true);
    },
  };
}
