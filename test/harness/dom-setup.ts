// Loaded for every client test file. Console errors and warnings fail the test that caused them, and timeouts are long enough for
// a busy machine. One process runs many files, so each file restores the console.
import { format } from 'node:util';
import { afterAll, afterEach, expect } from 'vitest';

if (typeof document !== 'undefined' || /\/client\//.test(expect.getState().testPath ?? '')) {
  const complaints: string[] = [];
  for (const level of ['error', 'warn'] as const) {
    const print = console[level];
    afterAll(() => {
      console[level] = print;
    });
    console[level] = (...given: unknown[]) => {
      complaints.push(format(...given));
      print(...given);
    };
  }
  const expectSilence = (): void => expect(complaints.splice(0), 'unexpected console output').toEqual([]);
  afterEach(expectSilence);
  // Also checks the output written after the last test, when its page is unmounted.
  afterAll(expectSilence);
}

if (typeof document !== 'undefined') {
  // On a busy machine, a lazily loaded component may take longer than the testing library's default of one second.
  const { configure } = await import('@testing-library/dom');
  configure({ asyncUtilTimeout: 10_000 });
}
