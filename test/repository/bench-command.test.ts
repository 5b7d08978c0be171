// Runs `npm run bench` with made-up figures to test what `--check` measures again, when it fails, and what it saves.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runBenches } from '../../bench/measure/command.ts';
import { asStarted } from '../../bench/measure/servers.ts';
import { type Row, type RowName, rowOf } from '../../bench/saved.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'helix-bench-command-'));
  mkdirSync(join(folder, 'results'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const machine = { cores: 2, processor: '', memoryGib: 1, node: '', platform: '', loadBefore: 0 };
const row = (name: RowName, ours: number): Row =>
  rowOf({ name, reference: 'a bare one', unit: 'answers/s', better: 'more' }, { ours, theirs: 100 });

const saved = {
  pages: { machine, rows: [row('listing', 80), row('detail', 50)] },
  zip: { machine, rows: [row('ZIP', 90)] },
};

/** Rows that each bench produces in its first, second and further runs (null for no rows). The last entry is used repeatedly. */
type Runs = Record<string, (Row[] | null)[]>;

/** Runs the command with the saved table of an earlier run. */
const runOn = (args: string[], runs: Runs, table: object | null = saved) => {
  const path = join(folder, 'results', 'table.json');
  if (table) writeFileSync(path, JSON.stringify(table));
  const ran: string[] = [];
  const told: string[] = [];
  const code = runBenches(args, {
    run: (bench, to) => {
      const before = ran.filter((name) => name === bench).length;
      ran.push(bench);
      const rows = runs[bench]?.[before] ?? runs[bench]?.at(-1) ?? null;
      if (rows) writeFileSync(join(to, `${bench}.json`), JSON.stringify({ machine, rows }));
      return rows !== null;
    },
    results: join(folder, 'results'),
    fresh: join(folder, 'fresh'),
    tell: (line) => void told.push(line),
  });
  const failed = told.filter((line) => line.startsWith('FAIL'));
  return { code, ran, told, failed, read: () => JSON.parse(readFileSync(path, 'utf8')) };
};

const good = { pages: [[row('listing', 79), row('detail', 51)]], zip: [[row('ZIP', 90)]] };

describe('a check', () => {
  it('passes when figures match the saved ones: measured once, nothing saved', () => {
    const { code, ran, failed, read } = runOn(['--check'], good);
    expect({ code, ran, failed }).toEqual({ code: 0, ran: ['pages', 'zip'], failed: [] });
    expect(read()).toEqual(saved);
    expect(readdirSync(join(folder, 'results'))).toEqual(['table.json']);
  });

  it('fails when a row is worse in both runs', () => {
    const { code, ran, failed } = runOn(['--check'], { ...good, pages: [[row('listing', 40), row('detail', 50)]] });
    expect({ code, ran }).toEqual({ code: 1, ran: ['pages', 'zip', 'pages'] });
    expect(failed).toEqual(['FAIL listing: 100 % worse than saved']);
  });

  it('passes when the second run is worse in a different row only', () => {
    const pages = [
      [row('listing', 40), row('detail', 50)],
      [row('listing', 80), row('detail', 25)],
    ];
    const { code, ran, told } = runOn(['--check'], { ...good, pages });
    expect({ code, ran }).toEqual({ code: 0, ran: ['pages', 'zip', 'pages'] });
    expect(told).toContain('once more: listing: 100 % worse than saved');
  });

  it('fails when a row is missing, or a bench produces no figures twice', () => {
    const gone = runOn(['--check'], { ...good, pages: [[row('listing', 80)]] });
    expect(gone.code).toBe(1);
    expect(gone.failed).toEqual(['FAIL detail: not measured any more']);
    const nothing = runOn(['--check'], { ...good, zip: [null] });
    expect(nothing).toMatchObject({ code: 1, ran: ['pages', 'zip', 'zip'], failed: ['FAIL zip has no figures'] });
  });

  it('judges the retry alone when the first run produced no figures', () => {
    expect(runOn(['--check'], { ...good, zip: [null, [row('ZIP', 90)]] }).code).toBe(0);
    const worse = runOn(['--check'], { ...good, zip: [null, [row('ZIP', 45)]] });
    expect(worse).toMatchObject({ code: 1, failed: ['FAIL ZIP: 100 % worse than saved'] });
  });

  it('never reuses figures from an earlier check', () => {
    runOn(['--check'], good);
    expect(runOn(['--check'], { ...good, zip: [null] }).failed).toEqual(['FAIL zip has no figures']);
  });

  it('runs only the named benches, and fails if they have no saved figures', () => {
    expect(runOn(['--check', 'zip'], good)).toMatchObject({ code: 0, ran: ['zip'] });
    expect(runOn(['--check', 'start'], good)).toMatchObject({ code: 1, ran: [] });
    expect(runOn(['--check'], good, {})).toMatchObject({ code: 1, ran: [] });
  });
});

describe('a run', () => {
  it('replaces the rows of the named benches and keeps the rest', () => {
    const { code, read } = runOn(['zip'], { zip: [[row('ZIP', 10)]] });
    expect(code).toBe(0);
    expect(read()).toEqual({ ...saved, zip: { machine, rows: [row('ZIP', 10)] } });
  });

  it('of all benches fails and lists every failed bench and missing row', () => {
    const { code, ran, failed, told } = runOn([], good, null);
    expect(code).toBe(1);
    expect(ran.length).toBeGreaterThan(10);
    expect(failed).toContain('FAIL start');
    expect(told.join('\n')).toMatch(/Not measured yet: .*memory, idle/);
  });

  it('of an unknown bench runs nothing', () => {
    expect(runOn(['pages', 'nothing'], good)).toMatchObject({ code: 1, ran: [] });
  });

  it('prints the saved table without running anything', () => {
    const { code, ran, told } = runOn(['--table'], good);
    expect({ code, ran }).toEqual({ code: 0, ran: [] });
    expect(told.join('\n')).toMatch(/^listing +80 +100 /m);
  });
});

it('measures the site started the way npm start does', () => {
  const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  expect(asStarted(scripts.start)).toMatchObject({ script: 'scripts/start.ts' });
  expect(asStarted('A_FOLDER=.cache/a exec node --one=2 --three scripts/start.ts')).toEqual({
    env: { A_FOLDER: '.cache/a' },
    options: ['--one=2', '--three'],
    script: 'scripts/start.ts',
  });
});
