import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '#contract/durations.ts';
import { makeFaviconIco, makeFaviconSvg, makeShareImage } from '#demo/art/brand.ts';
import { paintFrame } from '#demo/art/frame.ts';
import { SCENES, type SceneName } from '#demo/art/scene-list.ts';
import { ELEMENT_SLUGS } from '#demo/content/element-slugs.ts';
import { ASSET_TYPES, CATEGORIES, EDITORS } from '#demo/content/entry.ts';
import { ENTRIES } from '#demo/content/keys.ts';
import { PACK_LICENCES } from '#demo/files/notes.ts';
import { CLIPS, filesOf } from '#demo/media/clip-list.ts';
import { buildDemo, buildElements, buildWaiting, demoPeople, houseAccount } from './build.ts';
import { previewOf, readPoster, readStrip } from './previews.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const elements = buildElements(NOW);
const demo = buildDemo(NOW);
const waiting = buildWaiting(NOW);
const all = [...elements, ...demo];
const people = [houseAccount(NOW), ...demoPeople(NOW)];
/** What the numbers in labels count. */
const COUNTED: Record<string, RegExp> = {
  LUT: /\.cube$/,
  sound: /\.wav$/,
  clip: /\.(mp4|webm|mov)$/,
  picture: /\.(png|jpg|svg)$/,
  shape: /\.svg$/,
  vector: /\.svg$/,
  model: /\.obj$/,
};
/** Files that no picture is made of. */
const UNPICTURED = /\.(txt|srt|ass|jsx|setting|fcpxml|ase|gpl|dctl|json)$/;

it('keeps ELEMENT_SLUGS in sync with the elements', () => {
  expect(elements.map(({ slug }) => slug)).toEqual(ELEMENT_SLUGS);
});

describe('the catalogue', () => {
  it('has eight free elements with slugs and at least sixty more assets by more than eight leakers', () => {
    expect(elements).toHaveLength(8);
    expect(elements.every(({ slug, category, licence }) => slug && category === 'Free' && licence === 'CC0')).toBe(
      true,
    );
    expect(demo.length).toBeGreaterThanOrEqual(60);
    expect(new Set(demo.map(({ authorUsername }) => authorUsername)).size).toBeGreaterThanOrEqual(9);
  });

  it('has unique keys and titles, valid metadata, descriptions of several sentences and enough tags', () => {
    expect(new Set(all.map(({ key }) => key)).size).toBe(all.length);
    expect(new Set(all.map(({ title }) => title.toLowerCase())).size).toBe(all.length);
    expect(new Set(all.flatMap(({ tags }) => tags)).size).toBeGreaterThanOrEqual(60);
    for (const entry of all) {
      expect(EDITORS).toContain(entry.editor);
      expect(CATEGORIES).toContain(entry.category);
      expect(ASSET_TYPES).toContain(entry.type);
      expect(PACK_LICENCES).toContain(entry.licence);
      expect(new Set(entry.tags).size).toBe(entry.tags.length);
      expect(entry.tags.length).toBeGreaterThanOrEqual(3);
      expect(entry.description.match(/[.:](\s|$)/g)?.length ?? 0, entry.title).toBeGreaterThanOrEqual(2);
      expect(people.some(({ username }) => username === entry.authorUsername)).toBe(true);
    }
  });

  it('shows the actual number of files in the card label', () => {
    const counts = [...all, ...waiting].flatMap(({ key, files }) => {
      const [, count, noun = ''] = /^(\d+) (\w+?)s?(,|$)/.exec(previewOf(key).label) ?? [];
      const counted = COUNTED[noun];
      if (counted) expect(files.filter(({ path }) => counted.test(path)).length, key).toBe(Number(count));
      return counted ? noun : [];
    });
    expect(new Set(counts)).toEqual(new Set(Object.keys(COUNTED)));
  });

  it('has something to picture in every pack', () => {
    for (const [key, { files }] of ENTRIES)
      expect(
        files.filter(({ path }) => !UNPICTURED.test(path)),
        key,
      ).not.toEqual([]);
  });

  it('spreads dates over ten months, none in the future', () => {
    const ages = all.map(({ createdAt }) => (NOW.getTime() - createdAt.getTime()) / DAY_MS);
    expect(Math.min(...ages)).toBeGreaterThan(0);
    expect(Math.max(...ages)).toBeGreaterThan(270);
    for (const { authorUsername, createdAt } of all) {
      const author = people.find(({ username }) => username === authorUsername);
      expect(author?.createdAt.getTime()).toBeLessThan(createdAt.getTime());
    }
  });

  it('gives every pack a README, a licence and unique, safe paths', () => {
    for (const { title, files } of all) {
      const paths = files.map(({ path }) => path);
      expect(paths).toEqual(expect.arrayContaining(['README.txt', 'LICENSE.txt']));
      expect(new Set(paths.map((path) => path.toLowerCase())).size, title).toBe(paths.length);
      expect(paths.every((path) => !path.startsWith('/') && !path.includes('..') && !path.includes('\\'))).toBe(true);
    }
    expect(all.filter(({ files }) => files.some(({ path }) => path.includes('/'))).length).toBeGreaterThan(60);
  });
});

describe('non-public uploads', () => {
  it('are one pending and one rejected upload by leaker-demo, with a reason for the rejection', () => {
    expect(waiting.map(({ decision }) => decision?.status ?? 'PENDING').sort()).toEqual(['PENDING', 'REJECTED']);
    const keys = new Set(all.map(({ key }) => key));
    for (const { key, authorUsername, title, createdAt, decision } of waiting) {
      expect(authorUsername).toBe('leaker-demo');
      expect(keys, title).not.toContain(key);
      expect(createdAt.getTime()).toBeLessThan(NOW.getTime());
      if (!decision) continue;
      expect(decision.reason).toMatch(/[A-Z].{20,}\.$/);
      expect(decision.at.getTime()).toBeGreaterThan(createdAt.getTime());
      expect(decision.at.getTime()).toBeLessThan(NOW.getTime());
    }
  });

  it('have non-empty files', async () => {
    for (const { files } of waiting) for (const file of files) expect((await file.make()).length).toBeGreaterThan(0);
  });
});

describe('people', () => {
  it('include the four demo accounts and at least 42 members, with valid, unique usernames', () => {
    const names = people.map(({ username }) => username);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining(['admin-demo', 'leaker-demo', 'premium-demo', 'member-demo']));
    expect(names.every((name) => /^[a-z0-9][a-z0-9_-]{1,28}[a-z0-9]$/.test(name))).toBe(true);
    expect(people.filter(({ role }) => role === 'USER').length).toBeGreaterThanOrEqual(42);
    expect(people.every(({ email }) => /^[a-z0-9-]+@demo\.example$/.test(email))).toBe(true);
    expect(people.find(({ username }) => username === 'admin-demo')?.email).toBe('admin@demo.example');
  });
});

describe('generated content', () => {
  const hashOf = (body: Buffer) => createHash('sha256').update(body).digest('hex');

  it.each(Object.keys(SCENES) as SceneName[])(
    'scene %s is deterministic, changes with the hue and is not a flat colour',
    async (scene) => {
      const paint = (hue: number) => paintFrame({ scene, hue, text: 'TEST' }, 0.4, 96, 54);
      const [once, again, other] = [await paint(30), await paint(30), await paint(210)];
      expect(hashOf(again)).toBe(hashOf(once));
      expect(hashOf(other)).not.toBe(hashOf(once));
      const { channels } = await sharp(once, { raw: { width: 96, height: 54, channels: 3 } }).stats();
      expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(8);
    },
  );

  it('is generated by the studio workers', async () => {
    const [first] = elements;
    const cube = await first?.files.find(({ path }) => path.endsWith('.cube'))?.make();
    expect(cube?.toString()).toMatch(/^TITLE "/);
    const readme = await first?.files.find(({ path }) => path === 'README.txt')?.make();
    expect(readme?.toString()).toContain('.cube');
  });

  it('includes the share card and the icons', async () => {
    expect(await sharp(await makeShareImage()).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
    expect(await sharp(makeFaviconSvg()).metadata()).toMatchObject({ format: 'svg', width: 32 });
    const ico = await makeFaviconIco();
    expect([...ico.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 48, 48]);
    const picture = ico.subarray(ico.readUInt32LE(18));
    expect(picture).toHaveLength(ico.readUInt32LE(14));
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'png', width: 48, height: 48, hasAlpha: true });
  });
});

describe('committed media', () => {
  const sizesOf = (folder: string) => {
    const url = new URL(`../media/${folder}/`, import.meta.url);
    return readdirSync(url).map((name) => ({ name, bytes: statSync(new URL(name, url)).size }));
  };
  const clips = sizesOf('clips');
  const strips = sizesOf('strips');
  const posters = sizesOf('posters');
  const packs = [...all, ...waiting];

  it('stays within 12 clips of 4 MB and 25 MB, and 90 kB per strip and 10 MB of pictures', () => {
    expect(clips.map(({ name }) => name).sort()).toEqual(CLIPS.flatMap(filesOf).sort());
    expect(CLIPS.length).toBeLessThanOrEqual(12);
    expect(Math.max(...clips.map(({ bytes }) => bytes))).toBeLessThanOrEqual(4_000_000);
    expect(clips.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(25_000_000);
    expect(Math.max(...strips.map(({ bytes }) => bytes))).toBeLessThanOrEqual(90_000);
    expect([...posters, ...strips].reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(10_000_000);
  });

  it('has a poster that fills a card for every pack', async () => {
    expect(posters.map(({ name }) => name).sort()).toEqual(packs.map(({ key }) => `${key}.webp`).sort());
    for (const { key } of packs) {
      const poster = sharp(await readPoster(key));
      expect(await poster.metadata(), key).toMatchObject({ format: 'webp', width: 1280, height: 720 });
      expect(Math.max(...(await poster.stats()).channels.map(({ stdev }) => stdev)), key).toBeGreaterThan(8);
    }
  });

  it('has strips of twelve frames, or of two sides that differ', async () => {
    const stripped = packs.filter(({ key }) => previewOf(key).strip !== null);
    expect(strips.map(({ name }) => name).sort()).toEqual(stripped.map(({ key }) => `${key}.webp`).sort());
    expect(new Set(stripped.map(({ key }) => previewOf(key).strip))).toEqual(new Set(['frames', 'lut', 'waveform']));
    for (const { key } of stripped) {
      const picture = sharp((await readStrip(key)) ?? undefined);
      const { width, height } = await picture.metadata();
      const kind = previewOf(key).strip;
      expect([width, height], key).toEqual(kind === 'frames' ? [3840, 180] : [1280, 360]);
      if (kind === 'frames') continue;
      const side = (left: number) => picture.clone().extract({ left, top: 0, width: 640, height: 360 }).toBuffer();
      const [before, after] = await Promise.all([side(0), side(640)].map(async (made) => sharp(await made).stats()));
      const change = before?.channels.map(({ mean }, i) => Math.abs(mean - (after?.channels[i]?.mean ?? mean)));
      expect(Math.max(...(change ?? [])), key).toBeGreaterThan(3);
    }
  });

  it('has two-sided strips for all packs of LUTs and sound effects, and frames for all packs with clips', () => {
    for (const { key, type, files } of packs) {
      const { strip } = previewOf(key);
      if (type === 'LUT') expect(strip, key).toBe('lut');
      else if (type === 'sound effect') expect(strip, key).toBe('waveform');
      else if (files.some(({ path }) => /\.(mp4|webm|mov)$/.test(path))) expect(strip, key).toBe('frames');
    }
  });

  it('has every clip used in a pack, as an MP4 with its index first', async () => {
    for (const file of all.flatMap(({ files }) => files).filter(({ path }) => path.endsWith('.mp4'))) {
      const body = await file.make();
      expect(body.toString('ascii', 4, 8)).toBe('ftyp');
      expect(body.indexOf('moov')).toBeLessThan(body.indexOf('mdat'));
    }
  });
});
