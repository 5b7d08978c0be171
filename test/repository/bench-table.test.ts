// How the bench table evaluates figures: regressions against the saved table, and status against the goals.
import { describe, expect, it } from 'vitest';
import { goals } from '../../bench/measure/goals.ts';
import { linesOf, missingFrom, regressionsOf, standing, type Table, worseBy } from '../../bench/measure/table.ts';
import { ROWS, type Row, rowOf } from '../../bench/saved.ts';

const row = (given: Partial<Row> = {}): Row => ({
  ...rowOf({ name: 'listing', reference: 'a bare one', unit: 'answers/s', better: 'more' }, { ours: 80, theirs: 100 }),
  ...given,
});

const machine = { cores: 2, processor: '', memoryGib: 1, node: '', platform: '', loadBefore: 0 };
const tableOf = (...rows: Row[]): Table => ({ pages: { machine, rows } });

describe('a figure compared with the saved one', () => {
  it('is worse when its ratio to the reference drops', () => {
    expect(worseBy(row({ ratio: 0.8 }), row({ ratio: 0.64 }))).toBeCloseTo(0.25);
    expect(worseBy(row({ ratio: 0.64 }), row({ ratio: 0.8 }))).toBeCloseTo(-0.2);
  });

  it('is worse when its ratio rises and less is better', () => {
    expect(worseBy(row({ better: 'less', ratio: 1 }), row({ better: 'less', ratio: 1.3 }))).toBeCloseTo(0.3);
  });

  it('is not worse while it is close to zero', () => {
    const shift = (ratio: number): Row => row({ better: 'less', ratio });
    expect([0, 0.04].map((ratio) => worseBy(shift(0), shift(ratio)))).toEqual([0, 0]);
    expect(worseBy(shift(0), shift(0.5))).toBe(Number.POSITIVE_INFINITY);
    expect(worseBy(shift(0.04), shift(0.08))).toBeCloseTo(1);
  });

  it('is judged by CPU time if either run was disturbed', () => {
    const before = row({ ratio: 0.8, cost: 1.5 });
    expect(worseBy(before, row({ ratio: 0.4, cost: 1.5, isDisturbed: true }))).toBeCloseTo(0);
    expect(worseBy(before, row({ ratio: 0.8, cost: 3, isDisturbed: true }))).toBeCloseTo(1);
    expect(worseBy(before, row({ ratio: 0.4, cost: null, isDisturbed: true }))).toBeCloseTo(1);
  });

  it('fails from 20 % worse, and when it is missing or not a number; benches that were not run are ignored', () => {
    const saved = tableOf(row({ ratio: 1 }));
    expect(regressionsOf(saved, tableOf(row({ ratio: 0.84 })))).toEqual([]);
    expect(regressionsOf(saved, tableOf(row({ ratio: 0.82 })))).toHaveLength(1);
    expect(regressionsOf(saved, tableOf(row({ ratio: Number.NaN })))).toHaveLength(1);
    expect(regressionsOf(saved, tableOf(row({ name: 'detail' })))).toMatchObject([{ bench: 'pages', row: 'listing' }]);
    expect(regressionsOf(saved, {})).toEqual([]);
  });
});

describe('a figure compared with its goal', () => {
  const goal = { id: 'G', row: 'listing' as const, from: '' };

  it('can miss it by ratio or by CPU time', () => {
    expect(standing(row({ ratio: 0.7 }), { ...goal, must: { least: 0.65 }, stretch: { least: 0.8 } })).toBe('met');
    expect(standing(row({ ratio: 0.8 }), { ...goal, must: { least: 0.65 }, stretch: { least: 0.8 } })).toBe('stretch');
    expect(standing(row({ ratio: 0.6 }), { ...goal, must: { least: 0.65 } })).toBe('missed');
    expect(standing(row({ ratio: 2.6 }), { ...goal, must: { most: 2.5 } })).toBe('missed');
    expect(standing(row({ ratio: 1, cost: 2 }), { ...goal, must: { least: 0.65 }, cost: { most: 1.9 } })).toBe(
      'missed',
    );
    expect(standing(row({ ratio: 1, cost: 1 }), { ...goal, must: { least: 0.65 }, cost: { most: 1.9 } })).toBe('met');
  });

  it('is judged by database CPU time, or by our own figure, where the goal sets those', () => {
    const twentieth = { ...goal, must: { least: 0.65 }, database: { most: 3 } };
    expect(standing(row({ ratio: 0.7, databaseCost: 2 }), twentieth)).toBe('met');
    expect(standing(row({ ratio: 0.7, databaseCost: 4 }), twentieth)).toBe('missed');
    const alone = { ...goal, figure: { most: 160 }, stretch: { most: 80 } };
    expect([170, 160, 80].map((ours) => standing(row({ ours, ratio: 9 }), alone))).toEqual([
      'missed',
      'met',
      'stretch',
    ]);
  });

  it('has no status if a measurement is missing, unless another one misses', () => {
    const both = { ...goal, must: { least: 0.65 }, cost: { most: 1.9 } };
    expect(standing(row({ ratio: 0.7, cost: null }), both)).toBeNull();
    expect(standing(row({ ratio: 0.6, cost: null }), both)).toBe('missed');
  });

  it('is printed with every goal of its row', () => {
    const [head, line] = linesOf(tableOf(row({ ratio: 0.7, cost: 1 })));
    expect(line).toMatch(/^listing .*G1 >= 0\.52 .*; G10 >= 0\.65 .* met; met +a bare one$/);
    expect(head?.indexOf('status')).toBe(line?.indexOf('met; met'));
  });
});

describe('the goals', () => {
  it('cover G1 to G26, each with a row', () => {
    const shown = new Set(goals.map(({ id }) => id));
    const asked = Array.from({ length: 26 }, (_, index) => `G${index + 1}`);
    expect(asked.filter((id) => !shown.has(id))).toEqual([]);
  });

  it('all set at least one bound', () => {
    const idle = goals.filter(({ must, figure, cost, database }) => !(must || figure || cost || database));
    expect(idle).toEqual([]);
  });

  it.each([
    ['G1', 'listing', { must: { least: 0.52 }, stretch: { least: 0.77 }, cost: { most: 1.88 } }],
    ['G2', 'HTML of the listing, cached', { must: { least: 0.5 }, stretch: { least: 0.71 } }],
    ['G3', 'listing of a category', { must: { least: 0.62 }, database: { most: 3.59 } }],
    ['G15', 'sockets, 1,000 readers', { figure: { most: 160 }, stretch: { most: 80 } }],
    ['G19', 'download', { figure: { most: 0.93 } }],
  ] as const)('keep the bounds of %s', (id, row, bounds) => {
    expect(goals.find((goal) => goal.id === id && goal.row === row)).toMatchObject(bounds);
  });
});

it('lists rows that have not been measured', () => {
  expect(missingFrom(tableOf(row()))).toHaveLength(ROWS.length - 1);
});
