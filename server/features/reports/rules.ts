// Finds the subject of a report from the URL that the reporter entered. No I/O.

import { USERNAME_FORM } from '#contract/accounts/limits.ts';
import { ownUrl } from '#server/kit/text/own-address.ts';

/** A subject on this site, as identified by a URL. */
export type Named =
  | { kind: 'resource'; by: 'id' | 'slug'; name: string }
  | { kind: 'profile'; by: 'username'; name: string }
  | { kind: 'post'; by: 'id'; name: string }
  /** A post, identified by its number in the thread whose id is `name`. */
  | { kind: 'post'; by: 'number'; name: string; number: number };

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const ANCHOR = /^#post-([1-9]\d{0,8})$/;

/** The post that a thread URL refers to: the one in the path, otherwise the one in the fragment, otherwise the first post. */
const readPostAddress = (thread: string, post: string | undefined, hash: string): Named | null => {
  if (!ID.test(thread)) return null;
  if (post !== undefined) return ID.test(post) ? { kind: 'post', by: 'id', name: post } : null;
  return { kind: 'post', by: 'number', name: thread, number: Number(ANCHOR.exec(hash)?.[1] ?? 1) };
};

/** The subject that a URL on this site refers to, whether or not it exists. */
export function readReportedAddress(address: string, origin: string): Named | null {
  const url = ownUrl(address, origin);
  if (url === null) return null;
  const [first = '', second = '', third, fourth, fifth, sixth] = url.pathname.slice(1).replace(/\/$/, '').split('/');
  if (first === 'community' && fourth !== undefined && sixth === undefined)
    return readPostAddress(fourth, fifth, url.hash);
  if (third !== undefined) return null;
  if (first === 'resources' && ID.test(second)) return { kind: 'resource', by: 'id', name: second };
  if (first === 'elements' && /^[a-z0-9-]{1,100}$/.test(second)) return { kind: 'resource', by: 'slug', name: second };
  const username = first === 'profile' ? second : second === '' ? first : '';
  return USERNAME_FORM.test(username) ? { kind: 'profile', by: 'username', name: username.toLowerCase() } : null;
}
