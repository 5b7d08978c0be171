// What an act changed, line by line: the audit log keeps it as two pieces of JSON.
import { adminTime } from '#client/kit/admin/admin-labels.ts';

export type AuditChange = {
  /** Empty when what was changed has no parts. */
  name: string;
  /** Null where there was nothing, or is nothing any more. */
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

/** 'siteName' as 'site name'. */
const nameOf = (key: string): string =>
  key
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();

/**
 * The parts that differ; those that are the same both times are left out. A part
 * that is named once alone, as the name of whom it is about, is a fact beside the change and no change by itself, unless
 * the act removed the whole.
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
