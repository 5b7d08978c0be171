// The list of hostile inputs against the tests: each case has at least one that sends it. That these have run, and have sent what
// they are named for, `npm test` looks at its end (scripts/shown-tests.ts).
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { compared, named, written } from '#test/repository/shown-by.ts';
import { hostileCases } from './hostile-inputs.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));

const classOf = ({ kind, class: of }: (typeof hostileCases)[number]): string => `${kind} | ${of}`;

describe('the cases', () => {
  it('are at least as many as they were, each with an id of its own', () => {
    expect(hostileCases.length).toBeGreaterThanOrEqual(427);
    expect(new Set(hostileCases.map(({ id }) => id)).size).toBe(hostileCases.length);
  });

  it('each have a test', () => {
    const unsent = hostileCases.filter((found) => {
      const of = classOf(found);
      if (found.how === 'literal') return !written[of];
      return !compared[of] && !named[found.id];
    });
    expect(unsent.map(({ id, input }) => `${id} ${input}`)).toEqual([]);
  });

  it('have no test for what is not among them', () => {
    const classes = new Set(hostileCases.map(classOf));
    expect([...Object.keys(written), ...Object.keys(compared)].filter((of) => !classes.has(of))).toEqual([]);
    const ids = new Set(hostileCases.map(({ id }) => id));
    expect(Object.keys(named).filter((id) => !ids.has(id))).toEqual([]);
  });
});

it('their tests have files', () => {
  const files = [...Object.values(written), ...Object.values({ ...compared, ...named }).map(([file]) => file)];
  expect(files.filter((file) => !existsSync(join(project, file)))).toEqual([]);
  // In a browser, where a script would run.
  expect(readFileSync(join(project, 'test/hostile/script-payloads.ts'), 'utf8')).toContain("literals('markdown')");
});
