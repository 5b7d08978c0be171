// Draws PDFs with the machine's pdftoppm: what a hostile one asks for is neither run nor loaded.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePdf } from '#test/harness/pdf.ts';
import { type FileTools, findFileTools } from './file-tools.ts';
import { splitPages } from './pdf-file.ts';

const log = { info() {}, warn() {}, error() {} };
const shape = { pages: 2, longest: 300 };
let folder = '';
let readPdf: NonNullable<FileTools['readPdf']>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'helix-pdf-'));
  const tools = await findFileTools({ sevenZipPath: null, pdftoppmPath: null }, log);
  if (!tools.readPdf) throw new Error('pdftoppm is not installed');
  readPdf = tools.readPdf;
});
afterAll(() => rmSync(folder, { recursive: true }));

const read = async (pdf: Buffer) => {
  const path = join(folder, 'a.pdf');
  writeFileSync(path, pdf);
  return await readPdf(path, shape);
};
const drawn = async (pdf: Buffer) => {
  const view = await read(pdf);
  if ('refused' in view) throw new Error(view.refused);
  return view;
};

describe('a PDF', () => {
  it('is drawn up to a number of pages', async () => {
    const { pages, bodies } = await drawn(makePdf({ pages: ['One', 'Two', 'Three'] }));
    expect([pages, bodies.length]).toEqual([3, 2]);
    const { width, height, format } = await sharp(bodies[0]).metadata();
    expect([width, height, format]).toEqual([200, 300, 'webp']);
    const { channels } = await sharp(bodies[0]).stats();
    expect(channels.map(({ min, max }) => [min < 60, max > 250])).toEqual(Array(3).fill([true, true]));
  });

  it('with a password, or damaged, is refused', async () => {
    expect(await read(makePdf({ pages: ['One'], password: 'secret' }))).toEqual({ refused: 'locked' });
    expect(await read(makePdf({ pages: ['One'] }).subarray(0, 90))).toEqual({ refused: 'damaged' });
    expect(await read(Buffer.alloc(5000, '%PDF-1.7\n'))).toEqual({ refused: 'damaged' });
    expect(await read(makePdf({ pages: [] }))).toEqual({ refused: 'damaged' });
  });

  it('cannot run JavaScript, start programs or load what it refers to', async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x`;
    const mark = join(folder, 'mark');
    const outside = join(folder, 'outside');
    writeFileSync(outside, 'secret');
    const actions = [
      `/OpenAction<</S/JavaScript/JS(app.launchURL\\("${url}"\\); this.exportDataObject\\(\\))>>`,
      `/OpenAction<</S/Launch/F(/bin/sh)/Unix(touch ${mark})>>`,
      `/OpenAction<</S/URI/URI(${url})>>`,
      `/OpenAction<</S/SubmitForm/F<</FS/URL/F(${url})>>>>`,
    ];
    const contents = `/AA<</O<</S/Launch/F(/usr/bin/touch ${mark})>>>>/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 200 300]/A<</S/URI/URI(${url})>>>>]`;
    // A stream whose data is in another file, or at an address.
    const external = [`/FFilter/FlateDecode/F(${outside})`, `/F<</FS/URL/F(${url})>>`];
    try {
      for (const catalogue of actions)
        expect((await drawn(makePdf({ pages: ['One'], catalogue, page: contents }))).pages).toBe(1);
      for (const entry of external) {
        const pdf = makePdf({ pages: ['One'] })
          .toString('latin1')
          .replace('<</Length', `<<${entry}/Length`);
        expect(await read(Buffer.from(pdf, 'latin1'))).toMatchObject({ pages: 1 });
      }
      expect(asked).toEqual([]);
      expect(() => rmSync(mark)).toThrow('ENOENT');
    } finally {
      server.close();
    }
  });

  it('of huge pages or of a million pages stays within its limits', async () => {
    const huge = makePdf({ pages: ['One'] })
      .toString('latin1')
      .replace('[0 0 200 300]', '[0 0 99999 9]');
    const { bodies } = await drawn(Buffer.from(huge, 'latin1'));
    expect((await sharp(bodies[0]).metadata()).width).toBe(300);
    const many = makePdf({ pages: ['One'] })
      .toString('latin1')
      .replace('/Count 1>>', '/Count 9>>');
    const view = await read(Buffer.from(many, 'latin1'));
    if (!('refused' in view)) expect(view.bodies.length).toBeLessThanOrEqual(2);
  });
});

describe('drawn pages', () => {
  it('are taken while they are complete and of the size that was asked for', () => {
    const page = Buffer.concat([Buffer.from('P6\n2 1\n255\n'), Buffer.alloc(6, 7)]);
    expect(splitPages(Buffer.concat([page, page]), 2)).toHaveLength(2);
    expect(splitPages(Buffer.concat([page, page.subarray(0, -1)]), 2)).toHaveLength(1);
    expect(splitPages(page, 1)).toEqual([]);
    expect(splitPages(Buffer.from('P6\n0 0\n255\n'), 9)).toEqual([]);
    expect(splitPages(Buffer.from('garbage'), 9)).toEqual([]);
  });
});
