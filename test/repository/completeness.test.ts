// Things that are easy to forget when adding a file, such as a browser test for its screens or a worker for its jobs.
import { describe, expect, it } from 'vitest';
import { siteJobs } from '#server/site-jobs.ts';
import { screenGroups, screens } from '#test/harness/screens.ts';
import { isTest, readCode, readSources } from './source-files.ts';

describe('screens', () => {
  it('are all opened in a browser: each group has one file in test/e2e', () => {
    const opened = readSources(['test/e2e/every-page-*.e2e.ts']).flatMap(({ text }) =>
      [...text.matchAll(/^everyPageHolds\('(\w+)'/gm)].map(([, group]) => group),
    );
    expect(opened.sort()).toEqual([...screenGroups.keys()].sort());
  });

  it('have unique names, and every screen file exports some', () => {
    const names = screens.map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    expect([...screenGroups].filter(([, some]) => some.length === 0)).toEqual([]);
    const silent = readSources(['test/screens/*.ts']).filter(
      ({ path, text }) => path !== 'test/screens/screen.ts' && !/^export const \w+Screens\b/m.test(text),
    );
    expect(silent.map(({ path }) => path)).toEqual([]);
  });
});

describe('jobs', () => {
  it('are all run by the site’s workers', () => {
    const declared = readCode()
      .filter(({ path }) => path.startsWith('server/') && !isTest(path))
      .flatMap(({ text }) => [...text.matchAll(/= defineJob\(\{\s*name: '([^']+)'/g)].map(([, name]) => name));
    expect(declared.length).toBeGreaterThan(30);
    expect(siteJobs.map(({ name }) => name).sort()).toEqual(declared.sort());
  });
});

describe('scenarios', () => {
  it('are exported by every scenario file in test/access', () => {
    const silent = readSources(['test/access/access-*.ts']).filter(
      ({ path, text }) =>
        !/access-(matrix|world|scenarios)\.ts$|\.test\.ts$/.test(path) && !/^export const \w+Scenarios\b/m.test(text),
    );
    expect(silent.map(({ path }) => path)).toEqual([]);
  });
});
