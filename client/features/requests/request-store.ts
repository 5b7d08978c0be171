// Remembers requests in this browser, under the keys from the specification (section 3). This lets the form recognise a waiting
// time or a repeated request before anything is sent. Each key holds one value per user, because several users may share a
// browser. Content in any other format is ignored.
import { REQUEST_WAIT_HOURS } from '#contract/requests/limits.ts';

/** When a user's waiting time started, in milliseconds. Removed when the waiting time is over. */
const WAIT_KEY = 'request_submitted_timestamp';
/** Links that a user has requested. */
const LINKS_KEY = 'prevRequests';
/** Time of a user's last request, in milliseconds. Kept after the waiting time is over. */
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

/** Stores a user's value as the last entry, and drops the oldest entries. If `value` is undefined, removes the user's entry. */
const keep = (store: Store, key: string, person: string, value: unknown): void => {
  const { [person]: _before, ...others } = valuesIn(store, key);
  const kept = Object.entries(others).slice(1 - MOST_PEOPLE);
  const values = Object.fromEntries(value === undefined ? kept : [...kept, [person, value]]);
  try {
    store.setItem(key, JSON.stringify(values));
  } catch {
    // Storage is blocked or full. The server remembers the request anyway.
  }
};

/**
 * Normalises a link to recognise repeated requests, in much the same way as the server, whose decision is final. Returns null for
 * invalid links.
 */
export function comparableLink(link: string): string | null {
  if (!URL.canParse(link.trim())) return null;
  const { protocol, host, pathname, searchParams, hash } = new URL(link.trim());
  if (!/^https?:$/.test(protocol)) return null;
  for (const key of [...searchParams.keys()]) {
    if (/^(utm_.*|fbclid|gclid)$/.test(key)) searchParams.delete(key);
  }
  const query = searchParams.toString();
  // Single-page applications put the route into the fragment.
  const route = /^#!?\//.test(hash) ? hash : '';
  return `${host}${pathname.replace(/\/+$/, '')}${query && `?${query}`}${route}`;
}

const linksOf = (store: Store, person: string): string[] => {
  const links = valuesIn(store, LINKS_KEY)[person];
  return Array.isArray(links) ? links.filter((link) => typeof link === 'string') : [];
};

/** Whether this user has requested the link in this browser. */
export function wasRequested(store: Store, person: string, link: string): boolean {
  const known = comparableLink(link);
  return known !== null && linksOf(store, person).includes(known);
}

/** Remembers that this user has requested the link. */
export function noteLink(store: Store, person: string, link: string): void {
  const known = comparableLink(link);
  if (known === null) return;
  const others = linksOf(store, person).filter((other) => other !== known);
  keep(store, LINKS_KEY, person, [...others, known].slice(-MOST_LINKS));
}

/** Forgets the link once the user has been warned about it. From then on, the server checks whether the request still exists. */
export function forgetLink(store: Store, person: string, link: string): void {
  const known = comparableLink(link);
  keep(
    store,
    LINKS_KEY,
    person,
    linksOf(store, person).filter((other) => other !== known),
  );
}

/** Remembers that the user has to wait until `nextAt`, in milliseconds. */
export function noteWait(store: Store, person: string, nextAt: number): void {
  keep(store, WAIT_KEY, person, nextAt - WAIT_MS);
  keep(store, LAST_KEY, person, nextAt - WAIT_MS);
}

/** Removes the stored waiting time once it is over. */
export function forgetWait(store: Store, person: string): void {
  if (person in valuesIn(store, WAIT_KEY)) keep(store, WAIT_KEY, person, undefined);
}

/**
 * When the user's waiting time ends according to this browser's storage, in milliseconds; null if the user does not have to wait.
 */
export function notedWait(store: Store, person: string, now: number): number | null {
  const at = valuesIn(store, WAIT_KEY)[person];
  if (typeof at !== 'number' || at > now || at + WAIT_MS <= now) return null;
  return at + WAIT_MS;
}
