import { expect, it } from 'vitest';
import { SELECTION_MAX_CHARACTERS, SELECTION_MAX_PATHS } from '#contract/downloads/limits.ts';
import { nextDownloadOf } from './archive.ts';

const filesOf = (count: number, length = 8) =>
  Array.from({ length: count }, (_, index) => ({ name: String(index).padStart(length, '0'), sha256: '' }));

it.each([
  ['the whole asset if the folder has none of it', 0, filesOf(SELECTION_MAX_PATHS + 1), SELECTION_MAX_PATHS + 1, true],
  ['all missing files', 1, filesOf(3), 3, false],
  ['as many files as a selection may have', 1, filesOf(SELECTION_MAX_PATHS + 1), SELECTION_MAX_PATHS, false],
  ['as many characters as a selection may have', 1, filesOf(600, SELECTION_MAX_CHARACTERS / 500), 500, false],
  ['nothing if nothing is missing', 1, [], 0, false],
])('downloads %s', (_, present, missing, count, isWhole) => {
  const next = nextDownloadOf({ present, differing: [], missing });
  expect([next.files.length, next.isWhole]).toEqual([count, isWhole]);
});
