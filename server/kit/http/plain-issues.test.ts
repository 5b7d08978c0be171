import { expect, it } from 'vitest';
import { z } from 'zod';
import { inRange, wholeInRange } from '#contract/http.ts';
import { plainSentence } from './plain-issues.ts';

const say = (schema: z.ZodType, value: unknown): string | undefined =>
  schema.safeParse(value, { error: plainSentence }).error?.issues[0]?.message;

it.each([
  ['an unknown choice', z.enum(['newest', 'oldest']), 'sideways', 'Choose one of: newest, oldest.'],
  ['no choice', z.enum(['newest', 'oldest']), undefined, 'This is missing. Choose one of: newest, oldest.'],
  ['another fixed word', z.literal('like'), 'love', 'This must be like.'],
  ['no text', z.string(), undefined, 'This is missing.'],
  ['another type', z.string(), 7, 'This must be text.'],
  ['a word for a switch', z.boolean(), 'yes', 'This must be true or false.'],
  ['one for a list', z.array(z.string()), 'a', 'This must be a list.'],
  ['too little text', z.string().min(1), '', 'At least 1 character.'],
  ['too many entries', z.array(z.string()).max(2), ['a', 'b', 'c'], 'At most 2 entries.'],
  ['too large a number', z.number().max(1000), 2000, 'At most 1,000.'],
  ['zero', z.number().positive(), 0, 'This must be more than 0.'],
  ['another time', z.iso.datetime(), 'today', 'Enter a date and time, for example 2026-01-31T12:00:00Z.'],
  ['neither of two', z.union([z.number(), z.boolean()]), 'x', 'This is not valid.'],
  ['the contract’s own sentence', z.enum(['a'], 'Choose a letter.'), 'b', 'Choose a letter.'],
  ['a whole number above its range', wholeInRange(1, 1000), 5000, 'Enter a whole number from 1 to 1,000.'],
  ['a broken one', wholeInRange(1, 1000), 1.5, 'Enter a whole number from 1 to 1,000.'],
  ['a number that is not one', inRange(0, 100_000), 'x', 'Enter a number above 0, up to 100,000.'],
  ['a number at its open end', inRange(0, 100_000), 0, 'Enter a number above 0, up to 100,000.'],
  ['a number beyond its range', inRange(0, 100_000), 1e12, 'Enter a number above 0, up to 100,000.'],
])('%s', (_what, schema, value, sentence) => {
  expect(say(schema, value)).toBe(sentence);
});
