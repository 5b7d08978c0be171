import { describe, expect, it } from 'vitest';
import { matchedRanges, matchScore, typedWords } from './match.ts';

const best = (text: string, ...labels: string[]): string[] =>
  labels
    .map((label) => ({ label, score: matchScore(text, label) }))
    .filter(({ score }) => score !== null)
    .sort((a, b) => (b.score ?? 0) - (a.score ?? 0))
    .map(({ label }) => label);

describe('a score', () => {
  it('prefers the same label, then its beginning, then a word of it, then the inside of a word', () => {
    expect(best('log', 'Catalogue', 'Your log', 'Log', 'Log out', 'Analogue')).toEqual([
      'Log',
      'Log out',
      'Your log',
      'Catalogue',
      'Analogue',
    ]);
  });

  it.each([
    ['seting', 'Settings'],
    ['notfication', 'Notifications'],
    ['donwload', 'Download history'],
    ['comunity', 'Community'],
    ['premuim', 'Premium'],
    ['pasword', 'Password'],
    ['elemnets', 'Elements'],
  ])('forgives the typing errors in %s', (text, label) => {
    expect(matchScore(text, label)).toBeGreaterThan(0);
    expect(matchScore(text, label)).toBeLessThan(matchScore(label, label) ?? 0);
  });

  it.each([
    ['rid', 'Report'],
    ['wiki', 'Premium'],
    ['log out now', 'Log out'],
    ['xyz', 'Settings'],
    ['', 'Settings'],
    ['!?', 'Settings'],
  ])('is null for %j and %j', (text, label) => {
    expect(matchScore(text, label)).toBeNull();
  });

  it('ignores case and accents', () => {
    expect(matchScore('UBER', 'Über uns')).toBe(matchScore('uber', 'uber uns'));
    expect(typedWords(' Hélíx & Co ')).toEqual(['helix', 'co']);
  });

  it('counts words beside the label less', () => {
    const beside = matchScore('shortcuts', 'Show all keys', 'keyboard shortcuts');
    expect(beside).toBeGreaterThan(0);
    expect(beside).toBeLessThan(matchScore('shortcuts', 'All shortcuts') ?? 0);
  });
});

describe('matched parts', () => {
  it.each([
    ['rid', 'Ridgeline Film LUTs', ['Rid']],
    ['rid', 'Night Bus Rides', ['Rid']],
    ['film rid', 'Ridgeline Film LUTs', ['Rid', 'Film']],
    ['line', 'Ridgeline', ['line']],
    ['ridgelnie', 'Ridgeline Film', ['Ridgeline']],
    ['uber', 'Über 1', ['Über']],
    ['zoo', 'Ridgeline', []],
  ])('of %j in %j are %j', (text, label, parts) => {
    expect(matchedRanges(text, label).map(([start, end]) => label.slice(start, end))).toEqual(parts);
  });

  it('never overlap', () => {
    expect(matchedRanges('ridge ridgeline', 'Ridgeline')).toEqual([[0, 9]]);
  });
});
