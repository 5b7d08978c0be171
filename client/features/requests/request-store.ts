// What this browser remembers of requests, under the specification's keys (section 3): a mirror of what the server
// decides, so that a limit and an earlier request are known before anything is sent. Each key holds a value for each
// person, because a browser may have several; whatever else lies there is no value of anybody's.
import { REQUEST_WAIT_HOURS } from '#contract/requests/limits.ts';

/** Milliseconds from which on a person waits; gone when the wait is over. */
const WAIT_KEY = 'request_submitted_timestamp';
/** Addresses that a person has asked for. */
const LINKS_KEY = 'prevRequests';
/** Milliseconds of a person's last request, kept after the wait. */
const LAST_KEY = 'lastSubmissionTime';

const WAIT_MS = REQUEST_WAIT_HOURS * 3_600_000;
const MOST_LINKS = 50;
const MOST_PEOPLE = 10;

type Store = Pick<Storage, 'getItem' | 'setItem'>;

const valuesIn = (store: Store, key: string): Record<string, unknown> => {
  try {
    const values: unknown = JSON.parse(store.getItem(key) ?? 'null');
    return typeof values === 'object' && values !== null && !Array.isArray(values) ? { ...values } : {};
  } catch {
    return {};
  }
};

/** Keeps a person's value, or with undefined forgets it; the person who was noted last stands last. */
const keep = (store: Store, key: string, person: string, value: unknown): void => {
  const { [person]: _before, ...others } = valuesIn(store, key);
  const kept = Object.entries(others).slice(1 - MOST_PEOPLE);
  const values = Object.fromEntries(value === undefined ? kept : [...kept, [person, value]]);
  try {
    store.setItem(key, JSON.stringify(values));
  } catch {
    // A browser without storage, or a full one, remembers nothing: the server still knows.
  }
};

/**
 * An address as the same request has it, as far as a browser judges that; null for what is none. The server's own reading
 * is the one that counts.
 */
export function comparableLink(link: string): string | null {
  if (!URL.canParse(link.trim())) return null;
  const { protocol, host, pathname, searchParams, hash } = new URL(link.trim());
  if (!/^https?:$/.test(protocol)) return null;
  for (const key of [...searchParams.keys()]) {
    if (/^(utm_.*|fbclid|gclid)$/.test(key)) searchParams.delete(key);
  }
  const query = searchParams.toString();
  // Sites that scripts draw name their pages behind the #.
  const route = /^#!?\//.test(hash) ? hash : '';
  return `${host}${pathname.replace(/\/+$/, '')}${query && `?${query}`}${route}`;
}

const linksOf = (store: Store, person: string): string[] => {
  const links = valuesIn(store, LINKS_KEY)[person];
  return Array.isArray(links) ? links.filter((link) => typeof link === 'string') : [];
};

/** Whether this person has asked for the address from this browser. */
export function wasRequested(store: Store, person: string, link: string): boolean {
  const known = comparableLink(link);
  return known !== null && linksOf(store, person).includes(known);
}

/** Notes that the address has been asked for by this person. */
export function noteLink(store: Store, person: string, link: string): void {
  const known = comparableLink(link);
  if (known === null) return;
  const others = linksOf(store, person).filter((other) => other !== known);
  keep(store, LINKS_KEY, person, [...others, known].slice(-MOST_LINKS));
}

/** The person was told of it: whether it still holds is for the server to say. */
export function forgetLink(store: Store, person: string, link: string): void {
  const known = comparableLink(link);
  keep(
    store,
    LINKS_KEY,
    person,
    linksOf(store, person).filter((other) => other !== known),
  );
}

/** Notes that the person waits until `nextAt`, in milliseconds. */
export function noteWait(store: Store, person: string, nextAt: number): void {
  keep(store, WAIT_KEY, person, nextAt - WAIT_MS);
  keep(store, LAST_KEY, person, nextAt - WAIT_MS);
}

/** The wait is over, or there was none. */
export function forgetWait(store: Store, person: string): void {
  if (person in valuesIn(store, WAIT_KEY)) keep(store, WAIT_KEY, person, undefined);
}

/** Until when the person waits as far as this browser knows, in milliseconds; null for not at all. */
export function notedWait(store: Store, person: string, now: number): number | null {
  const at = valuesIn(store, WAIT_KEY)[person];
  if (typeof at !== 'number' || at > now || at + WAIT_MS <= now) return null;
  return at + WAIT_MS;
}
