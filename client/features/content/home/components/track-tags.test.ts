import { describe, expect, it } from 'vitest';
import { chatLine, statLines } from './stat-lines.ts';
import { trackTags } from './track-tags.ts';

const named = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `tag ${index + 1}` }));

describe('trackTags', () => {
  it.each([0, 1, 2, 3, 7, 12, 24, 47, 48])('shows each of %i tags once', (count) => {
    const labels = trackTags(named(count)).map((tag) => tag.label);
    expect(new Set(labels)).toEqual(new Set(named(count).map((tag) => tag.name)));
    expect(labels).toHaveLength(count);
  });

  it('shows 48 at most, with 6 highlighted and 6 animated by rank', () => {
    const tags = trackTags(named(60));
    const withMood = (mood: string) => tags.filter((tag) => tag.mood === mood).map((tag) => Number(tag.label.slice(4)));
    expect(tags).toHaveLength(48);
    expect(withMood('highlight').sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(withMood('animated').sort((a, b) => a - b)).toEqual([7, 8, 9, 10, 11, 12]);
  });

  it('links each to its resources', () => {
    expect(trackTags([{ name: 'teal & orange' }])[0]?.to).toBe('/resources?tag=teal+%26+orange');
  });
});

describe('statLines', () => {
  it('shows numbers with thousands separators, and a dash for unknown ones', () => {
    const stats = { totalUploads: 6139, totalUsers: 1_165_137, discordMembers: 291, freeForAllUse: null };
    expect(statLines(stats).map((line) => line.value)).toEqual(['6,139', '1,165,137', '291', '–']);
  });

  it('leaves out the chat if its members are not counted', () => {
    const stats = { totalUploads: 6139, totalUsers: 73, discordMembers: null, freeForAllUse: 0 };
    expect(statLines(stats).map((line) => line.value)).toEqual(['6,139', '73', '0%']);
  });

  it('shows the number of chat members if counted', () => {
    expect(chatLine(12_345)).toBe('12,345 members are already there.');
    expect(chatLine(1)).toBe('1 member is already there.');
    for (const unknown of [null, 0]) expect(chatLine(unknown)).not.toMatch(/\d|already/);
  });

  it('shows only dashes if nothing could be loaded', () => {
    expect(new Set(statLines(null).map((line) => line.value))).toEqual(new Set(['–']));
  });
});
