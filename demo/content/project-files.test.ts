// Project files, scripts and captions in the packs: each is valid in its format, and the pack's editor opens at least half of its files.
import { Script } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { parseXml } from '#test/harness/xml.ts';
import type { CatalogueEntry, Editor } from './entry.ts';
import { ENTRIES } from './keys.ts';

const PACKS = [...ENTRIES.values()];

/** Endings of files that every editor imports. */
const EVERYWHERE = ['png', 'jpg', 'wav', 'mp4'];
/** What each editor imports or runs besides; `txt` is an expression to paste. */
const OPENED: Record<Editor, readonly string[]> = {
  'After Effects': ['jsx', 'txt', 'svg', 'cube', 'obj', 'mtl', 'ase'],
  'Premiere Pro': ['cube', 'srt'],
  'DaVinci Resolve': ['cube', 'setting', 'dctl', 'srt', 'fcpxml'],
  CapCut: ['cube', 'srt', 'ass', 'webm'],
  Blender: ['obj', 'mtl', 'py', 'webm', 'svg'],
  'Final Cut Pro': ['cube', 'fcpxml', 'srt'],
};

const endingOf = (path: string) => path.split('.').at(-1) ?? '';
const nameOf = (path: string) => path.replace(/\.\w+$/, '').replace(/_Alpha$/, '');

/** Files that the pack's editor cannot open, and that have no copy in a format that it can. */
function unopened({ editor, files }: CatalogueEntry): string[] {
  const opens = ({ path }: { path: string }) => [...EVERYWHERE, ...OPENED[editor]].includes(endingOf(path));
  const names = new Set(files.filter(opens).map(({ path }) => nameOf(path)));
  return files.map(({ path }) => path).filter((path) => !names.has(nameOf(path)));
}

it.each(PACKS.map((pack) => [pack.title, pack] as const))(
  '%s holds at least as many files that its editor opens as others',
  (_, pack) => {
    expect(unopened(pack).length, unopened(pack).join()).toBeLessThanOrEqual(pack.files.length / 2);
  },
);

/** All files with an ending, as text. */
async function textsOf(ending: string): Promise<(readonly [path: string, text: string])[]> {
  const files = PACKS.flatMap((pack) => pack.files).filter(({ path }) => endingOf(path) === ending);
  expect(files.length, ending).toBeGreaterThan(0);
  return Promise.all(files.map(async ({ path, make }) => [path, (await make()).toString()] as const));
}

/** The names of all elements, in order. Throws if the text is not well-formed XML. */
const readXml = (text: string) => [...parseXml(text).querySelectorAll('*')].map(({ tagName }) => tagName);

/** Whether each bracket outside of quotes has its counterpart. */
function isBalanced(text: string): boolean {
  const open: string[] = [];
  for (const mark of text.replace(/"(?:[^"\\]|\\.)*"/g, '""').match(/[(){}[\]]/g) ?? []) {
    if ('({['.includes(mark)) open.push(mark);
    else if (`${open.pop()}${mark}`.match(/^(\(\)|\{\}|\[\])$/) === null) return false;
  }
  return open.length === 0;
}

describe('project files', () => {
  it('for Final Cut Pro are XML timelines whose titles follow each other', async () => {
    for (const [path, text] of await textsOf('fcpxml')) {
      const names = readXml(text);
      expect(names.slice(0, 2), path).toEqual(['fcpxml', 'resources']);
      const titles = [...text.matchAll(/<title [^>]*offset="(\d+)s" duration="(\d+)s"/g)];
      expect(titles.length).toBe(names.filter((name) => name === 'title').length);
      let end = 0;
      for (const [, offset, duration] of titles) {
        expect(Number(offset), path).toBe(end);
        end += Number(duration);
      }
      expect(text).toContain(`<sequence format="r1" duration="${end}s"`);
      for (const [, ref] of text.matchAll(/ ref="(\w+)"/g)) expect(text, path).toContain(` id="${ref}"`);
    }
  });

  it('for Fusion are balanced tables whose inputs refer to tools in the file', async () => {
    for (const [path, text] of await textsOf('setting')) {
      expect(isBalanced(text), path).toBe(true);
      expect(text, path).toMatch(/^\{\s*Tools = ordered\(\) \{/);
      for (const [, tool] of text.matchAll(/SourceOp = "(\w+)"/g)) {
        expect(text, path).toMatch(new RegExp(`^\\t\\t${tool} = \\w+ \\{`, 'm'));
      }
    }
  });

  it.each(['jsx', 'txt'])('for After Effects are scripts that compile: .%s', async (ending) => {
    for (const [path, text] of await textsOf(ending)) expect(() => new Script(text), path).not.toThrow();
  });

  it('for Resolve colour transforms have the function that Resolve calls', async () => {
    for (const [path, text] of await textsOf('dctl')) {
      expect(isBalanced(text), path).toBe(true);
      expect(text, path).toMatch(/__DEVICE__ float3 transform\(int p_Width, int p_Height, int p_X, int p_Y, float p_R/);
    }
  });

  it('for Blender are scripts that import models of the pack', async () => {
    for (const { title, files } of PACKS) {
      for (const { path, make } of files.filter((file) => file.path.endsWith('.py'))) {
        const text = (await make()).toString();
        const models = /MODELS = \[(.*)\]/.exec(text)?.[1]?.match(/[\w-]+\.obj/g) ?? [];
        expect(isBalanced(text.replace(/#.*/g, '')), title).toBe(true);
        expect(models.length, title).toBeGreaterThan(0);
        const folder = path.slice(0, path.lastIndexOf('/') + 1);
        for (const model of models) expect(files.map((file) => file.path)).toContain(folder + model);
      }
    }
  });

  it('with shapes and animations are SVG and Lottie', async () => {
    for (const [path, text] of await textsOf('svg')) expect(readXml(text)[0], path).toBe('svg');
    for (const [path, text] of await textsOf('json')) {
      expect(JSON.parse(text), path).toMatchObject({ v: expect.any(String), w: 512, h: 512, ip: 0 });
    }
  });

  it('with captions have lines that follow each other', async () => {
    for (const [path, text] of await textsOf('srt')) {
      const times = [...text.matchAll(/(\d\d):(\d\d):(\d\d),(\d{3})/g)].map(
        ([, h, m, s, ms]) => Number(h) * 3600 + Number(m) * 60 + Number(s) + Number(ms) / 1000,
      );
      expect(times.length % 2, path).toBe(0);
      expect(times, path).toEqual([...times].sort((a, b) => a - b));
      expect(text.match(/^\d+$/gm)?.map(Number), path).toEqual(times.slice(times.length / 2).map((_, i) => i + 1));
    }
    for (const [path, text] of await textsOf('ass')) {
      for (const section of ['[Script Info]', '[V4+ Styles]', '[Events]']) expect(text, path).toContain(section);
      expect(text.match(/^Dialogue: /gm)?.length, path).toBeGreaterThan(0);
    }
  });
});
