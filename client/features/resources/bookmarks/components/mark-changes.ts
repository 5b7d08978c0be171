// Applies a like, save or follow to the API responses from which a page was rendered.
import type { MarkKind } from './marks.ts';

/** `count` is the server's new count: likes or saves of a resource, or followers of a user. */
export type MarkChange = { kind: MarkKind; id: string; on: boolean; count: number };

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** The fields of this object that change, with their new values; null if the change does not concern this object. */
const fieldsOf = (value: Fields, { kind, id, on, count }: MarkChange): Fields | null => {
  if (kind === 'followed') {
    const isPerson = value.username === id && 'followers' in value;
    if (isPerson) return { followers: count, ...('isFollowing' in value ? { isFollowing: on } : {}) };
    return value.author === id && 'isFollowing' in value ? { isFollowing: on } : null;
  }
  const field = kind === 'liked' ? 'likes' : 'saves';
  return value.id === id && field in value ? { [field]: count } : null;
};

/**
 * Returns a copy of the data with the change applied wherever the resource or user occurs. Returns the same object if nothing
 * changes.
 */
export function withChange(data: unknown, change: MarkChange): unknown {
  if (!isObject(data)) return data;
  if (Array.isArray(data)) {
    const entries = data.map((entry) => withChange(entry, change));
    return entries.some((entry, index) => entry !== data[index]) ? entries : data;
  }
  const own = fieldsOf(data, change);
  let next: Fields = own ? { ...data, ...own } : data;
  for (const [name, value] of Object.entries(next)) {
    const inner = withChange(value, change);
    if (inner !== value) next = { ...next, [name]: inner };
  }
  return next;
}
