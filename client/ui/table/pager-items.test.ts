import { describe, expect, it } from 'vitest';
import { type PagerItem, pagerItems } from './pager-items.ts';

const B = 'gap-before';
const A = 'gap-after';

const TABLE: [current: number, pages: number, items: PagerItem[]][] = [
  [1, 0, []],
  [1, 1, [1]],
  [2, 5, [1, 2, 3, 4, 5]],
  [1, 6, [1, 2, 3, 4, 5, 6]],
  [6, 6, [1, 2, 3, 4, 5, 6]],
  [1, 7, [1, 2, 3, 4, 5, A, 7]],
  [4, 7, [1, 2, 3, 4, 5, 6, 7]],
  [7, 7, [1, B, 3, 4, 5, 6, 7]],
  [1, 293, [1, 2, 3, 4, 5, A, 293]],
  [4, 293, [1, 2, 3, 4, 5, 6, A, 293]],
  [5, 293, [1, B, 3, 4, 5, 6, 7, A, 293]],
  [150, 293, [1, B, 148, 149, 150, 151, 152, A, 293]],
  [290, 293, [1, B, 288, 289, 290, 291, 292, 293]],
  [293, 293, [1, B, 289, 290, 291, 292, 293]],
  [0, 3, [1, 2, 3]],
  [99, 3, [1, 2, 3]],
];

describe('pagerItems', () => {
  it.each(TABLE)('lists the items for page %i of %i', (current, pages, items) => {
    expect(pagerItems(current, pages)).toEqual(items);
  });

  it('never skips a page without a gap, for any number of pages', () => {
    for (let pages = 1; pages <= 40; pages++) {
      for (let current = 1; current <= pages; current++) {
        let last = 0;
        for (const item of pagerItems(current, pages)) {
          if (typeof item === 'number') {
            if (last > 0) expect(item).toBe(last + 1);
            last = item;
          } else last = -1;
        }
        expect(pagerItems(current, pages)).toContain(current);
      }
    }
  });
});
