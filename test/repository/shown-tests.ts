// Whether the tests that lists name as their proof have run: a list that points at a test which is skipped shows nothing. A
// reporter of whole runs; what it finds is written into the folder that TEST_REPORTS names, for `npm test` to print and count.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Reporter, TestModule } from 'vitest/node';
import { type HostileCase, hostileCases, SENT } from '#test/hostile/hostile-inputs.ts';
import { cells, compared, named, type Shown, written } from './shown-by.ts';

/** A test that was found, by the whole of its name; its state is `passed`, or another. */
export type Found = { name: string; state: string };
/** The tests of each file, by its path in the project. */
export type FoundTests = ReadonlyMap<string, readonly Found[]>;

/** Those named tests that are not there, or of which one has not passed. */
export function findUnshown(tests: FoundTests, wanted: readonly Shown[]): string[] {
  return wanted.flatMap(([file, words]) => {
    const found = (tests.get(file) ?? []).filter(({ name }) => name.includes(words));
    if (found.length > 0 && found.every(({ state }) => state === 'passed')) return [];
    return [`${file}: ${words} (${found.map(({ state }) => state).join(', ') || 'no such test'})`];
  });
}

/**
 * Those written cases that the file of their class has not sent: none of its tests took them while it ran, and none that passed is named
 * after them.
 * @param sent lines of a test file, a tab, and an id
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
