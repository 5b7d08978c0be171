// Hostile inputs by kind of field, and the checks that must pass after each of them (quality.md, "Input").
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';

export type HostileCase = {
  id: string;
  kind: string;
  class: string;
  how: string;
  input: string;
  expect: string;
  label?: string;
};

const listed = JSON.parse(readFileSync(new URL('../data/hostile-inputs.json', import.meta.url), 'utf8')) as {
  cases: HostileCase[];
};

/** File in which tests record the cases that they sent, for the check after a full run. Lines: test file, tab, case id. */
export const SENT = 'hostile-sent.txt';

const folder = process.env.TEST_REPORTS;
const noted = new Set<string>();

/** Records a case when a running test reads its input. Reading it to build a test name doesn't count. */
const note = (id: string): void => {
  if (!folder) return;
  const { currentTestName, testPath } = expect.getState();
  // One process runs many test files, and several files may send the same case.
  const line = `${testPath}\t${id}\n`;
  if (!currentTestName || noted.has(line)) return;
  noted.add(line);
  appendFileSync(join(folder, SENT), line);
};

const cases = listed.cases.map((found): HostileCase => {
  const { id, input } = found;
  const get = (): string => {
    note(id);
    return input;
  };
  return Object.defineProperty({ ...found }, 'input', { get, enumerable: true });
});

export const hostileCases: readonly HostileCase[] = cases;

/** Literal inputs of a kind. */
export function literals(kind: string, ...classes: string[]): HostileCase[] {
  return cases.filter(
    (found) =>
      found.kind === kind && found.how === 'literal' && (classes.length === 0 || classes.includes(found.class)),
  );
}

/** Body for an input of kind `json`. A few inputs in the list are only descriptions, from which the body is generated. */
export function bodyOf({ id, input }: HostileCase): string | Buffer {
  if (id === 'json-001') return `{"email":"${'a'.repeat(2 ** 20)}"}`;
  if (id === 'json-003') return `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
  if (input === 'utf16:{}') return Buffer.from('\ufeff{}', 'utf16le');
  if (input === 'bytes:ff fe') return Buffer.from([0xff, 0xfe]);
  return input;
}

/** Like encodeURIComponent, but also encodes lone surrogates, as three bytes that are not valid UTF-8. */
export function encodeHostile(text: string): string {
  return [...text]
    .map((character) => {
      if (character.isWellFormed()) return encodeURIComponent(character);
      const bytes = character.charCodeAt(0);
      return [0xe0 | (bytes >> 12), 0x80 | ((bytes >> 6) & 63), 0x80 | (bytes & 63)]
        .map((byte) => `%${byte.toString(16)}`)
        .join('');
    })
    .join('');
}

const LEAKS =
  /\bat (?:async )?[\w.<>]+ \(?(?:file:|node:|\/)|node_modules|\/(?:work|home|root|tmp|usr|var)\/\w|server\/(?:kit|features)\/|\b(?:syntax error at or near|relation "|column "|violates|invalid byte sequence|22P0\d|22021|22003)\b|\bselect\b .{0,80}\bfrom\b/i;

/** The first internal detail that a response reveals, or null. Echoed input is ignored. */
export function leaksIn(body: string, sent: readonly string[]): string | null {
  const echoes = sent
    .filter((text) => text.length > 3)
    .flatMap((text) => [JSON.stringify(text).slice(1, -1), text.slice(0, 100)]);
  const rest = echoes
    .sort((one, other) => other.length - one.length)
    .reduce((left, echo) => left.replaceAll(echo, ''), body);
  return LEAKS.exec(rest)?.[0] ?? null;
}

type Answer = { statusCode: number; body: string; headers: Record<string, unknown> };

/** Asserts that a response is not a server error and reveals no internals. */
export function expectHarmless(answer: Answer, about: string, sent: string): void {
  expect(answer.statusCode, about).toBeLessThan(500);
  // The response may echo the input if it is escaped.
  const body = sent.length > 3 ? answer.body.replaceAll(sent, '') : answer.body;
  if (answer.statusCode >= 400) expect(body, about).not.toMatch(LEAKS);
  const location = answer.headers.location;
  if (location !== undefined)
    expect(new URL(String(location), 'http://localhost').origin, about).toBe('http://localhost');
  expect(Object.keys(Object.prototype), about).toEqual([]);
  expect(({} as Record<string, unknown>).polluted ?? ({} as Record<string, unknown>).x, about).toBeUndefined();
}
