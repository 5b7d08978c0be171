import fc from 'fast-check';
import { expect, test } from 'vitest';
import { choiceToAsk, gathered } from './choice-to-ask.ts';
import { type Choosable, isChosen, measure, partlyChosen, type SelectedFiles, withEntries } from './selection.ts';

const files: Record<string, number> = {
  'readme.txt': 1,
  'Clips/one.mov': 10,
  'Clips/two.mov': 20,
  'Clips/In/three.mov': 40,
  'Clips/In/four.mov': 80,
  'Clips 2/one.mov': 160,
};

const beneath = (path: string): string[] =>
  Object.keys(files).filter((name) => name === path || path === '/' || (path.endsWith('/') && name.startsWith(path)));

const entry = (path: string): Choosable => ({
  path,
  files: beneath(path).length,
  size: beneath(path).reduce((sum, name) => sum + (files[name] ?? 0), 0),
});

const NOTHING: SelectedFiles = new Map();
const choose = (...paths: string[]) => withEntries(NOTHING, paths.map(entry), true);
const without = (chosen: SelectedFiles, ...paths: string[]) => withEntries(chosen, paths.map(entry), false);

test('selecting a folder replaces the selections inside it', () => {
  const chosen = withEntries(choose('Clips/one.mov', 'Clips/In/', 'Clips 2/one.mov'), [entry('Clips/')], true);
  expect(choiceToAsk(chosen)).toEqual({ paths: ['Clips 2/one.mov', 'Clips/'] });
  expect(isChosen(chosen, 'Clips/In/four.mov')).toBe(true);
  expect(isChosen(chosen, 'Clips/In/')).toBe(true);
  expect(isChosen(chosen, 'Clips 2/')).toBe(false);
});

test('deselecting something in a selected folder keeps the rest', () => {
  const chosen = without(choose('Clips/', 'readme.txt'), 'Clips/In/three.mov');
  expect(choiceToAsk(chosen)).toEqual({ paths: ['Clips/', 'readme.txt'], except: ['Clips/In/three.mov'] });
  expect(measure(chosen)).toEqual({ files: 4, size: 111 });
  expect([...partlyChosen(chosen)].sort()).toEqual(['/', 'Clips/', 'Clips/In/']);
  expect(choiceToAsk(without(chosen, 'Clips/'))).toEqual({ paths: ['readme.txt'] });
});

test('selecting something already selected changes nothing', () => {
  expect(withEntries(choose('Clips/'), [entry('Clips/one.mov')], true)).toEqual(choose('Clips/'));
  expect(without(choose('Clips/'), 'readme.txt')).toEqual(choose('Clips/'));
});

test('a folder with everything deselected is not selected', () => {
  expect(without(choose('Clips/In/'), 'Clips/In/three.mov', 'Clips/In/four.mov').size).toBe(0);
});

test('selecting everything in a folder individually selects the folder; a single file stays a file', () => {
  const shown = { entries: ['Clips/In/three.mov', 'Clips/In/four.mov'].map(entry), folder: entry('Clips/In/') };
  const chosen = choose('Clips/In/three.mov', 'Clips/In/four.mov');
  expect(choiceToAsk(gathered(chosen, { ...shown, isWholeFolder: true }))).toEqual({ paths: ['Clips/In/'] });
  expect(gathered(chosen, { ...shown, isWholeFolder: false })).toBe(chosen);
  const [three] = [...shown.entries];
  const alone = { entries: three ? [three] : [], folder: shown.folder, isWholeFolder: true };
  expect(choiceToAsk(gathered(choose('Clips/In/three.mov'), alone))).toEqual({ paths: ['Clips/In/three.mov'] });
});

test('everything except a few files needs few entries, however many files there are', () => {
  const all = withEntries(NOTHING, [{ path: '/', files: 70_000, size: 7e9 }], true);
  const chosen = without(all, 'Clips/one.mov');
  expect(choiceToAsk(chosen)).toEqual({ all: true, paths: [], except: ['Clips/one.mov'] });
  expect(measure(chosen)).toEqual({ files: 69_999, size: 7e9 - 10 });
  expect(isChosen(chosen, 'Another/folder/clip.mov')).toBe(true);
});

test('any sequence of selections gives the same files and sizes as a plain list', () => {
  const paths = [...Object.keys(files), 'Clips/', 'Clips/In/', 'Clips 2/', '/'];
  const step = fc.record({ of: fc.subarray(paths, { minLength: 1 }), on: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      let chosen = NOTHING;
      const expected = new Set<string>();
      for (const { of, on } of steps) {
        chosen = withEntries(chosen, of.map(entry), on);
        for (const name of of.flatMap(beneath)) {
          if (on) expected.add(name);
          else expected.delete(name);
        }
      }
      expect(Object.keys(files).filter((name) => isChosen(chosen, name))).toEqual(
        Object.keys(files).filter((name) => expected.has(name)),
      );
      expect(measure(chosen)).toEqual({
        files: expected.size,
        size: [...expected].reduce((sum, name) => sum + (files[name] ?? 0), 0),
      });
    }),
  );
});
