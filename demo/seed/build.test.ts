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
import { LICENCES } from '#demo/files/notes.ts';
import { CLIPS, filesOf } from '#demo/media/clip-list.ts';
import { buildDemo, buildElements, buildWaiting, demoPeople, houseAccount } from './build.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const elements = buildElements(NOW);
const demo = buildDemo(NOW);
const waiting = buildWaiting(NOW);
const all = [...elements, ...demo];
const people = [houseAccount(NOW), ...demoPeople(NOW)];
const ENDINGS: Record<string, string> = {
  LUTs: '.cube',
  WAV: '.wav',
  PNG: '.png',
  JPG: '.jpg',
  SVG: '.svg',
  JSX: '.jsx',
  ASS: '.ass',
  Lottie: '.json',
};

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
      expect(LICENCES).toContain(entry.licence);
      expect(new Set(entry.tags).size).toBe(entry.tags.length);
      expect(entry.tags.length).toBeGreaterThanOrEqual(3);
      expect(entry.description.match(/[.:](\s|$)/g)?.length ?? 0, entry.title).toBeGreaterThanOrEqual(2);
      expect(people.some(({ username }) => username === entry.authorUsername)).toBe(true);
    }
  });

  it('shows the actual number of files in the card label', () => {
    for (const { title, mediaLabel, files } of all) {
      const [, count, word] = /^(\d+) (\w+)$/.exec(mediaLabel) ?? [];
      const ending = ENDINGS[word ?? ''];
      if (!ending) continue;
      expect(files.filter(({ path }) => path.endsWith(ending)).length, title).toBe(Number(count));
    }
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
    for (const { key, authorUsername, title, files, mediaLabel, createdAt, decision } of waiting) {
      expect(authorUsername).toBe('leaker-demo');
      expect(keys, title).not.toContain(key);
      expect(createdAt.getTime()).toBeLessThan(NOW.getTime());
      const [, count, word = ''] = /^(\d+) (\w+)$/.exec(mediaLabel) ?? [];
      expect(files.filter(({ path }) => path.endsWith(ENDINGS[word] ?? '?')).length, title).toBe(Number(count));
      if (!decision) continue;
      expect(decision.reason).toMatch(/[A-Z].{20,}\.$/);
      expect(decision.at.getTime()).toBeGreaterThan(createdAt.getTime());
      expect(decision.at.getTime()).toBeLessThan(NOW.getTime());
    }
  });

  it('have a thumbnail and non-empty files, but no strip', async () => {
    for (const { thumbnail, files, strip } of waiting) {
      expect(strip).toBeNull();
      expect(await sharp(await thumbnail()).metadata()).toMatchObject({ format: 'webp', width: 1280 });
      for (const file of files) expect((await file.make()).length).toBeGreaterThan(0);
    }
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
    const thumbnail = await first?.thumbnail();
    expect(await sharp(thumbnail).metadata()).toMatchObject({ format: 'webp', width: 1280, height: 720 });
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

  it('stays within 12 clips of 4 MB and 25 MB, and 90 kB per strip and 6 MB', () => {
    expect(clips.map(({ name }) => name).sort()).toEqual(CLIPS.flatMap(filesOf).sort());
    expect(CLIPS.length).toBeLessThanOrEqual(12);
    expect(Math.max(...clips.map(({ bytes }) => bytes))).toBeLessThanOrEqual(4_000_000);
    expect(clips.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(25_000_000);
    expect(Math.max(...strips.map(({ bytes }) => bytes))).toBeLessThanOrEqual(90_000);
    expect(strips.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(6_000_000);
  });

  it('has a strip for every asset: twelve frames, or two sides that differ', async () => {
    expect(strips.map(({ name }) => name).sort()).toEqual(all.map(({ key }) => `${key}.webp`).sort());
    expect(new Set(all.map(({ stripKind }) => stripKind))).toEqual(new Set(['frames', 'lut', 'waveform']));
    for (const { key, strip, stripKind } of all) {
      const picture = sharp(await strip?.());
      const { width, height } = await picture.metadata();
      expect([width, height], key).toEqual(stripKind === 'frames' ? [3840, 180] : [1280, 360]);
      if (stripKind === 'frames') continue;
      const side = (left: number) => picture.clone().extract({ left, top: 0, width: 640, height: 360 }).toBuffer();
      const [before, after] = await Promise.all([side(0), side(640)].map(async (made) => sharp(await made).stats()));
      const change = before?.channels.map(({ mean }, i) => Math.abs(mean - (after?.channels[i]?.mean ?? mean)));
      expect(Math.max(...(change ?? [])), key).toBeGreaterThan(3);
    }
  });

  it('uses two-sided strips for LUTs and sound effects only', () => {
    for (const { key, type, stripKind } of all) {
      expect(stripKind === 'lut', key).toBe(type === 'LUT');
      expect(stripKind === 'waveform', key).toBe(type === 'sound effect');
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
