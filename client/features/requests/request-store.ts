// Remembers requests in this browser, under the specification's keys (section 3): a mirror of the server's decisions, so that
// a limit or an earlier request is known before anything is sent. Each key holds one value per person, because several may share
// a browser; anything else found there is ignored.
import { REQUEST_WAIT_HOURS } from '#contract/requests/limits.ts';

/** Start of a person's wait, in milliseconds; removed when the wait is over. */
const WAIT_KEY = 'request_submitted_timestamp';
/** Links that a person has requested. */
const LINKS_KEY = 'prevRequests';
/** Time of a person's last request, in milliseconds; kept after the wait. */
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

/** Stores a person's value, or removes it if undefined; the latest person comes last. */
const keep = (store: Store, key: string, person: string, value: unknown): void => {
  const { [person]: _before, ...others } = valuesIn(store, key);
  const kept = Object.entries(others).slice(1 - MOST_PEOPLE);
  const values = Object.fromEntries(value === undefined ? kept : [...kept, [person, value]]);
  try {
    store.setItem(key, JSON.stringify(values));
  } catch {
    // Storage is blocked or full: nothing is remembered, but the server still knows.
  }
};

/**
 * Canonical form of a link, close to the server's, to recognise repeated requests; null for invalid links. The server has the
 * final say.
 */
export function comparableLink(link: string): string | null {
  if (!URL.canParse(link.trim())) return null;
  const { protocol, host, pathname, searchParams, hash } = new URL(link.trim());
  if (!/^https?:$/.test(protocol)) return null;
  for (const key of [...searchParams.keys()]) {
    if (/^(utm_.*|fbclid|gclid)$/.test(key)) searchParams.delete(key);
  }
  const query = searchParams.toString();
  // Single-page apps put the route in the fragment.
  const route = /^#!?\//.test(hash) ? hash : '';
  return `${host}${pathname.replace(/\/+$/, '')}${query && `?${query}`}${route}`;
}

const linksOf = (store: Store, person: string): string[] => {
  const links = valuesIn(store, LINKS_KEY)[person];
  return Array.isArray(links) ? links.filter((link) => typeof link === 'string') : [];
};

/** Whether this person has requested the link from this browser. */
export function wasRequested(store: Store, person: string, link: string): boolean {
  const known = comparableLink(link);
  return known !== null && linksOf(store, person).includes(known);
}

/** Remembers that this person has requested the link. */
export function noteLink(store: Store, person: string, link: string): void {
  const known = comparableLink(link);
  if (known === null) return;
  const others = linksOf(store, person).filter((other) => other !== known);
  keep(store, LINKS_KEY, person, [...others, known].slice(-MOST_LINKS));
}

/** Forgets the link once the person has been warned: the server decides whether the request still exists. */
export function forgetLink(store: Store, person: string, link: string): void {
  const known = comparableLink(link);
  keep(
    store,
    LINKS_KEY,
    person,
    linksOf(store, person).filter((other) => other !== known),
  );
}

/** Stores that the person has to wait until `nextAt`, in milliseconds. */
export function noteWait(store: Store, person: string, nextAt: number): void {
  keep(store, WAIT_KEY, person, nextAt - WAIT_MS);
  keep(store, LAST_KEY, person, nextAt - WAIT_MS);
}

/** Removes a wait that is over. */
export function forgetWait(store: Store, person: string): void {
  if (person in valuesIn(store, WAIT_KEY)) keep(store, WAIT_KEY, person, undefined);
}

/** End of the person's wait as this browser knows it, in milliseconds; null without one. */
export function notedWait(store: Store, person: string, now: number): number | null {
  const at = valuesIn(store, WAIT_KEY)[person];
  if (typeof at !== 'number' || at > now || at + WAIT_MS <= now) return null;
  return at + WAIT_MS;
}
