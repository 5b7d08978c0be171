// Differences between the two JSON values stored with an audit entry.
import { adminTime } from '#client/kit/admin/admin-labels.ts';

export type AuditChange = {
  /** Name of the field; empty if the values are not objects. */
  name: string;
  /** Null if there was no value before. */
  before: string | null;
  after: string | null;
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

const wordsOf = (value: unknown): string | null => {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' && MOMENT.test(value)) return adminTime(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** 'siteName' becomes 'site name'. */
const nameOf = (key: string): string =>
  key
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();

/**
 * Returns only the changed fields. A field that exists only in `before`, such as the affected user's name, is context rather than
 * a change, unless the action removed the subject itself.
 */
export function changesOf(before: unknown, after: unknown, isRemoval = false): AuditChange[] {
  const [was, is] = [before ?? {}, after ?? {}];
  if (!isRecord(was) || !isRecord(is)) return [{ name: '', before: wordsOf(before), after: wordsOf(after) }];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .map((key) => {
      const isFact = !isRemoval && !(key in is);
      const [old, now] = isFact ? [undefined, was[key]] : [was[key], is[key]];
      return { name: nameOf(key), before: wordsOf(old), after: wordsOf(now) };
    })
    .filter((change) => change.before !== change.after);
}
