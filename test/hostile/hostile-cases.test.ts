// Checks that every hostile input has at least one test. After a full run, `npm test` checks that those tests ran and sent the
// inputs (test/repository/shown-tests.ts).
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { compared, named, written } from '#test/repository/shown-by.ts';
import { hostileCases } from './hostile-inputs.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));

const classOf = ({ kind, class: of }: (typeof hostileCases)[number]): string => `${kind} | ${of}`;

describe('hostile cases', () => {
  it('have unique ids, and none has been removed', () => {
    expect(hostileCases.length).toBeGreaterThanOrEqual(427);
    expect(new Set(hostileCases.map(({ id }) => id)).size).toBe(hostileCases.length);
  });

  it('all have a test', () => {
    const unsent = hostileCases.filter((found) => {
      const of = classOf(found);
      if (found.how === 'literal') return !written[of];
      return !compared[of] && !named[found.id];
    });
    expect(unsent.map(({ id, input }) => `${id} ${input}`)).toEqual([]);
  });

  it('include every case and class that tests are listed for', () => {
    const classes = new Set(hostileCases.map(classOf));
    expect([...Object.keys(written), ...Object.keys(compared)].filter((of) => !classes.has(of))).toEqual([]);
    const ids = new Set(hostileCases.map(({ id }) => id));
    expect(Object.keys(named).filter((id) => !ids.has(id))).toEqual([]);
  });
});

it('test files for hostile cases exist', () => {
  const files = [...Object.values(written), ...Object.values({ ...compared, ...named }).map(([file]) => file)];
  expect(files.filter((file) => !existsSync(join(project, file)))).toEqual([]);
  // These cases also run in a browser, where a script would execute.
  expect(readFileSync(join(project, 'test/hostile/script-payloads.ts'), 'utf8')).toContain("literals('markdown')");
});
