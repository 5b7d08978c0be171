import { describe, expect, it } from 'vitest';
import { plainTag, withTag } from '#client/kit/tags.ts';
import { allowsLicence, detailsSchema, emptyDetails } from './details-rules.ts';

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

  it('has neither a type nor an editor before somebody chooses', () => {
    const complete = { ...emptyDetails, title: 'Grain', description: 'A set.', rightsDeclared: true };
    const issuesOf = (details: object) =>
      detailsSchema.safeParse(details).error?.issues.map(({ path, message }) => [path[0], message]);
    const sentences = [
      ['type', 'Choose a type.'],
      ['editor', 'Choose an editor, or type another.'],
    ];
    expect(issuesOf(complete)).toEqual(sentences);
    // As the empty option of the menu sends it.
    expect(issuesOf({ ...complete, type: '' })).toEqual(sentences);
    // Rules over several fields do not wait for the others.
    const unclear = { ...complete, category: 'Premium', rightsDeclared: false };
    expect(issuesOf(unclear)?.map(([name]) => name)).toEqual(['type', 'editor', 'rightsDeclared', 'saleDeclared']);
    expect(issuesOf({ ...complete, type: 'LUT', editor: 'Blender' })).toBeUndefined();
  });

  it('is refused beside the field that it belongs to', () => {
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
