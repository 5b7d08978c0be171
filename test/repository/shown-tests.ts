// Checks that the tests cited as evidence have run, because a skipped test proves nothing. In full runs, the reporter below
// writes the results to the folder that TEST_REPORTS names; `npm test` prints and counts them.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Reporter, TestModule } from 'vitest/node';
import { type HostileCase, hostileCases, SENT } from '#test/hostile/hostile-inputs.ts';
import { cells, compared, named, type Shown, written } from './shown-by.ts';

/** A test's full name and its state. */
export type Found = { name: string; state: string };
/** Tests by file path relative to the project root. */
export type FoundTests = ReadonlyMap<string, readonly Found[]>;

/** Citations whose tests do not exist, or of which at least one did not pass. */
export function findUnshown(tests: FoundTests, wanted: readonly Shown[]): string[] {
  return wanted.flatMap(([file, words]) => {
    const found = (tests.get(file) ?? []).filter(({ name }) => name.includes(words));
    if (found.length > 0 && found.every(({ state }) => state === 'passed')) return [];
    return [`${file}: ${words} (${found.map(({ state }) => state).join(', ') || 'no such test'})`];
  });
}

/**
 * Literal cases that were not sent by the test file of their class. A case counts as sent if the file recorded it, or if one of
 * the file's passing tests has the case id in its name.
 * @param sent lines that each contain a test file, a tab, and a case id
 */
export function findUnsent(
  tests: FoundTests,
  sent: string,
  lists: { cases: readonly HostileCase[]; written: Readonly<Record<string, string>> },
): string[] {
  const taken = new Set(sent.split('\n'));
  return lists.cases.flatMap(({ id, kind, class: of, how }) => {
    if (how !== 'literal') return [];
    const file = lists.written[`${kind} | ${of}`] ?? '';
    const isOfIt = ({ name, state }: Found): boolean => state === 'passed' && new RegExp(`\\b${id}\\b`).test(name);
    return taken.has(`${file}\t${id}`) || tests.get(file)?.some(isOfIt) ? [] : [`${id} (${kind} | ${of}): ${file}`];
  });
}

const project = fileURLToPath(new URL('../..', import.meta.url));

export default class ShownTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const folder = process.env.TEST_REPORTS;
    if (!folder) return;
    const tests: FoundTests = new Map(
      modules.map((module) => [
        module.relativeModuleId,
        [...module.children.allTests()].map((test) => ({
          name: test.fullName.replaceAll(' > ', ' '),
          state: test.result().state,
        })),
      ]),
    );
    const notes = join(folder, SENT);
    const sent = existsSync(notes) ? readFileSync(notes, 'utf8').replaceAll(project, '') : '';
    const wanted = [...Object.values({ ...compared, ...named }), ...Object.values(cells).flat()];
    const missing = [...findUnshown(tests, wanted), ...findUnsent(tests, sent, { cases: hostileCases, written })];
    writeFileSync(join(folder, 'unshown.json'), JSON.stringify(missing));
  }
}
