import { expect, it } from 'vitest';
import { typeName } from './type-tag.tsx';

it.each([
  ['LUT', 'LUT', 'LUTs'],
  ['sound effect', 'Sound effect', 'Sound effects'],
  ['music', 'Music', 'Music'],
  ['Other', 'Other', 'Other'],
  ['zoetrope strip', 'Zoetrope strip', 'Zoetrope strips'],
])('names the type %s', (type, one, many) => {
  expect([typeName(type), typeName(type, true)]).toEqual([one, many]);
});
