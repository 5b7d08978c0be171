import { expect, it } from 'vitest';
import { shortNames } from './names.ts';

it.each([
  [
    ['Cold_Morning_01', 'Cold_Morning_02'],
    ['01', '02'],
  ],
  [
    ['Ridge 04 Dusk', 'Ridge 05 Moss'],
    ['04 Dusk', '05 Moss'],
  ],
  [
    ['Film_Fade', 'Golden_Hour'],
    ['Film Fade', 'Golden Hour'],
  ],
  [
    ['Film', 'Film_Fade'],
    ['Film', 'Film Fade'],
  ],
  [
    ['Film_Fade', 'Film_Fade'],
    ['Fade', 'Fade'],
  ],
  [['Cold_Morning_01'], ['Cold Morning 01']],
  [[], []],
])('%j become %j', (names, short) => {
  expect(shortNames(names)).toEqual(short);
});
