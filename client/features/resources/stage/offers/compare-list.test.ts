// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const ID = '00000000-0000-4000-8000-00000000000';
const idOf = (number: number): string => `${ID}${number}`;

/** The list as a page that opens at this address has it. */
const openAt = async (address: string) => {
  vi.resetModules();
  history.replaceState(null, '', address);
  const module = await import('./compare-list.ts');
  const { result } = renderHook(module.useCompared);
  return {
    ...module,
    files: () => result.current.map(({ id, file }) => `${id.at(-1)} ${file}`),
    toggle: (number: number, file: string) => act(() => module.toggleCompared({ id: idOf(number), file })),
  };
};

beforeEach(() => localStorage.clear());
afterEach(cleanup);

describe('the compared files', () => {
  it('are kept for the next page, up to six, and removed by adding them again', async () => {
    const first = await openAt('/resources/a');
    for (const number of [1, 2, 3, 4, 5, 6, 7]) first.toggle(number, 'Ink: 50 %, a&b.mov');
    expect(first.files()).toEqual([1, 2, 3, 4, 5, 6].map((number) => `${number} Ink: 50 %, a&b.mov`));
    first.toggle(2, 'Ink: 50 %, a&b.mov');
    const second = await openAt('/resources/b');
    expect(second.files()).toEqual([1, 3, 4, 5, 6].map((number) => `${number} Ink: 50 %, a&b.mov`));
    act(() => second.clearCompared());
    expect((await openAt('/resources/b')).files()).toEqual([]);
    expect(localStorage).toHaveLength(0);
  });

  it('come from a link instead, which keeps names with any characters', async () => {
    const sender = await openAt('/resources/a?file=x');
    sender.toggle(1, 'Smoke/Ink & "ü" #1.mov');
    sender.toggle(2, 'b.cube');
    const link = sender.comparedLink([
      { id: idOf(1), file: 'Smoke/Ink & "ü" #1.mov' },
      { id: idOf(2), file: 'b.cube' },
    ]);
    localStorage.clear();
    const { pathname, search } = new URL(link);
    const receiver = await openAt(pathname + search);
    expect(receiver.files()).toEqual(['1 Smoke/Ink & "ü" #1.mov', '2 b.cube']);
    receiver.toggle(3, 'c.wav');
    expect(location.search).toBe('?file=x');
    expect((await openAt('/resources/a')).files()).toHaveLength(3);
  });

  describe('of the person', () => {
    const openLink = async () => {
      localStorage.setItem('helix_compare', `${idOf(8)}:own.mov\n${idOf(9)}:own.wav`);
      const receiver = await openAt(`/resources/a?compare=${idOf(1)}:a.mov`);
      const { result } = renderHook(receiver.useOwnComparedCount);
      return { ...receiver, ownCount: () => result.current };
    };

    it('stay while they change those of a link, also for the next page', async () => {
      const { toggle, files } = await openLink();
      toggle(2, 'b.mov');
      expect(files()).toEqual(['1 a.mov', '2 b.mov']);
      expect((await openAt(location.href)).files()).toEqual(['1 a.mov', '2 b.mov']);
      expect((await openAt('/resources/b')).files()).toEqual(['8 own.mov', '9 own.wav']);
    });

    it.each([
      ['with one click', ({ clearCompared }: Awaited<ReturnType<typeof openLink>>) => act(() => clearCompared())],
      ['after the last file of a link', ({ toggle }) => toggle(1, 'a.mov')],
    ])('come back %s', async (_, leave) => {
      const receiver = await openLink();
      expect(receiver.ownCount()).toBe(2);
      leave(receiver);
      expect(receiver.files()).toEqual(['8 own.mov', '9 own.wav']);
      expect(receiver.ownCount()).toBe(0);
      expect(location.search).toBe('');
      act(() => receiver.clearCompared());
      expect(receiver.files()).toEqual([]);
      expect(localStorage).toHaveLength(0);
    });

    it('follow those of other tabs again after a link', async () => {
      const { clearCompared, files, ownCount } = await openLink();
      // Another page of the site, without the link.
      history.replaceState(null, '', '/resources/b');
      act(() => clearCompared());
      localStorage.setItem('helix_compare', `${idOf(4)}:d.mov`);
      act(() => void dispatchEvent(new StorageEvent('storage', { key: 'helix_compare' })));
      expect(files()).toEqual(['4 d.mov']);
      expect(ownCount()).toBe(0);
    });
  });

  it.each([
    ['/resources/a?compare=nonsense', []],
    [`/resources/a?compare=${idOf(1)}:`, []],
    [`/resources/a?compare=${idOf(1)}:a&compare=${idOf(1)}:a`, ['1 a']],
    [
      `/resources/a?${[1, 2, 3, 4, 5, 6, 7, 8].map((number) => `compare=${idOf(number)}:a`).join('&')}`,
      [1, 2, 3, 4, 5, 6].map((number) => `${number} a`),
    ],
  ])('ignore what is not a file of an asset: %s', async (address, files) => {
    expect((await openAt(address)).files()).toEqual(files);
  });

  it('follow those of other tabs', async () => {
    const { files } = await openAt('/resources/a');
    localStorage.setItem('helix_compare', `${idOf(4)}:d.mov`);
    act(() => void dispatchEvent(new StorageEvent('storage', { key: 'helix_compare' })));
    expect(files()).toEqual(['4 d.mov']);
  });
});
