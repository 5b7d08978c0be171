import { describe, expect, it } from 'vitest';
import { UPLOAD_PATH_MAX_BYTES } from '#contract/uploads/limits.ts';
import { hostileCases } from '#test/hostile/hostile-inputs.ts';
import { cleanUploadPath } from './upload-path.ts';

const bytes = (text: string) => Buffer.byteLength(text);

describe('the path of an upload', () => {
  it.each<[string, string | null]>([
    ['folder/clip.mov', 'folder/clip.mov'],
    ['../../etc/passwd', 'etc/passwd'],
    ['/etc/passwd', 'etc/passwd'],
    ['C:\\Users\\me\\clip.mov', 'Users/me/clip.mov'],
    ['C:\\x.zip', 'x.zip'],
    ['\\\\server\\share\\clip.mov', 'server/share/clip.mov'],
    ['a/./b//c.png', 'a/b/c.png'],
    ['....//....//x', 'x'],
    // Invisible characters are removed before ".." is checked.
    ['.\u200b./x.png', 'x.png'],
    ['..', null],
    ['   ', null],
    ['', null],
    ['folder/', null],
    ['folder/..', null],
    ['\ud800', null],
    ['a\ud800b.png', 'ab.png'],
    ['.env', '.env'],
    ['con.png', '_con.png'],
    ['CON .png', '_CON.png'],
    ['aux/clip.mov', '_aux/clip.mov'],
    ['LPT1', '_LPT1'],
    ['console.png', 'console.png'],
    ['a.png ', 'a.png'],
    ['a.png...', 'a.png'],
    ['folder./a.png', 'folder/a.png'],
    ['a.php\u0000.png', 'a.php.png'],
    ['a\nb.png', 'ab.png'],
    ['photo\u202egnp.exe', 'photognp.exe'],
    ['e\u0301.png', '\u00e9.png'],
    ['a:b.png', 'a：b.png'],
    ['%2e%2e/x', '%2e%2e/x'],
    ['-rf', '-rf'],
  ])('%j becomes %j', (given, wanted) => {
    expect(cleanUploadPath(given)).toBe(wanted);
  });

  const names = hostileCases.filter(({ kind }) => kind === 'filename');

  it.each(names.map(({ id, input }) => [id, input] as const))('is safe for %s', (_id, input) => {
    const path = cleanUploadPath(input);
    if (path === null) return;
    expect(path).not.toMatch(/[\\<>:"|?*]|\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u);
    expect(path.isWellFormed()).toBe(true);
    expect(bytes(path)).toBeLessThanOrEqual(UPLOAD_PATH_MAX_BYTES);
    for (const segment of path.split('/')) {
      expect(segment).not.toMatch(/^\.*$|[\s.]$/);
      expect(bytes(segment)).toBeLessThanOrEqual(255);
    }
    // Cleaning is idempotent, so a repeated request for a session gets the same path.
    expect(cleanUploadPath(path)).toBe(path);
  });

  it('is tested with enough hostile names', () => expect(names.length).toBeGreaterThan(30));

  it('keeps names distinct that differ only in forbidden characters', () => {
    const paths = [...'<>:"|?*_'].map((character) => cleanUploadPath(`a${character}b.png`));
    expect(new Set(paths).size).toBe(8);
  });

  it('keeps frames distinct and their extension when the name is too long', () => {
    const frames = [1, 2].map((frame) => cleanUploadPath(`shots/${'é'.repeat(200)}_${frame}.png`) ?? '');
    expect(frames[0]).not.toBe(frames[1]);
    for (const frame of frames) {
      expect(frame).toMatch(/^shots\/é+~[0-9a-f]{8}\.png$/);
      expect(bytes(frame)).toBeLessThanOrEqual(6 + 255);
      expect(bytes(frame)).toBeGreaterThan(250);
    }
  });

  it('shortens only the long folders of a path that is too long', () => {
    const path = cleanUploadPath(`short/${'a'.repeat(250)}/${'b'.repeat(250)}/${'c'.repeat(250)}.mov`) ?? '';
    expect(path).toMatch(/^short\/a+~[0-9a-f]{8}\/b+~[0-9a-f]{8}\/c+~[0-9a-f]{8}\.mov$/);
    expect(bytes(path)).toBeLessThanOrEqual(UPLOAD_PATH_MAX_BYTES);
    expect(bytes(path)).toBeGreaterThan(UPLOAD_PATH_MAX_BYTES - 10);
  });

  it('collapses excess folders and keeps different trees distinct', () => {
    const deep = (first: string) => `${first}/${'folder/'.repeat(150)}a.png`;
    const paths = [cleanUploadPath(deep('one')) ?? '', cleanUploadPath(deep('two')) ?? ''];
    expect(paths[0]).toMatch(/^~[0-9a-f]{8}\/(folder\/)+a\.png$/);
    expect(paths[0]).not.toBe(paths[1]);
    for (const path of paths) expect(bytes(path)).toBeLessThanOrEqual(UPLOAD_PATH_MAX_BYTES);
  });

  it('is computed quickly for hostile input', () => {
    const started = performance.now();
    for (const text of [' '.repeat(100_000), '../'.repeat(50_000), `${' '.repeat(50_000)}x.`, '\u202e'.repeat(100_000)])
      cleanUploadPath(`a${text}b`);
    expect(performance.now() - started).toBeLessThan(2000);
  });
});
