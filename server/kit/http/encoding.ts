// Chooses the content encoding of a response.
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';

export type Encoding = 'br' | 'gzip';

/** Smallest first, because the server picks the first encoding that the client accepts, whatever the client prefers. */
const FORMS = ['br', 'gzip'] as const;
const PLAIN = 'identity';

/** Browsers send only a handful of header values, so the results are cached. */
const chosen = new LRUCache<string, Encoding | typeof PLAIN>({ max: 50 });

/** The smallest encoding that the Accept-Encoding header allows, or null if it allows only uncompressed content. */
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
