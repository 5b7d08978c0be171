// The files that someone compares, kept while they go from page to page. Only this small part is loaded where nobody compares.
import { useSyncExternalStore } from 'react';

/** A file of a resource. */
export type Compared = { id: string; file: string };

export const COMPARED_MAX = 6;
const COMPARE_KEY = 'helix_compare';
const PARAMETER = 'compare';

const NONE: readonly Compared[] = [];
let list: readonly Compared[] | undefined;
const listeners = new Set<() => void>();

/** `id:file`, one a line in the storage and one a parameter in an address. Line breaks can't be in the names of files. */
const textOf = ({ id, file }: Compared): string => `${id}:${file}`;
const readTexts = (texts: readonly string[]): Compared[] => {
  const known = new Map(texts.map((text) => [text, /^([\da-f-]{36}):(.+)$/.exec(text)]));
  return [...known.values()]
    .flatMap((found) => (found?.[1] && found[2] ? { id: found[1], file: found[2] } : []))
    .slice(0, COMPARED_MAX);
};

const readStored = (): readonly Compared[] => {
  try {
    return readTexts(localStorage.getItem(COMPARE_KEY)?.split('\n') ?? []);
  } catch {
    return NONE;
  }
};

/** The files of the address when they were last read. */
let asked = '';
/** The person's own files, while they look at those of a link. */
let own = NONE;

const current = (): readonly Compared[] => {
  const now = new URLSearchParams(location.search).getAll(PARAMETER);
  if (now.length > 0 && now.join('\n') !== asked) {
    asked = now.join('\n');
    if (own.length === 0) own = list ?? readStored();
    if (own.map(textOf).join('\n') === asked) own = NONE;
    list = readTexts(now);
  }
  list ??= readStored();
  return list;
};

/** The address of the page that is open, with these files to compare. */
const addressWith = (files: readonly Compared[]): URL => {
  const url = new URL(location.href);
  url.searchParams.delete(PARAMETER);
  for (const file of files) url.searchParams.append(PARAMETER, textOf(file));
  return url;
};

const change = (next: readonly Compared[]): void => {
  list = next;
  const isLinked = own.length > 0;
  // The person's own files stay in the storage while they look at others, which are in the address.
  const stored = isLinked ? own : next;
  try {
    if (stored.length > 0) localStorage.setItem(COMPARE_KEY, stored.map(textOf).join('\n'));
    else localStorage.removeItem(COMPARE_KEY);
  } catch {
    // Without storage, the list lasts until the page is closed.
  }
  if (asked !== '' || isLinked) history.replaceState(history.state, '', addressWith(isLinked ? next : []));
  asked = isLinked ? next.map(textOf).join('\n') : '';
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void) => {
  // Another tab has added a file.
  const follow = ({ key }: StorageEvent): void => {
    if (key !== COMPARE_KEY) return;
    if (asked === '') list = undefined;
    else own = readStored();
    listener();
  };
  listeners.add(listener);
  addEventListener('storage', follow);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', follow);
  };
};

export function useCompared(): readonly Compared[] {
  return useSyncExternalStore(subscribe, current, () => NONE);
}

/** How many files of their own someone had before they opened a link with others; 0 while they see their own. */
export function useOwnComparedCount(): number {
  return useSyncExternalStore(
    subscribe,
    () => own.length,
    () => 0,
  );
}

const isSame = (one: Compared, other: Compared): boolean => one.id === other.id && one.file === other.file;

/** Removes all files. Files of a link make room for the person's own. */
export function clearCompared(): void {
  const next = own;
  own = NONE;
  change(next);
}

/** Adds a file, or removes it if it's there. Does nothing if there are COMPARED_MAX others. */
export function toggleCompared(file: Compared): void {
  const others = current().filter((one) => !isSame(one, file));
  const isThere = others.length < current().length;
  if (isThere && others.length === 0) clearCompared();
  else if (isThere) change(others);
  else if (others.length < COMPARED_MAX) change([...others, file]);
}

/** A link to the page that is open, with these files to compare. The person's footage is not part of it. */
export function comparedLink(files: readonly Compared[]): string {
  return addressWith(files).href;
}
