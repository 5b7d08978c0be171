import { expect, it } from 'vitest';
import { linesOfPlaces, objectionToFile, pictureOf, picturePlaceOf, withoutPlaces } from './composer-pictures.ts';

it.each([
  ['grain [800T].png', '![grain 800T](/p)'],
  ['a\nb`c*.jpeg', '![a b c](/p)'],
  ['<img src=x>.gif', '![img src=x](/p)'],
  ['.png', '![picture](/p)'],
  ['no ending', '![no ending](/p)'],
])('the file name %j becomes an alt text', (name, markdown) => {
  expect(pictureOf(name, '/p')).toBe(markdown);
});

it('pictures of the same name have separate placeholders, and leftover placeholders are removed', () => {
  const places = [picturePlaceOf('a.png', 1), picturePlaceOf('a.png', 2)];
  expect(new Set(places).size).toBe(2);
  expect(linesOfPlaces('One', places)).toBe(`\n${places[0]}\n${places[1]}\n`);
  expect(linesOfPlaces('One\n', places)).toBe(`${places[0]}\n${places[1]}\n`);
  expect(withoutPlaces(`One\n${places[0]}\n${places[1]}\nTwo ![kept](/p)`)).toBe('One\nTwo ![kept](/p)');
});

it('files that are not pictures, or too large, are refused before the upload', () => {
  expect(objectionToFile({ type: 'text/plain', size: 1 })).toBe('Please upload an image file');
  expect(objectionToFile({ type: 'image/png', size: 10 * 1024 * 1024 + 1 })).toMatch(/limit is 10 MB/);
  expect(objectionToFile({ type: 'image/png', size: 10 * 1024 * 1024 })).toBeNull();
});
