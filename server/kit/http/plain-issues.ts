// What a schema refuses, in plain words, wherever the contract has no sentence of its own: the library's are for programmers.
import type { z } from 'zod';

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 });
const shown = (value: number | bigint): string => number.format(value);

/** More choices than these are not listed. */
const MOST_CHOICES = 20;

const TYPES: Readonly<Record<string, string>> = {
  string: 'This must be text.',
  number: 'Enter a number.',
  int: 'Enter a whole number.',
  boolean: 'This must be true or false.',
  array: 'This must be a list.',
  object: 'This must be an object.',
};

const choice = (values: readonly unknown[]): string => {
  const names = values.map(String);
  if (names.length === 1) return `This can only be ${names[0]}.`;
  return names.length > MOST_CHOICES
    ? 'Choose one of the values that are offered.'
    : `Choose one of: ${names.join(', ')}.`;
};

const UNITS: Readonly<Record<string, [one: string, many: string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
};

const bound = (word: 'At least' | 'At most', origin: string, limit: number | bigint): string => {
  const units = UNITS[origin];
  return units ? `${word} ${shown(limit)} ${units[Number(limit) === 1 ? 0 : 1]}.` : `${word} ${shown(limit)}.`;
};

/** The sentence for an issue; undefined leaves it to the library. Goes to `safeParse` as `error`. */
export const plainSentence: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'This is missing.' : (TYPES[issue.expected] ?? 'This is not valid.');
    case 'invalid_value':
      return issue.input === undefined ? `This is missing. ${choice(issue.values)}` : choice(issue.values);
    case 'too_small':
      return issue.inclusive === false
        ? `This must be more than ${shown(issue.minimum)}.`
        : bound('At least', issue.origin, issue.minimum);
    case 'too_big':
      return issue.inclusive === false
        ? `This must be less than ${shown(issue.maximum)}.`
        : bound('At most', issue.origin, issue.maximum);
    case 'invalid_format':
      return issue.format === 'datetime'
        ? 'Enter a date and time, for example 2026-01-31T12:00:00Z.'
        : 'This is not in the right form.';
    case 'invalid_union':
      return 'This is not valid.';
    default:
      return undefined;
  }
};
