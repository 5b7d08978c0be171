import { describe, expect, it } from 'vitest';
import { lutInput, plateFor } from './rules.ts';

describe('the input of a LUT', () => {
  it.each([
    ['Film.cube', 'rec709', 'rec709', 'rec709'],
    ['Film.cube', 'log', 'slog3', 'log'],
    ['Film.cube', 'unknown', 'rec709', 'unknown'],
    ['Film_SLog3.cube', 'unknown', 'slog3', 'name'],
    ['S-Log3 to Rec.709/Film.cube', 'log', 'slog3', 'name'],
    ['Rec.709 to Rec.709/Film.cube', 'log', 'rec709', 'name'],
    ['LogC/Film V-Log.cube', 'log', 'vlog', 'name'],
    ['ARRI LogC3.cube', 'log', 'logc3', 'name'],
    ['Canon Log 3/01.cube', 'log', 'clog3', 'name'],
    ['F-Log2_to_709.cube', 'log', 'flog2', 'name'],
    ['DWG Intermediate.cube', 'log', 'davinci', 'name'],
    ['acescct-warm.cube', 'log', 'acescct', 'name'],
    // These only look like names of encodings.
    ['Arriving Home.cube', 'rec709', 'rec709', 'rec709'],
    ['Log Cabin.cube', 'rec709', 'rec709', 'rec709'],
    ['Vlogger Travel.cube', 'rec709', 'rec709', 'rec709'],
    ['Catalog.cube', 'rec709', 'rec709', 'rec709'],
  ] as const)('%s, measured as %s: %s by %s', (path, measured, encoding, madeFor) => {
    expect(lutInput({ path, title: 'Film', tags: [] }, measured)).toEqual({ encoding, madeFor });
  });

  it('is named by the resource if no name of the file or a folder says it', () => {
    const named = { title: 'Film for V-Log', tags: ['film', 'rec709'] };
    expect(lutInput({ path: 'a.cube', ...named }, 'log').encoding).toBe('vlog');
    expect(lutInput({ path: 'a.cube', ...named, title: 'Film' }, 'log').encoding).toBe('rec709');
    expect(lutInput({ path: 'LogC/a.cube', ...named }, 'log').encoding).toBe('logc3');
  });
});

describe('the plate of a LUT pack', () => {
  it.each([
    ['Portrait Skin LUTs', [], 'portrait'],
    ['Film Look', ['night'], 'street'],
    ['Drone LUTs for Flat Profiles', [], 'coast'],
  ] as const)('%s with %j: %s', (title, tags, plate) => {
    expect(plateFor({ title, tags })).toBe(plate);
  });

  it('varies from pack to pack, and stays', () => {
    const titles = Array.from({ length: 20 }, (_, i) => `Film ${i}`);
    const plates = titles.map((title) => plateFor({ title, tags: [] }));
    expect(new Set(plates)).toEqual(new Set(['portrait', 'street', 'dunes', 'coast']));
    expect(titles.map((title) => plateFor({ title, tags: [] }))).toEqual(plates);
  });
});
