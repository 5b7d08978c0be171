import { describe, expect, it } from 'vitest';
import { REVIEW_REASONS } from '#contract/uploads/review-reasons.ts';
import { summariseChecks, withReason } from './review-rules.ts';

type Given = Parameters<typeof summariseChecks>[0];

const fine = {
  findings: [],
  sessions: [],
  preview: { state: 'READY', note: null },
  licence: 'CC0',
  rightsDeclared: true,
};
const itemOf = (changes: object, duplicates: object[] = []): Given =>
  ({ upload: { ...fine, ...changes }, duplicates }) as unknown as Given;

describe('the checks of an upload', () => {
  it('are all passed when nothing was found', () => {
    const { findings, passed } = summariseChecks(itemOf({}));
    expect(findings).toEqual([]);
    expect(passed).toHaveLength(8);
  });

  it('are findings with their file instead of a passed check', () => {
    const sentence = 'The archive contains a program: a.exe.';
    const { findings, passed } = summariseChecks(
      itemOf({ findings: [{ code: 'executable', path: 'a.zip', sentence }] }),
    );
    expect(findings).toEqual([{ key: 'executable a.zip', title: 'a.zip', line: sentence, path: 'a.zip' }]);
    expect(passed).not.toContain('No programs and no scripts');
    expect(passed).toHaveLength(7);
  });

  it('name what is missing: files, rights, previews, and what is a duplicate', () => {
    const { findings } = summariseChecks(
      itemOf(
        {
          sessions: [{ state: 'CHECKING' }, { state: 'REFUSED' }],
          licence: null,
          preview: { state: 'FAILED', note: null },
        },
        [{}],
      ),
    );
    expect(findings.map(({ key }) => key)).toEqual(['arriving', 'refused', 'duplicates', 'rights', 'previews']);
  });
});

describe('a canned reason', () => {
  const [first, second] = REVIEW_REASONS.map(({ text }) => text);

  it('fills in its text, replaces another one, and keeps own words', () => {
    expect(withReason('', 0)).toBe(first);
    expect(withReason(first ?? '', 1)).toBe(second);
    expect(withReason(`${first}\nSee Ink_09.`, 1)).toBe(`${second}\nSee Ink_09.`);
    expect(withReason('See Ink_09.', 0)).toBe(`${first}\nSee Ink_09.`);
  });

  it('leaves only own words with "Other"', () => {
    expect(withReason(`${first}\nSee Ink_09.`, REVIEW_REASONS.length - 1)).toBe('See Ink_09.');
  });
});
