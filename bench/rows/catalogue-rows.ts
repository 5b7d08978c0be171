// Generates the rows of a catalogue. They resemble those of a three-year-old site, and are identical in every run.

import { createHash } from 'node:crypto';
import { DAY_MS } from '#contract/durations.ts';
import { createRandom, drawRareWord, drawSeasonWord, drawSkewed, drawWord } from './vocabulary.ts';

export const AUTHORS = 4000;
const TAGS = 400;
const FIRST_DAY = Date.UTC(2023, 10, 1);
const DAYS = 1095;

const editors = [
  ...['After Effects', 'Premiere Pro', 'DaVinci Resolve', 'CapCut', 'Final Cut Pro', 'Blender', 'Cinema 4D', 'Nuke'],
];
const types = ['Overlay', 'Transition', 'LUT', 'Title', 'Sound', 'Preset', 'Background', 'Template', 'Model', 'Font'];
const licences = ['CC0', 'Helix Standard', 'CC BY 4.0', 'CC BY-NC 4.0'];
/** Frame size of a clip, and the resolution facet derived from it. */
const frames = [
  { width: 1920, height: 1080, resolution: '1080p' },
  { width: 3840, height: 2160, resolution: '4k' },
  { width: 1280, height: 720, resolution: '720p' },
  { width: 1080, height: 1920, resolution: '1080p' },
];

/** Derives an ID from a name. It has the format of a random UUID (RFC 9562), because the site accepts no other format. */
const idOf = (name: string): string =>
  createHash('md5')
    .update(name)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-4$3-8$4-');

/** ID of the n-th resource. */
export function resourceIdOf(n: number): string {
  return idOf(`resource ${n}`);
}
export function authorIdOf(n: number): string {
  return idOf(`author ${n}`);
}
export function authorNameOf(n: number): string {
  return `leaker${n}`;
}

const tagNames = (() => {
  const random = createRandom(11);
  return Array.from({ length: TAGS }, () => drawWord(random));
})();

const drawWords = (count: number, random: () => number): string =>
  Array.from({ length: count }, () => drawWord(random)).join(' ');

const lengthOf = (seconds: number): string =>
  seconds < 5 ? 'under-5' : seconds <= 15 ? '5-15' : seconds <= 60 ? '15-60' : 'over-60';

/** Media metadata, and the facets that the database derives from it. */
const drawMedia = (random: () => number): { facts: object; facets: [kind: string, value: string][] } => {
  if (random() < 0.3) return { facts: {}, facets: [] };
  const { width, height, resolution } = drawSkewed(frames, random);
  const frameRate = drawSkewed([60, 30, 24, 23.976, 25], random);
  const seconds = Math.round(random() ** 2 * 900) / 10 + 0.5;
  const alpha = random() < 0.1;
  const loop = random() < 0.05;
  return {
    facts: { width, height, frameRate, seconds, ...(alpha && { alpha }), ...(loop && { loop }) },
    facets: [
      ['resolution', resolution],
      ['fps', String(Math.round(frameRate))],
      ['length', lengthOf(seconds)],
      ...(alpha ? [['alpha', 'yes'] as [string, string]] : []),
      ...(loop ? [['loop', 'yes'] as [string, string]] : []),
    ],
  };
};

/** The n-th row of a catalogue of the given size, oldest first. */
export function makeRow(n: number, rows: number) {
  const random = createRandom(n);
  const rare = random() < 0.05 ? ` ${drawRareWord(random)}` : '';
  const season = drawSeasonWord(n / rows, random) + (random() < 0.001 ? drawSeasonWord(1 - n / rows, random) : '');
  const state = random();
  const createdAt = new Date(Math.round(FIRST_DAY + (n / rows) * DAYS * DAY_MS + random() * DAY_MS));
  const media = drawMedia(random);
  const author = 1 + Math.floor(AUTHORS * random() ** 2);
  return {
    id: resourceIdOf(n),
    author_id: authorIdOf(author),
    authorName: authorNameOf(author),
    title: drawWords(2 + Math.floor(random() * 3), random).replace(/^./, (first) => first.toUpperCase()),
    description: `${drawWords(10 + Math.floor(random() * 21), random)}${season}${rare}.`,
    category: drawSkewed(['Free', 'Free', 'Premium', '3D'], random),
    editor: drawSkewed(editors, random),
    type: drawSkewed(types, random),
    tags: [...new Set(Array.from({ length: 1 + Math.floor(random() * 4) }, () => drawSkewed(tagNames, random)))],
    licence: drawSkewed(licences, random),
    facts: media.facts,
    mediaFacets: media.facets,
    status: state < 0.02 ? 'PENDING' : 'APPROVED',
    hidden_at: state > 0.99 ? createdAt : null,
    downloads: Math.floor(20_000 * random() ** 8),
    likes: Math.floor(3000 * random() ** 8),
    views: Math.floor(90_000 * random() ** 6),
    trend: random() < 0.03 ? Math.floor(500 * random()) : 0,
    created_at: createdAt,
  };
}

export type CatalogueRow = ReturnType<typeof makeRow>;
