import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { CLIPS } from '#demo/media/clip-list.ts';
import { buildDemo, buildElements, type StarterResource } from './build.ts';
import { noteFacts } from './facts.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const all = [...buildElements(NOW), ...buildDemo(NOW)];

/** Media facts of selected files in a pack. Generating all files would take longer and wouldn't test anything else. */
const factsOf = async (key: string, some: RegExp) => {
  const { type, files } = all.find((one) => one.key === key) as StarterResource;
  const chosen = files.filter(({ path }) => some.test(path));
  expect(chosen.length, key).toBeGreaterThan(0);
  const notes = noteFacts(type);
  for (const file of chosen) await notes.note(file, await file.make());
  return notes.facts();
};

describe('media facts of a pack', () => {
  it('come from its clip, and include whether any file is transparent', async () => {
    expect(await factsOf('seamless-loop', /./)).toEqual({
      width: 1920,
      height: 1080,
      frameRate: 24,
      seconds: 3,
      alpha: true,
      loop: true,
    });
    expect(await factsOf('logo-reveal-in-steel', /Steel/)).toMatchObject({ seconds: 3, alpha: true, loop: false });
    expect(await factsOf('aurora-sky-domes', /mp4/)).toMatchObject({ seconds: 4, alpha: false, loop: true });
  });

  it('come from its largest picture if there is no clip', async () => {
    expect(await factsOf('harbour-skyline-plates', /V_01/)).toEqual({ width: 1920, height: 1080, alpha: false });
    expect(await factsOf('projector-dust', /Dust_0[12]/)).toEqual({ width: 1920, height: 1080, alpha: true });
  });

  it('hold the length of the longest sound of a sound pack, and nothing for LUTs', async () => {
    const sounds = all.find(({ key }) => key === 'sub-drops-and-booms')?.files ?? [];
    const drop = await sounds.find(({ path }) => path.endsWith('Drop_01.wav'))?.make();
    // 2.2 seconds at 48 kHz, 24 bits, two channels, as requested from the synthesiser.
    expect(drop?.length).toBe(44 + 105_600 * 6);
    expect(await factsOf('sub-drops-and-booms', /_01|txt/)).toEqual({ seconds: 2.2 });
    expect(await factsOf('mono-street-luts', /_01|txt/)).toEqual({});
  });

  it('count only pictures with transparent pixels as transparent', async () => {
    for (const [key, ending] of [
      ['projector-dust', 'Dust_01.png'],
      ['anamorphic-streaks', 'Streak_L_01.png'],
    ] as const) {
      const file = all.find((one) => one.key === key)?.files.find(({ path }) => path.endsWith(ending));
      expect((await sharp(await file?.make()).stats()).isOpaque, key).toBe(false);
    }
  });
});

describe('media facts of the clips', () => {
  const clips = all.flatMap(({ files }) => files).filter(({ path }) => /\.(mp4|webm)$/.test(path));

  it('exist for every clip in a pack, with loop set only for clips made to loop', async () => {
    expect(clips.length).toBeGreaterThan(5);
    for (const { path, clip } of clips) expect(clip, path).toMatchObject({ alpha: path.endsWith('.webm') });
    for (const { path, clip } of clips) expect(clip?.height, path).toBeGreaterThanOrEqual(720);
    const loops = new Set(clips.filter(({ clip }) => clip?.loop).map(({ path }) => path.split('/').at(-1)));
    expect(
      [...loops].every((name) => /loop|drift/i.test(name ?? '')),
      [...loops].join(),
    ).toBe(true);
    expect(CLIPS.filter(({ loop }) => loop).length).toBeGreaterThan(3);
  });
});
