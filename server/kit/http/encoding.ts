// Which compressed form of an answer a browser takes.
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';

export type Encoding = 'br' | 'gzip';

/** The smallest first: the server chooses among what the client takes, whatever the client likes best. */
const FORMS = ['br', 'gzip'] as const;
const PLAIN = 'identity';

/** Browsers know a handful of spellings, which are read once. */
const chosen = new LRUCache<string, Encoding | typeof PLAIN>({ max: 50 });

/** The smallest form that the Accept-Encoding header allows, or null for the plain one. */
export function chooseEncoding(accepted: string | string[] | undefined): Encoding | null {
  const list = String(accepted ?? '');
  let encoding = chosen.get(list);
  if (encoding === undefined) {
    const taken = new Negotiator({ headers: { 'accept-encoding': list } }).encodings([...FORMS]);
    encoding = FORMS.find((form) => taken.includes(form)) ?? PLAIN;
    chosen.set(list, encoding);
  }
  return encoding === PLAIN ? null : encoding;
}
