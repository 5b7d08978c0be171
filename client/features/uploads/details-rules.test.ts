import { describe, expect, it } from 'vitest';
import { plainTag, withTag } from '#client/kit/tags.ts';
import { allowsLicence, detailsSchema, emptyDetails } from './details-rules.ts';

describe('tags', () => {
  it.each([
    [['lut'], '  Film Grain ', ['lut', 'film grain']],
    [['lut'], 'LUT', ['lut']],
    [['lut'], '   ', ['lut']],
    [[], 'Ｗｉｄｅ', ['wide']],
  ])('adds to %j the tag %j, giving %j', (tags, typed, expected) => {
    expect(withTag(tags, typed)).toEqual({ tags: expected, objection: null });
  });

  it('are limited to 20 with 30 characters each, with an error for either', () => {
    const many = Array.from({ length: 20 }, (_, index) => `tag ${index}`);
    expect(withTag(many, 'one more')).toEqual({ tags: many, objection: 'At most 20 tags.' });
    expect(withTag([], 'x'.repeat(31))).toEqual({ tags: [], objection: 'At most 30 characters.' });
    expect(plainTag('a\t\n b')).toBe('a b');
  });
});

describe('upload details', () => {
  it.each([
    ['Free', 'CC BY-NC 4.0', false],
    ['Premium', 'CC BY-NC 4.0', false],
    ['3D Premium', 'CC BY-NC 4.0', false],
    ['3D', 'CC BY-NC 4.0', true],
    ['Free', 'CC0', true],
    ['Premium', 'Helix Standard', true],
  ])('allow in category %s the licence %s: %s', (category, licence, expected) => {
    expect(allowsLicence(category, licence)).toBe(expected);
  });

  it('have no default type or editor', () => {
    const complete = { ...emptyDetails, title: 'Grain', description: 'A set.', rightsDeclared: true };
    const issuesOf = (details: object) =>
      detailsSchema.safeParse(details).error?.issues.map(({ path, message }) => [path[0], message]);
    const sentences = [
      ['type', 'Choose a type.'],
      ['editor', 'Choose an editor or type one.'],
    ];
    expect(issuesOf(complete)).toEqual(sentences);
    // The select's empty option submits an empty string.
    expect(issuesOf({ ...complete, type: '' })).toEqual(sentences);
    // Cross-field rules are checked even if other fields are invalid.
    const unclear = { ...complete, category: 'Premium', rightsDeclared: false };
    expect(issuesOf(unclear)?.map(([name]) => name)).toEqual(['type', 'editor', 'rightsDeclared', 'saleDeclared']);
    expect(issuesOf({ ...complete, type: 'LUT', editor: 'Blender' })).toBeUndefined();
  });

  it('report each error at its own field', () => {
    const wrong = {
      ...emptyDetails,
      type: 'overlay',
      editor: 'Blender',
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
