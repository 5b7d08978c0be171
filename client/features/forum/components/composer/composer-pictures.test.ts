import { expect, it } from 'vitest';
import { linesOfPlaces, objectionToFile, pictureOf, picturePlaceOf, withoutPlaces } from './composer-pictures.ts';

it.each([
  ['grain [800T].png', '![grain 800T](/p)'],
  ['a\nb`c*.jpeg', '![a b c](/p)'],
  ['<img src=x>.gif', '![img src=x](/p)'],
  ['.png', '![picture](/p)'],
  ['no ending', '![no ending](/p)'],
])('the name %j becomes the words of a picture', (name, markdown) => {
  expect(pictureOf(name, '/p')).toBe(markdown);
});

it('pictures of one name have places of their own, and places that were left go from a text', () => {
  const places = [picturePlaceOf('a.png', 1), picturePlaceOf('a.png', 2)];
  expect(new Set(places).size).toBe(2);
  expect(linesOfPlaces('One', places)).toBe(`\n${places[0]}\n${places[1]}\n`);
  expect(linesOfPlaces('One\n', places)).toBe(`${places[0]}\n${places[1]}\n`);
  expect(withoutPlaces(`One\n${places[0]}\n${places[1]}\nTwo ![kept](/p)`)).toBe('One\nTwo ![kept](/p)');
});

it('what is no picture, or too large, is refused before it is sent', () => {
  expect(objectionToFile({ type: 'text/plain', size: 1 })).toBe('Please upload an image file');
  expect(objectionToFile({ type: 'image/png', size: 10 * 1024 * 1024 + 1 })).toMatch(/at most 10 MB/);
  expect(objectionToFile({ type: 'image/png', size: 10 * 1024 * 1024 })).toBeNull();
});
