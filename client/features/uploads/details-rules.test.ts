import { describe, expect, it } from 'vitest';
import { allowsLicence, detailsSchema, emptyDetails, plainTag, withTag } from './details-rules.ts';

describe('tags', () => {
  it.each([
    [['lut'], '  Film Grain ', ['lut', 'film grain']],
    [['lut'], 'LUT', ['lut']],
    [['lut'], '   ', ['lut']],
    [[], 'Ｗｉｄｅ', ['wide']],
  ])('%j with %j are %j', (tags, typed, expected) => {
    expect(withTag(tags, typed)).toEqual({ tags: expected, objection: null });
  });

  it('are at most twenty of thirty characters, and it is said', () => {
    const many = Array.from({ length: 20 }, (_, index) => `tag ${index}`);
    expect(withTag(many, 'one more')).toEqual({ tags: many, objection: 'At most 20 tags.' });
    expect(withTag([], 'x'.repeat(31))).toEqual({ tags: [], objection: 'At most 30 characters.' });
    expect(plainTag('a\t\n b')).toBe('a b');
  });
});

describe('what a leaker says of a resource', () => {
  it.each([
    ['Free', 'CC BY-NC 4.0', false],
    ['Premium', 'CC BY-NC 4.0', false],
    ['3D Premium', 'CC BY-NC 4.0', false],
    ['3D', 'CC BY-NC 4.0', true],
    ['Free', 'CC0', true],
    ['Premium', 'Helix Standard', true],
  ])('%s under %s: %s', (category, licence, expected) => {
    expect(allowsLicence(category, licence)).toBe(expected);
  });

  it('is refused beside the field that it belongs to', () => {
    const wrong = {
      ...emptyDetails,
      title: ' ',
      description: 'A set.',
      category: '3D Premium',
      licence: 'CC BY-NC 4.0',
    };
    const fields = (details: object) => detailsSchema.safeParse(details).error?.issues.map(({ path }) => path[0]);
    expect(fields(wrong)).toEqual(['title', 'licence', 'rightsDeclared', 'saleDeclared']);
    expect(fields({ ...wrong, title: 'Grain' })).toEqual(['licence', 'rightsDeclared', 'saleDeclared']);
    expect(
      fields({ ...wrong, title: 'Grain', licence: 'CC0', rightsDeclared: true, saleDeclared: true }),
    ).toBeUndefined();
  });
});
