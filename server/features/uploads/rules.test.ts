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
  it('is allowed or not, depending on the category', () => {
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

  it('for Premium needs the sale declaration', () => {
    const without = UPLOAD_CATEGORIES.filter(
      (category) => licenceProblem({ category, licence: 'CC0', saleDeclared: false }) !== null,
    );
    expect(without).toEqual(['Premium', '3D Premium']);
  });

  it('and the rights declaration are both required', () => {
    const given = { category: 'Free', licence: 'CC0', saleDeclared: false, rightsDeclared: true };
    expect(codeOf(() => requireLicence(given))).toBeNull();
    expect(codeOf(() => requireLicence({ ...given, licence: null }))).toBe('RIGHTS_NOT_DECLARED');
    expect(codeOf(() => requireLicence({ ...given, rightsDeclared: false }))).toBe('RIGHTS_NOT_DECLARED');
    expect(codeOf(() => requireLicence({ ...given, category: 'Premium' }))).toBe('LICENCE_NOT_ALLOWED');
  });
});

describe('tags', () => {
  it.each<[string, string[], string[] | null]>([
    ['are lower-cased, trimmed and deduplicated', [' Glow ', 'GLOW', 'glow'], ['glow']],
    ['are normalised to NFKC, so lookalikes are equal', ['ﬁlm', 'film', 'Ｆｉｌｍ'], ['film']],
    ['without visible characters are dropped', ['', '   ', '\u200b', '\u00ad\u2060'], []],
    ['have whitespace collapsed', ['light\t \n leak'], ['light leak']],
    ['can contain symbols and any script', ['🔥', 'ライト', 'C++', 'свет'], ['🔥', 'ライト', 'c++', 'свет']],
    ['can be named like object internals', ['__proto__', 'constructor'], ['__proto__', 'constructor']],
    ['that become too long by normalisation are refused', ['\ufdfa\ufdfa'], null],
  ])('%s', (_about, given, kept) => {
    expect(cleanTags(given)).toEqual(kept);
  });

  it('are normalised idempotently, even hostile ones', () => {
    for (const { input, id } of [...literals('tags'), ...literals('text')]) {
      const once = cleanTags(input.split(','));
      if (once !== null) expect(cleanTags(once), id).toEqual(once);
    }
  });
});

describe('upload details', () => {
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

  it('are trimmed, with the title on one line and the usual spelling of the editor', () => {
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

  it('must contain visible text', () => {
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

  it('take missing type and editor of a form from its file', () => {
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

  it('can omit in a form only what can be added later', () => {
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

  it('use a category of the site, in the site’s spelling', () => {
    const offered = ['Shorts', '3D Premium'];
    expect(categoryMeant(' shorts ', offered)).toBe('Shorts');
    expect(codeOf(() => categoryMeant('Free', offered))).toBe('BAD_INPUT');
    expect(categoryMeant('Free', offered, 'Free')).toBe('Free');
    expect(readFormDetails({ title: 'T', description: 'D' }, plain, offered).category).toBe('Shorts');
  });
});

describe('the range of a path', () => {
  it.each([
    ['only the file itself', 'a/b.mov', ['a/b.mov'], ['a/b.mo', 'a/b.mov2', 'a/b.mov/c', 'a/b.mov\u{10ffff}']],
    ['everything below a folder', 'a/', ['a/b', 'a/b/c', 'a/\u{10ffff}'], ['a', 'a0', 'a.b', 'ab/c', 'A/b']],
  ])('covers %s', (_about, path, inside, outside) => {
    const { from, before } = pathRangeOf(path);
    const bytes = (text: string) => Buffer.from(text);
    const isIn = (found: string) =>
      Buffer.compare(bytes(found), bytes(from)) >= 0 && Buffer.compare(bytes(found), bytes(before)) < 0;
    expect(inside.filter(isIn)).toEqual(inside);
    expect(outside.filter(isIn)).toEqual([]);
  });
});

describe('a deleted upload', () => {
  it('is erased after 30 days', () => {
    expect(purgeTime(new Date('2026-03-31T12:00:00Z'))).toEqual(new Date('2026-03-01T12:00:00Z'));
  });
});
