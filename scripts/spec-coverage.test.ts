// Checks the tables in docs/spec-coverage.md against the lists in test/data, the source code and the screens.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { placeOf, readMatrix, readPending } from '#test/access/access-matrix.ts';
import { screens } from '#test/harness/screens.ts';
import { findMissing, readQuotedWords } from './reports/quoted-words.ts';

const project = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string): string => readFileSync(join(project, path), 'utf8');
const document = read('docs/spec-coverage.md');

/** Rows of a table, each split into cells, without the two header lines. */
const tableOf = (heading: string): string[][] => {
  const part = document.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const lines = part.split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
};

const unquoted = (cell = ''): string => cell.replaceAll('`', '');
const TEST_FILE = /\b(?:test|server|client|demo|scripts|contract)\/[\w./-]+\.(?:test\.tsx?|e2e\.ts|ts)\b/;

/**
 * The specification's API calls (section 7) and constants (sections 5 and 9). If a number has no named constant, `written` is the
 * code that contains it.
 */
type Specified = { calls: string[]; constants: { what: string; value: string; name: string; written?: string }[] };
const specified = JSON.parse(read('test/data/specified.json')) as Specified;

describe('the API calls', () => {
  const rows = tableOf('Calls');

  it('each have a row that names a test', () => {
    expect(specified.calls.length).toBeGreaterThan(60);
    const lines = new Map(rows.map(([call, shownBy]) => [unquoted(call), shownBy ?? '']));
    expect(specified.calls.filter((call) => !TEST_FILE.test(lines.get(call) ?? ''))).toEqual([]);
  });

  it('are implemented: each is a row in the access matrix that is not pending', () => {
    const pending = new Set(readPending());
    const built = readMatrix().filter(({ name }) => !pending.has(name));
    const places = new Set(built.map(({ method, path }) => placeOf(method, path)));
    const unanswered = specified.calls.filter((call) => {
      const [method = '', path = ''] = call.split(' ');
      return !places.has(placeOf(method, path));
    });
    expect(unanswered).toEqual([]);
  });
});

describe('the screens', () => {
  it('name existing screen states, and tests', () => {
    const names = new Set(screens.map(({ name }) => name));
    const rows = tableOf('Screens');
    expect(rows.length).toBeGreaterThan(25);
    const named = rows.flatMap(([, states]) =>
      [...(states ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? ''),
    );
    expect(named.length).toBeGreaterThan(90);
    expect(named.filter((name) => !names.has(name))).toEqual([]);
    expect(rows.filter(([, , tests]) => !TEST_FILE.test(tests ?? '')).map(([screen]) => screen)).toEqual([]);
  });
});

describe('the messages', () => {
  const rows = tableOf('Messages');
  const differing = new Set(tableOf('Words that differ').map(([words]) => unquoted(words)));
  const messages = readQuotedWords().filter(({ section, text }) => section.startsWith('8') && !differing.has(text));

  it('each have a row that names a test', () => {
    expect(messages.length).toBeGreaterThan(60);
    const lines = new Map(rows.map(([message, , provokedBy]) => [unquoted(message), provokedBy ?? '']));
    expect(messages.map(({ text }) => text).filter((text) => !TEST_FILE.test(lines.get(text) ?? ''))).toEqual([]);
  });

  it('occur in the file named in their row', () => {
    const lines = new Map(rows.map(([message, file]) => [unquoted(message), file ?? '']));
    const absent = messages.filter((message) => findMissing([message], [lines.get(message.text) ?? '']).length > 0);
    expect(absent.map(({ text }) => text)).toEqual([]);
  });
});

describe('the constants', () => {
  const rows = tableOf('Constants');

  it('each have a row with value, name and a test', () => {
    expect(specified.constants.length).toBeGreaterThan(25);
    const lines = new Map(rows.map(([what, ...cells]) => [what, cells]));
    const wrong = specified.constants.filter(({ what, value, name }) => {
      const [shownValue, shownName, shownBy] = lines.get(what) ?? [];
      return unquoted(shownValue) !== value || shownName !== name || !TEST_FILE.test(shownBy ?? '');
    });
    expect(wrong.map(({ what }) => what)).toEqual([]);
  });

  it('have these values in the code', () => {
    const different = specified.constants.filter(({ value, name, written }) => {
      const [file = '', constant = ''] = name.split(' ');
      const declared = `const ${constant} = ${value}`;
      return ![written ?? `${declared};`, `${declared} as const;`].some((text) => read(file).includes(text));
    });
    expect(different).toEqual([]);
  });
});
