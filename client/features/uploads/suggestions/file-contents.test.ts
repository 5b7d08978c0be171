import { describe, expect, it } from 'vitest';
import { readContents, withContents } from './file-contents.ts';

const chosen = (path: string, ...parts: (Uint8Array<ArrayBuffer> | string)[]) => {
  const file = new File(parts, path);
  return { path, file, size: file.size, lastModified: 0 };
};
const bytes = (size: number, write: (view: DataView) => void): Uint8Array<ArrayBuffer> => {
  const view = new DataView(new ArrayBuffer(size));
  write(view);
  return new Uint8Array(view.buffer);
};
const text = (view: DataView, at: number, words: string): void => {
  for (const [index, character] of [...words].entries()) view.setUint8(at + index, character.charCodeAt(0));
};
const read = async (...files: ReturnType<typeof chosen>[]) =>
  withContents(files, await readContents(files, new AbortController().signal));

/** A WAV file of 48,000 bytes a second, with another block before its format. */
const wav = (seconds: number) =>
  bytes(48_000 * seconds, (view) => {
    text(view, 0, 'RIFF    WAVEJUNK');
    view.setUint32(16, 8, true);
    text(view, 28, 'fmt ');
    view.setUint32(44, 48_000, true);
  });

/** A QuickTime file with its index at the end. */
const mov = (depth: number) =>
  bytes(300, (view) => {
    view.setUint32(0, 20);
    text(view, 4, 'ftyp');
    view.setUint32(20, 280);
    text(view, 24, 'moov');
    text(view, 60, 'stsd');
    view.setUint16(60 + 16 + 28, 1920);
    view.setUint16(60 + 16 + 30, 1080);
    view.setUint16(60 + 16 + 78, depth);
  });

const zip = (...names: string[]) => {
  const entries = names.map((name) =>
    bytes(46 + name.length, (view) => {
      view.setUint32(0, 0x02014b50, true);
      view.setUint32(24, 100, true);
      view.setUint16(28, name.length, true);
      text(view, 46, name);
    }),
  );
  const length = entries.reduce((sum, entry) => sum + entry.length, 0);
  const end = bytes(22, (view) => {
    view.setUint32(0, 0x06054b50, true);
    view.setUint32(12, length, true);
  });
  return [...entries, end];
};

describe('facts from files', () => {
  it('are the duration of a WAV file', async () => {
    expect(await read(chosen('1.wav', wav(2)))).toEqual([{ path: '1.wav', size: 96_000, seconds: 2 }]);
  });

  it('are the alpha channel of a QuickTime file', async () => {
    const [clear, solid] = await read(chosen('a.mov', mov(32)), chosen('b.mov', mov(24)));
    expect([clear?.hasAlpha, solid?.hasAlpha]).toEqual([true, undefined]);
  });

  it('are the files in an archive', async () => {
    expect(await read(chosen('Pack.zip', ...zip('Looks/', 'Looks/Night.cube')))).toEqual([
      { path: 'Pack.zip/Looks/Night.cube', size: 100 },
    ]);
  });

  it.each(['1.wav', '1.mov', '1.zip'])('are none for a damaged %s', async (path) => {
    for (const size of [0, 3, 40, 5000]) {
      const noise = bytes(size, (view) => {
        for (let at = 0; at < size; at += 1) view.setUint8(at, (at * 31) % 256);
      });
      expect(await read(chosen(path, noise))).toEqual([{ path, size }]);
    }
  });
});
