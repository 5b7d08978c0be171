import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chosenSize, isChosen, partlyChosen, pathsToAsk, withPaths } from './selection.ts';

const file = (name: string, size = 1) => ({ name, size });

const files = [
  file('readme.txt', 1),
  file('Clips/one.mov', 10),
  file('Clips/two.mov', 20),
  file('Clips/In/three.mov', 40),
  file('Clips/In/four.mov', 80),
  file('Clips 2/one.mov', 160),
];

const choose = (...paths: string[]) => withPaths(new Set(), paths, true, files);
const sorted = (chosen: Iterable<string>) => [...chosen].sort();

test('a folder takes the place of what was chosen in it', () => {
  const chosen = withPaths(choose('Clips/one.mov', 'Clips/In/', 'Clips 2/one.mov'), ['Clips/'], true, files);
  expect(sorted(chosen)).toEqual(['Clips 2/one.mov', 'Clips/']);
  expect(isChosen(chosen, 'Clips/In/four.mov')).toBe(true);
  expect(isChosen(chosen, 'Clips/In/')).toBe(true);
  expect(isChosen(chosen, 'Clips 2/')).toBe(false);
});

test('taking something out of a chosen folder keeps the rest of it', () => {
  const chosen = withPaths(choose('Clips/', 'readme.txt'), ['Clips/In/three.mov'], false, files);
  expect(sorted(chosen)).toEqual(['Clips/In/four.mov', 'Clips/one.mov', 'Clips/two.mov', 'readme.txt']);
  expect(sorted(partlyChosen(chosen))).toEqual(['Clips/', 'Clips/In/']);
  expect(sorted(withPaths(chosen, ['Clips/'], false, files))).toEqual(['readme.txt']);
});

test('choosing what is chosen already changes nothing', () => {
  expect(sorted(withPaths(choose('Clips/'), ['Clips/one.mov'], true, files))).toEqual(['Clips/']);
  expect(sorted(withPaths(choose('Clips/'), ['readme.txt'], false, files))).toEqual(['Clips/']);
});

test.each([
  [['Clips/one.mov'], ['Clips/one.mov']],
  [['Clips 2/one.mov'], ['Clips 2/one.mov']],
  [['Clips/In/three.mov', 'Clips/In/four.mov'], ['Clips/In/']],
  [['Clips/one.mov', 'Clips/two.mov', 'Clips/In/three.mov', 'Clips/In/four.mov'], ['Clips/']],
  [
    ['Clips/one.mov', 'readme.txt'],
    ['Clips/one.mov', 'readme.txt'],
  ],
  [['Clips/', 'Clips 2/one.mov', 'readme.txt'], ['']],
])('%j is asked for as %j', (chosen, paths) => {
  expect(pathsToAsk(new Set(chosen), files)).toEqual(paths);
});

test('whatever is chosen and taken out, the same files are chosen, measured and asked for', () => {
  const paths = [...files.map(({ name }) => name), 'Clips/', 'Clips/In/', 'Clips 2/'];
  const step = fc.record({ of: fc.subarray(paths, { minLength: 1 }), on: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      let chosen: Set<string> = new Set();
      const expected = new Set<string>();
      for (const { of, on } of steps) {
        chosen = withPaths(chosen, of, on, files);
        for (const { name } of files) {
          if (!of.some((path) => name === path || (path.endsWith('/') && name.startsWith(path)))) continue;
          if (on) expected.add(name);
          else expected.delete(name);
        }
      }
      const meant = (list: Iterable<string>) =>
        files
          .filter(({ name }) =>
            [...list].some((path) => path === name || path === '' || (path.endsWith('/') && name.startsWith(path))),
          )
          .map(({ name }) => name);
      expect(meant(chosen)).toEqual(meant(expected));
      expect(meant(pathsToAsk(chosen, files))).toEqual(meant(expected));
      expect(chosenSize(chosen, files)).toBe(
        files.reduce((sum, { name, size }) => (expected.has(name) ? sum + size : sum), 0),
      );
    }),
  );
});
