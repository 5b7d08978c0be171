// Every test file of the client: a complaint on the console fails the test that caused it, and waiting suits a busy machine. One
// process runs many files, so each leaves the console as it was.
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
  const expectSilence = (): void => expect(complaints.splice(0), 'complaints on the console').toEqual([]);
  afterEach(expectSilence);
  // What came after the last test, while its page was taken down.
  afterAll(expectSilence);
}

if (typeof document !== 'undefined') {
  // On a busy machine a lazily loaded part may take longer than the testing library's one second.
  const { configure } = await import('@testing-library/dom');
  configure({ asyncUtilTimeout: 10_000 });
}
