import { expect, it } from 'vitest';
import { planPictures } from './picture-plans.ts';

const chosen = (path: string, size = 1000) => ({ path, file: new File([], path), size, lastModified: 0 });
const plansOf = (...paths: string[]): string[] =>
  planPictures(paths.map((path) => chosen(path))).map(({ kind, chosen: { path }, moment }) =>
    moment ? `${kind} ${path} ${moment}` : `${kind} ${path}`,
  );

it('takes four frames of a single clip', () => {
  expect(plansOf('Leak.mp4')).toEqual([0.2, 0.4, 0.6, 0.8].map((moment) => `clip Leak.mp4 ${moment}`));
});

it('takes frames of different clips first', () => {
  expect(plansOf('a.mp4', 'b.mov', 'c.webm', 'd.mp4').slice(0, 4)).toEqual([
    'clip a.mp4 0.2',
    'clip b.mov 0.4',
    'clip c.webm 0.6',
    'clip d.mp4 0.8',
  ]);
});

it('lets kinds take turns, and begins with pictures that are named as previews', () => {
  expect(plansOf('a.png', 'Night.cube', 'preview.jpg', 'b.mp4').slice(0, 4)).toEqual([
    'clip b.mp4 0.2',
    'look Night.cube',
    'picture preview.jpg',
    'clip b.mp4 0.4',
  ]);
});

it('draws sounds and fonts only if the pack is about them', () => {
  expect(plansOf('Hit.wav', 'Boom.wav')).toEqual(['sound Hit.wav', 'sound Boom.wav']);
  expect(plansOf('Bold.otf')).toEqual(['font Bold.otf']);
  expect(plansOf('Intro.aep', 'Hit.wav', 'Bold.otf')).toEqual([]);
});

it('leaves out empty, hidden and very large files', () => {
  expect(
    planPictures([
      chosen('a.png', 0),
      chosen('.b.png'),
      chosen('__MACOSX/c.png'),
      chosen('d.png', 1e9),
      chosen('e.cube', 1e9),
    ]),
  ).toEqual([]);
});

it('looks at few files of a large pack', () => {
  expect(planPictures(Array.from({ length: 10_000 }, (_, index) => chosen(`${index}.png`)))).toHaveLength(5);
});
