import { crc32, deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { makeLottie } from '#test/harness/lottie.ts';
import { kindOfContent, LOTTIE } from './file-kind.ts';
import { makeLottieView } from './lottie-file.ts';

const view = (text: string | Buffer) => makeLottieView(Buffer.from(text));
const bodyOf = async (more: Record<string, unknown>) =>
  JSON.parse((await view(makeLottie(more))).body.toString()) as Record<string, never>;

/** A ZIP with one file, which claims a size. */
const zip = (name: string, text: string | Buffer, claimed = Buffer.from(text).length): Buffer => {
  const packed = deflateRawSync(text);
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(8, 4);
  fields.writeUInt32LE(crc32(text), 10);
  fields.writeUInt32LE(packed.length, 14);
  fields.writeUInt32LE(claimed, 18);
  fields.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), packed]);
  const central = Buffer.concat([Buffer.from('PK\x01\x02\x14\0'), fields, Buffer.alloc(14), Buffer.from(name)]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
};

describe('a Lottie animation', () => {
  it('is recognised by content, and measured', async () => {
    expect(await kindOfContent(Buffer.from(makeLottie()))).toBe(LOTTIE);
    for (const other of ['{"v":"5.1","layers":[]}', '{"w":1,"h":1,"fr":1,"ip":0,"op":1}', '[]'])
      expect(await kindOfContent(Buffer.from(other))).toBe('application/json');
    const { facts, body } = await view(makeLottie());
    expect(facts).toEqual({
      ...{ width: 200, height: 100, frameRate: 30, seconds: 2, layers: 1 },
      ...{ hasExpressions: false, lacksPictures: false },
    });
    expect(JSON.parse(body.toString())).toEqual(JSON.parse(makeLottie()));
  });

  it('is taken from a .lottie file', async () => {
    expect((await view(zip('animations/main.json', makeLottie()))).facts).toMatchObject({ width: 200 });
    for (const [archive, reason] of [
      [zip('manifest.json', '{}'), 'kind'],
      [zip('animations/a.json', Buffer.alloc(5_000_000, 32)), 'pixels'],
      [zip('animations/a.json', Buffer.alloc(5_000_000, 32), 100), 'damaged'],
      [zip('animations/a.json', makeLottie()).subarray(0, 90), 'damaged'],
    ] as const)
      await expect(view(archive)).rejects.toMatchObject({ reason });
  });

  it('reaches nothing outside itself', async () => {
    const picture = 'data:image/png;base64,iVBORw0KGgo=';
    const body = await bodyOf({
      assets: [
        { id: 'a', w: 1, h: 1, u: 'https://example.com/', p: 'a.png', e: 0 },
        { id: 'b', w: 1, h: 1, u: '', p: 'data:image/svg+xml;base64,AAAA', e: 1 },
        { id: 'c', w: 1, h: 1, u: '/', p: picture, e: 1 },
      ],
      fonts: { list: [{ fName: 'A', fFamily: 'A', fPath: 'https://example.com/a.css', fOrigin: 'g', origin: 1 }] },
      layers: [
        {
          ty: 1,
          sc: 'url(https://example.com/a.svg#a)',
          ln: 'main',
          cl: 'btn',
          ks: { o: { a: 0, k: 1, x: 'var $bm_rt;' } },
        },
        { ty: 6, refId: 'sound' },
        { ty: 4, nm: ' javascript:alert(1)', bg: '//example.com/a' },
      ],
    });
    expect(JSON.stringify(body)).not.toMatch(/example|svg|bm_rt|javascript|"(?:ln|cl|fPath|fOrigin)"|sound/);
    expect(body.assets).toMatchObject([
      { u: '', e: 1, p: expect.stringMatching(/^data:image\/png/) },
      { p: expect.stringMatching(/^data:image\/png/) },
      { u: '', p: picture },
    ]);
    const { facts } = await view(
      makeLottie({ layers: [{ ty: 4, ks: { x: 'a' } }], assets: [{ id: 'a', p: 'a.png' }] }),
    );
    expect(facts).toMatchObject({ hasExpressions: true, lacksPictures: true });
  });

  const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`;
  it.each([
    ['kind', 'no layers', makeLottie({ layers: [] })],
    ['kind', 'no size', makeLottie({ w: 0 })],
    ['kind', 'a list', '[]'],
    ['kind', 'a number as version', makeLottie({ v: 5 })],
    ['damaged', 'half a file', makeLottie().slice(0, 200)],
    ['damaged', 'nothing', ''],
    ['pixels', 'an endless time', makeLottie({ op: 1e9 })],
    ['pixels', 'no time', makeLottie({ op: 0 })],
    ['pixels', 'too many layers', makeLottie({ layers: Array(3000).fill({ ty: 4 }) })],
    ['pixels', 'too many values', makeLottie({ more: Array(600_000).fill(1) })],
    ['pixels', 'more than 2 MB', makeLottie({ nm: 'a'.repeat(2_100_000) })],
    ['pixels', 'a deep list', makeLottie().replace('"assets":[]', `"assets":${deep}`)],
  ])('is refused (%s) with %s', async (reason, _, text) => {
    await expect(view(text)).rejects.toMatchObject({ reason });
  });
});
