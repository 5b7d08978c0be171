import { describe, expect, it } from 'vitest';
import { createZipLayout } from './zip-layout.ts';
import { createLayoutMemory } from './zip-layouts.ts';

const layoutOf = (files: number) =>
  createZipLayout(
    Array.from({ length: files }, (_, index) => ({
      path: `${index}`,
      size: 1,
      crc32: 0,
      sha256: '',
      storageKey: `k/${index}`,
      createdAt: new Date(0),
    })),
  );

describe('cached layouts', () => {
  it('are computed once, even for concurrent callers', async () => {
    const memory = createLayoutMemory();
    let made = 0;
    const make = async () => {
      made += 1;
      return layoutOf(2);
    };
    const [first, ...others] = await Promise.all([1, 2, 3].map(() => memory.get('a', make)));
    expect(others.every((other) => other === first)).toBe(true);
    expect(await memory.get('a', make)).toBe(first);
    expect(await memory.get('b', make)).not.toBe(first);
    expect(made).toBe(2);
  });

  it('are evicted when there are too many files, least recently used first', async () => {
    const memory = createLayoutMemory({ maxFiles: 10 });
    const made: string[] = [];
    const get = (key: string, files: number) =>
      memory.get(key, async () => {
        made.push(key);
        return layoutOf(files);
      });
    await get('a', 3);
    await get('b', 3);
    await get('a', 3);
    await get('c', 3);
    await get('a', 3);
    await get('b', 3);
    expect(made).toEqual(['a', 'b', 'c', 'b']);
    await get('too large', 30);
    await get('too large', 30);
    expect(made.slice(4)).toEqual(['too large', 'too large']);
  });

  it('are not cached after a failure', async () => {
    const memory = createLayoutMemory();
    await expect(memory.get('a', () => Promise.reject(new Error('no database')))).rejects.toThrow('no database');
    expect((await memory.get('a', async () => layoutOf(1))).contents).toHaveLength(1);
  });
});
