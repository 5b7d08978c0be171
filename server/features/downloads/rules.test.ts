import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { directDownloadPath } from '#contract/paths.ts';
import { safeFileName } from '#server/kit/http/attachment-name.ts';
import type { Viewer } from '#server/platform/viewer.ts';
import { processorMs } from '#test/harness/processor-time.ts';
import {
  archiveName,
  claimOf,
  decideDirectMethod,
  decideMethod,
  lengthAbove,
  minimalPaths,
  readDestination,
  selectionIdOf,
  shownFileName,
  ticketIsOpen,
} from './rules.ts';

const viewer = (role: Viewer['role'], isPremium = false, id = 'someone'): Viewer => ({
  id,
  username: 'someone',
  role,
  isPremium,
  sessionId: 'session',
  needsTwoFactor: false,
});

const cast = {
  visitor: null,
  user: viewer('USER'),
  premium: viewer('PREMIUM', true),
  leaker: viewer('LEAKER'),
  'leaker with a grant': viewer('LEAKER', true),
  admin: viewer('ADMIN'),
  creator: viewer('LEAKER', false, 'creator'),
};

describe('the download method', () => {
  it.each([
    ['visitor', 'ads', 'PREMIUM_SIGN_IN'],
    ['user', 'ads', 'PREMIUM_REQUIRED'],
    ['premium', 'direct', 'direct'],
    ['leaker', 'ads', 'PREMIUM_REQUIRED'],
    ['leaker with a grant', 'direct', 'direct'],
    ['admin', 'direct', 'direct'],
    ['creator', 'ads', 'direct'],
  ] as const)('for %s is %s for free and %s for premium resources', (who, free, premium) => {
    expect(decideMethod({ isPremium: false, authorId: 'creator' }, cast[who])).toBe(free);
    expect(decideMethod({ isPremium: true, authorId: 'creator' }, cast[who])).toBe(premium);
  });

  it('never bypasses the advertisement', () => {
    const free = { isPremium: false, authorId: 'creator' };
    expect(decideDirectMethod(free, cast.visitor)).toBe('PREMIUM_SIGN_IN');
    expect(decideDirectMethod(free, cast.user)).toBe('PREMIUM_REQUIRED');
    expect(decideDirectMethod(free, cast.premium)).toBe('direct');
  });
});

describe('a ticket', () => {
  const issuedAt = new Date('2026-05-04T23:55:00Z');
  const later = (seconds: number) => new Date(issuedAt.getTime() + seconds * 1000);
  it.each([
    [0, null, true],
    [599, null, true],
    [600, null, false],
    [86_000, null, false],
    [601, 599, true],
    [599 + 86_399, 599, true],
    [599 + 86_400, 599, false],
  ])('%i s after issuing, first used at %j, is valid: %s', (age, firstUse, open) => {
    const firstUsedAt = firstUse === null ? null : later(firstUse);
    expect(ticketIsOpen({ issuedAt, firstUsedAt }, later(age))).toBe(open);
  });

  it('identifies its target uniquely in few characters', () => {
    const claim = (file?: string, selection?: string) => claimOf({ id: 'x', file, selection });
    expect(claim()).toBe('*');
    expect(claim('*')).not.toBe('*');
    expect(claim('日'.repeat(1000))).toHaveLength(43);
    const selection = claim('a.txt');
    expect(claim(undefined, selection)).not.toBe(claim('a.txt'));
    expect(claim('a/')).not.toBe(claim('a'));
  });
});

describe('a choice of paths', () => {
  it.each([
    [
      ['b', 'a', 'b'],
      ['a', 'b'],
    ],
    [['Pack/a', 'Pack/', 'Pack/In/b', 'Pack/In/'], ['Pack/']],
    [
      ['Pack/a', 'Pack2/', 'Pack.txt', 'Pack'],
      ['Pack', 'Pack.txt', 'Pack/a', 'Pack2/'],
    ],
    [['a/b/c/', 'a/b/'], ['a/b/']],
    [
      ['/', '//', 'a//', 'a/'],
      ['/', 'a/'],
    ],
    [[], []],
  ])('reduces %j to %j', (given, shortest) => {
    expect(minimalPaths(given)).toEqual(shortest);
    expect(minimalPaths([...given].reverse())).toEqual(shortest);
  });

  it('of hostile length is reduced quickly', async () => {
    const paths = Array.from({ length: 60 }, (_, index) => `${'a/'.repeat(450)}${index}`);
    const took = await processorMs(() => expect(minimalPaths([...paths, 'a/'])).toEqual(['a/']));
    expect(took).toBeLessThan(1000);
  });

  it('has a different id in every resource', () => {
    const ids = [
      selectionIdOf('one', ['a', 'b']),
      selectionIdOf('two', ['a', 'b']),
      selectionIdOf('one', ['a,b']),
      selectionIdOf('one', ['a","b']),
      selectionIdOf('one', ['b']),
    ];
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids[0]).toBe(selectionIdOf('one', ['a', 'b']));
    expect(ids[0]).toMatch(/^[\w-]{43}$/);
  });

  it.each([
    [['a/b/Clips/'], 'Clips/'],
    [['Clips/'], 'Clips/'],
    [['a/Clips/', 'a/b.txt'], 'Clips/'],
    [['a/Clips/', 'b.txt'], 'a/Clips/'],
    [['a/b/c.txt', 'ab/b/c.txt'], 'a/b/c.txt'],
    [['a/b/c.txt', 'a/d/c.txt'], 'b/c.txt'],
  ])('puts %j into its archive as %j', (paths, rest) => {
    expect((paths[0] ?? '').slice(lengthAbove(paths))).toBe(rest);
  });
});

const id = '0b8f5e7a-3c1d-4e2f-8a9b-1c2d3e4f5a6b';

type HostileCase = { id: string; kind: string; how: string; input: string };
const hostileFile = new URL('../../../test/data/hostile-inputs.json', import.meta.url);
const hostile = (JSON.parse(readFileSync(hostileFile, 'utf8')).cases as HostileCase[]).filter(
  ({ kind, how }) => kind === 'url' && how === 'literal',
);

describe('the destination of the ad page', () => {
  it.each([undefined, 'readme.txt', 'Pack/', 'Pack/café 日本 & more?.txt', 'a+b%20.txt'])(
    'is parsed for the file %j',
    (file) => {
      expect(readDestination(directDownloadPath(id, file))).toEqual({ id, file });
    },
  );

  it('is parsed for a selection, but not for one combined with a file', () => {
    const selection = selectionIdOf(id, ['a', 'b']);
    expect(readDestination(directDownloadPath(id, undefined, selection))).toEqual({ id, selection });
    expect(readDestination(`/direct-download/${id}?file=a&selection=${selection}`)).toBeNull();
    expect(readDestination(`/direct-download/${id}?selection=${selection}A`)).toBeNull();
    expect(readDestination(`/direct-download/${id}?selection=`)).toBeNull();
  });

  it('is parsed in its older form', () => {
    expect(readDestination(`/api/uploads/${id}/direct-download?file=a.txt`)).toEqual({ id, file: 'a.txt' });
  });

  it('has hostile inputs to test', () => expect(hostile.length).toBeGreaterThan(30));

  it.each(hostile)('is refused for $id', ({ input }) => {
    expect(readDestination(input)).toBeNull();
  });

  it.each([
    '',
    '/',
    `direct-download/${id}`,
    `http://localhost:3000/direct-download/${id}`,
    `//localhost/direct-download/${id}`,
    `/\\evil.example/direct-download/${id}`,
    `\\direct-download\\${id}`,
    `/direct-download/${id}/../../evil`,
    `/direct-download/../${id}`,
    `/%2e%2e/direct-download/${id}`,
    `/direct-download%2f${id}`,
    `/direct-download/${id}@evil.example`,
    `/direct-download/${id}#//evil.example`,
    `/direct-download/${id}\t`,
    `/direct-download/\n${id}`,
    `/direct-download/${id.toUpperCase()}`,
    `/direct-download/${'-'.repeat(36)}`,
    `/direct-download/${id}?file=%00`,
    `/direct-download/${id}?file=a%01b`,
    `/direct-download/${id}?file=%ed%a0%80%00`,
    `/direct-download/${id}?file=${'a'.repeat(1001)}`,
    `/direct-download/${id}?file=${'a'.repeat(3000)}`,
    'javascript:alert(1)',
    `javascript:/direct-download/${id}`,
  ])('is refused for %j', (destination) => {
    expect(readDestination(destination)).toBeNull();
  });
});

describe('the file name on the ad page', () => {
  it.each([
    [undefined, 'your file'],
    ['', 'your file'],
    ['  ', 'your file'],
    ['download-1.zip', 'download-1.zip'],
    ['../../etc/passwd', 'passwd'],
    ['photo\u202egnp.exe', 'photognp.exe'],
    ['<b>x</b>.txt', 'b>.txt'],
  ])('for %j is %j', (given, shown) => {
    expect(shownFileName(given)).toBe(shown);
  });
});

describe('the name of an archive', () => {
  const resource = { title: 'Whoosh / Hits: "Best" <of> 2026?', author: 'okapi' };

  it('contains title and author', () => {
    expect(archiveName({ title: 'Ridgeline Film LUTs', author: 'okapi' }, { id: 'x' })).toBe(
      'Ridgeline Film LUTs - okapi.zip',
    );
  });

  it.each([
    [{ id: 'x' }, 'Whoosh - Hits- -Best- -of- 2026- - okapi.zip'],
    [{ id: 'x', selection: 'y' }, 'Whoosh - Hits- -Best- -of- 2026- - okapi (selection).zip'],
    [{ id: 'x', file: 'Clips/In/' }, 'In.zip'],
  ])('for %j contains no folders or characters that disks reject', (wanted, name) => {
    expect(archiveName(resource, wanted)).toBe(name);
    expect(safeFileName(name)).toBe(name);
  });

  it.each(['../../etc/passwd', 'CON', '\u202egpj.exe', '.htaccess', 'x'.repeat(300), '日本'])(
    'is harmless for title %j',
    (title) => {
      const safe = safeFileName(archiveName({ title, author: 'okapi' }, { id: 'x' }));
      expect(safe).toMatch(/okapi\.zip$|x\.zip$/);
      expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(200);
      expect(safe).not.toMatch(/[/\\]|^\./);
    },
  );
});
