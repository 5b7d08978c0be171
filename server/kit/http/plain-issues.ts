// Plain messages for schema validation errors that have no message in the contract. The library's own messages are written for
// programmers.
import type { z } from 'zod';

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 });
const shown = (value: number | bigint): string => number.format(value);

/** If there are more choices than this, the message does not list them. */
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
  if (names.length === 1) return `This must be ${names[0]}.`;
  return names.length > MOST_CHOICES ? 'Choose one of the available options.' : `Choose one of: ${names.join(', ')}.`;
};

const UNITS: Readonly<Record<string, [one: string, many: string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
};

const bound = (word: 'At least' | 'At most', origin: string, limit: number | bigint): string => {
  const units = UNITS[origin];
  return units ? `${word} ${shown(limit)} ${units[Number(limit) === 1 ? 0 : 1]}.` : `${word} ${shown(limit)}.`;
};

/** The message for an issue; if undefined, the library uses its own. Passed to `safeParse` as `error`. */
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
        : 'This has the wrong format.';
    case 'invalid_union':
      return 'This is not valid.';
    default:
      return undefined;
  }
};
