import { describe, expect, it } from 'vitest';
import { UPLOAD_CATEGORIES, UPLOAD_LICENCES } from '#contract/uploads/limits.ts';
import { literals } from '#test/hostile/hostile-inputs.ts';
import {
  categoryMeant,
  cleanDetails,
  cleanTags,
  licenceProblem,
  pathRangeOf,
  purgeTime,
  readFormDetails,
  requireLicence,
} from './rules.ts';

const codeOf = (act: () => unknown): string | null => {
  try {
    act();
    return null;
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('a licence', () => {
  it('fits what it is put under, or does not', () => {
    const allowed = UPLOAD_CATEGORIES.flatMap((category) =>
      UPLOAD_LICENCES.filter((licence) => licenceProblem({ category, licence, saleDeclared: true }) === null).map(
        (licence) => `${category}: ${licence}`,
      ),
    );
    expect(allowed).toEqual([
      ...UPLOAD_LICENCES.filter((licence) => licence !== 'CC BY-NC 4.0').map((licence) => `Free: ${licence}`),
      ...UPLOAD_LICENCES.filter((licence) => licence !== 'CC BY-NC 4.0').map((licence) => `Premium: ${licence}`),
      ...UPLOAD_LICENCES.map((licence) => `3D: ${licence}`),
      ...UPLOAD_LICENCES.filter((licence) => licence !== 'CC BY-NC 4.0').map((licence) => `3D Premium: ${licence}`),
    ]);
  });

  it('for payment needs the declaration that it may be sold', () => {
    const without = UPLOAD_CATEGORIES.filter(
      (category) => licenceProblem({ category, licence: 'CC0', saleDeclared: false }) !== null,
    );
    expect(without).toEqual(['Premium', '3D Premium']);
  });

  it('and the right to share are both demanded', () => {
    const given = { category: 'Free', licence: 'CC0', saleDeclared: false, rightsDeclared: true };
    expect(codeOf(() => requireLicence(given))).toBeNull();
    expect(codeOf(() => requireLicence({ ...given, licence: null }))).toBe('RIGHTS_NOT_DECLARED');
    expect(codeOf(() => requireLicence({ ...given, rightsDeclared: false }))).toBe('RIGHTS_NOT_DECLARED');
    expect(codeOf(() => requireLicence({ ...given, category: 'Premium' }))).toBe('LICENCE_NOT_ALLOWED');
  });
});

describe('tags', () => {
  it.each<[string, string[], string[] | null]>([
    ['are small, trimmed and each once', [' Glow ', 'GLOW', 'glow'], ['glow']],
    ['are NFKC: what looks alike is alike', ['ﬁlm', 'film', 'Ｆｉｌｍ'], ['film']],
    ['that show nothing are dropped', ['', '   ', '\u200b', '\u00ad\u2060'], []],
    ['have single blanks', ['light\t \n leak'], ['light leak']],
    ['may be signs or of any script', ['🔥', 'ライト', 'C++', 'свет'], ['🔥', 'ライト', 'c++', 'свет']],
    ['may be called as an object’s insides are', ['__proto__', 'constructor'], ['__proto__', 'constructor']],
    ['that grow too long by being made alike are refused', ['\ufdfa\ufdfa'], null],
  ])('%s', (_about, given, kept) => {
    expect(cleanTags(given)).toEqual(kept);
  });

  it('come out the same when they go in again, whatever they were', () => {
    for (const { input, id } of [...literals('tags'), ...literals('text')]) {
      const once = cleanTags(input.split(','));
      if (once !== null) expect(cleanTags(once), id).toEqual(once);
    }
  });
});

describe('what a leaker says', () => {
  const said = {
    title: '  Light\n leaks ',
    description: ' Warm.\n\nSlow. ',
    category: 'Free' as const,
    type: 'overlay' as const,
    editor: ' davinci  resolve',
    editorMinVersion: '  ',
    tags: ['Light'],
    licence: 'CC0' as const,
    rightsDeclared: true,
    saleDeclared: false,
  };

  it('is kept without blanks around it, the title on one line, the editor as everybody writes it', () => {
    expect(cleanDetails(said)).toEqual({
      ...said,
      title: 'Light leaks',
      description: 'Warm.\n\nSlow.',
      editor: 'DaVinci Resolve',
      editorMinVersion: null,
      tags: ['light'],
    });
    expect(cleanDetails({ ...said, editor: 'My Editor' }).editor).toBe('My Editor');
  });

  it('must show something', () => {
    const act = () => cleanDetails({ ...said, title: '\u200b\u2060', description: '\ufeff', tags: ['x'] });
    expect(act).toThrow(
      expect.objectContaining({
        code: 'BAD_INPUT',
        extra: {
          fields: {
            title: 'Please fill this in.',
            description: 'Please fill this in.',
          },
        },
      }),
    );
  });

  const plain = { path: 'notes.txt', size: 10 };

  it('in a form without type and editor come from its file', () => {
    const said = { title: 'T', description: 'D' };
    const look = { path: 'Looks/Night.cube', size: 10 };
    expect(readFormDetails(said, look, UPLOAD_CATEGORIES)).toMatchObject({ type: 'LUT', editor: 'DaVinci Resolve' });
    expect(readFormDetails({ ...said, type: 'preset' }, look, UPLOAD_CATEGORIES)).toMatchObject({
      type: 'preset',
      editor: 'DaVinci Resolve',
    });
    expect(readFormDetails({ ...said, editor: 'capcut' }, look, UPLOAD_CATEGORIES)).toMatchObject({
      type: 'LUT',
      editor: 'CapCut',
    });
  });

  it('in a form may leave out what can be said later, but no more', () => {
    expect(readFormDetails({ title: 'T', description: 'D', tags: 'a, B,,b' }, plain, UPLOAD_CATEGORIES)).toEqual({
      title: 'T',
      description: 'D',
      category: 'Free',
      type: 'other',
      editor: 'Any editor',
      editorMinVersion: null,
      tags: ['a', 'b'],
      licence: null,
      rightsDeclared: false,
      saleDeclared: false,
    });
    expect(codeOf(() => readFormDetails({ title: 'T' }, plain, UPLOAD_CATEGORIES))).toBe('BAD_INPUT');
    expect(codeOf(() => readFormDetails({ description: 'D' }, plain, UPLOAD_CATEGORIES))).toBe('BAD_INPUT');
    expect(
      codeOf(() =>
        readFormDetails({ title: 'T', description: 'D', licence: 'CC BY-NC 4.0' }, plain, UPLOAD_CATEGORIES),
      ),
    ).toBe('LICENCE_NOT_ALLOWED');
    const premium = { title: 'T', description: 'D', category: 'Premium', licence: 'CC0' } as const;
    expect(readFormDetails(premium, plain, UPLOAD_CATEGORIES)).toMatchObject({
      category: 'Premium',
      saleDeclared: false,
    });
  });

  it('stand under a category of the site, as the site spells it', () => {
    const offered = ['Shorts', '3D Premium'];
    expect(categoryMeant(' shorts ', offered)).toBe('Shorts');
    expect(codeOf(() => categoryMeant('Free', offered))).toBe('BAD_INPUT');
    expect(categoryMeant('Free', offered, 'Free')).toBe('Free');
    expect(readFormDetails({ title: 'T', description: 'D' }, plain, offered).category).toBe('Shorts');
  });
});

describe('a path', () => {
  it.each([
    ['a file by itself', 'a/b.mov', ['a/b.mov'], ['a/b.mo', 'a/b.mov2', 'a/b.mov/c', 'a/b.mov\u{10ffff}']],
    ['a folder with all beneath it', 'a/', ['a/b', 'a/b/c', 'a/\u{10ffff}'], ['a', 'a0', 'a.b', 'ab/c', 'A/b']],
  ])('is %s', (_about, path, inside, outside) => {
    const { from, before } = pathRangeOf(path);
    const bytes = (text: string) => Buffer.from(text);
    const isIn = (found: string) =>
      Buffer.compare(bytes(found), bytes(from)) >= 0 && Buffer.compare(bytes(found), bytes(before)) < 0;
    expect(inside.filter(isIn)).toEqual(inside);
    expect(outside.filter(isIn)).toEqual([]);
  });
});

describe('a deleted upload', () => {
  it('is gone for good after 30 days', () => {
    expect(purgeTime(new Date('2026-03-31T12:00:00Z'))).toEqual(new Date('2026-03-01T12:00:00Z'));
  });
});
