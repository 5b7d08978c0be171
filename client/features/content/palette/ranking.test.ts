// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import type { SiteHits } from '#contract/content/palette.ts';
import type { CommandKind, GroupKey, PaletteCommand } from './command.ts';
import { arrange, commandsOfHits, rankCommands } from './ranking.ts';
import { recentChoices, rememberChoice } from './recent.ts';

const ID = '11111111-1111-4111-8111-111111111111';
const place = { name: 'Colour', slug: 'colour' };

const hitsOf = (titles: string[], people: string[] = [], threads: string[] = []): SiteHits => ({
  assets: titles.map((title, index) => ({
    id: `${index}${ID.slice(1)}`,
    title,
    type: 'LUT',
    author: 'okapi',
    isPremium: false,
    thumbnailUrl: '/a.webp',
    thumbnailColor: null,
  })),
  people: people.map((username) => ({ username, uploads: 14 })),
  threads: threads.map((title, index) => ({
    id: `${index}${ID.slice(1)}`,
    title,
    replies: 1,
    category: place,
    subCategory: place,
  })),
  corrected: null,
});

const command = (label: string, kind: CommandKind = 'page', words = ''): PaletteCommand => ({
  id: `${kind} ${label}`,
  kind,
  label,
  icon: 'arrow',
  ...(words && { words }),
});

const commands = [
  command('Community', 'page', 'forum'),
  command('Premium'),
  command('Settings', 'setting'),
  command('Sessions', 'setting'),
  command('Log out', 'action'),
  command('Dark theme', 'action'),
];

const show = (
  text: string,
  given: {
    hits?: SiteHits;
    hitsText?: string;
    recent?: PaletteCommand[];
    scope?: GroupKey | null;
    forText?: PaletteCommand[];
  } = {},
): string[] =>
  arrange({
    text,
    commands,
    hits: given.hits ? commandsOfHits(given.hits) : [],
    hitsText: given.hitsText ?? text,
    forText: given.forText ?? [],
    recent: given.recent ?? [],
    scope: given.scope ?? null,
  }).flatMap((section) => [`# ${section.title}`, ...section.commands.map(({ label }) => label)]);

describe('results', () => {
  it('are assets, people and threads, then the rest, if they match equally well', () => {
    const hits = hitsOf(['Ridgeline Film LUTs', 'Night Bus Rides'], ['ridley'], ['Halation on the Ridgeline pack']);
    expect(show('rid', { hits })).toEqual([
      '# Assets',
      'Ridgeline Film LUTs',
      'Night Bus Rides',
      '# People and threads',
      'ridley',
      'Halation on the Ridgeline pack',
    ]);
  });

  it('start with a page, setting or action that is named like the text', () => {
    const hits = hitsOf(['Film settings pack']);
    expect(show('settings', { hits }).slice(0, 2)).toEqual(['# Pages and settings', 'Settings']);
    expect(show('log out', { hits: hitsOf(['Log to Rec.709']) }).slice(0, 2)).toEqual(['# Do', 'Log out']);
  });

  it("keep the server's order within a kind, also for matches elsewhere than in the title", () => {
    const hits = hitsOf(['Tagged with it', 'Grain']);
    expect(show('grain', { hits })).toEqual(['# Assets', 'Tagged with it', 'Grain']);
  });

  it('of an earlier text are shown only if they match the present one', () => {
    const hits = hitsOf(['Grain 35', 'Gradient maps']);
    expect(show('grain', { hits, hitsText: 'gra' })).toEqual(['# Assets', 'Grain 35']);
  });

  it('can be limited to one group', () => {
    const hits = hitsOf(['Settings pack'], ['settings-fan']);
    expect(show('settings', { hits, scope: 'people' })).toEqual(['# People and threads', 'settings-fan']);
    expect(show('', { scope: 'actions' })).toEqual(['# Do', 'Log out', 'Dark theme']);
  });

  it('end with actions for the text', () => {
    const forText = [command('Request “zoo”', 'action')];
    expect(show('zoo', { forText })).toEqual(['# Do', 'Request “zoo”']);
  });

  it('begin with recent choices while nothing is typed, each once', () => {
    const [first] = commands;
    if (!first) throw new Error('there are commands');
    const shown = show('', { recent: [first] });
    expect(shown.slice(0, 2)).toEqual(['# Recent', 'Community']);
    expect(shown.filter((label) => label === 'Community')).toHaveLength(1);
  });

  it('find commands by other words, and prefer recent ones among equals', () => {
    expect(rankCommands(commands, 'forum').map((found) => found.command.label)).toEqual(['Community']);
    const both = [command('Report a'), command('Report b')];
    expect(rankCommands(both, 'report', ['page Report b']).map((found) => found.command.label)).toEqual([
      'Report b',
      'Report a',
    ]);
  });
});

describe('recent choices', () => {
  beforeEach(() => localStorage.clear());

  it('are remembered newest first, at most six, each once', () => {
    for (const one of [...commands, ...commands.slice(0, 2)]) rememberChoice(one);
    expect(recentChoices(commands).map(({ label }) => label)).toEqual([
      'Premium',
      'Community',
      'Dark theme',
      'Log out',
      'Sessions',
      'Settings',
    ]);
  });

  it('leave out what this user no longer has, and actions for a text', () => {
    rememberChoice(command('Admin'));
    rememberChoice({ ...command('Request “x”', 'action'), id: 'text request' });
    expect(recentChoices(commands)).toEqual([]);
  });

  it('keep what is shown of assets, people and threads', () => {
    const [asset] = commandsOfHits(hitsOf(['Grain 35']));
    if (!asset) throw new Error('there is an asset');
    rememberChoice(asset);
    expect(recentChoices([])).toMatchObject([{ label: 'Grain 35', note: 'LUT by okapi', to: asset.to }]);
  });

  it.each(['nonsense', '{}', '[1,{"id":2}]', '[{"id":"asset 1","kind":"asset","label":"x","to":"//evil.example"}]'])(
    'ignore stored %s',
    (stored) => {
      localStorage.setItem('helix_recent_choices', stored);
      expect(recentChoices(commands)).toEqual([]);
    },
  );
});
